"""A message that is sent twice under one nonce, and is to be enforced, is there once."""

from datetime import timedelta

from previously_bot.clock import Clock
from tests.servers.discord.things import Message

WINDOW = timedelta(minutes=3)
"""The real one says "the past few minutes"."""


class Nonces:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[str, Message] = {}

    def former(self, nonce: object) -> Message | None:
        """What was sent under this nonce within the window."""
        found = self._kept.get(str(nonce)) if nonce else None
        is_fresh = found is not None and self._clock.now() - found.sent < WINDOW
        return found if is_fresh else None

    def keep(self, nonce: object, it: Message) -> None:
        if nonce:
            self._kept[str(nonce)] = it
