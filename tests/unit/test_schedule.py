"""What happens by the clock, with the real scheduler."""

import asyncio

from previously_bot.schedule import Schedule


async def test_a_job_is_called_again_and_again_until_the_end() -> None:
    calls = 0
    three_times = asyncio.Event()

    def job() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            three_times.set()

    with Schedule(every=0.01) as schedule:
        schedule.every_now_and_then(job)
        await asyncio.wait_for(three_times.wait(), timeout=10)
    assert calls >= 3


async def test_a_job_that_fails_is_called_again() -> None:
    again = asyncio.Event()
    failed = False

    def job() -> None:
        nonlocal failed
        if failed:
            again.set()
        failed = True
        raise RuntimeError("not this time")

    with Schedule(every=0.01) as schedule:
        schedule.every_now_and_then(job)
        await asyncio.wait_for(again.wait(), timeout=10)
