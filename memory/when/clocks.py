"""Clock times and parts of a day, and what they make of a day (pure)."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from memory.when.calendar import midnight
from memory.when.periods import Asked, Grain, Past, Span, Time, daily

_HOUR = timedelta(hours=1)
_QUARTER = timedelta(minutes=15)
_HALF_DAY = 12
# A clock time of a named day, without am or pm, is read as one between these hours.
_WAKING = range(8, 20)
# Mornings, evenings and nights as other people and other programs count them.
_OTHER_HOURS = {
    (5, 12): ((6, 10), (8, 12)),
    (17, 24): ((16, 20), (18, 24)),
    (18, 29): ((18, 24), (20, 24)),
}
# “early” and “late” leave so many hours of a part of the day.
_EARLY_OR_LATE = 3


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day by its hours; over 24 are hours of the next day."""

    begins: int
    ends: int
    around: bool = False
    kind: str = "part"

    def on(self, day: date) -> Span:
        """Its hours of a day; what others call by the same word are alternatives."""
        hours = (self.begins, self.ends)
        own, *others = (
            (midnight(day) + begins * _HOUR, midnight(day) + ends * _HOUR)
            for begins, ends in (hours, *_OTHER_HOURS.get(hours, ()))
        )
        return Span(*own, alternatives=tuple(others))

    def early(self) -> "Part":
        return replace(self, ends=min(self.ends, self.begins + _EARLY_OR_LATE))

    def late(self) -> "Part":
        return replace(self, begins=max(self.begins, self.ends - _EARLY_OR_LATE))

    def hour(self, hour: int) -> int:
        """Which hour (over 24: of the next day) is meant by one of this part's."""
        if hour > _HALF_DAY:
            return hour
        readings = [hour % _HALF_DAY + add for add in (0, _HALF_DAY, 2 * _HALF_DAY)]
        inside = [one for one in readings if self.begins <= one <= self.ends]
        return inside[0] if inside else readings[self.begins >= _HALF_DAY]


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time as it was said. `settled` when it is known which half of the day it is in;
    `hour` may be over 24 then, an hour of the next day."""

    hour: int
    minute: int | None = None
    second: int = 0
    settled: bool = False
    around: bool = False
    loose: bool = False

    def __post_init__(self) -> None:
        if not (0 <= self.hour < 36 and 0 <= (self.minute or 0) < 60 and 0 <= self.second < 60):
            raise ValueError(f"there is no clock time {self}")

    @property
    def kind(self) -> str:
        return "loose_clock" if self.loose else "clock"

    @property
    def is_settled(self) -> bool:
        return self.settled or not 1 <= self.hour <= _HALF_DAY

    def readings(self) -> list["Clock"]:
        """The clock times that it can be, earliest first."""
        if self.is_settled:
            return [self]
        morning = self.hour % _HALF_DAY
        return [
            replace(self, hour=hour, settled=True) for hour in (morning, morning + _HALF_DAY)
        ]

    def within(self, part: Part) -> "Clock":
        if self.is_settled and not (self.hour == 0 and part.ends > 24):
            return replace(self, loose=False)
        return replace(self, hour=part.hour(self.hour), settled=True, loose=False)

    def moment(self, day: date) -> datetime:
        return midnight(day) + timedelta(
            hours=self.hour, minutes=self.minute or 0, seconds=self.second
        )

    def on(self, day: date) -> Span:
        """The hour, or a quarter of an hour about the minute; about an hour when “around”."""
        moment = self.moment(day)
        if self.around:
            return Span(moment - _HOUR, moment + _HOUR, fuzzy=True, point=moment)
        if self.minute is None:
            return Span(moment, moment + _HOUR, point=moment)
        return Span(moment - _QUARTER, moment + _QUARTER, point=moment)


@dataclass(frozen=True, slots=True)
class Hours:
    """From one clock time to another, of a day."""

    begins: Clock
    ends: Clock
    loose: bool = False

    @property
    def kind(self) -> str:
        return "loose_hours" if self.loose else "hours"

    def within(self, part: Part) -> "Hours":
        """Both ends in a part of the day, where they do not say otherwise."""
        if self.ends.is_settled and not self.begins.is_settled:
            begins = self.begins.within(part)
            is_before = _minutes(begins) < _minutes(self.ends)
            return replace(self, loose=False, begins=begins if is_before else self.begins)
        return replace(
            self, loose=False, begins=self.begins.within(part), ends=self._last_in(part)
        )

    def _last_in(self, part: Part) -> Clock:
        return self.ends if self.begins.is_settled else self.ends.within(part)

    def readings(self) -> list["Hours"]:
        """The hours that it can be: the shortest for each reading of the end that is known."""
        if self.ends.is_settled and not self.begins.is_settled:
            before = [
                one for one in self.begins.readings() if _minutes(one) < _minutes(self.ends)
            ]
            return [replace(self, begins=(before or self.begins.readings())[-1])]
        return [
            replace(self, begins=one, ends=self._end_after(one))
            for one in self.begins.readings()
        ]

    def _end_after(self, begins: Clock) -> Clock:
        return min(
            (
                replace(one, hour=one.hour + add, settled=True)
                for one in self.ends.readings()
                for add in (0, 24)
                if one.hour + add < 36
            ),
            key=lambda one: (_minutes(one) <= _minutes(begins), _minutes(one)),
        )

    def moment(self, day: date) -> datetime:
        return self.begins.moment(day)

    def on(self, day: date) -> Span | None:
        start, end = self.begins.moment(day), self.ends.moment(day)
        return Span(start, end) if start < end else None


def _minutes(clock: Clock) -> int:
    return clock.hour * 60 + (clock.minute or 0)


OfDay = Clock | Hours


@dataclass(frozen=True, slots=True)
class DayPart:
    """A part of a day that is known, as “last night”; without a day of the one in progress."""

    day: Time | None
    part: Part
    kind: str = "day_part"


def any_day(what: OfDay | Part) -> Time:
    """A clock time or a part of the day without a day: it comes round, daily or twice a day."""
    if isinstance(what, Part):
        return daily(what.on, Grain.PART)
    readings: list[Clock] | list[Hours] = what.readings()

    def at(number: int) -> Span | None:
        day, reading = divmod(number, len(readings))
        return readings[reading].on(date.fromordinal(day))

    return Time(at, lambda day: day.toordinal() * len(readings), Grain.CLOCK)


def of_day(day: Time, what: OfDay | Part, asked: Asked) -> Time:
    """A day narrowed to one of its parts or to a clock time."""
    if isinstance(what, Part):
        return day.shaped(lambda span: what.on(span.last), Grain.PART)
    readings: list[OfDay] = [*what.readings()]

    def change(span: Span) -> Span | None:
        # Today, asked in the small hours, reaches back to the day before; it is the last.
        chosen = min(readings, key=lambda one: _unlikely(one, span.last, asked))
        return chosen.on(span.last)

    return day.shaped(change, Grain.CLOCK, Past.BEGUN)


def _unlikely(what: OfDay, day: date, asked: Asked) -> tuple[bool, bool]:
    """What is still to come was not meant, then what is at night."""
    moment = what.moment(day)
    is_ahead = moment > asked.wall and day <= asked.today and not asked.forward
    return is_ahead, moment.hour not in _WAKING
