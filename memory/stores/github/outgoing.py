"""What is other here than in the repository elsewhere, as commits that a person likes to read.

Each slice has a commit of its own, in the order of time, with the account of its answers; what
belongs to no slice goes with the last one. When there are very many, it is one commit. What was
forgotten or taken back in one go is one commit of its own, before all others.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from memory import markdown, paths
from memory.errors import REFUSALS
from memory.file_merge import is_derived
from memory.kept import INDEXED, has_own_commit, message
from memory.store import version_of
from memory.stores.github.remote import RemoteChange
from memory.stores.github.tree import Tree

_MOST_COMMITS = 16
_MOST_NAMED = 20  # in the message of one commit


@dataclass(frozen=True, slots=True)
class Batch:
    """The files of one commit: what is `said` of it, or else what it is `about`. That is put
    into words when it is made, for files may change until then."""

    paths: Sequence[str]
    said: str = ""
    about: Sequence[str] = ()


class Outgoing:
    """Everything here is to be called in the lane of the person."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def has_closed(self) -> bool:
        """Whether a slice is pending that nobody speaks in any more."""
        with self._tree.lock:
            return any(not self._is_open(path) for path in self._slices())

    def is_urgent(self) -> bool:
        """Whether something is pending that is to be told at once."""
        with self._tree.lock:
            return any(map(self._said_apart, self._tree.pending)) or self.has_closed()

    def batches(self) -> list[Batch]:
        """All that is pending, in the order in which it is to be told."""
        with self._tree.lock:
            apart: dict[str, list[str]] = {}
            for path in sorted(self._tree.pending):
                if said := self._said_apart(path):
                    apart.setdefault(said, []).append(path)
            batches = [Batch(files, said) for said, files in apart.items()]
            return batches + self._of_slices(self._tree.pending.difference(*apart.values()))

    def _of_slices(self, pending: set[str]) -> list[Batch]:
        groups = [
            [path, *({paths.session_path(slice_id)} & pending)]
            for path, slice_id in self._slices().items()
            if path in pending
        ]
        rest = sorted(pending.difference(*groups))
        if not groups or len(groups) > _MOST_COMMITS:
            every = [*(path for group in groups for path in group), *rest]
            return [Batch(every, about=every)] if every else []
        groups[-1] += rest
        return [Batch(group, about=group[:1]) for group in groups]

    def message(self, batch: Batch) -> str:
        """What a commit of these files as they are now is to say."""
        with self._tree.lock:
            return batch.said or self._message(batch.about)

    def gather(self, batch: Batch) -> list[RemoteChange]:
        """The files of a batch as they are now; noted as sent. One that cannot be read is left
        out, and so is one in whose place there is a folder there, or the other way round, and
        one of which something was forgotten since the batch was made: it has another now."""
        tree = self._tree
        with tree.lock:
            there = sorted(tree.known.base)
            changes = []
            for path in batch.paths:
                if self._said_apart(path) not in ("", batch.said):
                    continue
                try:
                    content = tree.content(path)
                except REFUSALS:
                    continue
                if path in tree.pending and not self._collides(path, content, there):
                    changes.append(RemoteChange(path, content))
            tree.known.send(
                {
                    one.path: None if one.content is None else version_of(one.content)
                    for one in changes
                }
            )
            return changes

    def arrived(self, head: str) -> None:
        """What was gathered last is there now, with this commit."""
        tree = self._tree
        with tree.lock:
            sent = tree.known.sent
            tree.known.arrive(sent, head)
            for path in sent:
                tree.count(path)
            tree.tidy()

    def doubt(self, commit: str) -> None:
        """Whether what was gathered last is there, with this commit, is not known."""
        with self._tree.lock:
            self._tree.known.doubt(commit)

    def _slices(self) -> dict[str, str]:
        """path → slice id of what is pending, oldest first."""
        found = ((path, paths.slice_id_of(path)) for path in self._tree.pending)
        return dict(
            sorted(((path, one) for path, one in found if one), key=lambda pair: pair[1])
        )

    def _is_open(self, path: str) -> bool:
        try:
            content = self._tree.content(path)
        except REFUSALS:
            return True
        slice_id = paths.slice_id_of(path)
        if content is None or slice_id is None:
            return False
        return markdown.decode(content, slice_id).slice.is_open

    def _said_apart(self, path: str) -> str:
        """What is to be said of a path in a commit that is not a slice's; else ""."""
        said = self._tree.known.messages.get(path, "")
        return said if has_own_commit(said) else ""

    def _message(self, files: Iterable[str]) -> str:
        known = self._tree.known
        told = [path for path in files if not is_derived(path)] or list(files)
        of_each: dict[str, str] = {}  # what was said, or else the path → one such path
        for path in told:
            of_each.setdefault(known.messages.get(path) or path, path)
        named = [self._title(path) for path in islice(of_each.values(), _MOST_NAMED)]
        if len(of_each) < 2:
            return "".join(named)
        if more := len(of_each) - len(named):
            named.append(f"and {more} more")
        return "\n".join([f"{len(of_each)} changes", "", *named])

    def _title(self, path: str) -> str:
        """What is said of a change. Of a slice that is what it says of itself now: what was
        said when it was written may hold words that were taken back since."""
        said = self._tree.known.messages.get(path, "")
        if said and not (paths.slice_id_of(path) or is_derived(path)):
            return said
        try:
            content = self._tree.content(path)
        except REFUSALS:
            return f"Change {path}"
        if content is None:
            return f"Remove {path}"
        if is_derived(path):
            return INDEXED
        if slice_id := paths.slice_id_of(path):
            reading = markdown.decode(content, slice_id)
            if not reading.damage:
                return message(reading.slice)
        return f"Change {path}"

    def _collides(self, path: str, content: bytes | None, there: Sequence[str]) -> bool:
        """Whether writing this would take away other files there."""
        if content is None or path in self._tree.known.base:
            return False
        above = path.split("/")[:-1]
        for many in range(1, len(above) + 1):
            folder = "/".join(above[:many])
            if folder in self._tree.known.base and folder not in self._tree.pending:
                return True
        place = bisect_left(there, f"{path}/")
        return place < len(there) and there[place].startswith(f"{path}/")
