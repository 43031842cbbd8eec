"""Edits and deletions in the apps through the real process: the timeline follows."""

from memory.slices import REDACTED
from tests.end_to_end.house import House, house
from tests.end_to_end.model import PlayedModel
from tests.end_to_end.process import Bot


async def said_and_changed(home: House) -> None:
    """Telegram tells of edits, Discord of deletions as well."""
    here = home.mara.says("The gilder comes on Tuesday")
    await home.answered(on_telegram=1)
    edited = home.mara_there.says("The lamp is in the attic")
    await home.answered(on_discord=1)
    deleted = home.mara_there.says("Zanzibar is the password of the safe")
    await home.answered(on_discord=2)
    home.mara.edits(here, "The gilder comes on Friday")
    home.mara_there.edits(edited, "The lamp is in the cellar")
    home.mara_there.deletes(deleted)


async def test_what_is_edited_or_deleted_is_so_on_the_timeline_and_nothing_is_said_twice(
    bot: Bot,
) -> None:
    async with house(bot, model=PlayedModel()) as home:
        await said_and_changed(home)
        # What was done to a message is done before the next is answered.
        home.mara.says("And now the next one")
        await home.answered(on_telegram=2)
        home.mara_there.says("And one more")
        await home.answered(on_telegram=2, on_discord=3)
        assert await home.end() == 0
        assert (len(home.mara.texts), len(home.texts_there())) == (2, 3)
        assert home.said() == [
            "The gilder comes on Friday",
            "The lamp is in the cellar",
            REDACTED,
            "And now the next one",
            "And one more",
        ]
        for words in ("Tuesday", "attic", "Zanzibar"):
            assert home.holding(words) == []
