"""Answers still to be delivered, and to be put on the timeline; each of them once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime

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

from adapters.base import Chat
from previously_bot import enclosed
from previously_bot.answers import Answer, Delivery, NewAnswer
from previously_bot.database import KEYS_KEPT, Database
from previously_bot.errors import IllegalStep
from previously_bot.inbox import answer_together
from previously_bot.masking import without
from previously_bot.tables import outbox_rows

_row = outbox_rows.c


class Outbox:
    """Every method may raise StateError; those that move an answer raise IllegalStep. Of one
    database there is one outbox at a time: which drafts are shown is remembered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        drafts = select(_row.origin, _row.shown_as).where(_row.state == Delivery.DRAFT.value)
        with database.reading() as connection:
            self._drafts = {str(one[0]): str(one[1]) for one in connection.execute(drafts)}

    def put(self, answer: NewAnswer, answers: Sequence[int]) -> Answer:
        """Keep the answer, and mark the inbox messages numbered `answers`: both or neither.

        Secrets are masked in all. Where there is an answer of that origin, it is returned.
        Raises NotWaiting when one of the messages is the answer's person's no longer to answer.
        """
        had_secrets = False
        with self._database.writing() as connection:
            same = select(outbox_rows).where(_row.origin == answer.origin)
            row = connection.execute(same).mappings().first() if answer.origin else None
            if row is None or row["state"] == Delivery.DRAFT:
                had_secrets = answer_together(connection, answer.person, answers)
                values = _values(answer, Delivery.QUEUED)
                if row is not None:
                    values = {**values, "shown_as": row["shown_as"]}
                row = _kept(connection, values, row["number"] if row else None)
        if had_secrets:
            self._database.clear_log()
        self._drafts.pop(answer.origin, None)
        return _answer(row)

    def shown(self, answer: NewAnswer, messages: Sequence[str]) -> None:
        """A draft of the answer is shown as these messages of the platform, by their ids; its
        text counts only when it is `put`."""
        shown_as = " ".join(messages)
        values = {**_values(answer, Delivery.DRAFT), "text": "", "shown_as": shown_as}
        is_draft = (_row.origin == answer.origin, _row.state == Delivery.DRAFT.value)
        with self._database.writing() as connection:
            changed = connection.execute(
                update(outbox_rows).where(*is_draft).values(shown_as=shown_as)
            )
            if not changed.rowcount:
                connection.execute(insert(outbox_rows).values(values))
        self._drafts[answer.origin] = shown_as

    def shown_as(self, origin: str) -> str:
        """The ids of the messages that show a draft of that origin; "" where there is none."""
        return self._drafts.get(origin, "")

    def queued(self, person: str) -> list[Answer]:
        """What is to be sent to the person, oldest first."""
        return self._found(_row.state == Delivery.QUEUED.value, _row.person == person)

    def counted(self, person: str) -> Counter[Delivery]:
        """How many answers of the last KEYS_KEPT are in each state."""
        query = select(_row.state, func.count()).where(_row.person == person)
        with self._database.reading() as connection:
            rows = connection.execute(query.group_by(_row.state))
            return Counter({Delivery(state): count for state, count in rows})

    def to_record(self, person: str) -> list[Answer]:
        """What belongs on the person's timeline and is not there yet, oldest first.

        Whether it was delivered does not matter: it was said.
        """
        return self._found(
            _row.on_timeline,
            _row.recorded.is_(False),
            _row.person == person,
            _row.state != Delivery.DRAFT.value,
        )

    def recorded(self, number: int) -> None:
        """It is on the timeline. May be repeated."""
        with self._database.writing() as connection:
            changed = connection.execute(
                update(outbox_rows)
                .where(_row.number == number, _row.on_timeline)
                .values(recorded=True)
            )
            if not changed.rowcount:
                found = connection.scalar(select(_row.state).where(_row.number == number))
                raise IllegalStep(number, found and "not for the timeline", "recorded")

    def sending(self, number: int) -> None:
        """From now on it may have arrived, whatever happens to us."""
        self._move(number, Delivery.QUEUED, Delivery.SENDING)

    def part_sent(self, number: int, parts: int) -> None:
        """So many of its messages have arrived, and more follow."""
        values = {"parts_sent": parts, "state": Delivery.QUEUED.value}
        self._set(number, Delivery.SENDING, values)

    def go_on(self, number: int, parts: int) -> None:
        """Whether the last message arrived is unknown; count it in, and send those after it."""
        values = {"parts_sent": parts, "state": Delivery.QUEUED.value}
        self._set(number, Delivery.UNKNOWN, values)

    def sent(self, number: int, with_buttons: str = "") -> None:
        """`with_buttons` is the id of the message that its buttons are below, if it has any."""
        shown = {"shown_as": with_buttons} if with_buttons else {}
        self._set(number, Delivery.SENDING, {**shown, "state": Delivery.SENT.value})

    def owner(self, chat: Chat, message_id: str) -> str | None:
        """Whose buttons are below a message; None where that is not known (any more)."""
        query = select(_row.person).filter_by(shown_as=message_id, **asdict(chat))
        with self._database.reading() as connection:
            return connection.scalar(query.order_by(_row.number.desc()).limit(1))

    def gone(self, number: int) -> None:
        """It did not arrive and never will."""
        self._move(number, Delivery.SENDING, Delivery.GONE)

    def unknown(self, number: int) -> None:
        """Nobody knows whether it arrived; it is not sent again."""
        self._move(number, Delivery.SENDING, Delivery.UNKNOWN)

    def back_to_queue(self, number: int) -> None:
        """It certainly did not arrive."""
        self._move(number, Delivery.SENDING, Delivery.QUEUED)

    def interrupted(self) -> list[Answer]:
        """At the start: what was being sent when the last run ended becomes unknown.

        Returns those answers, oldest first, as they are now.
        """
        stuck = _row.state == Delivery.SENDING.value
        query = select(outbox_rows).where(stuck).order_by(_row.number)
        with self._database.writing() as connection:
            found = [_answer(row) for row in connection.execute(query).mappings()]
            connection.execute(
                update(outbox_rows).where(stuck).values(state=Delivery.UNKNOWN.value)
            )
        return [replace(answer, state=Delivery.UNKNOWN) for answer in found]

    def forget_before(self, moment: datetime) -> None:
        """Empty the text and the buttons of answers composed before `moment` with which nothing
        is left to do.

        Those are sent, unknown or gone, and on the timeline if they belong there. The row
        stays, so that there is no second answer of its origin, until KEYS_KEPT before `moment`.
        """
        finished = (
            _row.state.in_([Delivery.SENT.value, Delivery.UNKNOWN.value, Delivery.GONE.value]),
            _row.recorded | _row.on_timeline.is_(False),
        )
        with self._database.writing() as connection:
            connection.execute(
                delete(outbox_rows).where(*finished, _row.at < moment - KEYS_KEPT)
            )
            connection.execute(
                update(outbox_rows)
                .where(*finished, _row.at < moment, (_row.text != "") | (_row.buttons != ""))
                .values(text="", buttons="")
            )
        self._database.clear_log()

    def _found(self, *conditions: ColumnElement[bool]) -> list[Answer]:
        query = select(outbox_rows).where(*conditions).order_by(_row.number)
        with self._database.reading() as connection:
            return [_answer(row) for row in connection.execute(query).mappings()]

    def _move(self, number: int, before: Delivery, after: Delivery) -> None:
        self._set(number, before, {"state": after.value})

    def _set(self, number: int, before: Delivery, values: Mapping[str, object]) -> None:
        with self._database.writing() as connection:
            changed = connection.execute(
                update(outbox_rows)
                .where(_row.number == number, _row.state == before.value)
                .values(**values)
            )
            if not changed.rowcount:
                found = connection.scalar(select(_row.state).where(_row.number == number))
                raise IllegalStep(number, found, str(values.get("state", "shown")))


