"""The only place that reads the time, and that lets it pass."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Protocol

Pause = Callable[[float], Awaitable[None]]
"""Lets so many seconds pass."""


class Clock(Protocol):
    def now(self) -> datetime:
        """This moment, aware, in UTC."""


async def pause(seconds: float) -> None:
    """Let so much time pass."""
    await asyncio.sleep(seconds)


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)
