"""A store that is a folder on this machine: plain files, each replaced whole, one writer."""

import contextlib
import errno
import os
import stat
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memory.errors import (
    BadPath,
    NotAFile,
    NotReadable,
    StoreError,
    StoreUnreachable,
    WriteRefused,
)
from memory.store import Change, Child, Stored, checked, version_of
from memory.stores.expectations import must_be_as_expected
from memory.stores.lock import OWN_FOLDER, WriterLock
from memory.stores.plain import read_plain
from memory.stores.reasons import reason

# One name a folder is enough, as there is one writer; what a killed process left under it is
# replaced by the next write there, without looking through the folder.
_TEMPORARY = ".previously.tmp"
_NOT_OURS_TO_NAME = frozenset({".git", OWN_FOLDER, _TEMPORARY})
_ABSENT = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG})
# What may be wrong with one file or folder while the others are well.
_OF_ONE = frozenset({errno.EACCES, errno.EPERM, errno.EIO, errno.ELOOP})
_REMOVE_LINK = "remove the link, or put in its place what it points to"


class FolderStore:
    """Read-only without a `writer`; with one ("previously-bot chat") it holds the lock.

    As a writer it makes the folder where there is none and raises RepositoryBusy when another
    writer is at work. May be used from several threads.
    """

    def __init__(self, root: Path, *, writer: str | None = None) -> None:
        self._root = os.path.realpath(root)
        self._inside = os.path.join(self._root, "")  # how every place below it begins
        self._writing = threading.Lock()
        self._lock = None if writer is None else WriterLock(Path(self._root), writer)
        self._refusal = "it was opened for reading only" if writer is None else None

    def read(self, path: str) -> Stored | None:
        place = self._place(checked(path))
        try:
            content = read_plain(place)
        except OSError as error:
            if error.errno in _ABSENT:
                self._root_must_stand()
                return None
            raise self._refusal_to_read(path, place, error) from error
        if content is None:
            raise NotAFile(path)
        return Stored(content, version_of(content))

    def children(self, folder: str) -> Sequence[Child]:
        place = self._place(checked(folder) if folder else "")
        try:
            with os.scandir(place) as entries:
                found = [child for entry in entries if (child := _child(entry))]
        except OSError as error:
            if error.errno in _ABSENT:
                self._root_must_stand()
                return ()
            raise self._refusal_to_read(folder, place, error) from error
        return tuple(sorted(found, key=lambda child: child.name))

    def write(self, batch: Sequence[Change], *, message: str) -> Mapping[str, str]:
        with self._writing:
            if self._refusal:
                raise WriteRefused(self._root, self._refusal)
            for change in batch:
                if change.straight:
                    self._must_be_straight(checked(change.path))
            must_be_as_expected(batch, self._version_at)
            written: dict[str, str] = {}
            touched: dict[str, str] = {}
            for change in batch:
                touched[self._make(change)] = change.path
                written.pop(change.path, None)
                if change.content is not None:
                    written[change.path] = version_of(change.content)
            # Once a folder, not once a file: an import writes thousands of files in a batch.
            for folder, path in touched.items():
                with _refusals(path):
                    _sync_folder(folder)
            return written

    def close(self) -> None:
        with self._writing:
            if self._lock:
                self._lock.release()
                self._refusal = "the repository was closed"

    def _place(self, path: str) -> str:
        """Where the path really lies, links followed; raises BadPath when that is elsewhere."""
        place, is_real = self._root, not os.path.islink(self._root)
        for part in path.split("/") if path else ():
            place = os.path.join(place, part)
            is_real = is_real and not os.path.islink(place)
        if not is_real:
            place = os.path.realpath(place)  # slow, and seldom needed
        if place != self._root and not place.startswith(self._inside):
            raise BadPath(path, "a link leads out of the repository", _REMOVE_LINK)
        parts = place.removeprefix(self._root).casefold().split(os.sep)
        if not _NOT_OURS_TO_NAME.isdisjoint(parts):
            raise BadPath(path, "it belongs to git or to the bot itself")
        return place

    def _must_be_straight(self, path: str) -> None:
        """Raise BadPath where a link on the way, or the file itself, leads elsewhere.

        A root that is a link is as good as the folder.
        """
        place = self._root
        for part in path.split("/"):
            place = os.path.join(place, part)
            if os.path.islink(place):
                raise BadPath(path, "a link leads to another place", _REMOVE_LINK)

    def _refusal_to_read(self, path: str, place: str, error: OSError) -> StoreError:
        """One file or folder that cannot be read, or a place that is down as a whole."""
        if path and error.errno in _OF_ONE and self._can_be_asked():
            return NotReadable(path, reason(error))
        return StoreUnreachable(place, reason(error))

    def _can_be_asked(self) -> bool:
        try:
            os.stat(os.path.join(self._root, "."))
            with os.scandir(self._root):
                return True
        except OSError:
            return False

    def _root_must_stand(self) -> None:
        """Tell an empty place from one that is down, after nothing was found."""
        try:
            is_folder = stat.S_ISDIR(os.stat(self._root).st_mode)
        except FileNotFoundError as error:
            if self._lock is None:
                return  # a timeline that nobody has begun
            raise StoreUnreachable(self._root, "the folder has gone away") from error
        except OSError as error:
            raise StoreUnreachable(self._root, reason(error)) from error
        if not is_folder:
            raise StoreUnreachable(self._root, "it is not a folder")

    def _version_at(self, path: str) -> str | None:
        stored = self.read(path)
        return stored.version if stored else None

    def _make(self, change: Change) -> str:
        """Make one change; returns the folder whose entries changed."""
        place = self._place(change.path)
        folder = os.path.dirname(place)
        with _refusals(change.path):
            if change.content is None:
                return self._remove(place)
            try:
                _make_folders(folder)
                _replace(place, change.content)
            except OSError:
                self._prune(folder)
                raise
        return folder

    def _remove(self, place: str) -> str:
        try:
            os.unlink(place)
        except OSError as error:
            if error.errno not in _ABSENT:
                raise
        return self._prune(os.path.dirname(place))

    def _prune(self, folder: str) -> str:
        """Take away folders that became empty (git knows none); returns the one that stays."""
        while folder != self._root:
            try:
                _discard(os.path.join(folder, _TEMPORARY))
                os.rmdir(folder)
            except OSError as error:
                if error.errno not in _ABSENT:
                    return folder  # something else is in it
                # Never made; the one above may have been.
            folder = os.path.dirname(folder)
        return folder


