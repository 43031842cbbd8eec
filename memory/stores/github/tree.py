"""The files of a mirror: what is here, what was there, and what is other here since.

Before a file is changed that is as it was there, its content is kept: a merge needs it.
"""

import contextlib
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from memory.errors import BadPath, NotReadable, StoreError
from memory.store import Change, Stored, checked
from memory.stores.folder import FolderStore
from memory.stores.github.known import Known

FILES = "files"
_KNOWN = "remote.sqlite"


def is_mirrored(path: str) -> bool:
    """Whether a file of the repository is kept here; hidden ones are nobody's memory."""
    try:
        checked(path)
    except BadPath:
        return False
    return not any(part.startswith(".") for part in path.split("/"))


class Tree:
    """One writer at a time; raises what a FolderStore and what Known raises.

    `local` has the version of each file here; `pending` are paths to be told there. What is
    missing here and was not removed through `write` is no deletion but a loss.
    """

    def __init__(self, folder: Path, writer: str) -> None:
        self.lock = threading.RLock()
        self.files = FolderStore(folder / FILES, writer=writer)
        try:
            self.known = Known(folder / _KNOWN)
            try:
                self.local: dict[str, str] = {}
                self.pending: set[str] = set()
                self._unread: list[str] = []
                self._look_through()
                self._recover()
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
                {change.path: message for change in mirrored},
                {change.path for change in mirrored if change.content is None},
            )
            try:
                return self.files.write(batch, message=message)
            finally:
                self.look_at(change.path for change in mirrored)

    def look_at(self, paths: Iterable[str]) -> None:
        """Take over what these files are now; one that cannot be read counts as before."""
        for path in dict.fromkeys(paths):
            with contextlib.suppress(StoreError):
                stored = self.files.read(path)
                if stored:
                    self.local[path] = stored.version
                else:
                    self.local.pop(path, None)
            self.count(path)

    def count(self, path: str) -> None:
        """Say whether a path is pending."""
        here, there = self.local.get(path), self.known.base.get(path)
        if here != there and (here is not None or path in self.known.removed):
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

    def lost(self) -> dict[str, str]:
        """Files that should be here and are not, without anybody having removed them."""
        with self.lock:
            missing = self.known.base.keys() - self.local.keys() - self.known.removed
            return {
                path: self.known.base[path] for path in missing if not self._is_unread(path)
            }

    def count_from(self, there: Mapping[str, str], head: str) -> None:
        """Count everything that is other here than there as a change of ours."""
        with self.lock:
            paths = {*self.local, *self.known.base, *there}
            self.known.rebase(there, there.keys() - self.local.keys(), head)
            for path in paths:
                self.count(path)

    def tidy(self) -> None:
        """Forget what no merge can need."""
        known = self.known
        known.tidy({known.base.get(path, "") for path in self.pending}, self.pending)

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
        """Find out what is here, reading no file that looks as it did the last time."""
        before = self.known.seen()
        now: dict[str, tuple[str, str]] = {}
        for path, stamp in self._walk(""):
            known = before.get(path)
            if known and stamp and known[0] == stamp:
                now[path] = known
                continue
            try:
                stored = self.files.read(path)
            except NotReadable:
                self._unread.append(path)
                continue
            except StoreError:
                continue  # a link, a pipe: nothing that a repository could hold
            if stored:
                now[path] = (stamp, stored.version)
        self.local = {path: version for path, (_, version) in now.items()}
        for path, sha in self.known.base.items():
            if path not in self.local and self._is_unread(path):
                self.local[path] = sha
        for path in {*self.local, *self.known.base}:
            self.count(path)
        changed = {path: of_it for path, of_it in now.items() if before.get(path) != of_it}
        if changed or before.keys() - now.keys():
            self.known.see(before.keys() - now.keys(), changed)

    def _walk(self, folder: str) -> Iterator[tuple[str, str]]:
        try:
            children = self.files.children(folder)
        except NotReadable:
            self._unread.append(folder)
            return
        for child in children:
            path = f"{folder}/{child.name}" if folder else child.name
            if child.is_folder:
                yield from self._walk(path)
            else:
                yield path, child.stamp

    def _is_unread(self, path: str) -> bool:
        return any(f"{path}/".startswith(f"{one}/") for one in self._unread)

    def _recover(self) -> None:
        """What was being brought here when the process ended is here, or is fetched again."""
        landings = self.known.landings()
        if landings:
            here = [row for row in landings if self.local.get(row.path) == row.made]
            self.known.end_landing(here, [row.path for row in here])
            for row in here:
                self.count(row.path)
