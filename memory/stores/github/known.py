"""What a mirror knows of the repository elsewhere, in one file that outlasts a kill -9.

It says which content each file had there when both agreed last, and keeps that content of files
that are other here by now, since three versions are needed to merge two.
"""

import contextlib
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory.errors import NotReadable, WriteRefused

_TABLES = """
create table if not exists base (path text primary key, sha text not null) without rowid;
create table if not exists seen
    (path text primary key, stamp text not null, version text not null) without rowid;
create table if not exists bodies (sha text primary key, content blob not null) without rowid;
create table if not exists landing
    (path text primary key, theirs text, made text) without rowid;
create table if not exists sent (path text primary key, sha text) without rowid;
create table if not exists removed (path text primary key) without rowid;
create table if not exists unseen (path text primary key) without rowid;
create table if not exists messages
    (path text primary key, message text not null) without rowid;
create table if not exists told
    (nth integer primary key, kind text not null, path text not null, beside text not null,
    unique (kind, path, beside));
create table if not exists facts (name text primary key, value text not null) without rowid;
"""


@dataclass(frozen=True, slots=True)
class Landing:
    """A file that is being brought here: its version there, and the one that is made here."""

    path: str
    theirs: str | None
    made: str | None


@dataclass(frozen=True, slots=True)
class Told:
    """What the person is to be told (see `memory.file_merge.Outcome`), by its number."""

    nth: int
    kind: str
    path: str
    beside: str = ""


