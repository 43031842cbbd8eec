"""Slices as files of a store, and the catalog of them: read, made, written over by merge.

Slices are the truth. What is held here is a copy of each open slice as it was last written, and
the entries of the closed ones, from the month indexes where these say enough.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from memory import catalog, markdown, paths, strands
from memory.catalog import Catalog, Entry
from memory.errors import (
    BadSliceId,
    Conflict,
    DamagedSlice,
    NotAFile,
    StoreError,
    StoreUnreachable,
    WriteRefused,
)
from memory.merge import merge
from memory.slices import Slice
from memory.store import Change, Store
from memory.survey import survey, taken

# A person cannot edit one file faster than this many times while we write it once.
_ATTEMPTS = 8


@dataclass(frozen=True, slots=True)
class Kept:
    """A slice as its file has it: what it says, its bytes, and their version.

    A slice with `damage` may have lost turns that the file still holds; it is never written
    over.
    """

    slice: Slice
    path: str
    content: bytes
    version: str
    damage: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read(store: Store, path: str, slice_id: str) -> Kept | None:
    """The slice at a path; None where nothing is there (any more).

    Raises StoreUnreachable, and DamagedSlice where the path is not even a file.
    """
    try:
        stored = store.read(path)
    except NotAFile as error:
        raise DamagedSlice(path, "it is not a file") from error
    if stored is None:
        return None
    reading = markdown.decode(stored.content, slice_id)
    return Kept(
        reading.slice, path, stored.content, stored.version, reading.damage, reading.notes
    )


class SliceFiles:
    """Every method may raise what the store raises (StoreUnreachable, WriteRefused…)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._paths: dict[str, str] = {}
        self._active: dict[str, Kept] = {}
        # Left out of the indexes, so that they are looked at again until somebody mends them.
        self._damaged: set[str] = set()
        # Months whose index does not say yet what the catalog says.
        self._outdated: set[str] = set()
        self.catalog = Catalog()
        self._load()

    @property
    def active(self) -> list[Kept]:
        """Open slices, oldest first, damaged ones included."""
        return sorted(self._active.values(), key=lambda kept: kept.slice.start)

    def path(self, slice_id: str) -> str:
        """Raises BadSliceId for a slice that is not on the timeline."""
        try:
            return self._paths[slice_id]
        except KeyError:
            raise BadSliceId(slice_id) from None

    def read(self, slice_id: str) -> Kept:
        """Raises BadSliceId for one not on the timeline (any more), and DamagedSlice."""
        kept = self._active.get(slice_id) or read(self._store, self.path(slice_id), slice_id)
        if kept is None:
            self._lose(slice_id)
            raise BadSliceId(slice_id)
        return kept

    def read_if_there(self, slice_id: str) -> Kept | None:
        """As `read`, as far as it can be read; None for a slice that is gone or is no file."""
        try:
            return self.read(slice_id)
        except (BadSliceId, DamagedSlice):
            return None

    def read_whole(self, slice_id: str) -> Kept | None:
        """As `read`; None for a slice that is gone or damaged and so cannot be written over."""
        kept = self.read_if_there(slice_id)
        return None if kept is None or kept.damage else kept

    def create(self, slice_: Slice, *, index: bool = True) -> Slice:
        """Write a new slice under the first free id of its minute; the index too if asked,
        else with the next change or by `index`."""
        minute = paths.minute_id(slice_.start)
        nth = 1
        while taken(self._store, paths.nth_id(minute, nth)):
            nth += 1
        named = replace(slice_, slice_id=paths.nth_id(minute, nth))
        self._put(named, paths.slice_path(named.slice_id), None, index=index)
        return named

    def rewrite(self, kept: Kept, changed: Slice) -> Slice | None:
        """Write a changed slice over the kept one, merged with what somebody else made of it.

        None when it was removed or damaged meanwhile: what the person took away stays away, and
        what cannot be read whole is not written over.
        """
        for _ in range(_ATTEMPTS):
            try:
                self._put(changed, kept.path, kept)
            except Conflict:
                theirs = read(self._store, kept.path, kept.slice.slice_id)
                if theirs is None:
                    self._lose(kept.slice.slice_id)
                    return None
                if theirs.damage:
                    self._remember(theirs)
                    return None
                changed = merge(kept.slice, changed, theirs.slice)
                kept = theirs
            else:
                return changed
        raise Conflict(kept.path, kept.version)

    def index(self) -> None:
        """Write the indexes that do not say yet what the catalog says, and the strands.

        There are such after pieces of a past were created without, and after the place said no
        when a slice was written already and its index was not.
        """
        if self._outdated:
            self._store.write(self._derived(self._outdated), message="Index the slices")
            self._outdated = set()

    def rebuild(self, watch: Callable[[Collection[str]], Iterable[str]]) -> int:
        """Make every derived file again from the slices alone; returns the number of slices."""
        before = self._paths, self._active, self.catalog
        try:
            found = survey(self._store)
            self._paths, self._active, self.catalog = dict(found.files), {}, Catalog()
            for slice_id in watch(found.files.keys()):
                self._take(slice_id)
        except BaseException:
            # Interrupted half-way: what was known before is better than half of it.
            self._paths, self._active, self.catalog = before
            raise
        months = {
            paths.month_of(entry.slice_id)
            for entry in self.catalog
            if entry.slice_id not in self._damaged
        }
        gone = [
            Change(paths.index_path(month), None, anyway=True)
            for month in sorted(found.indexed - months)
        ]
        self._outdated = months
        self._store.write([*self._derived(months), *gone], message="Rebuild the indexes")
        self._outdated = set()
        return len(self._paths)

    def _load(self) -> None:
        found = survey(self._store)
        self._paths = found.files
        for month in sorted(found.indexed):
            stored = self._store.read(paths.index_path(month))
            for entry in catalog.parse(stored.content) if stored else ():
                if entry.slice_id in self._paths and paths.month_of(entry.slice_id) == month:
                    self.catalog.put(entry)
        for slice_id in [one for one in self._paths if one not in self.catalog]:
            self._take(slice_id)

    def _take(self, slice_id: str) -> None:
        """Remember a slice from its file; leave out one that is gone or is no file."""
        try:
            kept = read(self._store, self._paths[slice_id], slice_id)
        except DamagedSlice:
            kept = None
        if kept is None:
            del self._paths[slice_id]
        else:
            self._remember(kept)

    def _remember(self, kept: Kept) -> None:
        slice_id = kept.slice.slice_id
        self._forget(slice_id)
        self._paths[slice_id] = kept.path
        if kept.damage:
            self._damaged.add(slice_id)
        if kept.slice.is_open:
            self._active[slice_id] = kept
        else:
            self.catalog.put(catalog.entry(kept.slice))

    def _forget(self, slice_id: str) -> None:
        self._paths.pop(slice_id, None)
        self._active.pop(slice_id, None)
        self._damaged.discard(slice_id)
        self.catalog.discard(slice_id)

    def _lose(self, slice_id: str) -> None:
        """Somebody took a slice away: it is not on the timeline any more."""
        if slice_id in self.catalog:
            self._outdated.add(paths.month_of(slice_id))
        self._forget(slice_id)

    def _put(self, slice_: Slice, path: str, over: Kept | None, *, index: bool = True) -> None:
        """Write a slice and, where they are to say something else, the derived files with it.

        An open slice is in none of these, so that nothing but its file is written then.
        """
        is_indexed = not slice_.is_open or slice_.slice_id in self.catalog
        if is_indexed:
            self._outdated.add(paths.month_of(slice_.slice_id))
        derived = self._derived(self._outdated, slice_) if is_indexed and index else []
        content = markdown.encode(slice_, over.content if over else b"")
        batch = [Change(path, content, over.version if over else None), *derived]
        try:
            versions = self._store.write(batch, message=_message(slice_))
        except (StoreUnreachable, WriteRefused):
            # The slice itself may have been written before the place said no.
            with contextlib.suppress(StoreError):
                stored = self._store.read(path)
                if stored and stored.content == content:
                    self._remember(Kept(slice_, path, content, stored.version))
            raise
        if derived:
            self._outdated = set()
        self._remember(Kept(slice_, path, content, versions[path]))

    def _derived(self, months: Iterable[str], changed: Slice | None = None) -> list[Change]:
        entries = {entry.slice_id: entry for entry in self.catalog}
        if changed is not None:
            entries.pop(changed.slice_id, None)
            if not changed.is_open:
                entries[changed.slice_id] = catalog.entry(changed)
        by_month: dict[str, list[Entry]] = {month: [] for month in sorted(months)}
        for entry in entries.values():
            if entry.slice_id in self._damaged:
                continue
            by_month.get(paths.month_of(entry.slice_id), []).append(entry)
        woven = strands.dump(strands.weave(entries.values())) if entries else None
        return [
            *(
                Change(
                    paths.index_path(month),
                    catalog.dump(month, of_month) if of_month else None,
                    anyway=True,
                )
                for month, of_month in by_month.items()
            ),
            Change(paths.STRANDS, woven, anyway=True),
        ]


def _message(slice_: Slice) -> str:
    """What history says of a change: "Slice 2026-07-07 15:58: moving the workshop"."""
    about = f": {slice_.mark.focus}" if slice_.mark.focus else ""
    return f"Slice {slice_.start:%Y-%m-%d %H:%M}{about}"
