"""What belongs together is answered together, and stands in the order in which it came."""

import asyncio
import threading
from pathlib import Path

import pytest

from adapters.base import Incoming
from previously_bot.gathering import AWHILE, FOR_THE_REST, LONG, Gathering
from previously_bot.people import Person
from tests.fakes import CHAT, NOON, message
from tests.unit.test_conversation import Scene, scene


class Moments:
    """A pause that is over when a test says so."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.begun = asyncio.Event()
        self.over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        self.begun.set()
        await self.over.wait()


def said(text: str) -> Incoming:
    return message(text, "1", NOON)


async def test_what_comes_within_a_moment_gets_one_answer(tmp_path: Path) -> None:
    moments = Moments()
    async with scene(tmp_path, pause=moments) as now:
        await now.conversation.receive(message("Look at this", "1", now.clock.now()))
        async with asyncio.timeout(5):
            await moments.begun.wait()
        await now.conversation.receive(message("a forward", "2", now.clock.now()))
        moments.over.set()
        await now.conversation.settled()
        assert now.telegram.texts == ["[Look at this][a forward]"]
    assert moments.asked == [AWHILE, AWHILE]


async def test_the_rest_of_a_long_paste_is_waited_for_and_shown_to_be_on_its_way(
    tmp_path: Path,
) -> None:
    moments = Moments()
    async with scene(tmp_path, pause=moments) as now:
        await now.conversation.receive(message("x" * LONG, "1", now.clock.now()))
        async with asyncio.timeout(5):
            await moments.begun.wait()
        assert moments.asked == [FOR_THE_REST]
        assert now.telegram.noticed == [(CHAT, "1")]
        moments.over.set()
        await now.conversation.settled()


async def test_also_what_comes_at_the_end_of_an_answer_is_gathered(tmp_path: Path) -> None:
    moments = Moments()
    moments.over.set()
    async with scene(tmp_path, pause=moments) as now:
        asked = now.model.pause()
        await now.conversation.receive(message("one", "1", now.clock.now()))
        async with asyncio.timeout(5):
            await asked.wait()
        moments.over.clear()
        moments.begun.clear()
        await now.conversation.receive(message("two", "2", now.clock.now()))
        now.model.go_on()
        async with asyncio.timeout(5):
            await moments.begun.wait()
        await now.conversation.receive(message("three", "3", now.clock.now()))
        moments.over.set()
        await now.conversation.settled()
        assert now.telegram.texts == ["[one]", "[two][three]"]


async def test_nothing_is_waited_for_at_a_command_or_where_nothing_comes_in_pieces() -> None:
    moments = Moments()
    for pause, text in ((moments, "/help"), (None, "x" * LONG)):
        gathering = Gathering(pause)
        assert not gathering.came(said(text))
        await gathering.complete()
    assert moments.asked == []


async def test_somebody_who_does_not_stop_is_answered_all_the_same() -> None:
    asked: list[float] = []

    async def pause(seconds: float) -> None:
        asked.append(seconds)
        gathering.came(said("and"))

    gathering = Gathering(pause)
    gathering.came(said("well"))
    await gathering.complete()
    assert len(asked) == 10


async def hold(now: Scene, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Until it is set, the message at hand is not on the timeline yet."""
    begun, go_on, real = threading.Event(), threading.Event(), now.boxes.preferences.of

    def slowly(person: Person) -> Person:
        begun.set()
        assert go_on.wait(10)
        return real(person)

    monkeypatch.setattr(now.boxes.preferences, "of", slowly)
    await now.conversation.receive(message("one", "1", now.clock.now()))
    assert await asyncio.to_thread(begun.wait, 10)
    return go_on


async def test_of_one_second_the_order_is_that_in_which_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with scene(tmp_path) as now:
        go_on = await hold(now, monkeypatch)
        asked = now.model.pause()
        for number, text in (("2", "two"), ("3", "/help"), ("4", "three")):
            await now.conversation.receive(message(text, number, now.clock.now()))
        assert now.turns() == []
        go_on.set()
        async with asyncio.timeout(5):
            await asked.wait()
        # Also what came before the first was there is there before the answer.
        assert [text for _, text in now.turns()] == ["one", "two", "three"]
        now.model.go_on()
        await now.conversation.settled()
        assert now.telegram.texts[0] == "[one]"
        spoken = [text for who, text in now.turns() if who == "user"]
    assert spoken == ["one", "two", "three"]
