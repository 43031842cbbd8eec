"""What is said of the days beside a time: two weeks before 13 May, the day after (pure)."""

from datetime import date

from memory.when.calendar import DAY, WEEK, monday, months_before
from memory.when.clocks import Part, of_day
from memory.when.grammar import PASS
from memory.when.meanings import spans
from memory.when.meanings.lengths import Length
from memory.when.periods import Asked, Grain, Span, Time, days, fixed, fixed_day

_SUNDAY = 6


def before_day(asked: Asked, length: Length, time: Time) -> Time | None:
    """Two weeks before 13 May: the day."""
    return _from_day(asked, length, time, 1)


def after_day(asked: Asked, length: Length, time: Time) -> Time | None:
    return _from_day(asked, length, time, -1)


def unit_before(asked: Asked, unit: str, time: Time) -> object:
    """The day before Christmas, the weekend before it."""
    return _beside(asked, unit, time, -1)


def unit_after(asked: Asked, unit: str, time: Time) -> object:
    return _beside(asked, unit, time, 1)


def _beside(asked: Asked, unit: str, time: Time, sign: int) -> object:
    span = time.resolved(asked)
    if unit not in {"day", "week", "weekend", "month"} or span is None:
        return PASS
    if span.start is None or span.end is None or span.start.tzinfo or span.end.tzinfo:
        return PASS
    edge = span.first - DAY if sign < 0 else span.after
    if unit == "weekend":
        return fixed(_weekend_from(edge, sign))
    if unit == "month":
        far = months_before(edge, -sign) - sign * DAY
    else:
        far = edge + sign * (0 if unit == "day" else 6) * DAY
    grain = Grain.DAY if unit == "day" else Grain.WEEK
    return fixed(days(min(edge, far), max(edge, far)), grain)


def _weekend_from(day: date, sign: int) -> Span:
    """The whole weekend that is nearest to a day, in one direction."""
    week = monday(day)
    if sign < 0 and day.weekday() < _SUNDAY:
        week -= WEEK
    if sign > 0 and day.weekday() == _SUNDAY:
        week += WEEK
    return spans.weekend_of(week)


def part_before(asked: Asked, part: Part, time: Time) -> object:
    """The night before Christmas."""
    return _part_beside(asked, part, time, -1)


def part_after(asked: Asked, part: Part, time: Time) -> object:
    return _part_beside(asked, part, time, 1)


def _part_beside(asked: Asked, part: Part, time: Time, sign: int) -> object:
    beside = _beside(asked, "day", time, sign) if time.kind == "day" else PASS
    return of_day(beside, part, asked) if isinstance(beside, Time) else PASS


def _from_day(asked: Asked, length: Length, time: Time, sign: int) -> Time | None:
    span = time.resolved(asked)
    if span is None or span.start is None or length.is_elapsed:
        return None
    return fixed_day(Length(sign * length.count, length.unit).before(span.first))
