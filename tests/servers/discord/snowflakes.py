"""Discord's ids: when a thing was made, in milliseconds since 2015, and a number within."""

from datetime import UTC, datetime, timedelta

from previously_bot.clock import Clock

_FIRST = datetime(2015, 1, 1, tzinfo=UTC)


class Snowflakes:
    """Each id is greater than the one before it, whatever the clock does."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        passed = (self._clock.now() - _FIRST) // timedelta(milliseconds=1)
        self._last = max(self._last + 1, passed << 22)
        return self._last
