"""One commit out of a batch of changes: tree, commit, ref; never over somebody else's."""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from memory.errors import (
    BranchMissing,
    HeadMoved,
    MayHaveLanded,
    RemoteUnreachable,
    StrangeAnswer,
)
from memory.store import version_of
from memory.stores.github.fields import Fields
from memory.stores.github.prefix import Prefix
from memory.stores.github.refusals import is_trouble
from memory.stores.github.remote import Head, Made, RemoteChange
from memory.stores.github.wire import Answer, Wire

_LARGEST_INLINE = 500_000  # bytes of one file inside a tree
_LARGEST_TREE = 4_000_000  # bytes of all such files together
_MOST_ENTRIES = 500
_BEGINNING = "Begin this timeline"
_NO_FAST_FORWARD = re.compile(r"not a fast.forward", re.IGNORECASE)
_TAKEN = re.compile(r"\"?sha\"? wasn't supplied|already exists", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Author:
    """Who stands under the commits."""

    name: str
    email: str


class Writer:
    """Writes below a prefix; without an author the commits are the token owner's."""

    def __init__(self, wire: Wire, prefix: Prefix, author: Author | None) -> None:
        self._wire = wire
        self._prefix = prefix
        self._author = author
        self._sent: set[str] = set()

    def commit(
        self,
        head: Head,
        changes: Sequence[RemoteChange],
        message: str,
        at: datetime,
        made: Made,
    ) -> Head:
        signed = self._signed(message, at)
        if head.empty:
            given = [change for change in changes if change.content is not None]
            if not given:
                return head
            # Two commits of one title would look like the same one made twice.
            title = message if len(given) == 1 else _BEGINNING
            head = self._begin(head, given[0], self._signed(title, at))
            changes = given[1:]
        tree = head.tree
        for part in _parts(changes):
            tree = self._tree(tree, part)
        if tree == head.tree:
            return head
        body = {"tree": tree, "parents": [head.commit], **signed}
        commit = Fields(self._wire.name, self._write("POST", "/git/commits", body))["sha"].sha
        made(commit)
        self._advance(head.branch, commit)
        return replace(head, commit=commit, tree=tree)

    def _signed(self, message: str, at: datetime) -> dict[str, Any]:
        # What no text in UTF-8 or no commit can hold is not worth failing for.
        message = message.encode("utf-8", "replace").decode().replace("\0", "")
        if self._author is None:
            return {"message": message}
        who = {"name": self._author.name, "email": self._author.email, "date": _moment(at)}
        return {"message": message, "author": who, "committer": who}

    def _tree(self, base: str, changes: Sequence[RemoteChange]) -> str:
        entries = [self._entry(change) for change in changes]
        body = {"base_tree": base, "tree": entries}
        return Fields(self._wire.name, self._write("POST", "/git/trees", body))["sha"].sha

    def _entry(self, change: RemoteChange) -> dict[str, Any]:
        path = self._prefix.full(change.path)
        entry = {"path": path, "mode": "100644", "type": "blob"}
        if change.content is None:
            return {**entry, "sha": None}
        text = _inline(change.content)
        if text is not None:
            return {**entry, "content": text}
        return {**entry, "sha": self._blob(change.content)}

    def _blob(self, content: bytes) -> str:
        sha = version_of(content)
        # What was sent before a wait or a failure is not sent again.
        if sha not in self._sent:
            body = {"content": _base64(content), "encoding": "base64"}
            got = Fields(self._wire.name, self._write("POST", "/git/blobs", body))
            if got["sha"].sha != sha:
                raise StrangeAnswer(self._wire.name, "a file was stored as another one")
            self._sent.add(sha)
        return sha

    def _write(self, method: str, path: str, body: Mapping[str, Any]) -> Any:
        return self._wire.must(self._wire.put(method, path, body), writing=True)

    def _advance(self, branch: str, commit: str) -> None:
        """Let the branch end with a commit that is built upon what it ended with."""
        path = f"/git/refs/heads/{quote(branch)}"
        with_force = {"sha": commit, "force": False}
        answer = self._land("PATCH", path, with_force, commit)
        if answer.status == 422 and _NO_FAST_FORWARD.search(answer.said):
            raise HeadMoved(self._wire.name, branch)
        if answer.status == 422 and "Reference does not exist" in answer.said:
            raise BranchMissing(self._wire.name, branch)
        if answer.status == 422 and "Object does not exist" in answer.said:
            # What was just made there has not reached all of its machines.
            why = "it does not know its own commit yet"
            raise RemoteUnreachable(self._wire.name, why)
        moved = Fields(self._wire.name, self._wire.must(answer, writing=True))
        try:
            leads_to = moved["object"]["sha"].sha
        except StrangeAnswer:
            leads_to = ""
        if leads_to != commit:
            raise MayHaveLanded(self._wire.name, commit, "the answer is about another one")

    def _land(self, method: str, path: str, body: Mapping[str, Any], commit: str) -> Answer:
        """The one request of which it matters whether it was carried out."""
        try:
            answer = self._wire.put(method, path, body, once=True)
            if is_trouble(answer.status):
                raise MayHaveLanded(self._wire.name, commit, f"it answers with {answer.status}")
        except RemoteUnreachable as error:
            if not error.was_sent:
                raise
            raise MayHaveLanded(self._wire.name, commit, "the answer was lost") from None
        except StrangeAnswer:
            raise MayHaveLanded(self._wire.name, commit, "the answer is garbled") from None
        return answer

    def _begin(self, head: Head, change: RemoteChange, signed: Mapping[str, Any]) -> Head:
        """The first commit of a repository: the Git Data API refuses empty ones."""
        path = self._prefix.full(change.path)
        body = {**signed, "content": _base64(change.content or b"")}
        answer = self._land("PUT", f"/contents/{quote(path)}", body, "")
        if answer.status == 422 and _TAKEN.search(answer.said):
            raise HeadMoved(self._wire.name, head.branch)
        made = Fields(self._wire.name, self._wire.must(answer, writing=True))["commit"]
        if made["parents"].each:
            # Somebody else began it meanwhile; what is ours stands beside what is theirs.
            raise HeadMoved(self._wire.name, head.branch)
        commit, tree = made["sha"].sha, made["tree"]["sha"].sha
        if head.branch != head.default_branch:
            self._branch_off(head.branch, commit)
        return replace(head, commit=commit, tree=tree)

    def _branch_off(self, branch: str, commit: str) -> None:
        self._write("POST", "/git/refs", {"ref": f"refs/heads/{branch}", "sha": commit})


def _parts(changes: Sequence[RemoteChange]) -> Iterator[Sequence[RemoteChange]]:
    """The changes in as many trees as the place takes, one upon the other."""
    part: list[RemoteChange] = []
    size = 0
    for change in changes:
        length = len(change.content or b"")
        if part and (len(part) == _MOST_ENTRIES or size + length > _LARGEST_TREE):
            yield part
            part, size = [], 0
        part.append(change)
        size += length
    if part:
        yield part


def _inline(content: bytes) -> str | None:
    """The content as text, when it comes back as the same bytes from inside a tree."""
    if len(content) > _LARGEST_INLINE or b"\0" in content:
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
