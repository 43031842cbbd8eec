"""The tree of time above the slices: a year in its months, a month in its days, each in a line.

Derived from the catalog and never kept on disk. A slice that is added or changed touches its
day, that day's month and that month's year, and only these are made again when next looked at.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from memory.catalog import Entry

STRANDS = 5
"""How many strands a line names; likewise of decisions and of open loops, the latest ones."""
SAYINGS = 3


@dataclass(frozen=True, slots=True)
class Stretch:
    """A year ("2026"), a month ("2026-07") or a day ("2026-07-07").

    [start, end) in the person's zone; how many slices and turns there are; the strands that
    most of them carry, the commonest first; the latest decisions and open loops, in order.
    """

    name: str
    start: datetime
    end: datetime
    slices: int
    turns: int
    strands: tuple[str, ...]
    decisions: tuple[str, ...]
    open_loops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Sum:
    slices: int
    turns: int
    tags: Counter[str]
    decisions: tuple[str, ...]
    open_loops: tuple[str, ...]


class TimeTree:
    """Days are those of `zone`; a slice belongs to the day on which it starts."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone
        self._entries: dict[str, dict[str, Entry]] = {}
        self._days: dict[str, str] = {}
        self._below: dict[str, set[str]] = {}
        self._sums: dict[str, _Sum] = {}
        self._tags: Counter[str] = Counter()

    def put(self, entry: Entry) -> None:
        """Add a slice, in place of what was known of it."""
        self.drop(entry.slice_id)
        day = entry.start.astimezone(self._zone).date().isoformat()
        self._days[entry.slice_id] = day
        self._entries.setdefault(day, {})[entry.slice_id] = entry
        self._tags.update(entry.tags)
        for above, name in (("", day[:4]), (day[:4], day[:7]), (day[:7], day)):
            self._below.setdefault(above, set()).add(name)
        self._touch(day)

    def drop(self, slice_id: str) -> None:
        day = self._days.pop(slice_id, None)
        if day is None:
            return
        self._touch(day)
        for tag in self._entries[day].pop(slice_id).tags:
            self._tags[tag] -= 1
            if not self._tags[tag]:
                del self._tags[tag]
        if not self._entries[day]:
            del self._entries[day]
            for above, name in ((day[:7], day), (day[:4], day[:7]), ("", day[:4])):
                if name not in self._entries and not self._below.get(name):
                    self._below[above].discard(name)

    def along(self, name: str = "") -> list[Stretch]:
        """What lies below a year or a month, in order of time; below "" the years.

        Empty for a stretch with nothing in it, and for a day, below which are slices.
        """
        return [self._stretch(below) for below in sorted(self._below.get(name, ()))]

    def within(self, start: datetime, end: datetime) -> list[Stretch]:
        """The fewest stretches that fill [start, end) (aware): years before months before days.

        Days that it only begins or ends in are taken whole.
        """
        first = start.astimezone(self._zone).date()
        last = (end - timedelta(microseconds=1)).astimezone(self._zone).date()
        return [self._stretch(name) for name in self._covering("", first, last)]

    def strands(self, many: int) -> list[str]:
        """So many tags, at most, of all there are: the commonest first."""
        return _commonest(self._tags, many)

    def _covering(self, above: str, first: date, last: date) -> Iterable[str]:
        for name in sorted(self._below.get(above, ())):
            begin, following = _bounds(name)
            if begin >= first and following - timedelta(days=1) <= last:
                yield name
            elif begin <= last and following > first:
                yield from self._covering(name, first, last)

    def _stretch(self, name: str) -> Stretch:
        total = self._sum(name)
        begin, following = _bounds(name)
        return Stretch(
            name,
            datetime(begin.year, begin.month, begin.day, tzinfo=self._zone),
            datetime(following.year, following.month, following.day, tzinfo=self._zone),
            total.slices,
            total.turns,
            tuple(_commonest(total.tags, STRANDS)),
            total.decisions,
            total.open_loops,
        )

    def _sum(self, name: str) -> _Sum:
        if name not in self._sums:
            if len(name) == len("2026-07-07"):
                parts = [_of_entry(entry) for entry in _in_order(self._entries[name])]
            else:
                parts = [self._sum(below) for below in sorted(self._below[name])]
            self._sums[name] = _together(parts)
        return self._sums[name]

    def _touch(self, day: str) -> None:
        for name in (day, day[:7], day[:4]):
            self._sums.pop(name, None)


def _commonest(tags: Counter[str], many: int) -> list[str]:
    return heapq.nsmallest(many, tags, key=lambda tag: (-tags[tag], tag))


def _in_order(entries: dict[str, Entry]) -> list[Entry]:
    return sorted(entries.values(), key=lambda entry: (entry.start, entry.slice_id))


def _of_entry(entry: Entry) -> _Sum:
    return _Sum(1, entry.turns, Counter(entry.tags), entry.decisions, entry.open_loops)


def _together(parts: Sequence[_Sum]) -> _Sum:
    tags: Counter[str] = Counter()
    for part in parts:
        tags.update(part.tags)
    return _Sum(
        sum(part.slices for part in parts),
        sum(part.turns for part in parts),
        tags,
        tuple(text for part in parts for text in part.decisions)[-SAYINGS:],
        tuple(text for part in parts for text in part.open_loops)[-SAYINGS:],
    )


def _bounds(name: str) -> tuple[date, date]:
    """The first day of a stretch and the first day after it (or the calendar's last)."""
    year, month, day = (int(part) for part in f"{name}-01-01"[:10].split("-"))
    first = date(year, month, day)
    try:
        if len(name) == len("2026"):
            return first, date(year + 1, 1, 1)
        if len(name) == len("2026-07"):
            return first, date(year + month // 12, month % 12 + 1, 1)
        return first, first + timedelta(days=1)
    except (ValueError, OverflowError):
        return first, date.max
