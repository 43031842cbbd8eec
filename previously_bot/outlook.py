"""Looking along the timeline: what a long stretch of it was about, in a few lines."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from memory.along import Stretch, TimeTree
from memory.changes import Follower
from memory.timeline import Timeline
from memory.when import Interval

LINES = 12
"""So many lines stand for a stretch, at most."""

_LONG = timedelta(days=27)


class Outlook:
    """The tree of time over a timeline; it follows what changes there."""

    def __init__(self, timeline: Timeline, zone: ZoneInfo) -> None:
        self._timeline = timeline
        self._tree = TimeTree(zone)
        self._follower = Follower(timeline.changes, timeline.slice_ids)

    def along(self, intervals: Sequence[Interval]) -> list[Stretch]:
        """The parts of a long time, in order: of a year its months, of a month its days.

        Empty for a time of less than a month, which its slices tell better, and for several.
        """
        if len(intervals) != 1:
            return []
        start, end = intervals[0].start, intervals[0].end
        if start is None or end is None or end - start < _LONG:
            return []
        self._follow()
        return self._parted(self._tree.within(start, end))[:LINES]

    def parts(self, start: datetime, end: datetime) -> list[Stretch]:
        """The fewest stretches that fill [start, end), of whatever length, in order; of a
        single one its parts, down to a day."""
        self._follow()
        return self._parted(self._tree.within(start, end))

    def years(self) -> list[Stretch]:
        """Every year in which something was said, in order."""
        self._follow()
        return self._tree.along()

    def strands(self, many: int) -> list[str]:
        """So many tags, at most: the commonest of all first."""
        self._follow()
        return self._tree.strands(many)

    def _parted(self, stretches: list[Stretch]) -> list[Stretch]:
        while len(stretches) == 1 and (parts := self._tree.along(stretches[0].name)):
            stretches = parts
        return stretches

    def _follow(self) -> None:
        for slice_id in self._follower.touched():
            changed = self._timeline.entry(slice_id)
            if changed is None:
                self._tree.drop(slice_id)
            else:
                self._tree.put(changed)