class Known:
    """What is asked often is held in memory too: `base` (path → version), `sent` (what a commit
    under way makes of paths), `removed`, `messages`. Not for several threads at once.

    Raises NotReadable and WriteRefused.
    """

    def __init__(self, file: Path) -> None:
        self._file = str(file)
        with self._refusals():
            self._database = sqlite3.connect(
                file, isolation_level=None, check_same_thread=False, timeout=0
            )
            self._database.execute("pragma journal_mode = wal")
            self._database.execute("pragma synchronous = full")
            # What was forgotten is not to be found in the file either.
            self._database.execute("pragma secure_delete = on")
            self._database.executescript(_TABLES)
            self.base: dict[str, str] = dict(self._rows("select path, sha from base"))
            self.sent: dict[str, str | None] = dict(self._rows("select path, sha from sent"))
            self.removed: set[str] = {path for (path,) in self._rows("select * from removed")}
            self.messages: dict[str, str] = dict(self._rows("select * from messages"))

    def close(self) -> None:
        self._database.close()

    # ---- single values

    @property
    def head(self) -> str:
        """The commit up to which everything there is known; empty before the first."""
        rows = self._rows("select value from facts where name = 'head'")
        return str(rows[0][0]) if rows else ""

    @property
    def suspect(self) -> str:
        """The commit of what was sent, when nobody knows whether it arrived; else empty."""
        rows = self._rows("select value from facts where name = 'suspect'")
        return str(rows[0][0]) if rows else ""

    @property
    def facts(self) -> dict[str, str]:
        """All single values, by their names."""
        return dict(self._rows("select name, value from facts"))

    def body(self, sha: str) -> bytes | None:
        """The content that has this name, where it was kept."""
        rows = self._rows("select content from bodies where sha = ?", sha)
        return bytes(rows[0][0]) if rows else None

    def seen(self) -> dict[str, tuple[str, str]]:
        """path → the stamp a file had when it was read last, and its version then."""
        return {
            path: (stamp, version) for path, stamp, version in self._rows("select * from seen")
        }

    def unseen(self) -> list[str]:
        """What changed here by another hand and was not looked at by the timeline."""
        return [path for (path,) in self._rows("select path from unseen order by path")]

    def told(self) -> list[Told]:
        return [Told(*row) for row in self._rows("select * from told order by nth")]

    # ---- what is written, each call whole or not at all

    def see(self, gone: Iterable[str], seen: Mapping[str, tuple[str, str]]) -> None:
        with self._transaction():
            self._many("delete from seen where path = ?", ((path,) for path in gone))
            self._many(
                "replace into seen values (?, ?, ?)",
                ((path, *of_it) for path, of_it in seen.items()),
            )

    def prepare(
        self, bodies: Mapping[str, bytes], messages: Mapping[str, str], removed: Collection[str]
    ) -> None:
        """Keep what must be known of files before they are changed here."""
        messages = {p: said for p, said in messages.items() if self.messages.get(p) != said}
        removed = set(removed) - self.removed
        if not (bodies or messages or removed):
            return
        with self._transaction():
            self._keep(bodies)
            self._many("replace into messages values (?, ?)", messages.items())
            self._many("replace into removed values (?)", ((path,) for path in removed))
        self.messages |= messages
        self.removed |= removed

    def begin_landing(
        self, rows: Iterable[Landing], bodies: Mapping[str, bytes], told: Iterable[Told]
    ) -> None:
        """Before files are brought here: which, and what merges will need and bring."""
        with self._transaction():
            self._keep(bodies)
            self._many(
                "replace into landing values (?, ?, ?)",
                ((row.path, row.theirs, row.made) for row in rows),
            )
            self._many(
                "insert or ignore into told (kind, path, beside) values (?, ?, ?)",
                ((one.kind, one.path, one.beside) for one in told),
            )

    def landings(self) -> list[Landing]:
        return [Landing(*row) for row in self._rows("select * from landing")]

    def end_landing(self, rows: Iterable[Landing], unseen: Iterable[str]) -> None:
        """These came to be here; others that had begun to did not."""
        moved = {row.path: row.theirs for row in rows}
        with self._transaction():
            self._move(moved)
            if moved:
                self._fact("ahead", "1")
            self._many("replace into unseen values (?)", ((path,) for path in unseen))
            self._database.execute("delete from landing")
        self._remember(moved)

    def send(self, sent: Mapping[str, str | None]) -> None:
        with self._transaction():
            self._unsend()
            self._many("insert into sent values (?, ?)", sent.items())
        self.sent = dict(sent)

    def doubt(self, commit: str) -> None:
        """Whether this commit of what was sent arrived is not known."""
        with self._transaction():
            self._fact("suspect", commit)

    def arrive(self, moved: Mapping[str, str | None], head: str | None) -> None:
        """These versions that were sent are there; with the head that this made, if known."""
        with self._transaction():
            self._move(moved)
            self._unsend()
            if head is None:
                self._fact("ahead", "1")
            else:
                self._fact("head", head)
        self._remember(moved)
        self.sent = {}

    def settle(self, head: str) -> None:
        """All that is there up to a commit is here; what else was sent did not arrive."""
        with self._transaction():
            self._agree(head)
        self.sent = {}

    def rebase(self, base: Mapping[str, str], removed: Collection[str], head: str) -> None:
        """From now on count this as what both agreed on, and these as removed here."""
        with self._transaction():
            self._database.execute("delete from base")
            self._many("insert into base values (?, ?)", base.items())
            self._many("replace into removed values (?)", ((path,) for path in removed))
            self._agree(head)
        self.base, self.sent = dict(base), {}
        self.removed |= set(removed)

    def tidy(self, bodies: Collection[str], pending: Collection[str]) -> None:
        """Keep no content but these, and nothing of files of which nothing is pending."""
        gone = [sha for (sha,) in self._rows("select sha from bodies") if sha not in bodies]
        done = [path for path in (*self.messages, *self.removed) if path not in pending]
        if not (gone or done):
            return
        with self._transaction():
            self._many("delete from bodies where sha = ?", ((sha,) for sha in gone))
            self._many("delete from messages where path = ?", ((path,) for path in done))
            self._many("delete from removed where path = ?", ((path,) for path in done))
        if gone:
            with self._refusals():
                # The file that SQLite writes ahead holds it still.
                self._database.execute("pragma wal_checkpoint(truncate)")
        for path in done:
            self.messages.pop(path, None)
            self.removed.discard(path)

    def note(self, facts: Mapping[str, str]) -> None:
        with self._transaction():
            self._many("replace into facts values (?, ?)", facts.items())

    def looked_at(self, paths: Iterable[str]) -> None:
        with self._transaction():
            self._many("delete from unseen where path = ?", ((path,) for path in paths))

    def was_told(self, many: Iterable[int]) -> None:
        with self._transaction():
            self._many("delete from told where nth = ?", ((nth,) for nth in many))

    # ---- the database

    def _move(self, moved: Mapping[str, str | None]) -> None:
        self._many("delete from base where path = ?", ((path,) for path in moved))
        there = [(path, sha) for path, sha in moved.items() if sha is not None]
        self._many("insert into base values (?, ?)", there)

    def _remember(self, moved: Mapping[str, str | None]) -> None:
        for path, sha in moved.items():
            if sha is None:
                self.base.pop(path, None)
            else:
                self.base[path] = sha

    def _keep(self, bodies: Mapping[str, bytes]) -> None:
        self._many("replace into bodies values (?, ?)", bodies.items())

    def _unsend(self) -> None:
        self._database.execute("delete from sent")
        self._database.execute("delete from facts where name = 'suspect'")

    def _agree(self, head: str) -> None:
        self._fact("head", head)
        self._database.execute("delete from facts where name = 'ahead'")
        self._unsend()

    def _fact(self, name: str, value: str) -> None:
        self._database.execute("replace into facts values (?, ?)", (name, value))

    def _rows(self, query: str, *given: str) -> list[tuple[Any, ...]]:
        with self._refusals():
            return self._database.execute(query, given).fetchall()

    def _many(self, query: str, rows: Iterable[tuple[object, ...]]) -> None:
        self._database.executemany(query, rows)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._refusals():
            self._database.execute("begin immediate")
            try:
                yield
            except BaseException:
                self._database.execute("rollback")
                raise
            self._database.execute("commit")

    @contextlib.contextmanager
    def _refusals(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError as error:
            raise WriteRefused(self._file, "the repository was closed") from error
        except sqlite3.OperationalError as error:
            raise WriteRefused(self._file, str(error)) from error
        except sqlite3.DatabaseError as error:
            raise NotReadable(self._file, "it is damaged") from error
