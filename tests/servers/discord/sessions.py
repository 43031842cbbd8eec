"""What the gateway keeps of a client: its session, its frames, and why it was closed."""

from dataclasses import dataclass, field
from typing import Any

from tests.servers.discord.connection import Connection

DISPATCH = 0

REASONS = {
    4000: "Unknown error.",
    4001: "Unknown opcode.",
    4002: "Error while decoding payload.",
    4003: "Not authenticated.",
    4004: "Authentication failed.",
    4005: "Already authenticated.",
    4007: "Invalid seq.",
    4008: "Rate limited.",
    4009: "Session timed out.",
    4010: "Invalid shard.",
    4012: "Invalid API version.",
    4013: "Invalid intent(s).",
    4014: "Disallowed intent(s).",
}


class Closed(Exception):
    """The client did what ends its connection; carries the closing code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, repr=False)
class Frame:
    """What the client sent."""

    op: int
    body: Any

    def __repr__(self) -> str:
        shown = self.body
        if isinstance(shown, dict) and "token" in shown:
            shown = {**shown, "token": "…"}
        return f"<op {self.op} {shown!r}>"


@dataclass
class Session:
    """`sent` holds the events that a RESUME can ask for again."""

    id: str
    intents: int
    connection: Connection | None
    sequence: int = 0
    sent: list[tuple[int, str, Any]] = field(default_factory=list, repr=False)

    def dispatch(self, name: str, body: Any) -> None:
        self.sequence += 1
        self.sent.append((self.sequence, name, body))
        if self.connection is not None:
            self.connection.put(DISPATCH, body, name, self.sequence)
