"""Who has become one person with whom, on disk: two people with a code of one of them.

The code is the consent of whoever gave it away, and is good once; whoever brings it is asked
before anything happens.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from adapters.base import Chat, Incoming
from previously_bot.accounts import (
    KNOWN_FOR,
    Outcome,
    count_guess,
    digest,
    has_guessed_enough,
    is_good,
    owner,
    spend,
)
from previously_bot.database import Database
from previously_bot.tables import (
    code_rows,
    inbox_rows,
    joined_rows,
    outbox_rows,
    revision_rows,
    write_rows,
)

_row = joined_rows.c


class Joins:
    """Every method may raise StateError; `now` is aware."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tell: Callable[[], None] = lambda: None

    def listen(self, tell: Callable[[], None]) -> None:
        """Call this from now on when two people have become one, from whatever thread."""
        self._tell = tell

    def all(self) -> Mapping[str, str]:
        """Everybody who became somebody else → whom, in the end."""
        with self._database.reading() as connection:
            return _all(connection)

    def unfinished(self) -> list[tuple[str, str]]:
        """Who became whom, while not all that was theirs has been brought over, in order."""
        query = select(_row.person).where(_row.is_done.is_(False)).order_by(_row.since)
        with self._database.reading() as connection:
            joined = _all(connection)
            return [(person, joined[person]) for person in connection.scalars(query)]

    def offered(self, code: str, person: str, asked: Incoming, now: datetime) -> str | None:
        """Whom a person becomes by this code. None for a wrong code, one that is over or their
        own, and for somebody who has guessed too often."""
        with self._database.writing() as connection:
            return _offered(connection, code, person, asked, now)

    def agree(self, code: str, person: str, asked: Incoming, now: datetime) -> str | None:
        """As `offered`, and from now on they are one. The code is used up."""
        with self._database.writing() as connection:
            into = _offered(connection, code, person, asked, now)
            if into is not None:
                which = code_rows.c.digest == digest(code)
                spend(connection, Outcome.JOINED, which, person)
                values = {"person": person, "into": into, "since": now, "is_done": False}
                connection.execute(insert(joined_rows).values(**values))
        if into is not None:
            self._tell()
        return into

    def refuse(self, code: str, person: str) -> None:
        """A person does not want to; the code is good for nothing from now on."""
        with self._database.writing() as connection:
            spend(connection, Outcome.REFUSED, code_rows.c.digest == digest(code), person)

    def decided(self, code: str, person: str) -> tuple[Outcome, str] | None:
        """What a person, or who they were before they became this one, has decided about a code
        already, and whose it is; None for any other code."""
        by = code_rows.c.decided_by
        query = select(code_rows.c.outcome, code_rows.c.person, by)
        with self._database.reading() as connection:
            row = connection.execute(
                query.where(code_rows.c.digest == digest(code), by != "")
            ).one_or_none()
            joined = _all(connection)
        if row is None or joined.get(row.decided_by, row.decided_by) != person:
            return None
        return Outcome(row.outcome), joined.get(row.person, row.person)

    def is_code(self, code: str, person: str, asked: Incoming, now: datetime) -> bool:
        """Whether it is a code, of whomever, that is good or was one within a day. Somebody who
        has guessed too often learns that of their own alone; words may look like codes."""
        with self._database.writing() as connection:
            found = connection.scalar(
                select(code_rows.c.person).where(
                    code_rows.c.digest == digest(code), code_rows.c.until > now - KNOWN_FOR
                )
            )
            key = asked.chat.platform, asked.account
            if found is not None and found != person:
                return not has_guessed_enough(connection, *key, now)
            if found is None:
                _count_guess(connection, *key, now)
            return found is not None

    def hand_over(self, person: str, into: str) -> bool:
        """What waits for an answer, what was edited since, and all answers are another person's
        from now on. Whether there were any. May be repeated.

        What their files were before goes: nobody can take anything back there any more.
        """
        waiting = (inbox_rows.c.person == person, inbox_rows.c.answered.is_(False))
        with self._database.writing() as connection:
            moved = [
                connection.execute(update(inbox_rows).where(*waiting).values(person=into)),
                *(
                    connection.execute(
                        update(table).where(table.c.person == person).values(person=into)
                    )
                    for table in (outbox_rows, revision_rows)
                ),
            ]
            connection.execute(delete(write_rows).where(write_rows.c.person == person))
        return any(one.rowcount for one in moved)

    def last_chat(self, person: str) -> Chat | None:
        """Where a person wrote last; None for somebody who never did."""
        query = (
            select(inbox_rows.c.platform, inbox_rows.c.chat_id)
            .where(inbox_rows.c.person == person, inbox_rows.c.is_private)
            .order_by(inbox_rows.c.number.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return Chat(row.platform, row.chat_id) if row else None

    def done(self, person: str) -> None:
        """All that was theirs has been brought over."""
        with self._database.writing() as connection:
            connection.execute(
                update(joined_rows).where(_row.person == person).values(is_done=True)
            )


def _all(connection: Connection) -> dict[str, str]:
    joined: dict[str, str] = {
        row["person"]: row["into"] for row in connection.execute(select(joined_rows)).mappings()
    }
    return {person: _end(joined, person) for person in joined}


def _end(joined: Mapping[str, str], person: str) -> str:
    """Whom somebody is in the end; nobody becomes themselves by a detour (see `_offered`)."""
    while person in joined:
        person = joined[person]
    return person


def _offered(
    connection: Connection, code: str, person: str, asked: Incoming, now: datetime
) -> str | None:
    key = asked.chat.platform, asked.account
    if has_guessed_enough(connection, *key, now):
        return None
    whose = owner(connection, code, now)
    if whose is None:
        if not connection.scalar(select(code_rows.c.digest).filter_by(digest=digest(code))):
            _count_guess(connection, *key, now)
        return None
    joined = _all(connection)
    into = joined.get(whose, whose)
    return into if into != joined.get(person, person) and person not in joined else None


def _count_guess(connection: Connection, platform: str, account: str, now: datetime) -> None:
    """Where none is good there is nothing to guess; people do write words of eight letters."""
    if connection.scalar(select(code_rows.c.digest).where(*is_good(now))):
        count_guess(connection, platform, account, now)
