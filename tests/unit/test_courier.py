"""Answers on their way: drafts at the platform's pace, parts each once, waits that are kept."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.base import (
    AdapterError,
    Button,
    GoneForGood,
    Incoming,
    MaybeDelivered,
    NotDelivered,
    Outgoing,
)
from previously_bot.answers import NewAnswer
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.outbox import Outbox
from previously_bot.preview import FIRST_AFTER, NOTICE_EVERY
from tests.fakes import CHAT, NOON, OTHER_CHAT, HandClock, PaperAdapter, message

TO: Incoming = message("And?", "7", NOON)
TEN = "abcdefghij"
ANSWER = NewAnswer(
    person="mara", chat=CHAT, text=TEN, at=NOON, origin="answers telegram 8812/7"
)


class HandPause:
    """Lets time pass when it is told to."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[float] = asyncio.Queue()
        self._go_on: asyncio.Queue[None] = asyncio.Queue()

    async def __call__(self, seconds: float) -> None:
        if seconds == NOTICE_EVERY:
            await asyncio.Event().wait()
        self._asked.put_nowait(seconds)
        await self._go_on.get()

    async def begun(self) -> float:
        """Wait until somebody waits; for how long."""
        async with asyncio.timeout(10):
            return await self._asked.get()

    def pass_by(self) -> None:
        self._go_on.put_nowait(None)


class Desk:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.outbox = Outbox(database)
        self.platform = PaperAdapter("telegram", edit_every=1.0)
        self.other = PaperAdapter("discord")
        self.clock, self.pause = HandClock(), HandPause()
        self.courier = Courier(
            self.outbox,
            {"telegram": self.platform, "discord": self.other},
            self.clock,
            self.pause,
        )

    async def deliver(self) -> list[tuple[str, int]]:
        await self.courier.deliver("mara")
        return [(one.text, one.part) for one in self.platform.sent]

    async def shown_once(self) -> None:
        """Let the time pass until the first draft is shown."""
        await self.pause.begun()
        self.pause.pass_by()
        await self.pause.begun()

    def drafts(self) -> list[tuple[str, int, str]]:
        """What was shown, which part of it, and which message that became."""
        return [(one.text, one.part, one.edits) for one in self.platform.sent if one.goes_on]

    def fail_once(self, *errors: AdapterError | None) -> None:
        """The next messages go wrong like this, one after the other; None arrives."""
        left = list(errors)

        def before_send(_: Outgoing) -> None:
            if left and (error := left.pop(0)):
                raise error

        self.platform.before_send = before_send


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    database = Database(tmp_path)
    yield Desk(database)
    database.close()


async def test_an_answer_goes_out_in_its_parts_each_once(desk: Desk) -> None:
    desk.platform.limit = 4
    desk.outbox.put(ANSWER, [])
    assert await desk.deliver() == [(TEN, 0), (TEN, 1), (TEN, 2)]
    assert await desk.deliver() == [(TEN, 0), (TEN, 1), (TEN, 2)]


async def test_a_part_that_surely_failed_is_sent_again_and_none_before_it(desk: Desk) -> None:
    desk.platform.limit = 4
    desk.outbox.put(ANSWER, [])
    desk.fail_once(None, NotDelivered("telegram", "busy"))
    assert await desk.deliver() == [(TEN, 0)]
    assert await desk.deliver() == [(TEN, 0), (TEN, 1), (TEN, 2)]


async def test_a_part_that_may_have_arrived_is_not_repeated_and_the_rest_follows(
    desk: Desk,
) -> None:
    desk.platform.limit = 4
    desk.outbox.put(ANSWER, [])
    desk.fail_once(None, MaybeDelivered("telegram", "timed out"))
    assert await desk.deliver() == [(TEN, 0), (TEN, 2)]
    assert desk.outbox.queued("mara") == []


async def test_a_repeat_has_the_key_of_the_first_try_and_no_other_text_has(
    desk: Desk,
) -> None:
    for origin in ("", "", "recap before telegram 8812/7"):
        desk.outbox.put(replace(ANSWER, text="Same", origin=origin), [])
    desk.platform.is_down = True
    keys: list[str] = []
    desk.platform.before_send = lambda one: keys.append(one.key)
    await desk.deliver()
    desk.platform.is_down = False
    await desk.deliver()
    await desk.courier.show(CHAT, "Same")
    desk.clock.forward(seconds=1)
    await desk.courier.show(CHAT, "Same")
    first, again, *others = keys
    assert first == again
    assert len({again, *others}) == 1 + len(others) == 5


