"""The only place that reads the time, and that lets it pass."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Pause = Callable[[float], Awaitable[None]]
"""Lets so many seconds pass."""


class Clock(Protocol):
    def now(self) -> datetime:
        """This moment, aware, in UTC."""


async def pause(seconds: float) -> None:
    """Let so much time pass."""
    await asyncio.sleep(seconds)


def stand_still(seconds: float) -> None:
    """The same in a thread, which does nothing meanwhile."""
    time.sleep(seconds)


async def within(seconds: float, work: Coroutine[Any, Any, T], pause: Pause) -> T:
    """What the work gives or raises; TimeoutError where it takes longer, and is given up."""
    task = asyncio.ensure_future(work)
    alarm = asyncio.ensure_future(pause(seconds))
    try:
        await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        for one in (task, alarm):
            one.cancel()
        await asyncio.gather(task, alarm, return_exceptions=True)


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)
