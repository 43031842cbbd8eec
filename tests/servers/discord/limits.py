"""Rate limits: so many requests in so many seconds, for a route and what it is about."""

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from previously_bot.clock import Clock
from tests.servers.discord import refusals
from tests.servers.discord.wire import Answer, Asked

_MAJOR = ("channel_id", "guild_id", "application_id", "token")


@dataclass(frozen=True)
class Limit:
    requests: int
    seconds: float


WIDE = Limit(10_000, 5.0)
"""For every route that has none of its own: wide, or discord.py would sleep in tests."""


@dataclass
class _Window:
    since: datetime
    used: int = 0


class Limits:
    """Counts by the injected clock; what is left stands in the headers of every answer."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.of: dict[str, Limit] = {}
        """By route, as in `Asked.key`."""
        self._windows: dict[str, _Window] = defaultdict(lambda: _Window(clock.now()))

    def spend(self, asked: Asked) -> tuple[Answer | None, dict[str, str]]:
        """The refusal, if there is nothing left to spend, and the headers in any case."""
        limit = self.of.get(asked.key, WIDE)
        major = "/".join(asked.parameters.get(name, "") for name in _MAJOR)
        window = self._windows[f"{asked.key} {major}"]
        now = self._clock.now()
        if (now - window.since).total_seconds() >= limit.seconds:
            window.since, window.used = now, 0
        left = limit.seconds - (now - window.since).total_seconds()
        refused = window.used >= limit.requests
        if not refused:
            window.used += 1
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(limit.requests - window.used),
            "X-RateLimit-Reset": f"{now.timestamp() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(asked.key.encode()).hexdigest()[:32],
        }
        return (refusals.rate_limited(left) if refused else None), headers
