"""A person's whole repository as a zip in the state folder, for as long as it takes to send."""

import contextlib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from adapters.base import File
from memory.store import Store
from previously_bot.archive import write_archive
from previously_bot.errors import BadArgument

KEPT = timedelta(days=1)
"""So long a zip lies there; who is to get it later asks for another one."""

_FOLDER = "exports"


@dataclass(frozen=True, slots=True)
class Export:
    """The zip, how many files are in it, its size in bytes, and which could not be read."""

    file: File
    files: int
    size: int
    left_out: Sequence[str]


class Exports:
    """Of one person, whose files are in `store`."""

    def __init__(self, store: Store, state: Path, person: str) -> None:
        self._store = store
        self._person = person
        # A folder for each: two names may look the same when they are made plain.
        key = hashlib.sha256(person.encode("utf-8", "replace")).hexdigest()[:8]
        self._folder = state / _FOLDER / key

    def make(self, today: date) -> Export:
        """A zip of everything, in place of the one of the same day. Raises BadArgument where
        it cannot be written, and what the store raises."""
        name = f"timeline-{_plain(self._person)}-{today:%Y-%m-%d}.zip"
        target = self._folder / name
        try:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            packed, left_out = write_archive(self._store, target, iter)
            size = target.stat().st_size
        except OSError as error:
            raise BadArgument(
                f"{target} cannot be written ({error.strerror}); make room there."
            ) from error
        return Export(File(name, target), packed, size, left_out)

    def remove(self) -> list[str]:
        """Take all of them away, sent or not; the paths of those that are still there."""
        left: list[str] = []
        for zipped in self._folder.glob("*"):
            try:
                zipped.unlink(missing_ok=True)
            except OSError:
                left.append(str(zipped))
        return left


def remove_old(state: Path, now: datetime) -> None:
    """Take away zips that were made a day before `now` (aware) or earlier, half ones too."""
    for zipped in (state / _FOLDER).glob("*/*"):
        # One that cannot be removed now is looked at again at the next start.
        with contextlib.suppress(OSError):
            if zipped.stat().st_mtime <= (now - KEPT).timestamp():
                zipped.unlink()


def _plain(name: str) -> str:
    """A person's name in a file's: letters, digits and "-"."""
    return "".join(one if one.isalnum() else "-" for one in name)[:40] or "-"
