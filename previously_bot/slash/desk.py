"""What a command is, what it may look at, and what it gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from adapters.base import File, Incoming, Rows
from memory.timeline import Timeline
from previously_bot.accounts import Accounts
from previously_bot.earlier import Earlier
from previously_bot.exports import Exports
from previously_bot.forgetting import Forgetting
from previously_bot.joins import Joins
from previously_bot.own_writes import OwnWrites
from previously_bot.people import Person
from previously_bot.preferences import Preferences
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions
from previously_bot.status import Status

SHOWN = 10
"""Lines on a page of a list, each with a button."""


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What a command may look at; `now` is aware, `asked` is the message that the command is,
    `forgetting` does what /forget asks for, `invite` gives a code for an account, `accounts`
    knows whom codes let in, `status` says how the bot is, `joins` knows what a code of somebody
    else does, `own` what the bot wrote into files, `exports` makes zips, and `earlier`, where
    there is one, what was held once."""

    person: Person
    timeline: Timeline
    recollection: Recollection
    now: datetime
    sessions: Sessions
    asked: Incoming
    forgetting: Forgetting
    invite: Callable[[], str]
    accounts: Accounts
    preferences: Preferences
    status: Callable[[], Status]
    joins: Joins
    own: OwnWrites
    exports: Exports
    earlier: Earlier | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What to say, as Markdown, with what goes with it. Where there is an `errand`, it gives
    what to say, in a thread of its own; `text` is said when that takes too long."""

    text: str
    buttons: Rows = ()
    file: File | None = None
    errand: Callable[[], str] | None = None


Act = Callable[[Desk, str], str | Reply]
"""Does a command, given what stands after its name. Raises what the timeline raises."""

Acts = Mapping[str, Act]
