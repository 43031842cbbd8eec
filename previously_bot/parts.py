"""What a mailbox works with: boxes on disk, and what is asked on the way to an answer."""

from collections.abc import Callable
from dataclasses import dataclass

from previously_bot.accounts import Accounts
from previously_bot.afterwards import Afterwards
from previously_bot.answerer import Answerer
from previously_bot.attachments.shelf import Shelf
from previously_bot.briefing import Briefing
from previously_bot.inbox import Inbox
from previously_bot.lane import Lane
from previously_bot.outbox import Outbox
from previously_bot.people import Person
from previously_bot.preferences import Preferences
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions


@dataclass(frozen=True, slots=True)
class Boxes:
    """What is still to be answered, still to be delivered, who was let in, and what each person
    chose; on disk."""

    inbox: Inbox
    outbox: Outbox
    accounts: Accounts
    preferences: Preferences


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
    lane: Lane


Minds = Callable[[Person], Mind]
"""Makes the mind for a person as they are now: their zone and language are all through it."""
