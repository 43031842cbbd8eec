"""The port: a chat platform brings Incoming and takes Outgoing."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Chat:
    """Where on a platform messages come from and answers go; ids are the platform's."""

    platform: str
    chat_id: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message of a person, as plain text.

    `at` is the aware moment at which the platform says it was sent; `account` is the sender's
    id on the platform (never a name); (platform, chat, message_id) names it once and for all.
    """

    chat: Chat
    message_id: str
    account: str
    at: datetime
    text: str

    @property
    def origin(self) -> str:
        """How the timeline names this message: "telegram 8812/4711"."""
        return f"{self.chat.platform} {self.chat.chat_id}/{self.message_id}"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One text for a chat, in Markdown."""

    chat: Chat
    text: str


@dataclass(frozen=True, slots=True)
class Traits:
    """What differs between platforms. `limit` is code points a message; None is no limit."""

    platform: str
    limit: int | None = None


Receive = Callable[[Incoming], Awaitable[None]]


class AdapterError(Exception):
    """Base of what a platform may answer instead of delivering.

    AdapterError
    ├── NotDelivered   the message certainly did not arrive; it may be sent again
    └── MaybeDelivered nobody knows whether it arrived; it is not sent again blindly
    """


class NotDelivered(AdapterError):
    def __init__(self, platform: str, why: str) -> None:
        super().__init__(f"{platform} did not take the message ({why}); it will be sent again.")


class MaybeDelivered(AdapterError):
    def __init__(self, platform: str, why: str) -> None:
        super().__init__(
            f"{platform} may or may not have taken the message ({why}); look in the chat."
        )


class Adapter(Protocol):
    """A platform. `run` and `send` may be called from one event loop only."""

    @property
    def traits(self) -> Traits: ...

    async def run(self, receive: Receive) -> None:
        """Bring every message to `receive`, in order, until the platform ends or `close`.

        A message is acknowledged to the platform only after `receive` has returned.
        """

    async def send(self, outgoing: Outgoing) -> None:
        """Deliver one text. Raises NotDelivered or MaybeDelivered."""

    async def close(self) -> None:
        """End `run`. May be called twice."""
