"""A repository on GitHub, or on a GitHub Enterprise: a Remote for a mirror, and a Past."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from memory.errors import BranchMissing, IncompleteAnswer, StrangeAnswer
from memory.past import Commit
from memory.stores.github import archives, history, reading
from memory.stores.github.fields import Fields
from memory.stores.github.prefix import Prefix
from memory.stores.github.remote import (
    Budget,
    Comparison,
    Head,
    Made,
    RemoteChange,
    nobody,
)
from memory.stores.github.wire import API, Surroundings, Wire
from memory.stores.github.writing import Author, Writer


class GitHubRepository:
    """`name` is owner/name. Without a `branch` it is the repository's default one."""

    def __init__(
        self,
        name: str,
        token: str,
        around: Surroundings,
        *,
        branch: str | None = None,
        prefix: str = "",
        author: Author | None = None,
        api_url: str | None = None,
    ) -> None:
        self._wire = Wire(name, token, api_url or API, around)
        self._branch = branch
        self._prefix = Prefix(prefix)
        self._writer = Writer(self._wire, self._prefix, author)

    @property
    def budget(self) -> Budget | None:
        return self._wire.allowance.budget

    def look(self) -> Head:
        try:
            return self._look()
        except (IncompleteAnswer, StrangeAnswer):
            # What was strange must not count as what has not changed since.
            self._wire.forget()
            raise

    def _look(self) -> Head:
        got = Fields(self._wire.name, self._wire.must(self._wire.get("", again=True)))
        self._wire.follow(got["full_name"].text)
        default = got["default_branch"].text
        branch = self._branch or default
        self._wire.branch = branch
        commit, tree = self._tip(branch)
        return Head(
            commit=commit,
            tree=tree,
            name=self._wire.name,
            branch=branch,
            default_branch=default,
            # What an enterprise calls internal is private by name, and read by all in it.
            private=got["private"].flag and got.get("visibility") in (None, "private"),
            archived=got["archived"].flag,
        )

    def _tip(self, branch: str) -> tuple[str, str]:
        """The last commit and its tree; empty in an empty repository. A list of one commit is
        the only answer that has both and does not have the changes, however many. That there
        is none is believed when the branch is not there either."""
        wire = self._wire
        answer = wire.get("/commits", again=True, sha=branch, per_page=1)
        if answer.status == 404:
            raise BranchMissing(wire.name, branch)
        commits = [] if answer.status == 409 else Fields(wire.name, wire.must(answer)).each
        if not commits:
            if reading.has_branch(wire, branch):
                raise IncompleteAnswer(wire.name, "a branch that is there came without commits")
            return "", ""
        return commits[0]["sha"].sha, commits[0]["commit"]["tree"]["sha"].sha

    @property
    def name(self) -> str:
        return self._wire.name

    def commits(self, until: datetime | None = None, *, many: int) -> Sequence[Commit]:
        return history.commits(self._wire, self._prefix, self._branch, until, many)

    def archive(self, commit: str) -> Iterator[tuple[str, bytes]]:
        return archives.files(self._wire, self._prefix, commit)

    def compare(self, base: str, head: Head) -> Comparison:
        return reading.comparison(self._wire, self._prefix, base, head)

    def blob(self, sha: str) -> bytes:
        return reading.blob(self._wire, sha)

    def commit(
        self,
        head: Head,
        changes: Sequence[RemoteChange],
        message: str,
        at: datetime,
        made: Made = nobody,
    ) -> Head:
        return self._writer.commit(head, changes, message, at, made)

    def close(self) -> None:
        """Give back the connections. May be called twice."""
        self._wire.close()
