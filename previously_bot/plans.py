"""What is to be forgotten, if its person says so within ten minutes; by a token, on disk.

A plan names what was shown, and none of its words; once it was decided on, only what came of
it. One that was begun stays until it is done.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select, update

from previously_bot.accounts import ALPHABET
from previously_bot.database import Database
from previously_bot.tables import plan_rows

GOOD_FOR = timedelta(minutes=10)

UNTIL_DONE = datetime.max.replace(tzinfo=UTC)

_LETTERS, _DIGITS = 7, "23456789"

_row = plan_rows.c


class Plans:
    """`choose` picks one of several, unpredictably. Every method may raise StateError."""

    def __init__(self, database: Database, choose: Callable[[Sequence[str]], str]) -> None:
        self._database = database
        self._choose = choose

    def put(self, person: str, plan: str, now: datetime) -> str:
        """Keep a plan of a person in place of the one they had; its token. `now` is aware."""
        letters = (self._choose(ALPHABET) for _ in range(_LETTERS))
        token = "".join(letters) + self._choose(_DIGITS)
        values = {"token": token, "person": person, "until": now + GOOD_FOR, "plan": plan}
        with self._database.writing() as connection:
            is_over = (_row.person == person) | (_row.until <= now) | (_row.token == token)
            connection.execute(delete(plan_rows).where(is_over))
            connection.execute(insert(plan_rows).values(values))
        return token

    def get(self, person: str, token: str, now: datetime) -> str | None:
        """The plan of a token; None for one that is over, or is somebody else's. It stays, so
        that what was interrupted may be asked for again."""
        found = select(_row.plan).where(
            _row.token == token, _row.person == person, _row.until > now
        )
        with self._database.reading() as connection:
            plan: str | None = connection.scalar(found)
            return plan

    def change(self, person: str, token: str, plan: str, until: datetime) -> None:
        """The plan of a token is this one now, good until then (aware). A token of somebody
        else is left alone."""
        with self._database.writing() as connection:
            connection.execute(
                update(plan_rows)
                .where(_row.token == token, _row.person == person)
                .values(plan=plan, until=until)
            )

    def forget_before(self, moment: datetime) -> None:
        """Those that were over by then."""
        with self._database.writing() as connection:
            connection.execute(delete(plan_rows).where(_row.until <= moment))


def is_token(text: str) -> bool:
    """Whether a text has the form of a token, which no word has: it ends in a digit."""
    return len(text) == _LETTERS + 1 and set(text) <= set(ALPHABET) and text[-1] in _DIGITS
