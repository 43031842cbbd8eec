"""The commits of a branch, from the newest on, page by page."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from memory.errors import BranchMissing, IncompleteAnswer
from memory.past import Commit
from memory.stores.github.fields import Fields
from memory.stores.github.prefix import Prefix
from memory.stores.github.wire import Wire

_A_PAGE = 100  # Source: GitHub's documentation of "list commits"; more are cut to as many
# Source: the same; outside of these git cannot tell times apart.
_FIRST, _LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2099, 12, 31, tzinfo=UTC)


def commits(
    wire: Wire, prefix: Prefix, branch: str | None, until: datetime | None, many: int
) -> Sequence[Commit]:
    """At most so many. Pages are counted by us: an address that an answer gives for the next
    one could lead anywhere."""
    if until is not None and until < _FIRST:
        return ()
    params: dict[str, Any] = {"per_page": min(many, _A_PAGE)}
    if branch:
        params["sha"] = branch
    if prefix.folder:
        params["path"] = prefix.folder
    if until is not None and until < _LAST:
        # What is asked for is whole seconds, of which the last one counts.
        params["until"] = f"{until.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    found: dict[str, Commit] = {}
    page, more = 1, True
    while more and len(found) < many:
        answer = wire.get("/commits", **params, page=page)
        if answer.status == 409:  # an empty repository
            return ()
        if answer.status == 404:
            _must_be_there(wire)
            raise BranchMissing(wire.name, branch or "of its own")
        entries = Fields(wire.name, wire.must(answer)).each
        # A commit that came meanwhile pushes the others on: one of them may come twice.
        before = len(found)
        found |= {one.sha: one for one in map(_commit, entries)}
        if entries and len(found) == before:
            raise IncompleteAnswer(wire.name, "the same commits come over and over")
        page, more = page + 1, answer.more and bool(entries)
    return tuple(found.values())[:many]


def _must_be_there(wire: Wire) -> None:
    """Raise RepositoryMissing unless it is only the branch that is missing."""
    wire.must(wire.get(""))


def _commit(entry: Fields) -> Commit:
    about = entry["commit"]
    author = about.get("author")
    name = author.get("name") if isinstance(author, dict) else None
    return Commit(
        sha=entry["sha"].sha,
        at=about["committer"]["date"].moment,
        message=about["message"].text,
        author=name if isinstance(name, str) else "",
    )
