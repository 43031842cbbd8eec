"""“/recall … as of 1 March”, as it is talked: what was held then, told beside what is now."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memory.stores.folder import FolderStore
from previously_bot.clock import Pause
from tests.fakes import LANE, MARA, at_once, patient
from tests.pasts import LOST, THERE, Remembered, remembered
from tests.servers.github import CODELOAD, faults
from tests.talks import Talk, talk
from tests.timelines import files, put, read_all

ASKED = "/recall where is the cello as of 1 March"


@pytest.fixture
def world() -> Iterator[Remembered]:
    with remembered() as made:
        yield made


@asynccontextmanager
async def talking(
    world: Remembered, state: Path, pause: Pause = patient, **more: Any
) -> AsyncIterator[Talk]:
    given = {
        "store": world.store,
        "clock": world.clock,
        "earlier": world.earlier(pause),
        **more,
    }
    async with talk(state, None, **given) as made:
        yield made


async def test_what_was_deleted_since_is_found_as_of_then(
    world: Remembered, tmp_path: Path
) -> None:
    async with talking(world, tmp_path) as talk:
        told = await talk.say(ASKED)
        assert told == (
            "What I held on Sunday 1 March 2026, 23:59, by commit "
            f"{world.repo.objects.commits[world.repo.head].parents[0][:7]} of "
            "Sunday 1 March 2026, 13:00:\n\n"
            f"Saturday 28 February 2026, 4 months ago — about {LOST} — says “cello” once\n"
            f"> You, 11:00: “{LOST}”"
        )
        assert LOST not in await talk.say("/recall where is the cello")


async def test_the_same_is_told_in_chinese(world: Remembered, tmp_path: Path) -> None:
    person = replace(MARA, language="zh")
    async with talking(world, tmp_path, person=person) as talk:
        told = await talk.say("/recall 截至3月1日，cello workshop")
        assert told.startswith("截至2026年3月1日星期日23:59我记着的内容（提交 ")
        assert f"> 你，11:00：“{LOST}”" in told


async def test_what_came_later_was_not_known_then(world: Remembered, tmp_path: Path) -> None:
    async with talking(world, tmp_path) as talk:
        assert THERE not in await talk.say(ASKED)
        assert THERE in await talk.say("/recall where is the cello as of yesterday")
        told = await talk.say("/recall where is the piano as of 1 March")
        assert told.startswith("On Sunday 1 March 2026, 23:59 I held nothing about that")


async def test_a_time_in_the_question_is_meant_as_of_then(
    world: Remembered, tmp_path: Path
) -> None:
    async with talking(world, tmp_path) as talk:
        assert LOST in await talk.say("/recall what did I say last week as of 3 March")


async def test_before_the_first_commit_it_is_not_known_what_was_held(
    world: Remembered, tmp_path: Path
) -> None:
    async with talking(world, tmp_path) as talk:
        assert await talk.say("/recall the cello as of 2025") == (
            "There is no commit as early as Wednesday 31 December 2025, 23:59, so I cannot "
            "tell what I held then; name a later time."
        )


async def test_as_of_what_is_no_time_is_part_of_the_question(
    world: Remembered, tmp_path: Path
) -> None:
    async with talking(world, tmp_path) as talk:
        world.server.asked.clear()
        told = await talk.say("/recall the cello at home as of old")
        assert "at home" in told
        assert world.server.asked == []


async def test_a_timeline_in_a_folder_says_that_it_has_no_past(
    world: Remembered, tmp_path: Path
) -> None:
    async with talking(world, tmp_path, earlier=None) as talk:
        assert await talk.say(ASKED) == (
            "What I held then I could read from a repository on GitHub only, and your timeline "
            "lies in a folder; /recall where is the cello asks what I hold now."
        )


async def test_the_memory_of_now_stays_as_it_is_to_the_last_byte(
    world: Remembered, tmp_path: Path
) -> None:
    folder = FolderStore(tmp_path / "timeline", writer="the test")
    for path, content in files(world.store).items():
        put(folder, path, content)
    before, there = files(folder), world.everything()
    async with talking(world, tmp_path / "state", store=folder) as talk:
        assert LOST in await talk.say(ASKED)
        assert read_all(talk.timeline) == [THERE]
    assert files(folder) == before
    assert world.everything() == there
    folder.close()


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        ("away", "mara/timeline cannot be asked"),
        ("no token", "The token for mara/timeline is wrong, expired or revoked"),
        ("cut off", "mara/timeline did not come whole"),
    ],
)
async def test_what_cannot_be_read_is_told_once_and_nothing_waits(
    world: Remembered, tmp_path: Path, trouble: str, why: str
) -> None:
    if trouble == "cut off":
        world.server.fails(CODELOAD, faults.cut_off(0.3))
    world.server.away = trouble == "away"
    if trouble == "no token":
        world.server.rights.clear()
    async with talking(world, tmp_path) as talk:
        told = await talk.say(ASKED)
        assert told.startswith("What I held then cannot be read now: ")
        assert why in told
        assert world.server.token not in told
        assert await talk.say("/timeline") != told
        assert await talk.conversation.is_done()


async def test_why_it_cannot_be_read_is_told_in_chinese(
    world: Remembered, tmp_path: Path
) -> None:
    world.server.rights.clear()
    async with talking(world, tmp_path, person=replace(MARA, language="zh")) as talk:
        told = await talk.say("/recall 截至3月1日，cello workshop")
    assert told.startswith("现在无法读取当时的内容：mara/timeline 的令牌不对")


class Gate:
    """Holds a download until it is opened."""

    def __init__(self, world: Remembered) -> None:
        self._reached, self._opened = threading.Event(), threading.Event()
        world.server.fails(CODELOAD, faults.meanwhile(self._hold))

    def _hold(self) -> None:
        self._reached.set()
        self._opened.wait(30)

    async def reached(self) -> None:
        assert await asyncio.to_thread(self._reached.wait, 30)

    def open(self) -> None:
        self._opened.set()


async def test_what_takes_too_long_goes_on_and_is_there_at_the_next_question(
    world: Remembered, tmp_path: Path
) -> None:
    gate, waits = Gate(world), iter([at_once, patient])
    seconds: list[float] = []

    async def pause(length: float) -> None:
        seconds.append(length)
        await gate.reached() if not seconds[1:] else None
        await next(waits)(length)

    async with talking(world, tmp_path, pause) as talk:
        assert await talk.say(ASKED) == (
            "What I held then is not read yet, and I go on reading; ask me again in a minute."
        )
        gate.open()
        assert LOST in await talk.say(ASKED)
    assert seconds == [60, 60]
    assert world.server.counted()[CODELOAD] == 1


async def test_meanwhile_messages_are_taken_and_the_timeline_is_free(
    world: Remembered, tmp_path: Path
) -> None:
    gate = Gate(world)
    async with talking(world, tmp_path) as talk:
        await talk.hear(ASKED)
        await gate.reached()
        await asyncio.wait_for(talk.hear("The bow is new."), 10)
        await asyncio.wait_for(LANE.do(read_all, talk.timeline), 10)
        gate.open()
        await talk.conversation.settled()
        assert talk.conversation.failure is None
        assert any(LOST in text for text in talk.platform.texts)
        assert "The bow is new." in read_all(talk.timeline)
