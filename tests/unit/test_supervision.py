"""A job that dies is begun again, later each time, and takes no other with it."""

import asyncio
import logging

import pytest

from adapters.base import NotDelivered
from previously_bot.supervision import LONGEST_WAIT, Supervisor
from tests.fakes import HandClock


class Pauses:
    """No time passes but on the clock."""

    def __init__(self, clock: HandClock) -> None:
        self.taken: list[float] = []
        self._clock = clock

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        self._clock.forward(seconds=seconds)


class Job:
    """Fails so often, each time after so many seconds; then it ends."""

    def __init__(self, clock: HandClock, times: int, after: float = 0) -> None:
        self._clock, self._left, self._after = clock, times, after

    async def __call__(self) -> None:
        self._clock.forward(seconds=self._after)
        if self._left:
            self._left -= 1
            raise ValueError("Bonjour, a secret")


async def test_it_waits_twice_as_long_each_time_up_to_a_bound() -> None:
    clock = HandClock()
    pauses = Pauses(clock)
    await Supervisor(clock, pauses).keep("telegram", Job(clock, 11))
    assert pauses.taken == [1, 2, 4, 8, 16, 32, 64, 128, 256, LONGEST_WAIT, LONGEST_WAIT]


async def test_a_job_that_went_well_for_a_while_starts_with_the_shortest_wait() -> None:
    clock = HandClock()
    pauses = Pauses(clock)
    await Supervisor(clock, pauses).keep("telegram", Job(clock, 3, after=600))
    assert pauses.taken == [1, 1, 1]


async def test_the_log_says_why_and_repeats_no_words(caplog: pytest.LogCaptureFixture) -> None:
    clock = HandClock()
    supervisor = Supervisor(clock, Pauses(clock))
    ours = NotDelivered("discord", "busy")

    async def fail_with_ours() -> None:
        if not caplog.records[1:]:
            raise ours

    with caplog.at_level(logging.ERROR):
        await supervisor.keep("telegram", Job(clock, 1))
        await supervisor.keep("discord", fail_with_ours)
    first, second = (record.getMessage() for record in caplog.records)
    assert first.startswith("telegram stopped: a fault (ValueError in test_supervision.py:")
    assert "Bonjour" not in caplog.text
    assert str(ours) in second


async def test_a_cancelled_one_ends_and_its_job_with_it() -> None:
    clock, begun, ended = HandClock(), asyncio.Event(), asyncio.Event()

    async def job() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    task = asyncio.create_task(Supervisor(clock, Pauses(clock)).keep("telegram", job))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()
