"""A store that lives in nested dictionaries: for tests and for trying things out."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from memory.errors import NotAFile, NotReadable, StoreUnreachable, WriteRefused
from memory.store import Change, Child, Stored, checked, version_of
from memory.stores.expectations import must_be_as_expected

_Folder: TypeAlias = dict[str, "bytes | _Folder"]


class InMemoryStore:
    """Keeps the same promises as a real place, and breaks down like one when told to.

    Set `reachable` to False and it is down; what is at or below a path in `unreadable` cannot
    be read. `messages` has what was said of each batch written.
    """

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self.reachable = True
        self.unreadable: set[str] = set()
        self.messages: list[str] = []
        self._top: _Folder = {}
        self._room: int | None = None
        for path, content in (files or {}).items():
            self._put(checked(path), content)

    def fail_after(self, changes: int | None) -> None:
        """Let so many more files be written, then be a full disk; None makes room again."""
        self._room = changes

    def read(self, path: str) -> Stored | None:
        found = self._at(checked(path))
        if isinstance(found, dict):
            raise NotAFile(path)
        return None if found is None else Stored(found, version_of(found))

    def children(self, folder: str) -> Sequence[Child]:
        found = self._at(checked(folder) if folder else "")
        if not isinstance(found, dict):
            return ()
        return tuple(
            Child(name, isinstance(what, dict))
            for name, what in sorted(found.items())
            if not name.startswith(".")
        )

    def write(self, batch: Sequence[Change], *, message: str) -> Mapping[str, str]:
        must_be_as_expected(batch, self._version_at)
        written: dict[str, str] = {}
        for change in batch:
            if isinstance(self._at(change.path), dict):
                raise NotAFile(change.path)
            if change.content is None:
                _remove(self._top, change.path)
                written.pop(change.path, None)
            else:
                self._put(change.path, change.content)
                written[change.path] = version_of(change.content)
        self.messages.append(message)
        return written

    def close(self) -> None:
        """Nothing is held."""

    def _at(self, path: str) -> "bytes | _Folder | None":
        if not self.reachable:
            raise StoreUnreachable("the store in memory", "it was told to be down")
        for closed in self.unreadable:
            if f"{path}/".startswith(f"{closed}/"):
                raise NotReadable(path, "permission is missing")
        here: bytes | _Folder | None = self._top
        for name in path.split("/") if path else ():
            here = here.get(name) if isinstance(here, dict) else None
        return here

    def _version_at(self, path: str) -> str | None:
        stored = self.read(path)
        return stored.version if stored else None

    def _put(self, path: str, content: bytes) -> None:
        if self._room is not None:
            if self._room <= 0:
                raise WriteRefused(path, "the disk is full")
            self._room -= 1
        *folders, name = path.split("/")
        here = self._top
        for folder in folders:
            inner = here.setdefault(folder, {})
            if not isinstance(inner, dict):
                raise WriteRefused(path, "a file is where a folder should be")
            here = inner
        here[name] = content


def _remove(folder: _Folder, path: str) -> None:
    """Folders that have become empty go too, as git knows none."""
    name, _, rest = path.partition("/")
    inner = folder.get(name)
    if rest and isinstance(inner, dict):
        _remove(inner, rest)
    if inner == {} or not rest:
        folder.pop(name, None)
