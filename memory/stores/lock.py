"""One writer at a time a repository, also across processes and after a kill -9.

The kernel keeps the lock (through filelock) and takes it back from a process that dies. Who
holds it stands beside it in a file of its own, as a locked file cannot be read on every system.

A repository may come from anywhere, and with it what lies where the lock is kept. Nothing is
written through a link there, and no pipe is opened.
"""

import contextlib
import json
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from memory.errors import BadPath, NotAFile, RepositoryBusy, StoreUnreachable, WriteRefused
from memory.stores.plain import open_plain, read_plain
from memory.stores.reasons import reason

OWN_FOLDER = ".previously"
_LONGEST_NOTE = 4096
_LONGEST_WORD = 120


class WriterLock:
    """Held from construction until `release`.

    Raises RepositoryBusy, naming the holder, when somebody else holds it (another store of this
    process included), StoreUnreachable when the root is no folder, WriteRefused, and BadPath or
    NotAFile when a link or a pipe lies where the lock's own files belong.
    """

    def __init__(self, root: Path, writer: str) -> None:
        self._holder_note = root / OWN_FOLDER / "holder.json"
        # Taken in one thread and perhaps given back in another, so not thread_local.
        self._lock = FileLock(root / OWN_FOLDER / "lock", thread_local=False)
        _make_folder(root)
        with _refusals(root):
            _make_own_folder(root / OWN_FOLDER)
            for name in ("lock", "holder.json"):
                _must_be_ours(root / OWN_FOLDER / name)
            try:
                self._lock.acquire(blocking=False)
            except Timeout:
                raise RepositoryBusy(str(root), _holder(self._holder_note)) from None
        try:
            with _refusals(root):
                _write(self._holder_note, _note(writer))
        except BaseException:
            self._lock.release()
            raise

    def release(self) -> None:
        """Give the lock back; may be called twice."""
        if not self._lock.is_locked:
            return
        # A note that stays behind does no harm: it is read only while somebody holds the lock.
        with contextlib.suppress(OSError):
            if not self._holder_note.parent.is_symlink():
                self._holder_note.unlink()
        self._lock.release()


def _make_folder(root: Path) -> None:
    try:
        root.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreUnreachable(str(root), "it is not a folder") from error
    except OSError as error:
        raise WriteRefused(str(root), reason(error)) from error


@contextlib.contextmanager
def _refusals(root: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise WriteRefused(str(root), reason(error)) from error


def _make_own_folder(folder: Path) -> None:
    _must_be_ours(folder)
    folder.mkdir(exist_ok=True)
    ignore = folder / ".gitignore"
    _must_be_ours(ignore)
    # Empty: the disk was full the last time.
    if not ignore.exists() or not ignore.stat().st_size:
        _write(ignore, "*\n")


def _must_be_ours(place: Path) -> None:
    """Raise BadPath for a link and NotAFile for a pipe or a socket; nothing there is fine."""
    try:
        mode = place.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(mode):
        why = "it is a link, and the lock is not kept through links"
        raise BadPath(str(place), why, "remove the link")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise NotAFile(str(place))


def _write(place: Path, text: str) -> None:
    file = open_plain(str(place), os.O_RDWR | os.O_CREAT)
    if file is None:
        raise NotAFile(str(place))
    with file:
        file.truncate()
        file.write(text.encode())


def _note(writer: str) -> str:
    return json.dumps({"writer": writer, "process": os.getpid(), "host": socket.gethostname()})


def _holder(note: Path) -> str:
    """The holder in words; "another process" when the note is missing or makes no sense."""
    try:
        said = json.loads(read_plain(str(note), _LONGEST_NOTE) or b"")
        writer, process, host = _word(said["writer"]), said["process"], _word(said["host"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return "another process"
    return f"{writer} (process {process} on {host})" if type(process) is int else writer


def _word(given: object) -> str:
    """Fit for one line of a terminal, whatever stands in the file."""
    if not isinstance(given, str):
        raise TypeError(f"expected text, found {given!r}")
    shown = "".join(c for c in " ".join(given.split()) if c.isprintable())[:_LONGEST_WORD]
    if not shown:
        raise ValueError("an empty word names nobody")
    return shown
