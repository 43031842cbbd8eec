"""The port: what a mirror asks of the repository, elsewhere, that the timeline's files live in.

Paths are below the prefix of the settings, with forward slashes; what lies beside it is never
seen and never touched. Blobs are named as git names them, which is `memory.store.version_of`,
so a mirror knows without asking whether it has them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Head:
    """The branch as it is now. `commit` and `tree` are empty in an empty repository.

    `name` is owner/name as the repository is called now, which after a renaming is not what
    the settings say. `branch` is the one of the settings, else `default_branch`. It is not
    `private` when more can read it than were asked to: everybody, or a whole enterprise.
    """

    commit: str
    tree: str
    name: str
    branch: str
    default_branch: str
    private: bool
    archived: bool

    @property
    def empty(self) -> bool:
        return not self.commit


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed between two commits: path → blob, or None for what is gone.

    When the history was `rewritten` (the older commit is no ancestor of the newer one, or not
    there any more) nothing can be said of changes, and there are none here.
    """

    changed: Mapping[str, str | None] = field(default_factory=dict)
    rewritten: bool = False


@dataclass(frozen=True, slots=True)
class RemoteChange:
    """One file to write whole, or with `content` None to remove; it must be there then."""

    path: str
    content: bytes | None


@dataclass(frozen=True, slots=True)
class Budget:
    """What the place last said of how many requests are left until `resets`."""

    limit: int
    remaining: int
    resets: datetime


Made = Callable[[str], object]


def nobody(commit: str) -> None:
    """Nobody wants to know."""


class Remote(Protocol):
    """One branch of one repository elsewhere. Calls wait for the network.

    Every method raises a RemoteError, and nothing else. What is safe to repeat was repeated
    before that. LimitReached says when to come back; whoever asks earlier gets it again,
    without a request. May be called from one thread at a time.
    """

    @property
    def budget(self) -> Budget | None:
        """None before the first answer, and where the place has no limits."""

    def look(self) -> Head:
        """What is there now. Where nothing changed since the last look it costs no budget.

        Never None: of an empty repository too it must be known whether it is private.
        """

    def archive(self, commit: str) -> Iterator[tuple[str, bytes]]:
        """All files of a commit, as few requests as can be. Links and submodules are left out.

        Only when the iterator ends by itself was it everything; a download that was cut off or
        lacks a file raises IncompleteAnswer.
        """

    def compare(self, base: str, head: Head) -> Comparison:
        """What changed from a commit to the head, however much; from "" it is every file."""

    def blob(self, sha: str) -> bytes:
        """A file's content, checked against its name."""

    def commit(
        self,
        head: Head,
        changes: Sequence[RemoteChange],
        message: str,
        at: datetime,
        made: Made = nobody,
    ) -> Head:
        """Put one commit upon this head, never over another; returns the new head. `made` is
        told the commit before the branch leads to it, so that whoever is ended in between can
        find out whether it does.

        Raises HeadMoved when the branch has grown meanwhile: look, merge, and commit again.
        That it was set back meanwhile shows in a look only, so look shortly before.
        Raises MayHaveLanded when the answer was lost: look, and compare with its `commit`.
        Where the changes make no difference there is no commit and the head is the same. An
        empty repository gets two commits when there are two files or more, since its first
        can only hold one.
        """
