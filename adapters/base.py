"""The port: a chat platform brings Incoming and takes Outgoing."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Chat:
    """Where on a platform messages come from and answers go; ids are the platform's."""

    platform: str
    chat_id: str


@dataclass(frozen=True, slots=True)
class Attached:
    """A file of a message, which the platform still has; `FileSource.fetch` gets it.

    `kind` is one word for what it is ("photo", "voice", "document"…). `name` is the sender's
    own and may be anything, `media_type` such as "image/jpeg" is the platform's; "" where there
    is none. `size` is bytes and `seconds` how long it plays, as far as the platform says.
    What somebody forwards `is_foreign`: not the person's own.
    """

    reference: str
    kind: str
    name: str = ""
    media_type: str = ""
    size: int | None = None
    seconds: int | None = None
    is_foreign: bool = False


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message of a person, as plain text, with the files that came with it.

    `at` is the aware moment at which the platform says it was sent; `account` is the sender's
    id on the platform (never a name); (platform, chat, message_id) names it once and for all.
    `quoted` is the text that it replies to. `is_private` when nobody else reads the chat; of
    other chats only those messages are brought that are meant for the bot. Where the person
    pressed a button, the text is its command and `pressed` the id of the message it is below.
    """

    chat: Chat
    message_id: str
    account: str
    at: datetime
    text: str
    quoted: str = ""
    is_private: bool = True
    attached: tuple[Attached, ...] = ()
    pressed: str = ""

    @property
    def origin(self) -> str:
        """How the timeline names this message: "telegram 8812/4711"."""
        return f"{self.chat.platform} {self.chat.chat_id}/{self.message_id}"


@dataclass(frozen=True, slots=True)
class Edited:
    """A person changed a message of theirs; `now` is all of it as it is now."""

    now: Incoming


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message is gone from its chat. Platforms do not say whose it was."""

    chat: Chat
    message_id: str


Event = Incoming | Edited | Deleted


@dataclass(frozen=True, slots=True)
class Button:
    """Below a message: pressing it says `command`, of at most COMMAND_LIMIT bytes."""

    label: str
    command: str


COMMAND_LIMIT = 60

Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class File:
    """A file for a person, at `path` on this machine, and the name it has for them."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message for a chat: a part (counted from 0) of a text in Markdown.

    `edits` is the id of a message of ours that becomes this one; `answers` that of the message
    it answers, and `replies_to` the same where that is to be seen. A text that `goes_on` is not
    complete yet. The buttons and the file of a text go with its last part. `key` is the same
    when a text is sent again, in a later process too, and another for every other text, however
    alike they are; "" where nothing tells them apart but what stands here.
    """

    chat: Chat
    text: str
    part: int = 0
    edits: str = ""
    replies_to: str = ""
    goes_on: bool = False
    answers: str = ""
    buttons: Rows = ()
    file: File | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Traits:
    """What differs between platforms. `limit` is code points a message; None is no limit.
    `edit_every` is how many seconds lie between two edits of a message, at least; None where
    nothing can be edited, and so nothing is shown before it is complete."""

    platform: str
    limit: int | None = None
    edit_every: float | None = None


Receive = Callable[[Event], Awaitable[bool]]
"""Takes what came; whether it is of anybody who is known here. A stranger is shown nothing, not
even that the message has come."""


class AdapterError(Exception):
    """Base of what a platform may answer instead of delivering, or of letting the bot in.

    AdapterError
    ├── NotDelivered   the message certainly did not arrive; it may be sent again
    ├── GoneForGood    it did not, and never will: the chat is closed to us
    ├── MaybeDelivered nobody knows whether it arrived; it is not sent again blindly
    ├── NotFetched     a file could not be had just now; it may be asked for again
    ├── NoSuchFile     it cannot be had: it is gone, or larger than what is wanted
    └── NotLetIn       the platform brings no messages: it is closed to us, or out of reach
    """


class NotDelivered(AdapterError):
    """`retry_after` is the platform's wish, in seconds; None where it has none."""

    def __init__(self, platform: str, why: str, retry_after: float | None = None) -> None:
        super().__init__(f"{platform} did not take the message ({why}); it will be sent again.")
        self.retry_after = retry_after


class GoneForGood(AdapterError):
    def __init__(self, platform: str, why: str) -> None:
        super().__init__(
            f"{platform} takes no message for that chat ({why}); add or unblock the "
            "bot there, then ask it again."
        )


class MaybeDelivered(AdapterError):
    def __init__(self, platform: str, why: str) -> None:
        super().__init__(
            f"{platform} may or may not have taken the message ({why}); look in the chat."
        )


class NotFetched(AdapterError):
    def __init__(self, platform: str, why: str) -> None:
        super().__init__(f"{platform} does not hand out a file ({why}); it is asked again.")


class NoSuchFile(AdapterError):
    def __init__(self, platform: str, why: str) -> None:
        super().__init__(f"{platform} has no such file for us ({why}); send it again.")


class NotLetIn(AdapterError):
    """`remedy` is what to do about it."""

    def __init__(self, platform: str, why: str, remedy: str) -> None:
        super().__init__(f"{platform} does not let the bot in ({why}); {remedy}.")


class Adapter(Protocol):
    """A platform. `run` and `send` may be called from one event loop only."""

    @property
    def traits(self) -> Traits: ...

    async def run(self, receive: Receive) -> None:
        """Bring every message to `receive`, in order, until the platform ends or `close`.

        A message is acknowledged to the platform only after `receive` has returned. Raises
        NotLetIn, and what `receive` raises; it may be run again then.
        """

    def parts(self, text: str) -> int:
        """How many messages a text takes; always the same for the same text, at least 1."""

    async def send(self, outgoing: Outgoing) -> str:
        """Deliver one message; its id on the platform, or "" where messages have none, and for
        a draft that is no message and goes away by itself.

        Raises NotDelivered, GoneForGood or MaybeDelivered.
        """

    async def notice(self, chat: Chat, message_id: str, *, waits: bool = False) -> None:
        """Show that a message has come and is being dealt with, for some seconds, or that it
        `waits` until another was; where that cannot be shown, nothing happens."""

    async def close(self) -> None:
        """End `run`. May be called twice."""


@runtime_checkable
class FileSource(Protocol):
    """A platform that keeps the files of messages, for a while."""

    async def fetch(self, reference: str, most: int) -> bytes:
        """The file that `Attached.reference` names, of at most `most` bytes.

        Raises NotFetched, and NoSuchFile also for a larger one, of which no more is read.
        """
