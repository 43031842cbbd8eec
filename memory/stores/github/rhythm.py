"""When to look at a repository elsewhere, when to write there, and when to leave it in peace.

A closed slice is told at once. An open one is told a minute after it was first spoken in, then
at longer and longer intervals, so that a long conversation makes few commits; it is safe on
this machine meanwhile.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

_POLL = timedelta(minutes=30)
# Before a commit it is asked again whether the repository is private still, and whether its
# branch was set back: a commit upon what was there would bring all of that back.
_STALE = timedelta(seconds=30)
_FIRST = timedelta(minutes=1)
_GROWS, _LONGEST = 5, timedelta(minutes=30)
_LONGEST_REST = timedelta(minutes=10)


class Rhythm:
    """`jitter` gives numbers from 0 to 1, so that not everybody comes back at once."""

    def __init__(self, jitter: Callable[[], float]) -> None:
        self._jitter = jitter
        self._looked: datetime | None = None
        self._pushed: datetime | None = None
        self._waits_since: datetime | None = None
        self._pushes = 0
        self._failures = 0
        self._rest: datetime | None = None

    def rests(self, now: datetime) -> bool:
        return self._rest is not None and now < self._rest

    def must_look(self, now: datetime) -> bool:
        return self._looked is None or now - self._looked >= _POLL

    def is_stale(self, now: datetime) -> bool:
        """Whether too long ago to write upon what was seen then."""
        return self._looked is None or now - self._looked >= _STALE

    def is_ripe(self, now: datetime) -> bool:
        """Whether what is pending, an open slice say, has waited long enough."""
        return now >= self._ripens(now)

    def due(self, now: datetime, pending: Collection[str]) -> datetime:
        """When there is something to do next, if nothing happens before."""
        if self._rest is not None and now < self._rest:
            return self._rest
        look = now if self._looked is None else self._looked + _POLL
        return min(look, self._ripens(now)) if pending else look

    def looked(self, now: datetime) -> None:
        self._looked = now

    def pushed(self, now: datetime, *, closed: bool) -> None:
        """Everything was brought there; with a closed slice all begins anew."""
        self._pushed = now
        self._waits_since = None
        self._pushes = 0 if closed else self._pushes + 1

    def failed(self, now: datetime) -> None:
        self._failures += 1
        wait: timedelta = min(_FIRST / 4 * 2 ** min(self._failures, 16), _LONGEST_REST)
        self._rest = now + wait * (0.5 + self._jitter() / 2)

    def rest_until(self, until: datetime) -> None:
        self._rest = until

    def went_well(self) -> None:
        self._failures = 0
        self._rest = None

    def _ripens(self, now: datetime) -> datetime:
        self._waits_since = self._waits_since or now
        ripens = self._waits_since + _FIRST
        if self._pushed is None or not self._pushes:
            return ripens
        pause: timedelta = min(_FIRST * _GROWS ** min(self._pushes, 16), _LONGEST)
        return max(ripens, self._pushed + pause)
