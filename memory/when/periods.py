"""Stretches of time, fixed or coming round again, and which of them a person means (pure)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from zoneinfo import ZoneInfo

from memory.when.calendar import DAY, midnight, number_of_month
from memory.when.customs import USUAL, Customs

Bounds = tuple[datetime | None, datetime | None]


NEW_DAY = 5
"""Before this hour the day in progress, as people say it, is still the one before."""


class Grain(Enum):
    """What a stretch of time is thought of as; a day can be given a part or a clock time."""

    CLOCK = "clock"
    PART = "part"
    DAY = "day"
    HOLIDAY = "holiday"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    OTHER = "other"


class Past(Enum):
    """Which of the stretches that come round again a person means who speaks of the past."""

    BEGUN = "the latest that has begun"
    COMPLETED = "the latest that is over"
    BEFORE_TODAY = "the latest that began before today"
    BEFORE_YESTERDAY = "the latest that began before yesterday"


@dataclass(frozen=True, slots=True)
class Asked:
    """The moment of asking, aware in the person's zone, and what the person is used to;
    `forward` when the tense is future."""

    now: datetime
    forward: bool = False
    speaks_of_future: bool = False
    customs: Customs = USUAL

    @property
    def zone(self) -> ZoneInfo:
        zone = self.now.tzinfo
        assert isinstance(zone, ZoneInfo)
        return zone

    @property
    def wall(self) -> datetime:
        return self.now.replace(tzinfo=None)

    @property
    def today(self) -> date:
        return self.wall.date()

    @property
    def week(self) -> date:
        """The first day of the week in progress."""
        return self.customs.week(self.today)

    @property
    def utc(self) -> datetime:
        """For elapsed time: hours and minutes are counted here, never on the wall clock."""
        return self.now.astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Span:
    """[start, end). Naive bounds are wall times of the person's zone, aware ones instants;
    None is open. `point` is the moment itself where the stretch is only about it."""

    start: datetime | None
    end: datetime | None
    fuzzy: bool = False
    alternatives: tuple[Bounds, ...] = ()
    point: datetime | None = None

    @property
    def first(self) -> date:
        """The day on which it begins; raises ValueError for an open start."""
        if self.start is None:
            raise ValueError("what has no beginning has no first day")
        return self.start.date()

    @property
    def after(self) -> date:
        """The day on which it ends at midnight; raises ValueError for an open end."""
        if self.end is None:
            raise ValueError("what has no end has no last day")
        return self.end.date()

    @property
    def last(self) -> date:
        """The day that its last moment is of; raises ValueError for an open end."""
        return self.after if self.end != midnight(self.after) else self.after - DAY

    @property
    def bounds(self) -> Bounds:
        return self.start, self.end

    def shifted(self, by: timedelta) -> "Span":
        return Span(self.start and self.start + by, self.end and self.end + by)

    def widened(self, by: timedelta) -> "Span":
        """Longer on both sides, as “around” makes it."""
        start = None if self.start is None else self.start - by
        end = None if self.end is None else self.end + by
        return Span(start, end, fuzzy=True)


def days(first: date, last: date, *, fuzzy: bool = False) -> Span:
    """Whole days, the last one included."""
    return Span(midnight(first), midnight(last + DAY), fuzzy)


@dataclass(frozen=True, slots=True)
class Time:
    """A time as it was named: `at` gives the stretch for a number of its cycle, None where
    there is none (a 30 February); a fixed time has one stretch and no cycle.

    `number_of` says in which number of the cycle a day lies.
    """

    at: Callable[[int], Span | None]
    number_of: Callable[[date], int] | None = None
    grain: Grain = Grain.OTHER
    past: Past = Past.BEGUN
    # How many numbers of the cycle to look through: 29 February is eight years apart once.
    reach: int = 9

    @property
    def kind(self) -> str:
        """What it is to the grammar: something that a clock time can be said of, or not."""
        return "day" if self.grain in {Grain.DAY, Grain.HOLIDAY} else "span"

    @property
    def is_fixed(self) -> bool:
        return self.number_of is None

    def resolved(self, asked: Asked) -> Span | None:
        """The one that is meant: the latest past one; the next one when the tense is future."""
        if self.number_of is None:
            return self.at(0)
        if asked.forward:
            return self.first(lambda span: _end(span) > asked.wall, asked.today)
        return self.last(lambda span: _is_past(span, self.past, asked), asked.today)

    def first(self, fits: Callable[[Span], bool], since: date) -> Span | None:
        """The first stretch that fits, from the one before a day onwards."""
        assert self.number_of is not None
        number = self.number_of(since)
        return self._search(range(number - 1, number + self.reach), fits)

    def last(self, fits: Callable[[Span], bool], until: date) -> Span | None:
        """The last stretch that fits, from the one after a day backwards."""
        assert self.number_of is not None
        number = self.number_of(until)
        return self._search(range(number + 1, number - self.reach, -1), fits)

    def _search(self, numbers: range, fits: Callable[[Span], bool]) -> Span | None:
        for number in numbers:
            span = self.at(number)
            if span is not None and fits(span):
                return span
        return None

    def shaped(
        self, change: Callable[[Span], Span | None], grain: Grain, past: Past | None = None
    ) -> "Time":
        """The same time with every stretch changed, say a day cut to its morning."""

        def at(number: int) -> Span | None:
            span = self.at(number)
            return None if span is None else change(span)

        return replace(self, at=at, grain=grain, past=past or self.past)


@dataclass(frozen=True, slots=True)
class Present:
    """“Now”, which is a time only as the end of one."""

    kind: str = "present"


@dataclass(frozen=True, slots=True)
class Several:
    """Times that share their words, as “18 and 19 June”."""

    times: tuple[Time, ...]
    kind: str = "several"


def fixed(span: Span, grain: Grain = Grain.OTHER) -> Time:
    return Time(lambda _: span, grain=grain)


def fixed_day(day: date, grain: Grain = Grain.DAY) -> Time:
    return fixed(days(day, day), grain)


def yearly(at: Callable[[int], Span | None], grain: Grain, past: Past = Past.BEGUN) -> Time:
    """What comes once a year; `at` takes the year."""
    return Time(_or_none(at), lambda day: day.year, grain, past)


def monthly(at: Callable[[int], Span | None], grain: Grain) -> Time:
    """What comes once a month; `at` takes the month counted from the year 0."""
    return Time(_or_none(at), number_of_month, grain)


def _week(day: date) -> int:
    return (day.toordinal() - 1) // 7


def weekly(weekday: int, past: Past) -> Time:
    """A day of the week (0 is Monday)."""

    def at(week: int) -> Span:
        day = date.fromordinal(week * 7 + 1 + weekday)
        return days(day, day)

    return Time(at, _week, Grain.DAY, past)


def daily(at: Callable[[date], Span | None], grain: Grain) -> Time:
    """What comes once a day."""
    return Time(lambda number: at(date.fromordinal(number)), date.toordinal, grain)


def _or_none(at: Callable[[int], Span | None]) -> Callable[[int], Span | None]:
    def at_or_none(number: int) -> Span | None:
        try:
            return at(number)
        except (ValueError, OverflowError):
            return None

    return at_or_none


def _is_past(span: Span, past: Past, asked: Asked) -> bool:
    start = _wall(span.point or span.start or datetime.min)  # noqa: DTZ901
    if past is Past.BEGUN:
        return start <= asked.wall
    if past is Past.COMPLETED:
        return _end(span) <= asked.wall
    days_back = 0 if past is Past.BEFORE_TODAY else 1
    return start < midnight(asked.today) - days_back * DAY


def _end(span: Span) -> datetime:
    return _wall(span.end or datetime.max)  # noqa: DTZ901


def _wall(bound: datetime) -> datetime:
    """A bound as a wall time; where it is an instant, that is one of the person's zone."""
    return bound.replace(tzinfo=None)
