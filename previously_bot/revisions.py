"""Messages that their person edited or deleted, on the disk until that is done everywhere."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import RowMapping, delete, insert, select, update

from adapters.base import Chat, Deleted, Edited, Incoming
from previously_bot import enclosed
from previously_bot.database import Database
from previously_bot.discretion import discreet
from previously_bot.inbox import is_message
from previously_bot.tables import inbox_rows, revision_rows

_row = revision_rows.c
_kept = inbox_rows.c


@dataclass(frozen=True, slots=True)
class Revision:
    """`now` is the message as it is now; None for one that was deleted."""

    number: int
    chat: Chat
    message_id: str
    now: Incoming | None

    @property
    def origin(self) -> str:
        return f"{self.chat.platform} {self.chat.chat_id}/{self.message_id}"


class Revisions:
    """Every method may raise StateError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, event: Edited | Deleted, person: str, *, received: datetime) -> None:
        """Keep what happened to a message; it survives kill -9 and a power cut."""
        message = event.now if isinstance(event, Edited) else event
        values = {
            "person": person,
            "platform": message.chat.platform,
            "chat_id": message.chat.chat_id,
            "message_id": message.message_id,
            "now": enclosed.incoming_as_text(event.now) if isinstance(event, Edited) else "",
            "received": received,
        }
        with self._database.writing() as connection:
            connection.execute(insert(revision_rows).values(values))

    def waiting(self, person: str) -> list[Revision]:
        """What is still to be done for a person, in the order in which it happened."""
        query = select(revision_rows).where(_row.person == person).order_by(_row.number)
        with self._database.reading() as connection:
            return [_revision(row) for row in connection.execute(query).mappings()]

    def done(self, revision: Revision, seal: str = "") -> None:
        """It is done on the timeline, where the turn has this seal now: in one transaction the
        inbox says the same, and nothing waits any more. A deleted message that waits for an
        answer is withdrawn: it counts as answered. Texts that were removed from the inbox do
        not come back.
        """
        now, mine = revision.now, is_message(revision.chat, revision.message_id)
        with self._database.writing() as connection:
            if now is None:
                gone = {"text": "", "quoted": "", "attached": "", "answered": True, "seal": ""}
                connection.execute(update(inbox_rows).where(mine).values(**gone))
            else:
                connection.execute(update(inbox_rows).where(mine).values(seal=seal))
                has_text = _kept.answered.is_(False) | (_kept.text != "")
                changed = update(inbox_rows).where(mine, has_text)
                # A platform tells of an edit with one file of several at most.
                others = enclosed.attached_from_text(
                    connection.scalar(select(_kept.attached).where(mine)) or ""
                )[len(now.attached) :]
                if connection.scalar(select(_kept.answered).where(mine)):
                    now = discreet([now])[0].incoming
                values = {
                    "text": now.text,
                    "quoted": now.quoted,
                    "attached": enclosed.attached_as_text((*now.attached, *others)),
                }
                connection.execute(changed.values(**values))
            connection.execute(delete(revision_rows).where(_row.number == revision.number))
        self._clear_log_after(revision)

    def ignore(self, revision: Revision) -> None:
        """It is none that changes anything."""
        with self._database.writing() as connection:
            connection.execute(delete(revision_rows).where(_row.number == revision.number))
        self._clear_log_after(revision)

    def _clear_log_after(self, revision: Revision) -> None:
        """So that no secret stays legible there."""
        if revision.now and discreet([revision.now])[0].incoming != revision.now:
            self._database.clear_log()


def _revision(row: RowMapping) -> Revision:
    chat = Chat(row["platform"], row["chat_id"])
    now = enclosed.incoming_from_text(row["now"]) if row["now"] else None
    return Revision(row["number"], chat, row["message_id"], now)
