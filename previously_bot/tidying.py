"""What the state folder keeps no longer goes: at the start, and again while the bot runs."""

import asyncio
from datetime import timedelta
from pathlib import Path

from previously_bot.clock import Clock
from previously_bot.exports import remove_old
from previously_bot.journal import KEPT
from previously_bot.parts import Boxes
from previously_bot.plans import GOOD_FOR

TEXTS_KEPT = timedelta(days=1)
"""How long the boxes keep the texts of what is done with; the timeline keeps them for good."""


class Tidying:
    """Of one state folder, `state`. Every method but `tick` may raise StateError."""

    def __init__(self, boxes: Boxes, state: Path, clock: Clock) -> None:
        self._boxes = boxes
        self._state = state
        self._clock = clock
        self._tidied = clock.now()
        self._wake = asyncio.Event()

    def tick(self) -> None:
        """Look whether it is time again."""
        if self._clock.now() - self._tidied >= GOOD_FOR:
            self._wake.set()

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            await asyncio.to_thread(self.tidy)

    def tidy(self) -> None:
        now = self._clock.now()
        self._boxes.plans.forget_before(now)
        self._boxes.journal.forget_before(now - KEPT)
        remove_old(self._state, now)
        self._boxes.inbox.forget_before(now - TEXTS_KEPT)
        self._boxes.outbox.forget_before(now - TEXTS_KEPT)
        self._tidied = now
