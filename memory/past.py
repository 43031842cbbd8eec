"""The port: what a place that keeps commits can tell of the timeline's past."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit; `at` is the moment that it gives for itself, in UTC, to the second."""

    sha: str
    at: datetime
    message: str
    author: str


class Past(Protocol):
    """The commits of one branch, and what each of them held; nothing can be changed by asking.

    Calls wait for the network. Every method raises a RemoteError, and nothing else. May be
    called from one thread at a time.
    """

    @property
    def name(self) -> str:
        """What the place is called, for a person."""

    def commits(self, until: datetime | None = None, *, many: int) -> Sequence[Commit]:
        """The newest commits made at `until` (aware) or before, at most so many; () when there
        are none. With a prefix, only those that touch it.

        They are in the order of their own dates: when a commit was pushed, nobody knows.
        """

    def archive(self, commit: str) -> Iterator[tuple[str, bytes]]:
        """Path and content of every file that a commit held.

        Only when the iterator ends by itself was it everything; a download that was cut off or
        lacks a file raises IncompleteAnswer.
        """
