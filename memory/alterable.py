"""Slices that are written over as they are now, without a merge, or taken away for good.

A turn that goes on a slice is merged with what a person made of the file meanwhile. Who takes
words away means those that stand there: so the file is read anew, and if it changes before it
is written, it is read again. Derived files are written even where the slice says already what
it should: the process may have ended between the two.
"""

from collections.abc import Callable

from memory import paths
from memory.errors import REFUSALS, BadSliceId, Conflict, DamagedSlice
from memory.files import SliceFiles
from memory.kept import FORGOTTEN, Kept, read
from memory.slices import Slice
from memory.store import Change

# A person cannot edit one file faster than this many times while we write it once.
_ATTEMPTS = 8


class AlterableFiles(SliceFiles):
    """Every method may raise what the store raises (StoreUnreachable, WriteRefused…)."""

    def look(self, slice_id: str) -> Kept:
        """A slice as its file is now, an open one too.

        Raises BadSliceId for one not on the timeline (any more), and DamagedSlice for one that
        must not be written over.
        """
        kept = read(self._store, self.path(slice_id), slice_id)
        if kept is None:
            self._lose(slice_id)
            raise BadSliceId(slice_id)
        if kept.damage:
            raise DamagedSlice(kept.path, kept.damage[0])
        return kept

    def alter(self, slice_id: str, change: Callable[[Slice], Slice]) -> Slice:
        """Write what `change` makes of a slice as it is now; raises as `look` does."""
        for _ in range(_ATTEMPTS):
            kept = self.look(slice_id)
            changed = change(kept.slice)
            if changed == kept.slice:
                self._remember(kept)
                if not changed.is_open:
                    self._write_derived(slice_id)
                return changed
            try:
                self._put(changed, kept.path, kept, FORGOTTEN)
            except (Conflict, *REFUSALS):
                continue
            self.changes.forgotten += 1
            return changed
        raise Conflict(kept.path, kept.version)

    def remove(self, slice_id: str, is_meant: Callable[[Slice], bool]) -> bool:
        """Take a slice away, with what the derived files say of it, if it is what is meant.

        One that is gone already was meant. Raises DamagedSlice.
        """
        for _ in range(_ATTEMPTS):
            try:
                kept = self.look(slice_id)
            except BadSliceId:
                self._write_derived(slice_id)
                return True
            if not is_meant(kept.slice):
                return False
            if self._take_away(kept):
                self.changes.forgotten += 1
                return True
        raise Conflict(kept.path, kept.version)

    def _take_away(self, kept: Kept) -> bool:
        """Whether it is gone: False when somebody has changed it meanwhile."""
        slice_id = kept.slice.slice_id
        self._derived.outdated.add(paths.month_of(slice_id))
        entries = [one for one in self.catalog if one.slice_id != slice_id]
        listed = [one for one in entries if one.slice_id not in self._damaged]
        change = Change(kept.path, None, kept.version)
        try:
            self._derived.write(
                self._derived.changes(entries, listed),
                FORGOTTEN,
                after=[change],
            )
        except (Conflict, *REFUSALS):
            return False
        self._forget(slice_id)
        self.changes.lose(slice_id)
        return True

    def _write_derived(self, slice_id: str) -> None:
        self._derived.outdated.add(paths.month_of(slice_id))
        self.index()
