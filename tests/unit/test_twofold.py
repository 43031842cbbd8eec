"""A turn that its person edits in its file and in the app: both stay, whatever the message had
beside its words, and however long ago it was said."""

from datetime import timedelta
from pathlib import Path

import pytest

from adapters.base import Attached, Deleted, Edited
from memory.slices import REDACTED
from memory.stores.folder import FolderStore
from previously_bot.texts import merging
from tests.documents import JPEG
from tests.fakes import CHAT, NOON, PaperSource, message
from tests.made_up_secrets import tokens
from tests.talks import Talk, talk
from tests.timelines import edit, files
from tests.unit.test_forgetting import state
from tests.unit.test_inbox import seals

PHOTO = Attached("p", "photo", size=len(JPEG))
SOURCE = PaperSource(p=JPEG)
KEY = tokens()["github"][1]
TOLD = merging.BOTH_IN_TURN.say("en")


def by_hand(now: Talk, old: str, new: str) -> None:
    """In the file, and seen here."""
    path = now.timeline.path(now.timeline.entries()[-1].slice_id)
    edit(now.store, path, old, new)
    now.timeline.look_again([path])


async def in_app(now: Talk, text: str, *attached: Attached) -> str:
    """What the turn says after an edit in the app."""
    at = NOON + timedelta(minutes=1)
    await change(now, Edited(message(text, "1", at, CHAT, *attached)))
    return now.slice().turns[0].text


async def change(now: Talk, event: Edited | Deleted) -> None:
    await now.conversation.revise(event)
    await now.conversation.settled()
    assert now.conversation.failure is None


def photo_in(now: Talk) -> str:
    """The line that tells of the photo."""
    (path,) = (one for one in files(now.store) if one.startswith("memory/attachments/"))
    return f"[photo](/{path})"


async def test_a_caption_is_another_one_in_the_file_and_in_the_app(tmp_path: Path) -> None:
    async with talk(tmp_path, None, source=SOURCE) as now:
        await now.send("My barn", PHOTO)
        photo = photo_in(now)
        assert await in_app(now, "My big barn", PHOTO) == f"My big barn\n\n{photo}"
        by_hand(now, "My big barn", "My old barn")
        both = f"My old barn\n\n{photo}\n\n(edited in the app: {{}})"
        assert await in_app(now, "My red barn", PHOTO) == both.format("My red barn")
        assert await in_app(now, "My blue barn", PHOTO) == both.format("My blue barn")
        assert now.platform.texts.count(TOLD) == 1
        by_hand(now, "\n\n(edited in the app: My blue barn)", "")
        assert await in_app(now, "My green barn", PHOTO) == both.format("My green barn")


async def test_a_caption_that_is_taken_away_or_as_the_file_has_it_changes_nothing(
    tmp_path: Path,
) -> None:
    async with talk(tmp_path, None, source=SOURCE) as now:
        await now.send("My barn", PHOTO)
        photo = photo_in(now)
        by_hand(now, "My barn", "My old barn")
        by_hand(now, "[photo]", "[the barn]")
        before, sent = files(now.store), now.platform.texts
        said = f"My old barn\n\n{photo}".replace("[photo]", "[the barn]")
        assert await in_app(now, "My old barn", PHOTO) == said
        assert await in_app(now, "", PHOTO) == said
        assert files(now.store) == before
        assert now.platform.texts == sent


async def test_a_message_with_a_secret_is_another_one_in_the_file_and_in_the_app(
    tmp_path: Path,
) -> None:
    store = FolderStore(tmp_path / "timeline", writer="test")
    async with talk(tmp_path / "state", None, store=store) as now:
        await now.say(f"The key is {KEY}, for the shed")
        label = now.slice().turns[0].text.removeprefix("The key is ").partition(",")[0]
        assert (
            await in_app(now, f"A key: {KEY}, for the shed") == f"A key: {label}, for the shed"
        )
        by_hand(now, "for the shed\n", "for the mill\n")
        both = f"A key: {label}, for the mill\n\n(edited in the app: My key: {label})"
        assert await in_app(now, f"My key: {KEY}") == both
        assert now.platform.texts.count(TOLD) == 1
        assert await in_app(now, f"A key: {KEY}, for the mill") == both.partition("\n\n")[0]
        for content in (state(tmp_path), b"".join(files(store).values())):
            assert KEY[:12].encode() not in content


async def test_what_was_masked_and_edited_in_the_app_alone_is_replaced(tmp_path: Path) -> None:
    async with talk(tmp_path, None) as now:
        await now.say(f"The key is {KEY}")
        assert await in_app(now, "No key") == "No key"
        assert TOLD not in now.platform.texts


@pytest.mark.parametrize("by_hand_too", [True, False])
async def test_when_the_words_are_gone_from_the_inbox_it_is_known_still(
    tmp_path: Path, by_hand_too: bool
) -> None:
    async with talk(tmp_path, None) as now:
        await now.say("I bought a lamp")
        now.boxes.inbox.forget_before(now.clock.forward(days=2))
        if by_hand_too:
            by_hand(now, "a lamp\n", "two lamps\n")
        both = "I bought two lamps\n\n(edited in the app: I bought a lamb)"
        said = await in_app(now, "I bought a lamb")
        assert said == (both if by_hand_too else "I bought a lamb")


async def test_a_message_that_was_added_during_another_answer_is_known_too(
    tmp_path: Path,
) -> None:
    async with talk(tmp_path, None) as now:
        await now.hear("I bought a lamp")
        await now.hear("It is green")
        await now.conversation.settled()
        by_hand(now, "It is green\n", "It is blue\n")
        await change(now, Edited(message("It is red", "2", NOON)))
        said = [turn.text for turn in now.slice().turns]
        assert "It is blue\n\n(edited in the app: It is red)" in said


@pytest.mark.parametrize("how", ["deleted", "forgotten"])
async def test_a_deletion_wins_and_nothing_is_left_to_guess_the_words_by(
    tmp_path: Path, how: str
) -> None:
    async with talk(tmp_path, None, source=SOURCE) as now:
        await now.send("My barn", PHOTO)
        await now.say("It is red")
        assert len(seals(now.database)) == 2
        by_hand(now, "My barn", "My old barn")
        if how == "deleted":
            await change(now, Deleted(CHAT, "1"))
        else:
            shown = await now.say("/forget barn")
            await now.say(next(one.command for one in now.platform.sent[-1].buttons[0]))
            assert "barn" in shown
        assert now.slice().turns[0].text == REDACTED
        assert len(seals(now.database)) == 1
        assert await in_app(now, "My barn", PHOTO) == REDACTED
        assert len(seals(now.database)) == 1
