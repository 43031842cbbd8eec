"""What a route is: a method, a path with names for what varies, and what answers it."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.servers.discord.wire import Answer, Asked


@dataclass(frozen=True)
class Route:
    """`needs_token`: whether it is the bot's own; the others carry a token in their path."""

    method: str
    path: str
    answer: Callable[[Asked], Answer]
    needs_token: bool = True
