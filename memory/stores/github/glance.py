"""What a mirror knows, for who only looks: while another process writes to it, and without
leaving a trace."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from memory.errors import NotReadable
from memory.standing import Standing, standing_of
from memory.stores.folder import FolderStore
from memory.stores.github.here import is_pending, look_through
from memory.stores.github.tree import FILES, KNOWN
from memory.stores.reasons import reason

_PATIENCE = 1.0  # seconds, with whoever keeps the database to themselves


@dataclass(frozen=True, slots=True)
class Glance:
    """How it is with the repository elsewhere, as far as it was kept, and how many files are
    still to be brought there."""

    standing: Standing
    pending: int


@dataclass(frozen=True, slots=True)
class _Kept:
    facts: dict[str, str]
    base: dict[str, str]
    seen: dict[str, tuple[str, str]]
    removed: set[str]


def glance(folder: Path) -> Glance | None:
    """None where there is no mirror yet. What is being written meanwhile may count or not.

    Raises NotReadable and StoreUnreachable.
    """
    file = folder / KNOWN
    try:
        file.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotReadable(str(file), reason(error)) from error
    kept = _kept(file)
    with closing(FolderStore(folder / FILES)) as files:
        here = look_through(files, kept.seen).versions(kept.base)
    pending = [
        path for path in {*here, *kept.base} if is_pending(path, here, kept.base, kept.removed)
    ]
    return Glance(standing_of(kept.facts), len(pending))


def _kept(file: Path) -> _Kept:
    # Whoever holds the database has written ahead beside it. Where nobody has, SQLite would
    # make files of its own to find that out, unless it is told that nothing changes.
    is_held = file.with_name(f"{file.name}-wal").exists()
    address = f"{file.absolute().as_uri()}?{'mode=ro' if is_held else 'immutable=1'}"
    try:
        with closing(sqlite3.connect(address, _PATIENCE, uri=True)) as database:
            database.execute("begin")  # all of it as it is at one moment
            return _read(lambda query: database.execute(query).fetchall())
    except sqlite3.Error as error:
        raise NotReadable(str(file), str(error)) from error


def _read(rows: Callable[[str], list[tuple[str, ...]]]) -> _Kept:
    return _Kept(
        facts={name: value for name, value in rows("select name, value from facts")},
        base={path: sha for path, sha in rows("select path, sha from base")},
        seen={path: (stamp, version) for path, stamp, version in rows("select * from seen")},
        removed={path for (path,) in rows("select path from removed")},
    )