async def test_whose_buttons_are_below_which_message_is_kept(desk: Desk) -> None:
    desk.platform.limit = 4
    desk.outbox.put(replace(ANSWER, buttons=((Button("On", "/timeline 2"),),)), [])
    desk.outbox.put(replace(ANSWER, text="none", origin=""), [])
    await desk.deliver()
    owners = [desk.outbox.owner(CHAT, f"m{nth + 1}") for nth in range(4)]
    assert owners == [None, None, "mara", None]
    assert desk.outbox.owner(OTHER_CHAT, "m3") is None


async def test_a_chat_that_is_closed_to_us_takes_no_other_try(desk: Desk) -> None:
    desk.outbox.put(ANSWER, [])
    desk.fail_once(GoneForGood("telegram", "the bot was blocked"))
    assert await desk.deliver() == []
    assert desk.outbox.queued("mara") == []


async def test_a_platform_that_asks_to_wait_is_left_alone_and_the_others_are_not(
    desk: Desk,
) -> None:
    desk.outbox.put(ANSWER, [])
    desk.outbox.put(NewAnswer(person="mara", chat=OTHER_CHAT, text="there", at=NOON), [])
    desk.fail_once(NotDelivered("telegram", "flood", retry_after=1000))
    assert await desk.deliver() == []
    assert desk.other.texts == ["there"]
    desk.clock.forward(seconds=999)
    assert await desk.deliver() == []
    desk.clock.forward(seconds=1)
    assert await desk.deliver() == [(TEN, 0)]


async def test_when_a_wait_is_over_whoever_delivers_is_woken(desk: Desk) -> None:
    woken = asyncio.Event()
    desk.courier.wakes("mara", woken.set)
    desk.outbox.put(ANSWER, [])
    desk.fail_once(NotDelivered("telegram", "flood", retry_after=3))
    assert await desk.deliver() == []
    assert await desk.pause.begun() == 3
    assert not woken.is_set()
    desk.pause.pass_by()
    async with asyncio.timeout(10):
        await woken.wait()
    assert await desk.deliver() == [(TEN, 0)]


async def test_a_later_answer_does_not_overtake_one_that_waits(desk: Desk) -> None:
    desk.outbox.put(ANSWER, [])
    desk.outbox.put(NewAnswer(person="mara", chat=CHAT, text="later", at=NOON), [])
    desk.fail_once(NotDelivered("telegram", "busy"))
    assert await desk.deliver() == []
    assert await desk.deliver() == [(TEN, 0), ("later", 0)]


async def test_a_draft_is_edited_at_the_platform_s_pace_and_becomes_the_answer(
    desk: Desk,
) -> None:
    async with desk.courier.writing(ANSWER, TO) as show:
        show("")
        show("a")
        assert await desk.pause.begun() == FIRST_AFTER
        assert desk.platform.sent == []
        desk.pause.pass_by()
        assert await desk.pause.begun() == 1.0
        show("ab")
        show("abc")
        assert [one.text for one in desk.platform.sent] == ["a"]
        desk.pause.pass_by()
        await desk.pause.begun()
        assert [(one.text, one.edits) for one in desk.platform.sent] == [
            ("a", ""),
            ("abc", "m1"),
        ]
        assert {one.answers for one in desk.platform.sent} == {"7"}
        show("abcd")
    assert desk.outbox.queued("mara") == []
    desk.outbox.put(ANSWER, [])
    await desk.deliver()
    last = desk.platform.sent[-1]
    assert (last.text, last.edits, last.goes_on) == (TEN, "m1", False)
    assert desk.platform.noticed == [(CHAT, "7")]


async def test_after_a_start_the_draft_that_is_there_is_used(desk: Desk) -> None:
    async with desk.courier.writing(ANSWER, TO) as show:
        show("a")
        await desk.shown_once()
    async with desk.courier.writing(ANSWER, TO) as show:
        show("another beginning")
        await desk.shown_once()
    assert [(one.text, one.edits) for one in desk.platform.sent] == [
        ("a", ""),
        ("another beginning", "m1"),
    ]


