"""Keeping jobs going side by side: one that dies is begun again, and takes no other with it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from previously_bot.clock import Clock, Pause

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0
"""Seconds before a job is begun again: each time twice as long, up to the longest."""

STEADY = timedelta(minutes=5)
"""A job that went on for so long starts with the shortest wait again."""


class Supervisor:
    def __init__(self, clock: Clock, pause: Pause) -> None:
        self._clock = clock
        self._pause = pause
        self.down: dict[str, str] = {}
        """Which jobs are not going on just now, and why."""

    async def keep(self, name: str, job: Callable[[], Awaitable[None]]) -> None:
        """Do a job until it ends by itself; whenever it fails, say why and do it again."""
        wait = FIRST_WAIT
        while True:
            begun = self._clock.now()
            self.down.pop(name, None)
            task = asyncio.ensure_future(job())
            try:
                await asyncio.wait([task])
            finally:
                if not task.done():
                    task.cancel()
                    await asyncio.wait([task])
            if task.cancelled():
                raise asyncio.CancelledError
            error = task.exception()
            if error is None:
                self.down[name] = "It has ended."
                return
            if not isinstance(error, Exception):
                raise error
            if self._clock.now() - begun >= STEADY:
                wait = FIRST_WAIT
            log.error("%s stopped: %s Beginning again in %.0f s.", name, told(error), wait)
            self.down[name] = told(error)
            await self._pause(wait)
            wait = min(2 * wait, LONGEST_WAIT)


def told(error: Exception) -> str:
    """An error of ours as it says itself; of a fault only where, since the rest may be words
    of a person or a secret."""
    if type(error).__module__.split(".")[0] in ("adapters", "memory", "previously_bot"):
        return str(error)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return f"a fault ({type(error).__name__})."
    place = trace.tb_frame.f_code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f"a fault ({type(error).__name__} in {place}:{trace.tb_lineno})."
