"""The process may end at any step; the next goes on with nothing lost and nothing twice."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.base import Attached, Deleted, Edited, Event, Incoming
from memory.slices import REDACTED, Speaker
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot.conversation import Conversation
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.outbox import Outbox
from previously_bot.parts import Boxes
from tests.fakes import (
    CHAT,
    MARA,
    NOON,
    EchoModel,
    HandClock,
    PaperAdapter,
    PaperSource,
    boxes,
    message,
    mind,
    never,
    process,
    shelf,
)
from tests.timelines import files
from tests.unit.test_conversation import focus_on_first_words

# Two that come together, one after the gap (which closes a slice), and one soon after it.
SAID = [
    message("one", "1", NOON),
    message("two", "2", NOON + timedelta(minutes=1)),
    message("three", "3", NOON + timedelta(minutes=45)),
    message("four", "4", NOON + timedelta(minutes=50)),
]
# The same, but that one message is edited and one deleted before the gap.
CHANGED: list[Event] = [
    *SAID[:2],
    Edited(message("uno", "1", NOON)),
    Deleted(CHAT, "2"),
    *SAID[2:],
]
DURABLE = {"done", "write", "put", "recorded", "sending", "sent", "send", "answered"}


class Killed(BaseException):
    """kill -9, as far as a test can do it: nothing after it runs."""


@dataclass
class Reaper:
    """Ends the process at the nth moment just before or just after something durable."""

    at: int
    passed: int = 0

    def step(self) -> None:
        self.passed += 1
        if self.passed == self.at:
            raise Killed


class Mortal:
    """Any part, whose durable methods are moments at which the process may end."""

    def __init__(self, part: Any, reaper: Reaper) -> None:
        self._part, self._reaper = part, reaper

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._part, name)
        if name not in DURABLE:
            return method
        return (
            self._async(method) if asyncio.iscoroutinefunction(method) else self._sync(method)
        )

    def _sync(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self._reaper.step()
            result = method(*args, **kwargs)
            self._reaper.step()
            return result

        return call

    def _async(self, method: Callable[..., Any]) -> Callable[..., Any]:
        async def call(*args: Any, **kwargs: Any) -> None:
            self._reaper.step()
            await method(*args, **kwargs)
            self._reaper.step()

        return call


@dataclass
class World:
    """What outlives a process: the files, the database, what the platform has seen."""

    state: Path
    store: InMemoryStore = field(default_factory=InMemoryStore)
    platform: PaperAdapter = field(default_factory=PaperAdapter)
    said: Sequence[Event] = field(default_factory=lambda: SAID)
    is_hasty: bool = False
    acknowledged: set[int] = field(default_factory=set)
    source: PaperSource = field(default_factory=PaperSource)

    async def live(self, reaper: Reaper) -> bool:
        """One process: takes what was not acknowledged yet. False when it was killed."""
        database = Database(self.state)
        try:
            outbox = Outbox(database)
            outbox.interrupted()
            return await self._talk(boxes(database), outbox, reaper)
        finally:
            database.close()

    async def _talk(self, kept: Boxes, outbox: Outbox, reaper: Reaper) -> bool:
        clock = HandClock(NOON)
        store: Any = Mortal(self.store, reaper)
        timeline = Timeline(store, zone="Europe/Berlin", mark=focus_on_first_words)
        mortal: Any = replace(
            kept,
            inbox=Mortal(kept.inbox, reaper),
            outbox=Mortal(outbox, reaper),
            preferences=Mortal(kept.preferences, reaper),
            revisions=Mortal(kept.revisions, reaper),
        )
        adapters = {"telegram": Mortal(self.platform, reaper)}
        conversation = Conversation(
            MARA,
            timeline=timeline,
            minds=lambda person: mind(
                timeline, store, EchoModel(), person, shelf(store, self.source)
            ),
            boxes=mortal,
            courier=Courier(mortal.outbox, adapters, clock, never),  # type: ignore[arg-type]
            clock=clock,
            process=process,
        )
        work = asyncio.create_task(conversation.run())
        talk = asyncio.create_task(self._say(conversation, clock))
        ended, _ = await asyncio.wait({work, talk}, return_when=asyncio.FIRST_COMPLETED)
        for task in (work, talk):
            task.cancel()
        await asyncio.wait({work, talk})
        errors = [task.exception() for task in ended if not task.cancelled()]
        return not any(isinstance(error, Killed) for error in errors)

    async def _say(self, conversation: Conversation, clock: HandClock) -> None:
        conversation.tick()
        await conversation.settled()
        for nth, event in enumerate(self.said):
            if nth in self.acknowledged:
                continue
            await self._hand_over(conversation, event, clock)
            self.acknowledged.add(nth)
            if not self.is_hasty:
                await conversation.settled()
        await conversation.settled()

    async def _hand_over(
        self, conversation: Conversation, event: Event, clock: HandClock
    ) -> None:
        if isinstance(event, Incoming):
            ahead = event.at - clock.now()
            clock.forward(seconds=max(ahead.total_seconds(), 0.0))
            await conversation.receive(event)
        else:
            await conversation.revise(event)

    def turns(self) -> list[tuple[Speaker, str]]:
        timeline = Timeline(self.store, zone="Europe/Berlin", mark=focus_on_first_words)
        return [
            (turn.speaker, turn.text)
            for entry in timeline.entries()
            for turn in timeline.read(entry.slice_id).turns
        ]


async def steps_of_a_whole_life(folder: Path) -> int:
    reaper = Reaper(at=0)
    assert await World(folder).live(reaper)
    return reaper.passed


def said_by(world: World, speaker: Speaker) -> list[str]:
    return [text for who, text in world.turns() if who is speaker]


async def test_killed_at_any_step_every_message_is_there_once_and_answered_once(
    tmp_path: Path,
) -> None:
    steps = await steps_of_a_whole_life(tmp_path / "whole")
    assert steps > 40
    for step in range(1, steps + 1):
        world = World(tmp_path / f"killed-{step}")
        assert not await world.live(Reaper(at=step)), f"was not killed at step {step}"
        assert await world.live(Reaper(at=0))
        where = f"killed at step {step}"
        assert said_by(world, Speaker.USER) == ["one", "two", "three", "four"], where
        answers = said_by(world, Speaker.AGENT)
        assert "".join(answers).count("[") == 4, where
        for text in ("[one]", "[two]", "[three]", "[four]"):
            assert sum(text in answer for answer in answers) == 1, where
            assert sum(text in sent for sent in world.platform.texts) <= 1, where
        undelivered = [answer for answer in answers if answer not in world.platform.texts]
        assert len(undelivered) <= 1, f"only what was just being sent is unsure: {where}"


@pytest.mark.parametrize("second", [3, 26])
async def test_killed_twice_in_a_row_it_still_goes_on(tmp_path: Path, second: int) -> None:
    steps = await steps_of_a_whole_life(tmp_path / "whole")
    for first in range(1, steps, 9):
        world = World(tmp_path / f"killed-{first}")
        await world.live(Reaper(at=first))
        await world.live(Reaper(at=second))
        assert await world.live(Reaper(at=0))
        assert said_by(world, Speaker.USER) == ["one", "two", "three", "four"]
        assert "".join(said_by(world, Speaker.AGENT)).count("[") == 4


def with_files(folder: Path) -> World:
    """A message with two files, of which one can be read."""
    text = Attached("text", "document", "a.txt", size=9)
    photo = Attached("photo", "photo", size=3)
    return World(
        folder,
        said=[message("one", "1", NOON, CHAT, text, photo)],
        source=PaperSource(text=b"The lease", photo=b"\0\1\2"),
    )


async def test_killed_at_any_step_every_file_is_there_once_and_told_once(
    tmp_path: Path,
) -> None:
    whole = with_files(tmp_path / "whole")
    reaper = Reaper(at=0)
    assert await whole.live(reaper)
    paths = set(files(whole.store, "memory"))
    assert sum(path.startswith("memory/attachments/") for path in paths) == 3
    for step in range(1, reaper.passed + 1):
        world = with_files(tmp_path / f"killed-{step}")
        assert not await world.live(Reaper(at=step)), f"was not killed at step {step}"
        assert await world.live(Reaper(at=0))
        where = f"killed at step {step}"
        assert set(files(world.store, "memory")) == paths, where
        assert said_by(world, Speaker.USER) == said_by(whole, Speaker.USER), where
        assert len(world.source.fetched) <= 3, where


@pytest.mark.parametrize("is_hasty", [False, True])
async def test_killed_at_any_step_what_was_edited_or_deleted_is_so_in_the_end(
    tmp_path: Path, is_hasty: bool
) -> None:
    whole = World(tmp_path / "whole", said=CHANGED, is_hasty=is_hasty)
    reaper = Reaper(at=0)
    assert await whole.live(reaper)
    for step in range(1, reaper.passed + 1, 3 if is_hasty else 1):
        world = World(tmp_path / f"killed-{step}", said=CHANGED, is_hasty=is_hasty)
        await world.live(Reaper(at=step))
        assert await world.live(Reaper(at=0))
        where = f"killed at step {step}"
        said = said_by(world, Speaker.USER)
        # Deleted while it waited, it never was a turn.
        assert [one for one in said if one != REDACTED] == ["uno", "three", "four"], where
        assert said.count(REDACTED) <= 1, where
        answers = said_by(world, Speaker.AGENT)
        for text in ("three", "four"):
            assert sum(f"[{text}]" in answer for answer in answers) == 1, where
        assert sum("[one]" in one or "[uno]" in one for one in answers) == 1, where
        assert sum("[two]" in one for one in answers) <= 1, where
        await assert_nothing_waits(world)


async def assert_nothing_waits(world: World) -> None:
    database = Database(world.state)
    kept = boxes(database)
    assert kept.revisions.waiting("mara") == []
    assert kept.inbox.waiting("mara") == []
    database.close()
