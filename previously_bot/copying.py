"""What else lies in a repository, copied into another: nothing there is written over."""

from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

from memory import paths
from memory.errors import REFUSALS, Conflict, NotAFile
from memory.store import Change, Store, walk

FOLDERS = ("memory", "tasks", "sessions")

_LONGEST_MARK, _LONGEST_NAME = 40, 200  # code points, and bytes


def other_files(store: Store, but_for: Collection[str]) -> list[str]:
    """Every file below the folders that are ours, without those given and what is derived."""
    return [
        path
        for folder in FOLDERS
        for path, _ in walk(store, folder)
        if path not in but_for and not _is_derived(path)
    ]


def copy(path: str, source: Store, into: Store, owner: str) -> bool:
    """Copy one file; beside another of that name, under a name with the owner's in it.

    What is there already with this content is not copied again. False for what cannot be read,
    or has no place there. Raises what stores raise of more than one file.
    """
    try:
        stored = source.read(path)
        if stored is None:
            return True  # somebody took it away meanwhile
        for name in _names(path, owner):
            if _put(name, stored.content, into):
                return True
    except REFUSALS:
        return False
    return False


def _put(path: str, content: bytes, into: Store) -> bool:
    """Whether the file is there with this content. Raises what the store raises."""
    try:
        there = into.read(path)
        if there is None and not _is_below_a_file(path, into):
            into.write([Change(path, content, straight=True)], message=f"Bring {path} over")
            return True
    except (NotAFile, Conflict):
        return False
    return there is not None and there.content == content


def _is_below_a_file(path: str, into: Store) -> bool:
    for folder in [str(one) for one in PurePosixPath(path).parents][:-1]:
        try:
            if into.read(folder) is not None:
                return True
        except NotAFile:
            return False  # a folder, and so are those above it
    return False


def _names(path: str, owner: str) -> Iterator[str]:
    """The path, then such as memory/user/profile-lin.md and profile-lin-2.md."""
    yield path
    mark = "".join(one if one.isalnum() else "-" for one in owner)[:_LONGEST_MARK]
    place = PurePosixPath(path)
    stem = place.stem.encode()[:_LONGEST_NAME].decode(errors="ignore")
    for nth in range(1, 100):
        number = "" if nth == 1 else f"-{nth}"
        yield str(place.with_name(f"{stem}-{mark}{number}{place.suffix}"))


def _is_derived(path: str) -> bool:
    in_slices = path.startswith(f"{paths.SLICES}/") and path.endswith(f"/{paths.INDEX}")
    return in_slices or path == paths.STRANDS
