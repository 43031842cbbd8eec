"""Git's objects, named by sha1 as git names them: blobs, trees within trees, commits."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

FILE, PROGRAM, LINK, FOLDER, SUBMODULE = "100644", "100755", "120000", "040000", "160000"
KINDS = {FOLDER: "tree", SUBMODULE: "commit"}


@dataclass(frozen=True)
class Entry:
    """What a name in a tree stands for."""

    mode: str
    sha: str

    @property
    def kind(self) -> str:
        return KINDS.get(self.mode, "blob")


@dataclass(frozen=True)
class Signature:
    name: str
    email: str
    at: datetime

    def __str__(self) -> str:
        return f"{self.name} <{self.email}> {int(self.at.timestamp())} +0000"


@dataclass(frozen=True)
class Commit:
    tree: str
    parents: tuple[str, ...]
    author: Signature
    committer: Signature
    message: str


@dataclass
class Objects:
    """All there ever was, whether or not a branch still leads to it."""

    blobs: dict[str, bytes] = field(default_factory=dict)
    trees: dict[str, dict[str, Entry]] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)

    def blob(self, content: bytes) -> str:
        sha = _sha("blob", content)
        self.blobs[sha] = content
        return sha

    def tree(self, entries: Mapping[str, Entry]) -> str:
        """Of the names in one folder."""

        def as_git_sorts(name: str) -> bytes:
            return (name + "/" if entries[name].mode == FOLDER else name).encode()

        content = b"".join(
            f"{entries[name].mode.lstrip('0')} {name}\0".encode()
            + bytes.fromhex(entries[name].sha)
            for name in sorted(entries, key=as_git_sorts)
        )
        sha = _sha("tree", content)
        self.trees[sha] = dict(sorted(entries.items(), key=lambda one: as_git_sorts(one[0])))
        return sha

    def tree_of(self, files: Mapping[str, Entry]) -> str:
        """Of files by their whole paths; folders come of themselves."""
        here: dict[str, Entry] = {}
        below: dict[str, dict[str, Entry]] = {}
        for path, entry in files.items():
            name, _, rest = path.partition("/")
            if rest:
                below.setdefault(name, {})[rest] = entry
            else:
                here[name] = entry
        for name, inside in below.items():
            here[name] = Entry(FOLDER, self.tree_of(inside))
        return self.tree(here)

    def commit(
        self,
        tree: str,
        parents: Sequence[str],
        message: str,
        author: Signature,
        committer: Signature | None = None,
    ) -> str:
        made = Commit(tree, tuple(parents), author, committer or author, message)
        lines = [f"tree {tree}", *(f"parent {one}" for one in parents)]
        lines += [f"author {made.author}", f"committer {made.committer}", "", message]
        sha = _sha("commit", "\n".join(lines).encode())
        self.commits[sha] = made
        return sha

    def files(self, tree: str, above: str = "") -> dict[str, Entry]:
        """Path → entry, of all that is no folder."""
        found = {}
        for name, entry in self.trees[tree].items():
            if entry.mode == FOLDER:
                found |= self.files(entry.sha, f"{above}{name}/")
            else:
                found[above + name] = entry
        return found

    def walk(self, tree: str, above: str = "") -> list[tuple[str, Entry]]:
        """Everything, each folder before what is in it."""
        found = []
        for name, entry in self.trees[tree].items():
            found.append((above + name, entry))
            if entry.mode == FOLDER:
                found += self.walk(entry.sha, f"{above}{name}/")
        return found

    def ancestors(self, commit: str) -> set[str]:
        """All the way back, the commit itself included."""
        found: set[str] = set()
        waiting = [commit]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.commits[one].parents
        return found


def _sha(kind: str, content: bytes) -> str:
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content).hexdigest()