async def test_what_takes_several_messages_is_shown_in_them_and_the_last_is_edited(
    desk: Desk,
) -> None:
    desk.platform.limit = 4
    async with desk.courier.writing(ANSWER, TO) as show:
        show("abc")
        await desk.shown_once()
        show("abcdefghi")
        for _ in range(3):
            desk.pause.pass_by()
            assert await desk.pause.begun() == 1.0
        show(TEN)
        desk.pause.pass_by()
        await desk.pause.begun()
    assert desk.drafts() == [
        ("abc", 0, ""),
        ("abcdefghi", 0, "m1"),
        ("abcdefghi", 1, ""),
        ("abcdefghi", 2, ""),
        (TEN, 2, "m4"),
    ]
    kept = desk.outbox.put(ANSWER, [])
    assert kept.shown_as == "m1 m3 m4"
    assert await desk.deliver()
    whole = [(one.text, one.part, one.edits) for one in desk.platform.sent if not one.goes_on]
    assert whole == [(TEN, 0, "m1"), (TEN, 1, "m3"), (TEN, 2, "m4")]


async def test_after_a_start_each_message_that_shows_a_draft_is_used(desk: Desk) -> None:
    desk.platform.limit = 4
    async with desk.courier.writing(ANSWER, TO) as show:
        show("abcde")
        await desk.shown_once()
        desk.pause.pass_by()
        await desk.pause.begun()
    again = Desk(desk.database)
    again.platform.limit = 4
    async with again.courier.writing(ANSWER, TO) as show:
        show("vwxyz")
        await again.shown_once()
    assert again.drafts() == [("vwxyz", 0, "m1")]
    interrupt(again, 1)
    await again.courier.resume()
    await again.deliver()
    whole = [(one.part, one.edits) for one in again.platform.sent if not one.goes_on]
    assert whole == [(1, "m2"), (2, "")]


async def test_an_answer_that_became_shorter_leaves_no_words_of_its_drafts(desk: Desk) -> None:
    desk.platform.limit = 4
    async with desk.courier.writing(ANSWER, TO) as show:
        show(TEN)
        await desk.shown_once()
        for _ in range(2):
            desk.pause.pass_by()
            await desk.pause.begun()
        show("no")
        desk.pause.pass_by()
        await desk.pause.begun()
    assert desk.drafts()[-1] == ("no", 0, "m1")
    desk.outbox.put(replace(ANSWER, text="no"), [])
    await desk.deliver()
    whole = [(one.text, one.edits) for one in desk.platform.sent if not one.goes_on]
    assert whole == [("no", "m1"), ("", "m2"), ("", "m3")]


async def test_a_draft_that_is_no_message_shows_the_last_part(desk: Desk) -> None:
    desk.platform.limit, desk.platform.drafts_are_messages = 4, False
    async with desk.courier.writing(ANSWER, TO) as show:
        show("abc")
        await desk.shown_once()
        show(TEN)
        desk.pause.pass_by()
        await desk.pause.begun()
    assert desk.drafts() == [("abc", 0, ""), (TEN, 2, "")]
    assert desk.outbox.put(ANSWER, []).shown_as == ""


async def test_where_nothing_can_be_edited_no_draft_is_shown(desk: Desk) -> None:
    there = NewAnswer(person="mara", chat=OTHER_CHAT, text=TEN, at=NOON, origin="answers d")
    async with desk.courier.writing(there, TO) as show:
        show("a")
    assert desk.other.sent == []


def interrupt(desk: Desk, part: int) -> None:
    """The process ends while the nth message of an answer is under way."""
    kept = desk.outbox.put(ANSWER, [])
    for sent in range(1, part + 1):
        desk.outbox.sending(kept.number)
        desk.outbox.part_sent(kept.number, sent)
    desk.outbox.sending(kept.number)


@pytest.mark.parametrize("part", [0, 1, 2])
async def test_after_a_start_the_message_under_way_is_left_and_the_next_go_out(
    desk: Desk, part: int
) -> None:
    desk.platform.limit = 4
    interrupt(desk, part)
    await desk.courier.resume()
    assert await desk.deliver() == [(TEN, later) for later in range(part + 1, 3)]


async def test_after_a_start_an_edit_under_way_is_made_again(desk: Desk) -> None:
    async with desk.courier.writing(ANSWER, TO) as show:
        show("a")
        await desk.shown_once()
    interrupt(desk, 0)
    await desk.courier.resume()
    await desk.deliver()
    assert [(one.text, one.edits) for one in desk.platform.sent] == [("a", ""), (TEN, "m1")]


async def test_an_answer_that_is_complete_at_once_has_no_draft(desk: Desk) -> None:
    async with desk.courier.writing(ANSWER, TO) as show:
        show(TEN)
        await desk.pause.begun()
    desk.outbox.put(ANSWER, [])
    assert await desk.deliver() == [(TEN, 0)]
    assert not desk.platform.sent[0].edits
