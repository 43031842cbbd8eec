"""One lane: what reads and writes one person's timeline, one call after another.

Files take their time, so the calls run in a thread and the event loop stays free; the timeline
is not for several threads at once, so it is one thread, and whoever comes second waits.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Lane:
    """May be used by several tasks at once. `name` is that of the thread."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def do(self, act: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What the call gives or raises. One that has begun goes on to its end, also when
        whoever waits for it is cancelled; the next one comes after it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(act, *args, **named))

    def call(self, act: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """As `do`, for another thread, which waits."""
        return self._thread.submit(partial(act, *args, **named)).result()

    def close(self) -> None:
        """Wait until the call at hand has ended; none comes after it. May be called twice."""
        self._thread.shutdown(wait=True, cancel_futures=True)
