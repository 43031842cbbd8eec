"""An answer on its way: what is said, where, and how far it has come."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from adapters.base import Chat, File, Rows


class Delivery(StrEnum):
    """(draft →) queued → sending → sent, unknown or gone; back to queued from sending when it
    surely failed, or when more parts follow. A draft is shown, but not complete."""

    DRAFT = "draft"
    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    UNKNOWN = "unknown"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAnswer:
    """A text for a person. `at` is the aware moment at which it was composed.

    `origin` names what it answers, as "answers console terminal/17-1": there is one answer of
    that name and never a second; "" names nothing. With `on_timeline` False the text is never
    put on the timeline (what a command prints, say). `shown_as` are the ids of messages of ours
    that it takes the place of, such as its drafts, with a space between them; `answers`,
    `replies_to`, `buttons` and `file` are as in Outgoing.
    """

    person: str
    chat: Chat
    text: str
    at: datetime
    origin: str = ""
    on_timeline: bool = True
    replies_to: str = ""
    shown_as: str = ""
    answers: str = ""
    buttons: Rows = ()
    file: File | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(NewAnswer):
    """An answer as it is kept. `at` is UTC; `recorded` is whether it is on the timeline, and
    `parts_sent` how many of its messages were delivered."""

    number: int
    state: Delivery
    recorded: bool
    parts_sent: int = 0
