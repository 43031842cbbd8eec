"""The database in the state folder: transactions that outlive kill -9.

The statements are plain SQLAlchemy; what only SQLite understands is in this module.
What was committed is on the disk: a write-ahead log with synchronous=FULL, and secure_delete
so that text which was removed is not legible in the file.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, StatementError
from sqlalchemy.schema import CreateColumn

from previously_bot.errors import DamagedState, NewerState, StateError, UnusableState
from previously_bot.tables import code_rows, inbox_rows, metadata, outbox_rows, schema_rows

FILE_NAME = "previously.db"
SCHEMA = 5
BUSY_SECONDS = 20
KEYS_KEPT = timedelta(days=90)
"""How long a row without its text goes on refusing a message that is delivered again.

Telegram delivers again within a day; after a state folder was brought back from a copy it may
be weeks.
"""


class Database:
    """The state folder's one database file. Threads and processes may share it."""

    def __init__(self, folder: Path) -> None:
        """Opens it, or makes it, folders included, for its owner's eyes only.

        Raises UnusableState, DamagedState or NewerState.
        """
        self.path = folder / FILE_NAME
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.touch(mode=0o600)
        except OSError as error:
            raise UnusableState(self.path, error.strerror or "no access") from error
        if not self.path.is_file():
            raise UnusableState(self.path, "it is not a file")
        self._engine = _sqlite(self.path)
        # Of our own threads: SQLite would let them try again and again, with naps in between.
        self._one_writer = threading.Lock()
        try:
            self._prepare()
        except StateError:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view. Raises StateError, as `writing` does."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction, one writer at a time; when it ends well, all of it is on the disk.

        IntegrityError passes through, for the caller knows what it means. ValueError is for a
        datetime without a zone.
        """
        with self._one_writer, self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def clear_log(self) -> None:
        """Move everything out of the write-ahead log, where removed text would stay legible."""
        with self._translated(), self._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all()

    def close(self) -> None:
        """May be called twice."""
        self._engine.dispose()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Connection]:
        with self._translated(), self._engine.connect() as connection:
            connection.execution_options(begin=begin)
            with connection.begin():
                yield connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except OperationalError as error:
            raise UnusableState(self.path, str(error.orig)) from error
        except DatabaseError as error:
            raise DamagedState(self.path, str(error.orig)) from error
        except StatementError as error:
            raise error.orig or error from None

    def _prepare(self) -> None:
        with self.writing() as connection:
            found = set(inspect(connection).get_table_names())
            if not found:
                metadata.create_all(connection)
                connection.execute(insert(schema_rows).values(version=SCHEMA))
                return
            if schema_rows.name not in found:
                raise DamagedState(self.path, "its tables are those of another program")
            versions: Sequence[int] = connection.scalars(select(schema_rows.c.version)).all()
            if versions and max(versions) > SCHEMA:
                raise NewerState(self.path, max(versions), SCHEMA)
            if list(versions) in ([1], [2], [3], [4]):
                _grow(connection)
                found, versions = set(metadata.tables), [SCHEMA]
            wrong = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if wrong != "ok" or list(versions) != [SCHEMA] or set(metadata.tables) - found:
                raise DamagedState(self.path, "parts of it are missing or unreadable")


def _grow(connection: Connection) -> None:
    """Add the tables and columns that have come since an earlier version."""
    metadata.create_all(connection)
    known = inspect(connection)
    for table in (inbox_rows, outbox_rows, code_rows):
        there = {column["name"] for column in known.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                wanted = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {wanted}")
    connection.execute(update(schema_rows).values(version=SCHEMA))


_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")


def _sqlite(path: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path.absolute())),
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, record: object) -> None:
    try:
        for setting in _PRAGMAS:
            connection.execute(f"PRAGMA {setting}").fetchall()
    except BaseException:
        connection.close()
        raise


def _on_begin(connection: Connection) -> None:
    """The driver begins no transaction of its own, so that a writer can lock from the start."""
    if begin := connection.get_execution_options().get("begin"):
        connection.exec_driver_sql(begin)
