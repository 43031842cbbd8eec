"""A repository elsewhere, in memory: real names of blobs, trees and commits, a person who edits
there, and faults on demand. It keeps the promises of the port."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memory.errors import (
    ChangeRefused,
    HeadMoved,
    IncompleteAnswer,
    LimitReached,
    MayHaveLanded,
    RemoteUnreachable,
    RepositoryArchived,
)
from memory.store import version_of
from memory.stores.github.remote import (
    Budget,
    Comparison,
    Head,
    Made,
    RemoteChange,
    nobody,
)

NAME = "mara/timeline"
_EPOCH = datetime(2026, 7, 7, tzinfo=UTC)


@dataclass(frozen=True)
class Commit:
    files: Mapping[str, bytes]
    parent: str
    message: str
    by_bot: bool


class RemoteInMemory:
    """`down` is a network that is gone. `faults` are (method, kind) that come about once each:
    "down" before anything is done, "lost" after it was, "cut" in the middle of a download, and
    "killed" when the process that asks ends before it has the answer.
    `before_commit` is run once, when the next commit is on its way."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self.private, self.archived, self.down = True, False, False
        self.faults: list[tuple[str, str]] = []
        self.before_commit: list[object] = []
        self.commits: dict[str, Commit] = {}
        self.head = ""
        self.requests: list[str] = []
        self.limit: datetime | None = None  # no more requests until then
        self.refused: set[str] = set()  # paths that it does not take
        if files:
            self.person(files)

    # ---- what the person does there

    @property
    def files(self) -> dict[str, bytes]:
        return dict(self.commits[self.head].files) if self.head else {}

    def person(self, changes: Mapping[str, bytes | None], message: str = "by hand") -> None:
        self._advance(changes, message, by_bot=False)

    def edit(self, path: str, old: str, new: str) -> None:
        content = self.files[path].decode()
        assert old in content
        self.person({path: content.replace(old, new).encode()})

    def force(self, files: Mapping[str, bytes]) -> None:
        """A history of one commit in place of the one that was."""
        self.commits, self.head = {}, ""
        if files:
            self.person(files, "begin anew")

    def set_back(self) -> None:
        """The last commit is taken off the branch."""
        self.head = self.commits[self.head].parent

    def messages(self) -> list[str]:
        """Of the bot's commits, oldest first."""
        found, at = [], self.head
        while at:
            if self.commits[at].by_bot:
                found.append(self.commits[at].message)
            at = self.commits[at].parent
        return found[::-1]

    # ---- the port

    @property
    def budget(self) -> Budget | None:
        if not self.requests:
            return None
        return Budget(5000, 5000 - len(self.requests), _EPOCH + timedelta(hours=1))

    def look(self) -> Head:
        self._ask("look")
        return Head(
            commit=self.head,
            tree=_tree(self.files) if self.head else "",
            name=NAME,
            branch="main",
            default_branch="main",
            private=self.private,
            archived=self.archived,
        )

    def archive(self, commit: str) -> Iterator[tuple[str, bytes]]:
        cut = self._ask("archive") == "cut"
        files = sorted(self.commits[commit].files.items())
        yield from files[: len(files) // 2] if cut else files
        if cut:
            raise IncompleteAnswer(NAME, "the download was cut off")

    def compare(self, base: str, head: Head) -> Comparison:
        if self._ask("compare") == "cut":
            raise IncompleteAnswer(NAME, "the list was cut off")
        new = _names(self.commits[head.commit].files)
        if not base:
            return Comparison(dict(new))
        if base not in self._history(head.commit):
            return Comparison(rewritten=True)
        old = _names(self.commits[base].files)
        changed = {path: new.get(path) for path in old.keys() | new.keys()}
        return Comparison({path: sha for path, sha in changed.items() if old.get(path) != sha})

    def blob(self, sha: str) -> bytes:
        self._ask("blob")
        for commit in self.commits.values():
            for content in commit.files.values():
                if version_of(content) == sha:
                    return content
        raise AssertionError(f"{sha} was never there")

    def commit(
        self,
        head: Head,
        changes: Sequence[RemoteChange],
        message: str,
        at: datetime,
        made: Made = nobody,
    ) -> Head:
        for act in self.before_commit[:1]:
            assert callable(act)
            self.before_commit.clear()
            act()
        fault = self._ask("commit")
        if self.archived:
            raise RepositoryArchived(NAME)
        if self.refused & {change.path for change in changes}:
            raise ChangeRefused(NAME, "a file is too large")
        if head.commit != self.head:
            raise HeadMoved(NAME, "main")
        missing = [
            one.path for one in changes if one.content is None and one.path not in self.files
        ]
        assert not missing, f"{missing} are to be removed and not there"
        wanted = {change.path: change.content for change in changes}
        if not head.commit and len(wanted) > 1:
            first = next(iter(wanted))
            self._advance({first: wanted[first]}, "Begin this timeline", by_bot=True)
            if fault == "lost half-way":
                raise MayHaveLanded(NAME, "", "the answer was lost")
        if {
            **self.files,
            **{k: v for k, v in wanted.items() if v is not None},
        } != self.files or (None in wanted.values()):
            self._advance(wanted, message, by_bot=True, made=made)
        if fault == "killed":
            raise KeyboardInterrupt
        if fault == "lost":
            raise MayHaveLanded(NAME, self.head, "the answer was lost")
        return Head(
            self.head, _tree(self.files), NAME, "main", "main", self.private, self.archived
        )

    def _ask(self, method: str) -> str:
        self.requests.append(method)
        if self.limit:
            until, self.limit = self.limit, None
            raise LimitReached(NAME, until)
        if self.down:
            raise RemoteUnreachable(NAME, "the network is gone")
        for place, (whose, kind) in enumerate(self.faults):
            if whose == method:
                del self.faults[place]
                if kind == "down":
                    raise RemoteUnreachable(NAME, "the network is gone")
                return kind
        return ""

    def _history(self, commit: str) -> Iterator[str]:
        while commit:
            yield commit
            commit = self.commits[commit].parent

    def _advance(
        self,
        changes: Mapping[str, bytes | None],
        message: str,
        *,
        by_bot: bool,
        made: Made = nobody,
    ) -> None:
        files = self.files
        for path, content in changes.items():
            if content is None:
                del files[path]
                continue
            files[path] = content
            for other in list(files):
                # As git does: what takes a folder's place takes all that was in it.
                if other.startswith(f"{path}/") or path.startswith(f"{other}/"):
                    del files[other]
        nth = len(self.commits)
        said = f"tree {_tree(files)}\nparent {self.head}\nat {nth}\n\n{message}".encode()
        name = _name(b"commit", said)
        self.commits[name] = Commit(files, self.head, message, by_bot)
        made(name)
        self.head = name


def _names(files: Mapping[str, bytes]) -> dict[str, str]:
    return {path: version_of(content) for path, content in files.items()}


def _name(kind: bytes, content: bytes) -> str:
    header = b"%s %d\0" % (kind, len(content))
    return hashlib.sha1(header + content, usedforsecurity=False).hexdigest()


def _tree(files: Mapping[str, bytes]) -> str:
    """The name that git gives to a folder with these files."""
    entries: dict[str, tuple[bytes, str]] = {}
    inner: dict[str, dict[str, bytes]] = {}
    for path, content in files.items():
        name, slash, rest = path.partition("/")
        if slash:
            inner.setdefault(name, {})[rest] = content
        else:
            entries[name] = b"100644", version_of(content)
    for name, below in inner.items():
        entries[f"{name}/"] = b"40000", _tree(below)
    body = b"".join(
        b"%s %s\0%s" % (mode, name.removesuffix("/").encode(), bytes.fromhex(sha))
        for name, (mode, sha) in sorted(entries.items(), key=lambda one: one[0].encode())
    )
    return _name(b"tree", body)
