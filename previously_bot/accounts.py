"""Accounts that were let in by a code: whoever holds it is that person.

A code is good once and for ten minutes. It is kept as a digest, for a day, so that one that is
over is known as such; and whoever guesses is soon not listened to any more. Nobody learns
whether a code was nearly right.
"""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from previously_bot.database import Database
from previously_bot.tables import account_rows, code_rows, guess_rows

LENGTH = 8
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No letter or digit that is taken for another when it is read aloud or typed."""

GOOD_FOR = timedelta(minutes=10)

KNOWN_FOR = timedelta(days=1)
"""So long a code that is over is known as one, and is no word like any other."""

GUESSES, OF_ALL, WITHIN = 5, 50, timedelta(hours=1)
"""So many wrong codes of one account, and of all together, within so long; then no more are
listened to. 32^8 codes: guessing one at that rate takes longer than anybody lives."""

Choose = Callable[[Sequence[str]], str]


class Outcome(StrEnum):
    """What became of a code."""

    LET_IN = "let in"
    JOINED = "joined"
    REFUSED = "refused"
    REPLACED = "replaced"
    SPOILT = "spoilt"


class Accounts:
    """`choose` picks one of several, unpredictably. Every method may raise StateError."""

    def __init__(self, database: Database, choose: Choose) -> None:
        self._database = database
        self._choose = choose

    def all(self) -> Mapping[tuple[str, str], str]:
        """Platform and account → the name of the person whose it is."""
        with self._database.reading() as connection:
            rows = connection.execute(select(account_rows)).mappings()
            return {(row["platform"], row["account"]): row["person"] for row in rows}

    def of(self, persons: Collection[str]) -> list[tuple[str, str]]:
        """Platform and account of all that a code let in for these people, the first first."""
        found = (
            select(account_rows.c.platform, account_rows.c.account)
            .where(account_rows.c.person.in_(persons))
            .order_by(account_rows.c.since, account_rows.c.platform, account_rows.c.account)
        )
        with self._database.reading() as connection:
            return [(platform, account) for platform, account in connection.execute(found)]

    def remove(self, platform: str, account: str, persons: Collection[str]) -> bool:
        """Whether it was an account of one of these people; it is nobody's then."""
        row = account_rows.c
        gone = delete(account_rows).where(
            row.platform == platform, row.account == account, row.person.in_(persons)
        )
        with self._database.writing() as connection:
            return connection.execute(gone).rowcount > 0

    def issue(self, person: str, now: datetime) -> str:
        """A new code for a person, in place of the one they had. `now` is aware."""
        code = "".join(self._choose(ALPHABET) for _ in range(LENGTH))
        values = {"digest": digest(code), "person": person, "until": now + GOOD_FOR}
        with self._database.writing() as connection:
            spend(connection, Outcome.REPLACED, code_rows.c.person == person)
            is_over = code_rows.c.until < now - KNOWN_FOR
            is_same = code_rows.c.digest == digest(code)
            connection.execute(delete(code_rows).where(is_over | is_same))
            connection.execute(insert(code_rows).values(values))
        return code

    def redeem(self, code: str, platform: str, account: str, now: datetime) -> str | None:
        """The name of the person whose the account is from now on; None for a wrong code, one
        that is over, and for somebody who has guessed too often."""
        with self._database.writing() as connection:
            if has_guessed_enough(connection, platform, account, now):
                return None
            person = owner(connection, code, now)
            key = {"platform": platform, "account": account}
            if person is None:
                count_guess(connection, platform, account, now)
                return None
            spend(connection, Outcome.LET_IN, code_rows.c.person == person)
            connection.execute(delete(account_rows).filter_by(**key))
            connection.execute(insert(account_rows).values(**key, person=person, since=now))
            return person

    def spoil(self, code: str, now: datetime) -> str | None:
        """The code is good no more. The name of the person whose it was, if it was."""
        with self._database.writing() as connection:
            person = owner(connection, code, now)
            spend(connection, Outcome.SPOILT, code_rows.c.digest == digest(code))
            return person


def owner(connection: Connection, code: str, now: datetime) -> str | None:
    """Whose code it is; None for one that is not good (any more)."""
    person: str | None = connection.scalar(
        select(code_rows.c.person).where(code_rows.c.digest == digest(code), *is_good(now))
    )
    return person


def is_good(now: datetime) -> Sequence[ColumnElement[bool]]:
    """Whether a row is a code that may still be used."""
    return code_rows.c.until > now, code_rows.c.outcome == ""


def spend(
    connection: Connection, outcome: Outcome, which: ColumnElement[bool], by: str = ""
) -> None:
    """Those codes are good for nothing from now on; `by` is who decided that."""
    values = {"outcome": outcome.value, "decided_by": by}
    still = code_rows.c.outcome == ""
    connection.execute(update(code_rows).where(which, still).values(values))


def code_in(text: str) -> str | None:
    """The code that a message is, alone or after a command such as /start; None for others."""
    words = text.split()
    if len(words) == 2 and words[0].startswith("/"):
        words = words[1:]
    code = "".join(words).replace("-", "").upper()
    is_one = len(words) == 1 and len(code) == LENGTH and set(code) <= set(ALPHABET)
    return code if is_one else None


def has_guessed_enough(
    connection: Connection, platform: str, account: str, now: datetime
) -> bool:
    connection.execute(delete(guess_rows).where(guess_rows.c.at < now - WITHIN))
    guesses = select(func.count()).select_from(guess_rows)
    mine = guesses.where(guess_rows.c.platform == platform, guess_rows.c.account == account)
    count, of_all = connection.scalar(mine) or 0, connection.scalar(guesses) or 0
    return count >= GUESSES or of_all >= OF_ALL


def count_guess(connection: Connection, platform: str, account: str, now: datetime) -> None:
    """Remember that an account came with a wrong code."""
    values = {"platform": platform, "account": account, "at": now}
    connection.execute(insert(guess_rows).values(values))


def digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