def _child(entry: os.DirEntry[str]) -> Child | None:
    """None for what has no name here: hidden, or not text.

    A link is no folder, wherever it leads: one to a folder shows what is elsewhere in the tree,
    and a walk could follow it in circles.
    """
    if entry.name.startswith("."):
        return None
    try:
        checked(entry.name)
    except BadPath:
        return None
    if entry.is_dir(follow_symlinks=False):
        return Child(entry.name, is_folder=True)
    return Child(entry.name, is_folder=False, stamp=_stamp(entry))


def _stamp(entry: os.DirEntry[str]) -> str:
    """Both times: a tool may set back the one, but not the other."""
    try:
        found = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return ""
    if not stat.S_ISREG(found.st_mode):
        return ""
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"


@contextlib.contextmanager
def _refusals(path: str) -> Iterator[None]:
    """Turn what the operating system refuses into an error that names the file."""
    try:
        yield
    except IsADirectoryError as error:
        raise NotAFile(path) from error
    except OSError as error:
        raise WriteRefused(path, reason(error)) from error


def _make_folders(folder: str) -> None:
    if os.path.isdir(folder):
        return
    above = os.path.dirname(folder)
    _make_folders(above)
    os.mkdir(folder)
    _sync_folder(above)


def _replace(place: str, content: bytes) -> None:
    """Put a file in place whole or not at all, also when the power fails."""
    temporary = os.path.join(os.path.dirname(place), _TEMPORARY)
    _discard(temporary)
    try:
        with open(temporary, "xb") as file:
            _keep_permissions(place, temporary)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place)
    except BaseException:
        # Whatever went wrong is what is told, not that the tidying failed as well.
        with contextlib.suppress(OSError):
            _discard(temporary)
        raise


def _keep_permissions(place: str, temporary: str) -> None:
    """A file that its owner made private stays private."""
    with contextlib.suppress(FileNotFoundError):
        os.chmod(temporary, stat.S_IMODE(os.stat(place).st_mode))


def _discard(file: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(file)


def _sync_folder(folder: str) -> None:
    """Make new names in a folder outlast a power failure, where the system can do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except (FileNotFoundError, NotADirectoryError):
        return  # taken away again by a later change of the same batch, or never a folder
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some network disks know no fsync of folders
            raise
    finally:
        os.close(descriptor)
