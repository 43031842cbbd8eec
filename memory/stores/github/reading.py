"""Trees, blobs and comparisons: what a commit holds, and what changed between two of them."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from memory.errors import IncompleteAnswer, StrangeAnswer
from memory.store import version_of
from memory.stores.github.fields import Fields
from memory.stores.github.history import commits
from memory.stores.github.prefix import Prefix
from memory.stores.github.remote import Comparison, Head
from memory.stores.github.wire import Answer, Wire

_FILES = frozenset({"100644", "100664", "100755"})
_MODES = _FILES | {"120000", "160000", "040000"}  # links, submodules and folders
_KINDS = frozenset({"blob", "commit", "tree"})
_EMPTY = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # the folder with nothing in it, to git
_MOST_FOLDERS = 4000  # that are asked for one by one
_MOST_COMPARED = 300  # Source: GitHub's documentation of "compare two commits"
_UNKNOWN = frozenset({404, 409, 422})
_MOST_SEARCHED = 1000  # commits
_UNRELATED = "no common ancestor"  # what the place says of two histories that share nothing


def listing(wire: Wire, prefix: Prefix, tree: str) -> dict[str, str]:
    """Path → blob of every file of a tree, or of a commit's tree, that lies below the prefix.

    A tree too large for one answer is read folder by folder.
    """
    found: dict[str, str] = {}
    waiting, asked = [(tree, "")], 0
    while waiting:
        folder, above = waiting.pop()
        asked += 1
        if asked > _MOST_FOLDERS:
            raise IncompleteAnswer(wire.name, "it has folders without end")
        got = _tree(wire, folder, recursive=True)
        if got["truncated"].flag:
            got = _tree(wire, folder, recursive=False)
            if got["truncated"].flag:
                raise IncompleteAnswer(wire.name, f"the folder {above or '/'} is too large")
            waiting += _folders(got, prefix, above)
        found |= _files(wire.name, got, prefix, above)
    return found


def _tree(wire: Wire, tree: str, *, recursive: bool) -> Fields:
    # The place takes any value of `recursive` for a yes.
    params: dict[str, Any] = {"recursive": 1} if recursive else {}
    got = Fields(wire.name, _must_have(wire, wire.get(f"/git/trees/{tree}", **params)))
    if not got["tree"].each and tree != _EMPTY:
        of_commit = Fields(wire.name, _must_have(wire, wire.get(f"/git/commits/{tree}")))
        if of_commit["tree"]["sha"].sha != _EMPTY:
            raise IncompleteAnswer(wire.name, "a folder came without what is in it")
    return got


def _folders(got: Fields, prefix: Prefix, above: str) -> Iterator[tuple[str, str]]:
    for entry in got["tree"].each:
        folder = f"{above}{entry['path'].path}"
        if entry["type"].text == "tree" and prefix.may_hold(folder):
            yield entry["sha"].sha, f"{folder}/"


def _files(name: str, got: Fields, prefix: Prefix, above: str) -> dict[str, str]:
    found = {}
    for entry in got["tree"].each:
        kind, mode = entry["type"].text, entry["mode"].text
        if kind not in _KINDS or mode not in _MODES:
            # What is not known for what it is would look like a file that is gone.
            raise StrangeAnswer(name, "a folder has something that is no file")
        if kind != "blob" or mode not in _FILES:
            continue
        path = prefix.below(f"{above}{entry['path'].path}")
        if path is not None:
            found[path] = entry["sha"].sha
    return found


def blob(wire: Wire, sha: str) -> bytes:
    """The content that has this name."""
    got = Fields(wire.name, _must_have(wire, wire.get(f"/git/blobs/{sha}")))
    text = got["content"].text
    try:
        content = base64.b64decode(text) if got.get("encoding") == "base64" else text.encode()
    except (binascii.Error, UnicodeEncodeError):
        raise IncompleteAnswer(wire.name, "a file is garbled") from None
    if version_of(content) != sha:
        raise IncompleteAnswer(wire.name, "a file is not the one that was asked for")
    return content


def _must_have(wire: Wire, answer: Answer) -> Any:
    """The content of an answer about something that was told of before. That it is not found
    says nothing of the repository, which the next look tells of."""
    if answer.status in _UNKNOWN:
        raise IncompleteAnswer(wire.name, "what it told of was not found")
    return wire.must(answer)


def comparison(wire: Wire, prefix: Prefix, base: str, head: Head) -> Comparison:
    """What changed from a commit to the head; from "" it is every file."""
    if base == head.commit:
        return Comparison()
    if not base or head.empty:
        # A repository that lost all its commits was rewritten, not emptied.
        now = {} if head.empty else listing(wire, prefix, head.tree)
        return Comparison(now, rewritten=head.empty)
    answer = wire.get(f"/compare/{base}...{head.commit}")
    if answer.status in _UNKNOWN:
        _must_be_rewritten(wire, base, head, answer.said)
        return Comparison(rewritten=True)
    got = Fields(wire.name, wire.must(answer))
    status = got["status"].text
    if status == "behind" and _tip(wire, head.branch) == base:
        # A machine of the place that has not heard of the last commit yet: no force-push.
        raise IncompleteAnswer(wire.name, "the branch was told of as it was before")
    if status in ("behind", "diverged"):
        return Comparison(rewritten=True)
    if status != "ahead":
        # Two commits that are not one are never identical.
        raise StrangeAnswer(wire.name, "what should compare two commits does not")
    files = got["files"].each
    if not files and _tree_of(wire, base) != head.tree:
        raise IncompleteAnswer(wire.name, "what changed came without what changed")
    if len(files) < _MOST_COMPARED and not any(map(_may_be_no_file, files)):
        return Comparison(_compared(files, prefix))
    before, after = listing(wire, prefix, base), listing(wire, prefix, head.tree)
    return Comparison(difference(before, after))


def _must_be_rewritten(wire: Wire, base: str, head: Head, said: str) -> None:
    """Of one answer that knows no such commits nobody believes that a history was rewritten.

    Raises RepositoryMissing when it is the repository that cannot be seen, and IncompleteAnswer
    when both commits are there and yet not compared.
    """
    _tree_of(wire, head.commit)
    if _UNRELATED in said.lower():
        return
    answer = wire.get(f"/git/commits/{base}")
    if answer.status in _UNKNOWN:
        return
    wire.must(answer)
    # Not every such place says in words that they share nothing; then the history itself does.
    above = {one.sha for one in commits(wire, Prefix(""), head.commit, None, _MOST_SEARCHED)}
    is_whole = head.commit in above and len(above) < _MOST_SEARCHED
    if base in above or not is_whole:
        raise IncompleteAnswer(wire.name, "two commits that are there were not compared")


def _tree_of(wire: Wire, commit: str) -> str:
    """Raises StrangeAnswer where the answer is no commit."""
    got = Fields(wire.name, wire.must(wire.get(f"/git/commits/{commit}")))
    return got["tree"]["sha"].sha


def has_branch(wire: Wire, branch: str) -> bool:
    """Whether the branch leads to a commit, asked in another way than for the commit."""
    answer = wire.get(f"/git/ref/heads/{quote(branch)}")
    if answer.status in (404, 409):
        return False
    wire.must(answer)
    return True


def _tip(wire: Wire, branch: str) -> str:
    answer = wire.get(f"/git/ref/heads/{quote(branch)}")
    return Fields(wire.name, wire.must(answer))["object"]["sha"].sha


def _may_be_no_file(file: Fields) -> bool:
    """Whether it may be a submodule, which has a commit and no content; a listing knows."""
    patch = file.get("patch")
    return isinstance(patch, str) and "Subproject commit" in patch


def _compared(files: list[Fields], prefix: Prefix) -> Mapping[str, str | None]:
    """A file that was renamed is gone where it was, unless another came in its place."""
    gone: set[str] = set()
    there: dict[str, str | None] = {}
    for file in files:
        path = file["filename"].path
        if file["status"].text == "removed":
            gone.add(path)
        else:
            there[path] = file["sha"].sha
        if file["status"].text == "renamed":
            gone.add(file["previous_filename"].path)
    changed = dict.fromkeys(gone) | there
    return {
        below: sha for full, sha in changed.items() if (below := prefix.below(full)) is not None
    }


def difference(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str | None]:
    """Path → blob, or None for what is gone."""
    gone: dict[str, str | None] = dict.fromkeys(before.keys() - after.keys())
    return gone | {path: sha for path, sha in after.items() if before.get(path) != sha}
