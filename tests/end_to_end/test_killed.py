"""kill -9 of the real process at each step of a message: nothing lost, nothing said twice."""

from tests.end_to_end.house import House, house, reached
from tests.end_to_end.model import PlayedModel
from tests.end_to_end.process import Bot
from tests.servers.discord import held as held_there
from tests.servers.telegram import Gate
from tests.servers.telegram.faults import held

TYPING = "POST /channels/{channel_id}/typing"
SEND = "POST /channels/{channel_id}/messages"


async def before_or_after_the_inbox(home: House) -> None:
    """The process may have them already, or not."""
    home.mara.says("Said at the last moment")
    home.mara_there.says("And there as well")
    await home.again()
    await home.answered(on_telegram=1, on_discord=2)


async def while_a_file_is_fetched(home: House) -> None:
    gate = Gate()
    home.telegram.next("getFile", held(gate))
    home.mara.sends_document(b"The lease ends in May", "lease.txt")
    await reached(gate.reached)
    await home.again()
    await home.answered(on_telegram=2)
    assert "The lease ends in May" in home.model.prompts("pro")[-1]


async def during_flash(home: House) -> None:
    home.model.holds("flash")
    home.mara.says("What does Flash see?")
    await home.model.held()
    await home.again()
    await home.answered(on_telegram=3)


async def during_pro(home: House) -> None:
    """What was shown of the answer so far gives way to the whole of it."""
    home.model.holds("pro", "Half an answer")
    home.mara_there.says("What does Pro think?")
    await home.told_there("Half an answer")
    # By when it shows once more that it is typing, it has noted where the draft stands.
    shown = len(home.discord.asked(TYPING))
    await home.there(lambda: len(home.discord.asked(TYPING)) > shown)
    await home.again()
    await home.told_there("Answer ")


async def when_it_was_sent_and_nobody_knows(home: House) -> None:
    gate, there = Gate(), held_there(late=True)
    home.telegram.next("sendMessage", held(gate))
    home.mara.says("Did it arrive?")
    await reached(gate.reached)
    await home.again()
    home.discord.fails(SEND, there)
    home.mara_there.says("Did it arrive there?")
    await reached(there.reached)
    await home.again()


async def test_killed_at_each_step_every_message_is_answered_once(bot: Bot) -> None:
    async with house(bot, model=PlayedModel()) as home:
        # A chat that was never seen before cannot be looked into after a start.
        home.mara_there.says("Hello there")
        await home.answered(on_discord=1)
        await before_or_after_the_inbox(home)
        await while_a_file_is_fetched(home)
        await during_flash(home)
        await during_pro(home)
        await when_it_was_sent_and_nobody_knows(home)
        home.mara.says("The last one here")
        await home.answered(on_telegram=5)
        home.mara_there.says("The last one there")
        await home.answered(on_discord=5)
        assert await home.end() == 0
        assert (len(home.mara.texts), len(home.texts_there())) == (5, 5)
        assert "Half an answer" not in "".join((*home.mara.texts, *home.texts_there()))
    said = home.said()
    assert sorted(said[1:3]) == ["And there as well", "Said at the last moment"]
    assert [said[0], *said[4:]] == [
        "Hello there",
        "What does Flash see?",
        "What does Pro think?",
        "Did it arrive?",
        "Did it arrive there?",
        "The last one here",
        "The last one there",
    ]
    assert len(home.answers()) == len(said) == 10
