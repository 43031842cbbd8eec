"""What a command is, what it may look at, and what it gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from adapters.base import File, Incoming, Rows
from memory.timeline import Timeline
from previously_bot.people import Person
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions

SHOWN = 20
"""Lines of a list."""


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What a command may look at; `now` is aware, `asked` is the message that the command is,
    and `invite` gives a code for an account."""

    person: Person
    timeline: Timeline
    recollection: Recollection
    now: datetime
    sessions: Sessions
    asked: Incoming
    invite: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Reply:
    """What to say, as Markdown, with what goes with it."""

    text: str
    buttons: Rows = ()
    file: File | None = None


Act = Callable[[Desk, str], str | Reply]
"""Does a command, given what stands after its name. Raises what the timeline raises."""

Acts = Mapping[str, Act]
