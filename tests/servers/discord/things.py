"""What there is on Discord: users, guilds, channels, messages, files, interactions."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.servers.discord import bits


@dataclass
class User:
    id: int
    name: str
    is_bot: bool = False
    takes_messages: bool = True
    """False when this person blocked the bot, or takes no messages from it."""


@dataclass
class Attachment:
    id: int
    channel_id: int
    filename: str
    content: bytes = field(repr=False)
    content_type: str | None = None
    description: str | None = None
    seconds: float | None = None
    """How long it plays; a voice message also has a waveform."""
    is_gone: bool = False
    """Its address has expired: the record stands, the file is not served."""


@dataclass
class Message:
    """A message as it stands. `history` holds the texts before its edits, oldest first."""

    id: int
    channel_id: int
    author_id: int
    content: str
    sent: datetime
    kind: int = 0
    edited: datetime | None = None
    history: list[str] = field(default_factory=list)
    is_deleted: bool = False
    flags: int = 0
    nonce: str | int | None = None
    mentions: list[int] = field(default_factory=list)
    mentions_everyone: bool = False
    attachments: list[Attachment] = field(default_factory=list)
    embeds: list[Any] = field(default_factory=list)
    components: list[Any] = field(default_factory=list)
    stickers: list[dict[str, Any]] = field(default_factory=list)
    poll: dict[str, Any] | None = None
    reference: dict[str, Any] | None = None
    snapshots: list[dict[str, Any]] = field(default_factory=list)
    reactions: list[tuple[str, int]] = field(default_factory=list)
    """Emoji and user, in the order in which they came."""
    metadata: dict[str, Any] | None = None
    """The interaction that it answers."""
    reader_id: int | None = None
    """The only person who sees it, when it is ephemeral."""

    @property
    def replies_to(self) -> int | None:
        return int(self.reference["message_id"]) if self.reference else None


@dataclass
class Channel:
    """A guild's text channel, or a DM with `recipient_id`."""

    id: int
    guild_id: int | None = None
    name: str = ""
    recipient_id: int | None = None
    denied: int = 0
    """Permissions that the bot does not have here."""
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_dm(self) -> bool:
        return self.guild_id is None

    def allows(self, permission: int) -> bool:
        return self.is_dm or not permission & (self.denied | ~bits.EVERYONE)


@dataclass
class Guild:
    id: int
    name: str
    has_bot: bool = True
    channels: list[Channel] = field(default_factory=list)
    members: list[int] = field(default_factory=list)


@dataclass(repr=False)
class Interaction:
    """`acknowledged` is the type of the callback that answered it; None as long as none did."""

    id: int
    token: str
    kind: int
    user_id: int
    channel: Channel
    made: datetime
    about: dict[str, Any]
    message: Message | None = None
    """The message whose button was pressed."""
    acknowledged: int | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: dict[str, Any] | None = None

    def __repr__(self) -> str:
        return f"<Interaction {self.id} {self.about} acknowledged={self.acknowledged}>"


@dataclass(frozen=True)
class Seen:
    """One thing that showed in a channel, in the order in which it did.

    `what` is sent, edited, deleted, typing, reacted or unreacted.
    """

    what: str
    channel_id: int
    user_id: int
    text: str = ""
    message_id: int | None = None
