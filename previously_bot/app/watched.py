"""A repository elsewhere, and somebody who watches how far one has come with it."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory.stores.github.remote import Budget, Comparison, Head, Remote, RemoteChange


class Watched:
    """A Remote as the one that it is made of; `seen` is called for each file that has come, and
    for each that has gone there."""

    def __init__(self, remote: "Remote", seen: Callable[[], None]) -> None:
        self._remote = remote
        self._seen = seen

    @property
    def budget(self) -> "Budget | None":
        return self._remote.budget

    def look(self) -> "Head":
        return self._remote.look()

    def archive(self, commit: str) -> Iterator[tuple[str, bytes]]:
        for file in self._remote.archive(commit):
            yield file
            self._seen()

    def compare(self, base: str, head: "Head") -> "Comparison":
        return self._remote.compare(base, head)

    def blob(self, sha: str) -> bytes:
        content = self._remote.blob(sha)
        self._seen()
        return content

    def commit(
        self,
        head: "Head",
        changes: "Sequence[RemoteChange]",
        message: str,
        at: datetime,
        made: Callable[[str], object] = lambda _: None,
    ) -> "Head":
        after = self._remote.commit(head, changes, message, at, made)
        for _ in changes:
            self._seen()
        return after
