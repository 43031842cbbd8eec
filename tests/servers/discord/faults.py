"""What goes wrong on purpose: once each, in the order in which it was queued for a route."""

import asyncio
from collections import defaultdict, deque
from dataclasses import dataclass, field

from tests.servers.discord.wire import Answer


@dataclass
class Fault:
    """One request's misfortune. `is_late`: what was asked is done first, and then it shows.

    With an `answer`, that is what is given instead of the right one; with `is_cut`, the
    connection is closed and there is none. A held request waits for `release` first and,
    with nothing else wrong, gets its right answer then.
    """

    answer: Answer | None = None
    is_cut: bool = False
    is_held: bool = False
    is_late: bool = False
    reached: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    """Set when a request met it."""
    _released: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def release(self) -> None:
        self._released.set()

    async def meet(self) -> None:
        self.reached.set()
        if self.is_held:
            await self._released.wait()


def answers(answer: Answer, *, late: bool = False) -> Fault:
    return Fault(answer, is_late=late)


def cut(*, late: bool = False) -> Fault:
    return Fault(is_cut=True, is_late=late)


def held(*, late: bool = False) -> Fault:
    return Fault(is_held=True, is_late=late)


class Faults:
    """Routes are written as in `Asked.key`: POST /channels/{channel_id}/messages."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[Fault]] = defaultdict(deque)
        self._met: list[Fault] = []

    def add(self, route: str, *faults: Fault) -> None:
        self._queues[route].extend(faults)

    def take(self, route: str) -> Fault | None:
        if not self._queues[route]:
            return None
        fault = self._queues[route].popleft()
        self._met.append(fault)
        return fault

    @property
    def left(self) -> dict[str, int]:
        """How many wait at each route; a test can see that all of its faults happened."""
        return {route: len(queue) for route, queue in self._queues.items() if queue}

    def release(self) -> None:
        for fault in self._met:
            fault.release()
