"""When an interaction is acknowledged: as soon as it was taken, or before Discord gives it up;
never one that is left alone."""

import asyncio
from collections.abc import Awaitable, Callable

Pause = Callable[[float], Awaitable[None]]

AFTER = 2.0
"""Seconds after which one is acknowledged though nobody has taken it; Discord waits three."""


class Acknowledgement:
    """Of one interaction, given by `run`. `acknowledge` says whether Discord took it, and
    `withdraw` takes away what shows since then."""

    def __init__(
        self,
        acknowledge: Callable[[], Awaitable[bool]],
        withdraw: Callable[[], Awaitable[None]],
        pause: Pause,
    ) -> None:
        self._acknowledge = acknowledge
        self._withdraw = withdraw
        self._pause = pause
        self._is_decided = asyncio.Event()
        self._is_left = False
        self._given: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Until it was decided on, and what follows from that was done."""
        try:
            await self._decided_in_time()
            given = not self._is_left and await self._acknowledge()
            self._given.set_result(given)
            await self._is_decided.wait()
            if given and self._is_left:
                await self._withdraw()
        finally:
            if not self._given.done():
                self._given.set_result(False)

    def take(self) -> None:
        self._is_decided.set()

    def leave(self) -> None:
        self._is_left = True
        self._is_decided.set()

    async def given(self) -> bool:
        """Whether Discord took it; whoever asks has taken the interaction."""
        self.take()
        return await asyncio.shield(self._given)

    async def _decided_in_time(self) -> None:
        decided = asyncio.ensure_future(self._is_decided.wait())
        alarm = asyncio.ensure_future(self._pause(AFTER))
        try:
            await asyncio.wait((decided, alarm), return_when=asyncio.FIRST_COMPLETED)
        finally:
            decided.cancel()
            alarm.cancel()
