"""A slice as its file has it, and reading it from there."""

from dataclasses import dataclass
from datetime import datetime

from memory import markdown
from memory.errors import REFUSALS, DamagedSlice, NotAFile
from memory.slices import Slice
from memory.store import Store

FORGOTTEN = "Forget what was taken back"
"""What history says where words go: nothing that could repeat them."""

INDEXED = "Index the slices"
"""What it says where what slices say is only repeated."""

_TAKEN_BACK = "Take back what was written"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a file says, its bytes, and their version.

    One with `damage` may have lost turns that the file still holds; it is never written over.
    """

    slice: Slice
    path: str
    content: bytes
    version: str
    damage: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read(store: Store, path: str, slice_id: str) -> Kept | None:
    """The slice at a path; None where nothing is there (any more).

    Raises StoreUnreachable, and DamagedSlice where it is not even a file that can be read.
    """
    try:
        stored = store.read(path)
    except REFUSALS as error:
        what = "it is not a file" if isinstance(error, NotAFile) else error.why
        raise DamagedSlice(path, what) from error
    if stored is None:
        return None
    reading = markdown.decode(stored.content, slice_id)
    return Kept(
        reading.slice, path, stored.content, stored.version, reading.damage, reading.notes
    )


def taken_back(at: datetime) -> str:
    """What history says where files go back to what they were before that moment (UTC)."""
    return f"{_TAKEN_BACK} at {at:%Y-%m-%d %H:%M}"


def has_own_commit(said: str) -> bool:
    """Whether all that is done under this message is told at once, and apart from the rest."""
    return said == FORGOTTEN or said.startswith(_TAKEN_BACK)


def message(slice_: Slice) -> str:
    """What history says of a change: "Slice 2026-07-07 15:58: moving the workshop"."""
    about = f": {slice_.mark.focus}" if slice_.mark.focus else ""
    return f"Slice {slice_.start:%Y-%m-%d %H:%M}{about}"
