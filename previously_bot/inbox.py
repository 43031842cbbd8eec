"""Every incoming message is on the disk, once, before anything else happens to it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from adapters.base import Chat, Incoming
from memory.slices import Turn
from memory.versions import seal
from previously_bot import enclosed
from previously_bot.database import KEYS_KEPT, Database
from previously_bot.discretion import discreet
from previously_bot.errors import NotWaiting
from previously_bot.tables import inbox_rows

_row = inbox_rows.c
_ONE_TEXT = timedelta(seconds=10)  # between messages that an app made of one text


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message that was not answered yet. `received` is when it reached us, in UTC; `seal` is
    that of its turn as it was last written, "" where nobody knows."""

    number: int
    incoming: Incoming
    received: datetime
    seal: str = ""


class Inbox:
    """Every method may raise StateError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, incoming: Incoming, person: str, *, received: datetime) -> bool:
        """Keep the message; False when (platform, chat, message id) is known already.

        When it returns, the message survives kill -9 and a power cut. `received` is aware.
        """
        values = {
            "person": person,
            "platform": incoming.chat.platform,
            "chat_id": incoming.chat.chat_id,
            "message_id": incoming.message_id,
            "account": incoming.account,
            "at": incoming.at,
            "text": incoming.text,
            "quoted": incoming.quoted,
            "is_private": incoming.is_private,
            "attached": enclosed.attached_as_text(incoming.attached),
            "pressed": incoming.pressed,
            "received": received,
        }
        try:
            with self._database.writing() as connection:
                connection.execute(insert(inbox_rows).values(values))
        except IntegrityError:
            if self._knows(incoming):
                return False
            raise
        return True

    def waiting(self, person: str) -> list[Waiting]:
        """The person's messages that wait for an answer, in the order of their arrival."""
        query = (
            select(inbox_rows)
            .where(_row.person == person, _row.answered.is_(False))
            .order_by(_row.number)
        )
        with self._database.reading() as connection:
            return [_waiting(row) for row in connection.execute(query).mappings()]

    def owner(self, chat: Chat, message_id: str) -> str | None:
        """Whose message it is; None for one that is not known (any more)."""
        with self._database.reading() as connection:
            return connection.scalar(select(_row.person).where(is_message(chat, message_id)))

    def find(self, chat: Chat, message_id: str) -> Waiting | None:
        """A message as it is kept, whether it waits or not; without its text when that was
        removed."""
        query = select(inbox_rows).where(is_message(chat, message_id))
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().one_or_none()
            return None if row is None else _waiting(row)

    def chats(self, platform: str) -> list[str]:
        """The ids of a platform's chats that messages are known of, those of old first."""
        query = (
            select(_row.chat_id)
            .where(_row.platform == platform)
            .group_by(_row.chat_id)
            .order_by(func.min(_row.number))
        )
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def last(self, platform: str, chat_id: str) -> str:
        """The id of the message of a chat that arrived last, answered or not; "" if there is
        none."""
        query = (
            select(_row.message_id)
            .where(_row.platform == platform, _row.chat_id == chat_id)
            .order_by(_row.number.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            return connection.scalar(query) or ""

    def former(self, number: int) -> str:
        """The text of the message that came right before this one in the same chat, when that
        was answered; "" when there is none. So it is known what goes on in this one."""
        with self._database.reading() as connection:
            return _former(connection, number)

    def is_answered(self, number: int) -> bool:
        """Whether a message waits no more."""
        query = select(_row.answered).where(_row.number == number)
        with self._database.reading() as connection:
            return bool(connection.scalar(query))

    def seal(self, numbers: Sequence[int], turns: Sequence[Turn]) -> None:
        """Before these turns of messages are written: keep how they are known again, so that
        what somebody makes of them in their file is told from what we wrote."""
        with self._database.writing() as connection:
            for number, turn in zip(numbers, turns, strict=True):
                mine = update(inbox_rows).where(_row.number == number)
                connection.execute(mine.values(seal=seal(turn.origin, turn.text)))

    def unseal(self, origins: Collection[str]) -> None:
        """Before the turns of these messages are forgotten: short words can be guessed from a
        digest."""
        known = select(_row.number, _row.platform, _row.chat_id, _row.message_id).where(
            _row.seal != ""
        )
        with self._database.writing() as connection:
            numbers = [
                number
                for number, platform, chat_id, message_id in connection.execute(known).all()
                if f"{platform} {chat_id}/{message_id}" in origins
            ]
            for number in numbers:
                mine = update(inbox_rows).where(_row.number == number)
                connection.execute(mine.values(seal=""))

    def forget_before(self, moment: datetime) -> None:
        """Empty the text of answered messages received before `moment`; the timeline has it.

        The row stays, so that the message is still known when it is delivered again, until
        KEYS_KEPT before `moment`. What waits for an answer is never touched.
        """
        with self._database.writing() as connection:
            connection.execute(
                delete(inbox_rows).where(_row.answered, _row.received < moment - KEYS_KEPT)
            )
            connection.execute(
                update(inbox_rows)
                .where(
                    _row.answered,
                    _row.received < moment,
                    (_row.text != "") | (_row.quoted != "") | (_row.attached != ""),
                )
                .values(text="", quoted="", attached="")
            )
        self._database.clear_log()

    def _knows(self, incoming: Incoming) -> bool:
        query = select(_row.number).where(is_message(incoming.chat, incoming.message_id))
        with self._database.reading() as connection:
            return connection.scalar(query) is not None


def answer_together(connection: Connection, person: str, numbers: Sequence[int]) -> bool:
    """Within the caller's transaction, the person's waiting messages become answered, and what
    is secret in them is masked; whether there was any.

    Raises NotWaiting when one of them is not waiting, or is not this person's.
    """
    wanted = set(numbers)
    mine = (_row.number.in_(wanted), _row.person == person, _row.answered.is_(False))
    changed = connection.execute(update(inbox_rows).where(*mine).values(answered=True))
    if changed.rowcount != len(wanted):
        raise NotWaiting(person, numbers)
    return _mask(connection, sorted(wanted))


def _mask(connection: Connection, numbers: Sequence[int]) -> bool:
    if not numbers:
        return False
    query = select(inbox_rows).where(_row.number.in_(numbers)).order_by(_row.number)
    there = [_waiting(row) for row in connection.execute(query).mappings()]
    former = _former(connection, numbers[0])
    found = discreet([one.incoming for one in there], former)
    changed = False
    for one, masked in zip(there, found, strict=True):
        if masked.incoming == one.incoming:
            continue
        changed = True
        now = masked.incoming
        values = {
            "text": now.text,
            "quoted": now.quoted,
            "attached": enclosed.attached_as_text(now.attached),
        }
        connection.execute(update(inbox_rows).where(_row.number == one.number).values(**values))
    return changed


def _former(connection: Connection, number: int) -> str:
    this = select(inbox_rows).where(_row.number == number)
    row = connection.execute(this).mappings().one_or_none()
    if row is None:
        return ""
    before = (
        select(inbox_rows)
        .where(_row.number < number, _row.person == row["person"])
        .order_by(_row.number.desc())
        .limit(1)
    )
    found = connection.execute(before).mappings().one_or_none()
    if found is None or not found["answered"]:
        return ""
    there, here = _waiting(found).incoming, _waiting(row).incoming
    is_near = abs(here.at - there.at) <= _ONE_TEXT
    return there.text if is_near and there.chat == here.chat else ""


def is_message(chat: Chat, message_id: str) -> ColumnElement[bool]:
    """Whether a row is this message."""
    return (
        (_row.platform == chat.platform)
        & (_row.chat_id == chat.chat_id)
        & (_row.message_id == message_id)
    )


def _waiting(row: RowMapping) -> Waiting:
    chat = Chat(row["platform"], row["chat_id"])
    incoming = Incoming(
        chat,
        row["message_id"],
        row["account"],
        row["at"],
        row["text"],
        row["quoted"],
        row["is_private"],
        enclosed.attached_from_text(row["attached"]),
        row["pressed"],
    )
    return Waiting(row["number"], incoming, row["received"], row["seal"])
