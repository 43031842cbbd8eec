"""What lies in the tree of slices: which files are slices, which months have an index."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from memory import paths
from memory.store import Store


@dataclass(slots=True)
class Survey:
    """`files`: slice id → path. `indexed`: months with an index. `strays` are files with names
    that no slice has; `doubles` are (path, the file with the same slice id that is read in its
    place).
    """

    files: dict[str, str] = field(default_factory=dict)
    indexed: set[str] = field(default_factory=set)
    strays: list[str] = field(default_factory=list)
    doubles: list[tuple[str, str]] = field(default_factory=list)


def survey(store: Store) -> Survey:
    """Looks at the names of all slices, not into any. Raises StoreUnreachable."""
    found = Survey()
    for year in _folders(store, paths.SLICES, found):
        for month in _folders(store, f"{paths.SLICES}/{year}", found):
            folder = f"{paths.SLICES}/{year}/{month}"
            for day in _folders(store, folder, found, month=f"{year}-{month}"):
                _day(store, f"{folder}/{day}", found)
    return found


def taken(store: Store, slice_id: str) -> bool:
    """Whether anything, be it a folder or a damaged file, has this slice's name."""
    folder, _, name = paths.slice_path(slice_id).rpartition("/")
    names = {child.name for child in store.children(folder)}
    return name in names or name.removesuffix(".md") in names


def _folders(store: Store, folder: str, found: Survey, month: str = "") -> Iterator[str]:
    for child in store.children(folder):
        if child.is_folder:
            yield child.name
        elif month and f"{folder}/{child.name}" == paths.index_path(month):
            found.indexed.add(month)
        else:
            found.strays.append(f"{folder}/{child.name}")


def _day(store: Store, folder: str, found: Survey) -> None:
    # Files first: beside the slice 1400.md, a folder 1400 may well be one with pictures.
    for child in sorted(store.children(folder), key=lambda child: child.is_folder):
        path = f"{folder}/{child.name}"
        if child.is_folder and not child.name.endswith(".md"):
            path = f"{path}/{paths.LATER_LAYOUT}"
        slice_id = paths.slice_id_of(path)
        if slice_id is None:
            found.strays.append(path)
        elif slice_id not in found.files:
            found.files[slice_id] = path
        elif _is_there(store, path):
            found.doubles.append((path, found.files[slice_id]))


def _is_there(store: Store, path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return name in {child.name for child in store.children(folder)}


def newest(store: Store) -> tuple[str, str] | None:
    """(slice id, path) of the latest slice by its id, found without looking at the others."""
    folder = paths.SLICES
    for _ in range(3):
        folders = [child.name for child in store.children(folder) if child.is_folder]
        if not folders:
            return None
        folder = f"{folder}/{max(folders)}"
    found = Survey()
    _day(store, folder, found)
    return max(found.files.items(), default=None)