def _values(answer: NewAnswer, state: Delivery) -> Mapping[str, object]:
    return {
        "person": answer.person,
        "platform": answer.chat.platform,
        "chat_id": answer.chat.chat_id,
        "text": without(answer.text),
        "at": answer.at,
        "origin": answer.origin or None,
        "on_timeline": answer.on_timeline,
        "replies_to": answer.replies_to,
        "shown_as": answer.shown_as,
        "answers": answer.answers,
        "buttons": enclosed.rows_as_text(answer.buttons),
        "file": enclosed.file_as_text(answer.file),
        "state": state.value,
    }


def _kept(
    connection: Connection, values: Mapping[str, object], number: int | None
) -> RowMapping:
    """The row of these values: that of the number, or a new one."""
    if number is None:
        added = connection.execute(insert(outbox_rows).values(**values))
        key = added.inserted_primary_key
        assert key is not None
        number = key[0]
    else:
        changed = update(outbox_rows).where(_row.number == number)
        connection.execute(changed.values(**values))
    mine = select(outbox_rows).where(_row.number == number)
    return connection.execute(mine).mappings().one()


def _answer(row: RowMapping) -> Answer:
    return Answer(
        number=row["number"],
        person=row["person"],
        chat=Chat(row["platform"], row["chat_id"]),
        text=row["text"],
        at=row["at"],
        origin=row["origin"] or "",
        on_timeline=row["on_timeline"],
        state=Delivery(row["state"]),
        recorded=row["recorded"],
        replies_to=row["replies_to"],
        shown_as=row["shown_as"],
        answers=row["answers"],
        buttons=enclosed.rows_from_text(row["buttons"]),
        file=enclosed.file_from_text(row["file"]),
        parts_sent=row["parts_sent"],
    )
