"""The only place that reads the time."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """This moment, aware, in UTC."""


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)
