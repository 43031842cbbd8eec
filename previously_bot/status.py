"""The values: how the bot is, as a person may see it; nothing secret is among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.standing import Standing


@dataclass(frozen=True, slots=True)
class PlatformStatus:
    """`down` is a sentence that says why it is; "" when it is not."""

    name: str
    down: str = ""


@dataclass(frozen=True, slots=True)
class RemoteStatus:
    """A repository elsewhere: how it is there, how many files are still to be brought there,
    how many requests are left, None where nobody has said so yet, whether what was there
    has come here, whether anything from here may be there, and its name, as far as it told."""

    standing: Standing
    pending: int
    remaining: int | None = None
    has_met: bool = True
    has_sent: bool = True
    name: str = ""


@dataclass(frozen=True, slots=True)
class Process:
    """What a process says of itself to one person: `since` is the aware moment of its start,
    `models` the names of those that are asked, `place` where the person's timeline lies, and
    `strangers` how many messages were left alone, None for whom that does not concern."""

    version: str
    since: datetime
    platforms: Sequence[PlatformStatus]
    models: Sequence[str]
    place: str
    strangers: int | None = None
    remote: RemoteStatus | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """A process, and how many messages and answers of one person are under way in it."""

    process: Process
    waiting: int
    queued: int
    unknown: int
    gone: int
