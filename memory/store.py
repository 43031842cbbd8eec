"""The port: what the timeline asks of a place that keeps files."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from memory.errors import BadPath, NotReadable


@dataclass(frozen=True, slots=True)
class Stored:
    """One file as it was read. `version` names exactly these bytes."""

    content: bytes
    version: str


@dataclass(frozen=True, slots=True)
class Child:
    """What lies in a folder. `stamp` is another one whenever a file's content is, and may be
    another when it is not; it is empty where the place has nothing so cheap to tell."""

    name: str
    is_folder: bool
    stamp: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Change:
    """One file to write, or with `content` None to remove.

    `expected` is the version the writer last saw; None means that nothing may be there.
    Derived files, which anybody can make again, may be written `anyway`. With `straight` the
    file is written only where its path says: a link on the way, in a place that has links,
    is a BadPath.
    """

    path: str
    content: bytes | None
    expected: str | None = None
    anyway: bool = False
    straight: bool = False


class Store(Protocol):
    """A tree of files at relative paths with forward slashes, written by compare-and-set.

    Every method raises StoreUnreachable when the place cannot be asked (a place that is down is
    not an empty place) and BadPath for a path that leaves the tree.
    """

    def read(self, path: str) -> Stored | None:
        """The file, or None where nothing is there.

        Raises NotAFile where a folder is, and NotReadable when this one file cannot be read
        (permission, a broken disk) although the place can be asked.
        """

    def children(self, folder: str) -> Sequence[Child]:
        """What lies directly in a folder, by name; () where there is no such folder.

        What is neither a file nor a folder (a link that strays, a pipe) is listed as no folder:
        reading it says what is wrong. Raises NotReadable as `read` does.
        """

    def write(self, batch: Sequence[Change], *, message: str) -> Mapping[str, str]:
        """Make all changes in their order; returns path → new version of what was written.

        Each file is replaced whole or not at all. Before anything is written it raises Conflict
        when a file is not as expected, and what `read` raises, also for what is written
        `anyway`. Raises WriteRefused when the place says no; the changes before the refused one
        may then have been made, none of them half.
        """

    def close(self) -> None:
        """Give back what is held, the writer's lock included. May be called twice."""


def walk(
    store: Store, folder: str = "", unread: list[str] | None = None
) -> Iterator[tuple[str, Child]]:
    """Path and entry of every file below a folder, all for "".

    A folder that cannot be read is not to be taken for empty: it is added to `unread`, and
    without that raises NotReadable.
    """
    try:
        children = store.children(folder)
    except NotReadable:
        if unread is None:
            raise
        unread.append(folder)
        return
    for child in children:
        path = f"{folder}/{child.name}" if folder else child.name
        if child.is_folder:
            yield from walk(store, path, unread)
        else:
            yield path, child


def version_of(content: bytes) -> str:
    """The name that git gives to these bytes, so that a folder and a remote repository agree.

    Source: git's object format, sha1 over "blob", the length, a NUL and the content.
    """
    header = b"blob %d\0" % len(content)
    return hashlib.sha1(header + content, usedforsecurity=False).hexdigest()


def checked(path: str) -> str:
    """The same path, when it stays inside the tree; raises BadPath otherwise."""
    if not path or path.startswith("/"):
        raise BadPath(path, "it is not relative")
    if "\0" in path or "\\" in path:
        raise BadPath(path, "it holds a character that no path here has")
    if any(part in ("", ".", "..") for part in path.split("/")):
        raise BadPath(path, "it has empty or dotted parts")
    try:
        path.encode()
    except UnicodeEncodeError as error:  # half a surrogate pair: no place can store that name
        raise BadPath(path, "it holds a character that is not Unicode text") from error
    return path
