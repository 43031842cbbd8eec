"""The time that a question asks for → which slices were said then, or speak of it (pure).

When it was said and when it happened are two facts. A question about talk means the first, one
about events either, one about the future the second. Where nothing is found, other readings of
the phrase are tried, and a fuzzy one is widened.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum

from memory.recall.bodies import Card, milliseconds
from memory.recall.question import Leads, Question
from memory.recall.spans import Spans
from memory.when import Interval

NEAR = timedelta(days=14)
"""So long people go on telling of what happened, and so early they speak of what is planned."""

_WIDENINGS = 3
# Less of a mention than this is a mention of something longer: of the year, not of the day.
_LEAST_SHARE = 0.1
# A day of 25 hours, and a night that reaches into the next.
_ABOUT_A_DAY = 36 * 3600 * 1000


class Reading(Enum):
    """How the time had to be read for something to be in it."""

    AS_SAID = "as said"
    OTHERWISE = "otherwise"
    WIDER = "wider"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Window:
    """`inside`: said then. `speaking`: slice → (share of the mention in this time, its words).
    `near`: said in the two weeks after it or before → milliseconds since its end, or (less
    than nothing) until its start."""

    intervals: Sequence[Interval]
    reading: Reading = Reading.AS_SAID
    inside: frozenset[int] = frozenset()
    speaking: dict[int, tuple[float, str]] = field(default_factory=dict)
    near: dict[int, int] = field(default_factory=dict)

    @property
    def found(self) -> set[int]:
        return {*self.inside, *self.speaking}

    @property
    def is_of_a_day(self) -> bool:
        edges = [(one.start, one.end) for one in self.intervals]
        return all(
            start is not None
            and end is not None
            and milliseconds(end) - milliseconds(start) <= _ABOUT_A_DAY
            for start, end in edges
        )


class Times:
    """When slices were said, and which times they speak of."""

    def __init__(self) -> None:
        self._said = Spans()
        self._spoken_of = Spans()
        self._words: dict[tuple[int, int, int], str] = {}

    def put(self, number: int, card: Card) -> None:
        self._said.put(card.start, card.end, number)
        for one in card.occurrences:
            self._spoken_of.put(one.start, one.end, number)
            self._words[one.start, one.end, number] = one.text

    def drop(self, number: int, card: Card) -> None:
        """Take out what was put in."""
        self._said.drop(card.start, card.end, number)
        for one in card.occurrences:
            self._spoken_of.drop(one.start, one.end, number)
            self._words.pop((one.start, one.end, number), None)

    def window(self, question: Question, now: datetime) -> Window:
        """The window of a question that names a time; the first reading that finds something.

        When none does, the window is that of the phrase as it was said.
        """
        for reading, intervals in _readings(question.intervals, now):
            found = self._look(intervals, question.leads)
            if found.found:
                return replace(found, reading=reading)
        return replace(self._look(question.intervals, question.leads), reading=Reading.EMPTY)

    def _look(self, intervals: Sequence[Interval], leads: Leads) -> Window:
        inside: set[int] = set()
        speaking: dict[int, tuple[float, str]] = {}
        near: dict[int, int] = {}
        for one in intervals:
            start, end = _edge(one.start), _edge(one.end)
            if leads is not Leads.SPOKEN_OF:
                inside.update(number for *_, number in self._said.touching(start, end))
            if leads is not Leads.SAID:
                self._speaking(start, end, speaking)
            self._near(start, end, near)
        for number in inside:
            near.pop(number, None)
        return Window(tuple(intervals), inside=frozenset(inside), speaking=speaking, near=near)

    def _near(self, start: int | None, end: int | None, found: dict[int, int]) -> None:
        reach = NEAR // timedelta(milliseconds=1)
        if start is not None:
            for _, ended, number in self._said.touching(start - reach, start):
                if ended < start:
                    found.setdefault(number, ended - start)
        if end is not None:
            for begun, _, number in self._said.touching(end, end + reach):
                if begun >= end:
                    found[number] = min(begun - end, abs(found.get(number, reach)))

    def _speaking(
        self, start: int | None, end: int | None, found: dict[int, tuple[float, str]]
    ) -> None:
        for begin, until, number in self._spoken_of.touching(start, end):
            low = begin if start is None else max(begin, start)
            high = until if end is None else min(until, end)
            share = (high - low) / (until - begin)
            if share >= _LEAST_SHARE and share > found.get(number, (0.0, ""))[0]:
                found[number] = share, self._words.get((begin, until, number), "")


def _readings(
    intervals: Sequence[Interval], now: datetime
) -> Iterator[tuple[Reading, list[Interval]]]:
    yield Reading.AS_SAID, list(intervals)
    for nth in range(max(len(one.alternatives) for one in intervals)):
        yield (
            Reading.OTHERWISE,
            [
                replace(one, start=one.alternatives[nth][0], end=one.alternatives[nth][1])
                if nth < len(one.alternatives)
                else one
                for one in intervals
            ],
        )
    wider = list(intervals)
    for _ in range(_WIDENINGS if any(one.fuzzy for one in intervals) else 0):
        wider = [_wider(one, now) if one.fuzzy else one for one in wider]
        yield Reading.WIDER, wider


def _wider(one: Interval, now: datetime) -> Interval:
    """Twice as long: to both sides, or all of it into the past where it ends with now."""
    if one.start is None or one.end is None:
        return one
    # Not subtracted as they are: in one zone that would be by the clock on the wall.
    length = timedelta(milliseconds=milliseconds(one.end) - milliseconds(one.start))
    try:
        if one.start <= now <= one.end + timedelta(seconds=1):
            return replace(one, start=one.start - length)
        return replace(one, start=one.start - length / 2, end=one.end + length / 2)
    except OverflowError:
        return one


def _edge(when: datetime | None) -> int | None:
    return None if when is None else milliseconds(when)
