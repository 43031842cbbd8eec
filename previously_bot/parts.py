"""What a mailbox works with: boxes on disk, and what is asked on the way to an answer."""

from collections.abc import Callable
from dataclasses import dataclass

from previously_bot.accounts import Accounts, Choose
from previously_bot.afterwards import Afterwards
from previously_bot.answerer import Answerer
from previously_bot.attachments.shelf import Shelf
from previously_bot.briefing import Briefing
from previously_bot.database import Database
from previously_bot.earlier import Earlier
from previously_bot.erasing import Erasure
from previously_bot.exports import Exports
from previously_bot.inbox import Inbox
from previously_bot.joins import Joins
from previously_bot.journal import Journal
from previously_bot.lane import Lane
from previously_bot.outbox import Outbox
from previously_bot.own_writes import OwnWrites
from previously_bot.people import Person
from previously_bot.plans import Plans
from previously_bot.preferences import Preferences
from previously_bot.recollection import Recollection
from previously_bot.revisions import Revisions
from previously_bot.sessions import Sessions


@dataclass(frozen=True, slots=True)
class Boxes:
    """What is still to be answered, still to be delivered, who was let in, and what each person
    chose; what was edited or deleted, and what is to be forgotten; who became one with whom,
    and what files were before; on disk."""

    inbox: Inbox
    outbox: Outbox
    accounts: Accounts
    preferences: Preferences
    revisions: Revisions
    plans: Plans
    joins: Joins
    journal: Journal


def boxes_over(database: Database, choose: Choose) -> Boxes:
    """All of them in one database; `choose` picks one of several, unpredictably."""
    return Boxes(
        Inbox(database),
        Outbox(database),
        Accounts(database, choose),
        Preferences(database),
        Revisions(database),
        Plans(database, choose),
        Joins(database),
        Journal(database),
    )


@dataclass(frozen=True, slots=True)
class Mind:
    """What is asked on the way from a message to its answer; `apart` answers where others read
    along, without the memory."""

    recollection: Recollection
    briefing: Briefing
    answerer: Answerer
    apart: Answerer
    afterwards: Afterwards
    sessions: Sessions
    shelf: Shelf
    erasure: Erasure
    lane: Lane
    own: OwnWrites
    exports: Exports
    earlier: Earlier | None = None


Minds = Callable[[Person], Mind]
"""Makes the mind for a person as they are now: their zone and language are all through it."""
