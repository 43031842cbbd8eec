"""Slices as files of a store, and the catalog of them: read, made, written over by merge.

Slices are the truth. What is held here is a copy of each open slice as it was last written, and
the entries of the closed ones, from the month indexes where these say enough.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from memory import catalog, derived, markdown, paths
from memory.catalog import Catalog, Entry
from memory.changes import Changes
from memory.derived import DerivedFiles
from memory.errors import (
    REFUSALS,
    BadSliceId,
    Conflict,
    DamagedSlice,
    NotReadable,
    StoreError,
    StoreUnreachable,
    WriteRefused,
)
from memory.kept import INDEXED, Kept, message, read
from memory.merge import merge
from memory.slices import Slice
from memory.store import Change, Store, version_of
from memory.survey import Survey, survey_all, taken

# A person cannot edit one file faster than this many times while we write it once.
_ATTEMPTS = 8


class SliceFiles:
    """Every method may raise what the store raises (StoreUnreachable, WriteRefused…)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._paths: dict[str, str] = {}
        self._active: dict[str, Kept] = {}
        # Left out of the indexes, so that they are looked at again until somebody mends them.
        self._damaged: set[str] = set()
        self._derived = DerivedFiles(store)
        self.changes = Changes()
        self.catalog = Catalog()
        self._load()

    @property
    def slice_ids(self) -> Collection[str]:
        return self._paths.keys()

    @property
    def active(self) -> list[Kept]:
        """Open slices, oldest first, damaged ones included."""
        return sorted(self._active.values(), key=lambda kept: kept.slice.start)

    def entry(self, slice_id: str) -> Entry | None:
        kept = self._active.get(slice_id)
        return catalog.entry(kept.slice) if kept else self.catalog.get(slice_id)

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
        self._notice(kept)
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
        """Write a new slice under its id if that is free, else under the first free one of its
        minute; the index too if asked, else with the next change or by `index`."""
        named, nth = slice_, 0
        while not named.slice_id or taken(self._store, named.slice_id):
            nth += 1
            named = replace(slice_, slice_id=paths.nth_id(paths.minute_id(slice_.start), nth))
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
            except (Conflict, *REFUSALS):
                try:
                    theirs = read(self._store, kept.path, kept.slice.slice_id)
                except DamagedSlice as error:
                    if kept.slice.is_open:
                        self._remember(replace(kept, damage=(error.what,)))
                    return None
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
        if self._derived.outdated:
            self._derived.write(self._with(), INDEXED)

    def rebuild(self, watch: Callable[[Collection[str]], Iterable[str]]) -> int:
        """Make every derived file again from the slices alone; returns the number of slices.

        What the indexes said of slices that cannot be read now stays. Raises, when all else is
        done, the refusal of a derived file, or NotReadable for a folder.
        """
        before = self._paths, self._active, self.catalog
        try:
            found = survey_all(self._store)
            self._paths, self._active, self.catalog = dict(found.files), {}, Catalog()
            for slice_id in watch(found.files.keys()):
                self._take(slice_id)
            self._keep(found, before[-1])
        except BaseException:
            # Interrupted half-way: what was known before is better than half of it.
            self._paths, self._active, self.catalog = before
            raise
        self.changes.look_again(found.stamps, before[0].keys() | self._paths.keys())
        listed = (one.slice_id for one in self.catalog if one.slice_id not in self._damaged)
        months = {
            month
            for month in map(paths.month_of, listed)
            if not found.hides(paths.index_path(month))
        }
        gone = [
            Change(paths.index_path(month), None, anyway=True)
            for month in sorted(filter(found.is_whole, found.indexed - months))
        ]
        self._derived.outdated = months
        refused = self._derived.write([*self._with(), *gone], "Rebuild the indexes")
        for error in (*(NotReadable(*folder) for folder in found.unreadable), *refused):
            raise error
        return len(self._active) + sum(1 for _ in self.catalog)

    def look_again(self, touched: Collection[str]) -> None:
        """Take over files that somebody else wrote or took away, and index them anew."""
        for slice_id in sorted(filter(None, map(paths.slice_id_of, touched))):
            self._look_at(slice_id)
        self._derived.outdated |= set(filter(None, map(paths.month_indexed, touched)))
        if self._derived.outdated or paths.STRANDS in touched:
            self._derived.write(self._with(), INDEXED)

    def _look_at(self, slice_id: str) -> None:
        was_listed = slice_id in self.catalog
        for path in paths.places(slice_id):
            self._paths[slice_id] = path
            try:
                kept = read(self._store, path, slice_id)
            except DamagedSlice:
                return  # not to be read, but there
            if kept is not None:
                self._remember(kept)
                break
        else:
            self._lose(slice_id)
        if was_listed or slice_id in self.catalog:
            self._derived.outdated.add(paths.month_of(slice_id))

    def _load(self) -> None:
        found = survey_all(self._store)
        self._paths = found.files
        listed = derived.entries_of(self._store, sorted(found.indexed))
        for entry in listed:
            if entry.slice_id in self._paths and derived.is_likely(entry):
                self.catalog.put(entry)
        for slice_id in [one for one in self._paths if one not in self.catalog]:
            self._take(slice_id)
        self._keep(found, listed)
        self.changes.look_again(found.stamps)

    def _keep(self, found: Survey, listed: Iterable[Entry]) -> None:
        """Believe what the derived files say of slices that cannot be read."""

        def is_unread(slice_id: str) -> bool:
            if slice_id in self.catalog or slice_id in self._active:
                return False
            return slice_id in self._paths or found.hides(paths.slice_path(slice_id))

        self._derived.kept = {}
        if not (found.unreadable or any(map(is_unread, self._paths))):
            return
        for entry in filter(lambda entry: is_unread(entry.slice_id), listed):
            self._paths.setdefault(entry.slice_id, paths.slice_path(entry.slice_id))
            self.catalog.put(entry)
        self._derived.kept = derived.strands_among(self._store, is_unread)
        for slice_id in set().union(*self._derived.kept.values()):
            self._paths.setdefault(slice_id, paths.slice_path(slice_id))

    def _take(self, slice_id: str) -> None:
        """Remember a slice from its file; one that is gone is left out."""
        try:
            kept = read(self._store, self._paths[slice_id], slice_id)
        except DamagedSlice:
            return  # not to be read, but there
        if kept is None:
            del self._paths[slice_id]
        else:
            self._remember(kept)

    def _remember(self, kept: Kept) -> None:
        slice_id = kept.slice.slice_id
        self._forget(slice_id)
        self.changes.touch(slice_id, kept.version)
        self._paths[slice_id] = kept.path
        if kept.damage:
            self._damaged.add(slice_id)
        if kept.slice.is_open:
            self._active[slice_id] = kept
        else:
            self.catalog.put(catalog.entry(kept.slice))

    def _notice(self, kept: Kept) -> None:
        """Take over what somebody changed in a closed slice since its index was written."""
        known = self.catalog.get(kept.slice.slice_id)
        if known is not None and known != catalog.entry(kept.slice):
            self._derived.outdated.add(paths.month_of(kept.slice.slice_id))
            self._remember(kept)

    def _forget(self, slice_id: str) -> None:
        self._paths.pop(slice_id, None)
        self._active.pop(slice_id, None)
        self._damaged.discard(slice_id)
        self.catalog.discard(slice_id)
        self._derived.forget(slice_id)

    def _lose(self, slice_id: str) -> None:
        """Somebody took a slice away: it is not on the timeline any more."""
        if slice_id in self.catalog:
            self._derived.outdated.add(paths.month_of(slice_id))
        self._forget(slice_id)
        self.changes.lose(slice_id)

    def _put(
        self, slice_: Slice, path: str, over: Kept | None, said: str = "", *, index: bool = True
    ) -> None:
        """Write a slice and, where they are to say something else, the derived files with it.

        An open slice is in none of these, so that nothing but its file is written then.
        """
        if not slice_.is_open or slice_.slice_id in self.catalog:
            self._derived.outdated.add(paths.month_of(slice_.slice_id))
        with_it = self._with(slice_) if self._derived.outdated and index else []
        content = markdown.encode(slice_, over.content if over else b"")
        change = Change(path, content, over.version if over else None)
        try:
            self._derived.write(with_it, said or message(slice_), after=[change])
        except (StoreUnreachable, WriteRefused):
            # The slice itself may have been written before the place said no.
            with contextlib.suppress(StoreError):
                stored = self._store.read(path)
                if stored and stored.content == content:
                    self._remember(Kept(slice_, path, content, stored.version))
            raise
        self._remember(Kept(slice_, path, content, version_of(content)))

    def _with(self, changed: Slice | None = None) -> list[Change]:
        """The derived files that do not say yet what the catalog, and this slice, say."""
        entries = {entry.slice_id: entry for entry in self.catalog}
        if changed is not None:
            entries.pop(changed.slice_id, None)
            if not changed.is_open:
                entries[changed.slice_id] = catalog.entry(changed)
        listed = [one for one in entries.values() if one.slice_id not in self._damaged]
        return self._derived.changes(entries.values(), listed)
