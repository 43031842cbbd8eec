"""How fast may be asked: a pace for all who write, what the place says is left, and waits.

GitHub slows down whoever creates more than about 80 things a minute or 500 an hour, whoever
asks on while told to wait, and whoever comes back all at once. So the writes of all people of a
process go through one Pacer, well below that.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from memory.stores.github.remote import Budget

Now = Callable[[], datetime]
Pause = Callable[[float], None]
Jitter = Callable[[], float]
"""A number from 0 up to 1, another one each time."""

WINDOWS = ((timedelta(minutes=1), 60), (timedelta(hours=1), 400))
"""In how long a time there may be how many writes."""

_LONGEST = max(length for length, _ in WINDOWS)
_ATTEMPTS = 3  # after the first
_FIRST_WAIT = 1.0  # seconds
# Source: GitHub's documentation: without `Retry-After`, at least a minute, then ever longer.
_SECONDARY = timedelta(minutes=1)
_LONGEST_SECONDARY = timedelta(hours=1)
# What is said to last longer is asked about in between: the place counts by the hour, and what
# stands between may say anything.
_LONGEST_CLOSED = timedelta(hours=2)


class Pacer:
    """Gives turns to write. May be called from many threads."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._turns: deque[datetime] = deque()  # in order; the last ones may be yet to come

    def turn(self, patience: timedelta) -> datetime:
        """When the next write may go out; taken when that is at most `patience` away."""
        with self._lock:
            now = self._now()
            self._forget(now)
            moment = now
            for length, most in WINDOWS:
                if len(self._turns) >= most:
                    moment = max(moment, self._turns[-most] + length)
            if moment - now <= patience:
                self._turns.append(moment)
            return moment

    def _forget(self, now: datetime) -> None:
        while self._turns and self._turns[0] <= now - _LONGEST:
            self._turns.popleft()
        # A clock that was set back must not stop the writes for as long.
        while self._turns and self._turns[-1] > now + _LONGEST:
            self._turns.pop()


class Allowance:
    """What the place said of how much may be asked with one token."""

    def __init__(self) -> None:
        self.budget: Budget | None = None
        self._closed_until: datetime | None = None
        self._refused = 0

    def closed_until(self, now: datetime) -> datetime | None:
        """None while requests may go out."""
        if self._closed_until is None or self._closed_until <= now:
            return None
        return self._closed_until

    def note(self, headers: Mapping[str, str], now: datetime) -> None:
        """Read what an answer says of what is left."""
        limit, remaining = _number(headers, "limit"), _number(headers, "remaining")
        resets = _moment(_number(headers, "reset"))
        if limit is None or remaining is None or resets is None:
            return
        self.budget = Budget(limit, remaining, resets)
        if remaining == 0 and resets > now:
            self._close(min(resets, now + _LONGEST_CLOSED))

    def answered(self) -> None:
        """A request was not refused for its number."""
        self._refused = 0

    def refused(self, headers: Mapping[str, str], now: datetime) -> datetime:
        """Read when to come back, from an answer that says: too many requests."""
        told = headers.get("retry-after", "").strip()
        if told.isdecimal() and len(told) < 7:
            until = now + timedelta(seconds=int(told))
        elif self.budget and self.budget.remaining == 0 and self.budget.resets > now:
            until = self.budget.resets
        else:
            until = now + min(_SECONDARY * 2**self._refused, _LONGEST_SECONDARY)
        until = min(until, now + _LONGEST_CLOSED)
        self._refused = min(self._refused + 1, 10)
        self._close(until)
        return until

    def _close(self, until: datetime) -> None:
        if self._closed_until is None or until > self._closed_until:
            self._closed_until = until


def waits(jitter: Jitter) -> Iterator[float]:
    """Seconds before each further attempt: doubling, and never the same for two who failed
    together."""
    for attempt in range(_ATTEMPTS):
        yield _FIRST_WAIT * 2**attempt * (0.5 + jitter())


def _number(headers: Mapping[str, str], name: str) -> int | None:
    told = headers.get(f"x-ratelimit-{name}", "").strip()
    return int(told) if told.isdecimal() and len(told) < 12 else None


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
