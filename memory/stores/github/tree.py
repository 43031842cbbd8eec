"""The files of a mirror: what is here, what was there, and what is other here since.

Before a file is changed that is as it was there, its content is kept: a merge needs it.
"""

import contextlib
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from memory.errors import BadPath, NotAFile, StoreError
from memory.kept import FORGOTTEN
from memory.store import Change, Stored, checked
from memory.stores.folder import FolderStore
from memory.stores.github.here import is_pending, lies_in, look_through
from memory.stores.github.known import Known

FILES = "files"
KNOWN = "remote.sqlite"


def is_mirrored(path: str) -> bool:
    """Whether a file of the repository is kept here; hidden ones are nobody's memory."""
    return not is_nameless(path) and not any(part.startswith(".") for part in path.split("/"))


def is_nameless(path: str) -> bool:
    """Whether no file here can have this name, although git knows it."""
    try:
        checked(path)
    except BadPath:
        return True
    return False


class Tree:
    """One writer at a time; raises what a FolderStore and what Known raises.

    `local` has the version of each file here; `pending` are paths to be told there. What is
    missing here and was not removed through `write` is no deletion but a loss.
    """

    def __init__(self, folder: Path, writer: str) -> None:
        self.lock = threading.RLock()
        self.files = FolderStore(folder / FILES, writer=writer)
        try:
            self.known = Known(folder / KNOWN)
            try:
                self.local: dict[str, str] = {}
                self.pending: set[str] = set()
                self._unread: list[str] = []
                self._look_through()
                self._recover()
                self.tidy()
            except BaseException:
                self.known.close()
                raise
        except BaseException:
            self.files.close()
            raise

    def close(self) -> None:
        with self.lock:
            self.files.close()
            self.known.close()

    def write(self, batch: Sequence[Change], message: str) -> Mapping[str, str]:
        """As a Store, and remembered as pending where it makes a difference."""
        mirrored = [change for change in batch if is_mirrored(change.path)]
        with self.lock:
            self.known.prepare(
                self._bodies({change.path for change in mirrored}),
                {change.path: self._said_of(change.path, message) for change in mirrored},
                {change.path for change in mirrored if change.content is None},
            )
            try:
                return self.files.write(batch, message=message)
            finally:
                self.look_at(change.path for change in mirrored)

    def look_at(self, paths: Iterable[str]) -> None:
        """Take over what these files are now; one that cannot be read counts as before, and
        what is a folder by now as no file."""
        for path in dict.fromkeys(paths):
            with contextlib.suppress(StoreError):
                try:
                    stored = self.files.read(path)
                except NotAFile:
                    stored = None
                if stored:
                    self.local[path] = stored.version
                else:
                    self.local.pop(path, None)
            self.count(path)

    def count(self, path: str) -> None:
        """Say whether a path is pending."""
        if is_pending(path, self.local, self.known.base, self.known.removed):
            self.pending.add(path)
        else:
            self.pending.discard(path)

    def content(self, path: str) -> bytes | None:
        """What a file says now. Raises what reading raises."""
        stored = self.files.read(path)
        self._take(path, stored)
        return stored.content if stored else None

    def base(self, path: str) -> bytes | None:
        """What both agreed on last, where it is at hand."""
        sha = self.known.base.get(path)
        if sha is None:
            return None
        if self.local.get(path) == sha:
            return self.content(path)
        return self.known.body(sha)

    def agreed(self) -> dict[str, str]:
        """The version of each file that both agreed on last."""
        with self.lock:
            return dict(self.known.base)

    def versions(self) -> dict[str, str]:
        """The version of each file here."""
        with self.lock:
            return dict(self.local)

    def lost(self) -> dict[str, str]:
        """Files that should be here and are not, without anybody having removed them."""
        with self.lock:
            missing = self.known.base.keys() - self.local.keys() - self.known.removed
            return {
                path: self.known.base[path]
                for path in missing
                if not lies_in(path, self._unread)
            }

    def count_from(self, there: Mapping[str, str], head: str) -> Collection[str]:
        """Count everything that is other here than there as a change of ours. Returns what goes
        there so; what was lost here, or cannot be read, was not removed."""
        with self.lock:
            paths = {*self.local, *self.known.base, *there}
            missing = there.keys() - self.local.keys() - self.lost().keys()
            removed = {path for path in missing if not lies_in(path, self._unread)}
            self.known.rebase(there, removed, head)
            for path in paths:
                self.count(path)
            return removed

    def tidy(self) -> None:
        """Forget what no merge can need."""
        known = self.known
        there = {known.base.get(path, "") for path in self.pending}
        known.tidy(there.union(sha for sha in known.sent.values() if sha), self.pending)

    def _said_of(self, path: str, message: str) -> str:
        """What is to be said of a file. What was forgotten in it goes apart, in one commit,
        also where something else is written before that could be told."""
        before = self.known.messages.get(path, "")
        is_told = path not in self.pending or (
            path in self.known.sent and self.known.sent[path] == self.local.get(path)
        )
        return FORGOTTEN if before == FORGOTTEN and not is_told else message

    def _take(self, path: str, stored: Stored | None) -> None:
        before = self.local.get(path)
        now = stored.version if stored else None
        if now == before:
            return
        if now is None:
            self.local.pop(path, None)
        else:
            self.local[path] = now
        self.count(path)

    def _bodies(self, paths: Collection[str]) -> dict[str, bytes]:
        """The content of files that are about to differ from what is there, or is sent."""
        bodies = {}
        for path in paths:
            here = self.local.get(path)
            if here is not None and here in (
                self.known.base.get(path),
                self.known.sent.get(path),
            ):
                with contextlib.suppress(StoreError):
                    if stored := self.files.read(path):
                        bodies[stored.version] = stored.content
        return bodies

    def _look_through(self) -> None:
        """Find out what is here."""
        before = self.known.seen()
        here = look_through(self.files, before)
        self._unread = here.unread
        self.local = here.versions(self.known.base)
        for path in {*self.local, *self.known.base}:
            self.count(path)
        gone = before.keys() - here.seen.keys()
        changed = {
            path: of_it for path, of_it in here.seen.items() if before.get(path) != of_it
        }
        if changed or gone:
            self.known.see(gone, changed)

    def _recover(self) -> None:
        """What was being brought here when the process ended is here, or is fetched again."""
        landings = self.known.landings()
        if landings:
            here = [row for row in landings if self.local.get(row.path) == row.made]
            self.known.end_landing(here, [row.path for row in here])
            for row in here:
                self.count(row.path)
