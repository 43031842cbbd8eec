"""The only place that reads the time, and that lets it pass."""

import asyncio
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """This moment, aware, in UTC."""


async def pause(seconds: float) -> None:
    """Let so much time pass."""
    await asyncio.sleep(seconds)


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)
