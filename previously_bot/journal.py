"""What files were before the bot wrote them by its own choice, on disk, for a while."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, func, insert, select, update

from previously_bot.database import Database
from previously_bot.tables import write_rows

KEPT = timedelta(days=30)

MOST = 5_000_000
"""Bytes of a person's files as they were before; the oldest go first."""

_row = write_rows.c


@dataclass(frozen=True, slots=True)
class Written:
    """One file that was written, or was about to be: what it held before (None where there was
    none), and the version it was to have after. Those of one answer share `at`, in UTC."""

    number: int
    at: datetime
    path: str
    before: bytes | None
    after: str


class Journal:
    """Every method may raise StateError; moments are aware."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(
        self, person: str, at: datetime, path: str, before: bytes | None, after: str
    ) -> int:
        """A file is about to be written. Returns the number of the note."""
        values = {"person": person, "at": at, "path": path, "before": before, "after": after}
        with self._database.writing() as connection:
            _make_room(connection, person, at)
            added = connection.execute(insert(write_rows).values(**values))
        key = added.inserted_primary_key
        assert key is not None
        number: int = key[0]
        return number

    def drop(self, number: int) -> None:
        """It was not written after all."""
        with self._database.writing() as connection:
            connection.execute(delete(write_rows).where(_row.number == number))

    def forget(self, person: str, is_meant: Callable[[bytes], bool]) -> None:
        """Nothing that was written over such content of the person's can be taken back."""
        query = select(_row.number, _row.before)
        held = (_row.person == person, _row.before.is_not(None))
        with self._database.reading() as connection:
            found = [
                one[0] for one in connection.execute(query.where(*held)) if is_meant(one[1])
            ]
        if not found:
            return
        with self._database.writing() as connection:
            for number in found:
                connection.execute(delete(write_rows).where(_row.number == number))
        self._database.clear_log()

    def forget_before(self, moment: datetime) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(write_rows).where(_row.at < moment))

    def take(self, person: str, by: str) -> list[Written]:
        """The writes of the last answer that nobody has taken yet, the last first; from now on
        they are taken `by` this message, which gets the same ones whenever it asks again."""
        mine = _row.person == person
        with self._database.writing() as connection:
            latest = select(func.max(_row.number)).where(mine, _row.undone_by == "")
            if not _taken(connection, person, by):
                at = select(_row.at).where(_row.number == latest.scalar_subquery())
                of_answer = (mine, _row.undone_by == "", _row.at == at.scalar_subquery())
                connection.execute(update(write_rows).where(*of_answer).values(undone_by=by))
            return _taken(connection, person, by)


def _taken(connection: Connection, person: str, by: str) -> list[Written]:
    query = (
        select(write_rows)
        .where(_row.person == person, _row.undone_by == by)
        .order_by(_row.number.desc())
    )
    return [
        Written(row["number"], row["at"], row["path"], row["before"], row["after"])
        for row in connection.execute(query).mappings()
    ]


def _make_room(connection: Connection, person: str, now: datetime) -> None:
    connection.execute(delete(write_rows).where(_row.at < now - KEPT))
    query = select(_row.number, func.length(_row.before).label("size"))
    sizes: Sequence[tuple[int, int | None]] = [
        (row.number, row.size)
        for row in connection.execute(
            query.where(_row.person == person).order_by(_row.number.desc())
        )
    ]
    held = 0
    for number, size in sizes:
        held += size or 0
        if held > MOST:
            too_old = (_row.person == person, _row.number <= number)
            connection.execute(delete(write_rows).where(*too_old))
            return
