"""What lies in the folder of a mirror, and what of it is to be told there."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from memory.errors import NotReadable, StoreError
from memory.store import Store, walk


@dataclass(slots=True)
class Here:
    """`seen` is path → the stamp of a file and its version; `unread` are files and folders that
    are here and cannot be read."""

    seen: dict[str, tuple[str, str]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    def versions(self, base: Mapping[str, str]) -> dict[str, str]:
        """The version of each file here; what cannot be read counts as it was agreed on."""
        found = {path: version for path, (_, version) in self.seen.items()}
        for path, sha in base.items():
            if path not in found and lies_in(path, self.unread):
                found[path] = sha
        return found


def look_through(files: Store, before: Mapping[str, tuple[str, str]]) -> Here:
    """Find out what is here, reading no file that looks as it did `before`."""
    here = Here()
    for path, child in walk(files, unread=here.unread):
        known = before.get(path)
        if known and child.stamp and known[0] == child.stamp:
            here.seen[path] = known
            continue
        try:
            stored = files.read(path)
        except NotReadable:
            here.unread.append(path)
            continue
        except StoreError:
            continue  # a link, a pipe: nothing that a repository could hold
        if stored:
            here.seen[path] = (child.stamp, stored.version)
    return here


def is_pending(
    path: str, here: Mapping[str, str], there: Mapping[str, str], removed: Collection[str]
) -> bool:
    """Whether a path is to be told there. What is missing here and was not removed on purpose
    is no deletion but a loss."""
    version = here.get(path)
    return version != there.get(path) and (version is not None or path in removed)


def lies_in(path: str, places: Collection[str]) -> bool:
    """Whether a path is one of these, or below one."""
    return any(f"{path}/".startswith(f"{one}/") for one in places)
