"""One writer at a time a repository, also across processes and after a kill -9.

The kernel keeps the lock (through filelock) and takes it back from a process that dies. Who
holds it stands beside it in a file of its own, as a locked file cannot be read on every system.
"""

import contextlib
import json
import os
import socket
from pathlib import Path

from filelock import FileLock, Timeout

from memory.errors import RepositoryBusy, StoreUnreachable, WriteRefused
from memory.stores.reasons import reason

OWN_FOLDER = ".previously"
_LONGEST_NOTE = 4096
_LONGEST_WORD = 120


class WriterLock:
    """Held from construction until `release`.

    Raises RepositoryBusy, naming the holder, when somebody else holds it (another store of this
    process included), StoreUnreachable when the root is no folder, and WriteRefused.
    """

    def __init__(self, root: Path, writer: str) -> None:
        self._holder_note = root / OWN_FOLDER / "holder.json"
        # Taken in one thread and perhaps given back in another, so not thread_local.
        self._lock = FileLock(root / OWN_FOLDER / "lock", thread_local=False)
        _make_folder(root)
        try:
            _make_own_folder(root / OWN_FOLDER)
            self._lock.acquire(blocking=False)
        except Timeout:  # an OSError itself, therefore first
            raise RepositoryBusy(str(root), _holder(self._holder_note)) from None
        except OSError as error:
            raise WriteRefused(str(root), reason(error)) from error
        try:
            self._holder_note.write_text(_note(writer), encoding="utf-8")
        except OSError as error:
            self._lock.release()
            raise WriteRefused(str(root), reason(error)) from error

    def release(self) -> None:
        """Give the lock back; may be called twice."""
        if not self._lock.is_locked:
            return
        # A note that stays behind does no harm: it is read only while somebody holds the lock.
        with contextlib.suppress(OSError):
            self._holder_note.unlink()
        self._lock.release()


def _make_folder(root: Path) -> None:
    try:
        root.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreUnreachable(str(root), "it is not a folder") from error
    except OSError as error:
        raise WriteRefused(str(root), reason(error)) from error


def _make_own_folder(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists() or not ignore.read_bytes():  # empty: the disk was full the last time
        ignore.write_text("*\n", encoding="utf-8")


def _note(writer: str) -> str:
    return json.dumps({"writer": writer, "process": os.getpid(), "host": socket.gethostname()})


def _holder(note: Path) -> str:
    """The holder in words; "another process" when the note is missing or makes no sense."""
    try:
        with note.open("rb") as file:
            said = json.loads(file.read(_LONGEST_NOTE))
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
