"""What one person says stands on the timeline in the order in which it came."""

import asyncio
from datetime import timedelta
from pathlib import Path

from adapters.base import Incoming
from tests.fakes import NOON, message
from tests.unit.test_conversation import Scene, scene


async def come(now: Scene, *messages: Incoming) -> None:
    for one in messages:
        await now.conversation.receive(one)
    await now.conversation.settled()


def slices(now: Scene) -> list[list[str]]:
    entries = now.timeline.entries()
    return [
        [turn.text for turn in now.timeline.read(entry.slice_id).turns] for entry in entries
    ]


async def test_what_is_told_in_whole_seconds_does_not_overtake_what_came_before_it(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        now.clock.forward(milliseconds=300)
        await come(now, message("one", "1", now.clock.now()))
        # It was underway until the next second; the platform tells no more than the second.
        now.clock.forward(milliseconds=800)
        await come(now, message("two", "2", NOON), message("three", "3", NOON))
        spoken = [text for who, text in now.turns() if who == "user"]
        assert spoken == ["one", "two", "three"]
        assert now.turns()[:3] == [("user", "one"), ("agent", "[one]"), ("user", "two")]


async def test_what_comes_after_close_opens_a_slice_in_the_same_second(tmp_path: Path) -> None:
    async with scene(tmp_path) as now:
        for number, text in enumerate(("one", "/close", "two")):
            await come(now, message(text, str(number), NOON))
        assert slices(now) == [["one", "[one]"], ["two", "[two]"]]


async def test_what_waited_behind_close_through_an_outage_is_answered_in_the_new_slice(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        said = [NOON + timedelta(minutes=nth) for nth in range(4)]
        now.clock.forward(minutes=5)
        waited = zip(("one", "/close", "two", "three"), said, strict=True)
        for text, at in waited:
            incoming = message(text, text, at)
            now.boxes.inbox.put(incoming, "mara", received=now.clock.now())
        now.conversation.tick()
        await now.conversation.settled()
        assert slices(now) == [["one", "[one]"], ["two", "three", "[two][three]"]]


async def test_what_comes_behind_close_during_an_answer_is_not_in_what_is_closed(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as now:
        asked = now.model.pause()
        await now.conversation.receive(message("one", "1", now.clock.now()))
        async with asyncio.timeout(5):
            await asked.wait()
        for text in ("/close", "two"):
            at = now.clock.forward(seconds=9)
            await now.conversation.receive(message(text, text, at))
        now.clock.forward(seconds=9)
        now.model.go_on()
        await now.conversation.settled()
        assert slices(now) == [["one", "[one]"], ["two", "[two]"]]
