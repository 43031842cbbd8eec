"""What belongs together comes in pieces: a comment and its forward, a paste that was cut."""

from adapters.base import Incoming
from previously_bot.batches import command_of
from previously_bot.clock import Pause

AWHILE = 0.1
"""Seconds after a message, in which the next of one gesture comes."""

FOR_THE_REST = 1.0
"""Seconds after a message as long as a platform takes, of which the rest may be to come."""

LONG = 4_000
"""Code points from which on a message may have been cut."""

_MOST = 10  # times in a row; somebody who does not stop is answered all the same


class Gathering:
    """`came` is told of every message, `complete` waits until none has come for a while.
    `pause` lets time pass; without one nothing is waited for."""

    def __init__(self, pause: Pause | None) -> None:
        self._pause = pause
        self._wait = 0.0

    def came(self, incoming: Incoming) -> bool:
        """Whether the rest of it is waited for, for so long that a person sees it."""
        if self._pause is None or command_of(incoming) is not None:
            return False
        is_long = len(incoming.text) >= LONG
        self._wait = FOR_THE_REST if is_long else AWHILE
        return is_long

    async def complete(self) -> None:
        for _ in range(_MOST):
            wait, self._wait = self._wait, 0.0
            if self._pause is None or not wait:
                return
            await self._pause(wait)
