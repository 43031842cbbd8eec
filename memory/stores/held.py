"""What a repository held at some time: files that can be read, and that nobody can change."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from memory.errors import PastIsFixed
from memory.store import Change, Child, Stored
from memory.stores.in_memory import InMemoryStore


class HeldStore:
    """`name` says what held them, and `files` are all there are."""

    def __init__(self, name: str, files: Mapping[str, bytes]) -> None:
        self._name = name
        self._files = InMemoryStore(files)

    def read(self, path: str) -> Stored | None:
        return self._files.read(path)

    def children(self, folder: str) -> Sequence[Child]:
        return self._files.children(folder)

    def write(self, batch: Sequence[Change], *, message: str) -> NoReturn:
        """Raises PastIsFixed, whatever is to be written."""
        raise PastIsFixed(self._name)

    def close(self) -> None:
        """Nothing is held open."""
