"""Files that the bot writes by its own choice, each with what it was before; and taken back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from functools import partial

from memory.errors import REFUSALS, Conflict
from memory.kept import taken_back
from memory.store import Change, Store, version_of
from previously_bot.journal import Journal, Written


class Fate(Enum):
    """What became of a file that was to be as before."""

    RESTORED = auto()
    REMOVED = auto()
    LEFT = auto()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The files that an answer wrote at a moment (UTC), by their paths."""

    at: datetime
    files: Mapping[str, Fate]


class OwnWrites:
    """In one person's repository. Without a `journal` nothing can be taken back.

    Every method may raise what the store and the state raise.
    """

    def __init__(self, store: Store, journal: Journal | None, person: str) -> None:
        self._store = store
        self._journal = journal
        self._person = person

    def write(self, change: Change, at: datetime) -> str:
        """Write one file for the answer of that moment; returns its new version.

        What it held before is on the disk first, and so is the version it is to have: whoever
        takes it back knows by that whether it was written.
        """
        content = change.content
        assert content is not None
        stored = self._store.read(change.path) if self._journal else None
        number = None
        if self._journal:
            before, after = stored.content if stored else None, version_of(content)
            number = self._journal.note(self._person, at, change.path, before, after)
        try:
            written = self._store.write([change], message=f"Write {change.path}")
        except Exception:
            # It may have been written before the place said no; then the note counts.
            if self._journal and number is not None and not self._is(change.path, content):
                self._journal.drop(number)
            raise
        return written[change.path]

    def take_back(self, by: str) -> TakenBack | None:
        """Make the files that the last answer wrote what they were before; None where there is
        none. A file that has changed since is left. `by` is the origin of the message that
        asks: when it is asked again after kill -9, the same files are meant.
        """
        taken = self._journal.take(self._person, by) if self._journal else []
        if not taken:
            return None
        files: dict[str, Fate] = {}
        for one in taken:
            # The last is first: a file that was written twice goes back in two steps.
            if files.get(one.path) is not Fate.LEFT:
                files[one.path] = self._take_back(one)
        return TakenBack(taken[0].at, dict(reversed(files.items())))

    def forget(self, is_lost: Callable[[str], bool]) -> None:
        """Keep no content for which this holds; what was written over it cannot be taken back
        any more."""
        if self._journal:
            was_lost = partial(_holds, is_lost)
            self._journal.forget(self._person, was_lost)

    def _take_back(self, written: Written) -> Fate:
        before = written.before
        try:
            stored = self._store.read(written.path)
            if stored and stored.version == written.after and stored.content != before:
                change = Change(written.path, before, stored.version, straight=True)
                self._store.write([change], message=taken_back(written.at))
            elif (stored.content if stored else None) != before:
                return Fate.LEFT
        except (*REFUSALS, Conflict):
            return Fate.LEFT
        return Fate.REMOVED if before is None else Fate.RESTORED

    def _is(self, path: str, content: bytes) -> bool:
        try:
            stored = self._store.read(path)
        except REFUSALS:
            return False
        return stored is not None and stored.content == content


def _holds(is_lost: Callable[[str], bool], content: bytes) -> bool:
    return is_lost(content.decode("utf-8", "replace"))
