"""A store whose files lie on this machine, and in a repository elsewhere some time later.

Nothing here waits for a network. What is written is on this machine when `write` returns, and
pending until `memory.stores.github.sync` has brought it there.
"""

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from memory import paths
from memory.errors import StoreError, TimelineError
from memory.standing import standing_of
from memory.store import Change, Child, Stored
from memory.stores.github.known import Told
from memory.stores.github.tree import FILES, Tree

P = ParamSpec("P")
T = TypeVar("T")


class InLane(Protocol):
    def __call__(self, act: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What the call gives or raises."""


def files_of(folder: Path) -> Path:
    """The timeline of a mirror, for who only reads it while another process writes."""
    return folder / FILES


class Mirror:
    """A Store, and one writer at a time as with a FolderStore: raises RepositoryBusy.

    `woken` is called after each write that leaves something pending, in the thread that wrote.
    `opens` is whether a slice began here since somebody looked what is there, `standing` how it
    is there, as this process or the one before has seen it.
    """

    def __init__(self, folder: Path, *, writer: str) -> None:
        self.tree = Tree(folder, writer)
        self.woken: Callable[[], None] = _nobody
        self.opens = False
        self.standing = self._kept = standing_of(self.tree.known.facts)
        self._shown = False

    def read(self, path: str) -> Stored | None:
        return self.tree.files.read(path)

    def children(self, folder: str) -> Sequence[Child]:
        return self.tree.files.children(folder)

    def write(self, batch: Sequence[Change], *, message: str) -> Mapping[str, str]:
        written = self.tree.write(batch, message)
        if any(_begins(change) for change in batch):
            self.opens = True
        if self.tree.pending:
            self.woken()
        return written

    def close(self) -> None:
        self.tree.close()

    @property
    def head(self) -> str:
        """The commit up to which both agree; empty before they met."""
        with self.tree.lock:
            return self.tree.known.head

    @property
    def has_met(self) -> bool:
        """Whether all that was there came here once."""
        return self.head != "" or self.standing.has_met

    @property
    def has_sent(self) -> bool:
        """Whether anything that is, or was, here may be there too."""
        with self.tree.lock:
            known = self.tree.known
            return bool(known.head or known.base or known.sent or known.suspect)

    @property
    def pending(self) -> Collection[str]:
        """The files that are other here than there."""
        with self.tree.lock:
            return sorted(self.tree.pending)

    def note(self, trouble: TimelineError | None, now: datetime) -> None:
        """What came of trying to bring files there or here; for the next process too, where
        that says anything new."""
        tree = self.tree
        # What cannot be kept is told for as long as this process lives.
        with tree.lock, contextlib.suppress(StoreError):
            self.standing = self.standing.after(trouble, tree.known.head, now)
            if not self.standing.is_as_good_as(self._kept):
                tree.known.note(self.standing.facts)
                self._kept = self.standing

    def told(self) -> Sequence[Told]:
        """What the person is to be told of merges, until `was_told`."""
        with self.tree.lock:
            return self.tree.known.told()

    def was_told(self, nths: Collection[int]) -> None:
        with self.tree.lock:
            self.tree.known.was_told(nths)

    def show(self, look_again: Callable[[Collection[str]], None]) -> None:
        """Let a timeline look at what changed by another hand; asked again when it fails.

        The first time it looks at what is pending too: the last process may have ended between
        a slice and its index.
        """
        tree = self.tree
        with tree.lock:
            unseen = tree.known.unseen()
            fresh = () if self._shown else tree.pending
        if unseen or fresh:
            look_again(sorted({*unseen, *fresh}))
            with tree.lock:
                tree.known.looked_at(unseen)
        self._shown = True


def _begins(change: Change) -> bool:
    is_new = change.expected is None and change.content is not None
    return is_new and paths.slice_id_of(change.path) is not None


def _nobody() -> None:
    """Nobody waits for what is pending."""
