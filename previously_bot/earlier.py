"""What the memory held at an earlier moment: read from a commit, beside the memory of now."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from memory import paths
from memory.errors import IncompleteAnswer
from memory.past import Commit, Past
from memory.timeline import Timeline
from memory.when import USUAL, Customs
from previously_bot.clock import Clock, Pause, within
from previously_bot.lane import Lane
from previously_bot.recollection import Recollection

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds that a person waits at most."""

_LONGEST = timedelta(minutes=10)
# What a timeline is read from: of all else, photos above all, nothing is held.
_EPISODES = paths.SLICES.rpartition("/")[0] + "/"

Opened = Callable[[Mapping[str, bytes]], Timeline]
"""A timeline over files that nobody can change."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a commit held, and an index over it."""

    commit: Commit
    timeline: Timeline
    recollection: Recollection


class Earlier:
    """Of one person. What was read last is kept, in memory alone: whatever the person has
    forgotten since then leaves no new trace on this machine."""

    def __init__(
        self, past: Past, opened: Opened, clock: Clock, pause: Pause, customs: Customs = USUAL
    ) -> None:
        self._past = past
        self._opened = opened
        self._clock = clock
        self._pause = pause
        self._customs = customs
        self._lane = Lane("earlier")
        self._last: Held | None = None
        self._is_closed = False

    @property
    def place(self) -> str:
        """What the place is called that has the commits."""
        return self._past.name

    def commits(self, many: int) -> list[Commit]:
        """The last ones, newest first. Waits for the network; raises RemoteError."""
        return list(self._past.commits(many=many))

    def held(self, moment: datetime) -> Held | None:
        """What the memory held then; None when there was no commit yet.

        Waits for the network, long perhaps; from one thread at a time. Raises RemoteError, and
        what a store raises.
        """
        found = self._past.commits(moment, many=1)
        if not found:
            return None
        (commit,) = found
        if self._last is None or self._last.commit.sha != commit.sha:
            self._last = None  # never two at once
            timeline = self._opened(self._episodes(commit))
            recollection = Recollection(timeline, customs=self._customs)
            self._last = Held(commit, timeline, recollection)
        return self._last

    async def soon(self, act: Callable[[], T], otherwise: T) -> T:
        """What an act gives that asks for what was held, done one at a time in a thread of its
        own; `otherwise` when that takes too long. It goes on then, and whoever asks again has
        it sooner."""
        try:
            return await within(PATIENCE, self._lane.do(act), self._pause)
        except TimeoutError:
            log.info("what %s held once is not here yet", self.place)
            return otherwise

    def close(self) -> None:
        """End what goes on. May be called twice."""
        self._is_closed = True
        self._lane.close()

    def _episodes(self, commit: Commit) -> dict[str, bytes]:
        until = self._clock.now() + _LONGEST
        files = {}
        for path, content in self._past.archive(commit.sha):
            if self._is_closed or self._clock.now() > until:
                raise IncompleteAnswer(self.place, "it took too long")
            if path.startswith(_EPISODES):
                files[path] = content
        return files
