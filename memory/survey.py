"""What lies in the tree of slices: which files are slices, which months have an index."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from memory import paths
from memory.errors import BadPath, NotAFile, NotReadable
from memory.store import Child, Store

_ABOVE = ("memory", "memory/episodic", paths.SLICES)
_NOT_A_FOLDER = "a file or a link is where a folder should be"
_NOT_TO_BE_READ = (BadPath, NotReadable)


@dataclass(slots=True)
class Survey:
    """`files`: slice id → path; `stamps`: slice id → the stamp of that file. `indexed`: months
    with an index, or something in its place. `strays` are files with names that no slice has;
    `doubles` are (path, the file with the same slice id that is read in its place).
    `unreadable` are (folder, why it was passed over).
    """

    files: dict[str, str] = field(default_factory=dict)
    stamps: dict[str, str] = field(default_factory=dict)
    indexed: set[str] = field(default_factory=set)
    strays: list[str] = field(default_factory=list)
    doubles: list[tuple[str, str]] = field(default_factory=list)
    unreadable: list[tuple[str, str]] = field(default_factory=list)

    def hides(self, path: str) -> bool:
        """Whether a slice or an index would lie in a folder that cannot be read."""
        inside = path.removesuffix(".md") + "/"  # 1400.md may be 1400/timeline/core.md
        return any(inside.startswith(f"{folder}/") for folder, _ in self.unreadable)

    def is_whole(self, month: str) -> bool:
        """Whether every folder of a month could be read."""
        inside = paths.index_path(month).removesuffix(paths.INDEX)
        return not any(f"{folder}/".startswith(inside) for folder, _ in self.unreadable)


def survey(store: Store) -> Survey:
    """Looks at the names of all slices, not into any. Raises StoreUnreachable.

    A folder that cannot be read is passed over and named in `unreadable`.
    """
    found = Survey()
    for year in _folders(store, paths.SLICES, found):
        for month in _folders(store, f"{paths.SLICES}/{year}", found):
            folder = f"{paths.SLICES}/{year}/{month}"
            for day in _folders(store, folder, found, month=f"{year}-{month}"):
                _day(store, f"{folder}/{day}", found)
    if not found.files:
        _look_above(store, found)
    return found


def survey_all(store: Store) -> Survey:
    """As `survey`. Raises NotReadable when no slice can be seen: that is no empty timeline."""
    found = survey(store)
    for folder, why in found.unreadable:
        if folder in _ABOVE:
            raise NotReadable(folder, why)
    return found


def taken(store: Store, slice_id: str) -> bool:
    """Whether anything, be it a folder or a damaged file, has this slice's name."""
    folder, _, name = paths.slice_path(slice_id).rpartition("/")
    names = {child.name for child in store.children(folder)}
    return name in names or name.removesuffix(".md") in names


def newest(store: Store) -> tuple[str, str] | None:
    """(slice id, path) of the latest slice by its id, found without looking at the others."""
    return _newest(store, paths.SLICES, Survey(), levels=3)


def _newest(store: Store, folder: str, found: Survey, *, levels: int) -> tuple[str, str] | None:
    if not levels:
        _day(store, folder, found)
        return max(found.files.items(), default=None)
    for name in sorted(_folders(store, folder, found), reverse=True):
        newest = _newest(store, f"{folder}/{name}", found, levels=levels - 1)
        if newest:
            return newest
    return None


def _children(store: Store, folder: str, found: Survey) -> Sequence[Child]:
    try:
        return store.children(folder)
    except _NOT_TO_BE_READ as error:
        found.unreadable.append((folder, error.why))
        return ()


def _folders(store: Store, folder: str, found: Survey, month: str = "") -> Iterator[str]:
    for child in _children(store, folder, found):
        path = f"{folder}/{child.name}"
        if month and path == paths.index_path(month):
            found.indexed.add(month)
        elif child.is_folder:
            yield child.name
        elif re.fullmatch("[0-9]{4}" if folder == paths.SLICES else "[0-9]{2}", child.name):
            found.unreadable.append((path, _NOT_A_FOLDER))
        else:
            found.strays.append(path)


def _day(store: Store, folder: str, found: Survey) -> None:
    # Files first: beside the slice 1400.md, a folder 1400 may well be one with pictures.
    for child in sorted(
        _children(store, folder, found),
        key=lambda child: (child.is_folder, not child.name.endswith(".md")),
    ):
        path = f"{folder}/{child.name}"
        later = f"{path}/{paths.LATER_LAYOUT}"
        if child.is_folder and not child.name.endswith(".md"):
            path = later
        slice_id = paths.slice_id_of(path)
        hidden = None if child.is_folder else paths.slice_id_of(later)
        if hidden and hidden not in found.files:
            found.unreadable.append((path, _NOT_A_FOLDER))
        elif slice_id is None:
            found.strays.append(path)
        elif slice_id not in found.files:
            found.files[slice_id] = path
            found.stamps[slice_id] = child.stamp
        elif _is_there(store, path, found):
            found.doubles.append((path, found.files[slice_id]))


def _is_there(store: Store, path: str, found: Survey) -> bool:
    folder, _, name = path.rpartition("/")
    return name in {child.name for child in _children(store, folder, found)}


def _look_above(store: Store, found: Survey) -> None:
    """No slice at all: because none was written yet, or because what should hold them is no
    folder? The topmost reason is named in place of those below it."""
    for folder in _ABOVE:
        try:
            why = _NOT_A_FOLDER if store.read(folder) else ""
        except NotAFile:
            continue
        except _NOT_TO_BE_READ as error:
            why = error.why
        if why:
            found.unreadable[:] = [(folder, why)]
            return
