"""What a mailbox works with: boxes on disk, and what is asked on the way to an answer."""

from dataclasses import dataclass

from previously_bot.accounts import Accounts
from previously_bot.afterwards import Afterwards
from previously_bot.answerer import Answerer
from previously_bot.briefing import Briefing
from previously_bot.inbox import Inbox
from previously_bot.lane import Lane
from previously_bot.outbox import Outbox
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions


@dataclass(frozen=True, slots=True)
class Boxes:
    """What is still to be answered, still to be delivered, and who was let in; on disk."""

    inbox: Inbox
    outbox: Outbox
    accounts: Accounts


@dataclass(frozen=True, slots=True)
class Mind:
    """What is asked on the way from a message to its answer."""

    recollection: Recollection
    briefing: Briefing
    answerer: Answerer
    afterwards: Afterwards
    sessions: Sessions
    lane: Lane
