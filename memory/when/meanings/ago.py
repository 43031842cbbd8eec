"""What “ago”, “the last …” and “recently” mean (pure)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from memory.when.calendar import (
    DAY,
    WEEK,
    midnight,
    month,
    months_before,
    number_of_month,
)
from memory.when.clocks import Part
from memory.when.grammar import PASS
from memory.when.meanings import spans
from memory.when.meanings.lengths import FEW, FEW_OTHERS, MONTHS, Length, few
from memory.when.meanings.lengths import length as length_of
from memory.when.periods import Asked, Bounds, Grain, Span, Time, days, fixed, fixed_day

_NIGHT = Part(18, 29)


# How far from the moment or day people are off who count back to it.
_FEW_MINUTES, _MANY_MINUTES = timedelta(minutes=5), 0.2
_FEW_HOURS, _MANY_HOURS = timedelta(minutes=30), 0.1


_DAYS_OFF = {"week": 3, "month": 15, "half": 30}
_ABOUT_DAYS_OFF = {"day": 2, "week": 5, "month": 20}


_DAYS_SURE = 6
# What others take a few days to be.
_FEW_DAYS = 3


def ago(
    asked: Asked, first: Length, second: Length | None = None, third: Length | None = None
) -> Time | None:
    """Three hours ago, two weeks ago: the moment or day, and about as far around it as people
    are off; of several lengths the day or moment itself."""
    lengths = [one for one in (first, second, third) if one]
    if len(lengths) > 1:
        return _compound_ago(asked, lengths)
    if first.is_elapsed:
        return fixed(_elapsed_ago(asked, first), Grain.CLOCK)
    if first.unit == "weekend":
        return spans.weekend_weeks_ago(asked, int(first.count))
    if first.unit == "quarter" and not first.is_few:
        return spans.quarters_ago(asked, int(first.count))
    if first.unit == "night":
        return fixed(_NIGHT.on(asked.today - first.count * DAY), Grain.PART)
    if first.unit in {"year", "decade", "century"}:
        return _years_ago(asked, first)
    if first.is_few:
        return _few_ago(asked, first)
    return _days_ago(asked, first)


def _days_ago(asked: Asked, length: Length) -> Time:
    day = length.before(asked.today)
    off = _DAYS_OFF.get(length.unit, 0)
    if length.unit == "day" and length.count > _DAYS_SURE:
        off = 1
    if length.around:
        off = max(off, _ABOUT_DAYS_OFF.get(length.unit, 0))
    if not off:
        return fixed_day(day)
    span = days(day - off * DAY, day + off * DAY, fuzzy=True)
    exact = days(day, day)
    return fixed(Span(span.start, span.end, True, ((exact.start, exact.end),)), Grain.DAY)


def _few_ago(asked: Asked, length: Length) -> Time:
    """From the longest to the shortest; a couple of weeks are off like two or three of them."""
    first = Length(length.most, length.unit).before(asked.today)
    last = Length(length.count, length.unit).before(asked.today)
    is_couple = (length.count, length.most) != FEW.get(length.unit, FEW_OTHERS)
    off = _DAYS_OFF.get(length.unit, 0) * DAY if is_couple else 0 * DAY
    span = days(first - off, last + off, fuzzy=True)
    if length.unit == "day" and not is_couple:
        third = days(asked.today - _FEW_DAYS * DAY, asked.today - _FEW_DAYS * DAY)
        span = replace(span, alternatives=(third.bounds,))
    return fixed(span)


def _years_ago(asked: Asked, length: Length) -> Time | None:
    """Two years ago: that calendar year."""
    size = MONTHS[length.unit] // 12
    last = asked.today.year - int(length.count * size)
    first = asked.today.year - int((length.most or length.count) * size)
    start, end = midnight(date(first, 1, 1)), midnight(date(last + 1, 1, 1))
    others: tuple[Bounds, ...] = ()
    if length.unit == "year" and not length.is_few:
        # To others, the half years on both sides of the very day.
        day = length.before(asked.today)
        others = ((midnight(months_before(day, 6)), midnight(months_before(day, -6) + DAY)),)
    return fixed(Span(start, end, length.is_few, others), Grain.YEAR)


def _elapsed_ago(asked: Asked, length: Length) -> Span:
    point = asked.utc - length.elapsed
    if length.is_few:
        least = length.elapsed
        most = Length(length.most, length.unit).elapsed
        off = _FEW_HOURS if length.unit == "hour" and length.most == 3 else timedelta()
        return Span(asked.utc - most - off, asked.utc - least + off, fuzzy=True)
    if length.unit == "hour":
        off = _FEW_HOURS if length.count <= 5 else length.elapsed * _MANY_HOURS
    else:
        off = max(
            _FEW_MINUTES, length.elapsed * _MANY_MINUTES if length.count > 25 else _FEW_MINUTES
        )
    if length.around:
        off *= 2
    return Span(point - off, point + off, fuzzy=True)


def _compound_ago(asked: Asked, lengths: Sequence[Length]) -> Time:
    day, moment = asked.today, asked.utc
    for one in lengths:
        if one.is_elapsed:
            moment -= one.elapsed
        else:
            earlier = one.before(day)
            moment -= day - earlier
            day = earlier
    if any(one.is_elapsed for one in lengths):
        return fixed(Span(moment - _FEW_HOURS, moment + _FEW_HOURS, fuzzy=True), Grain.CLOCK)
    return fixed_day(day)


def from_day_ago(asked: Asked, length: Length, offset: int) -> object:
    """A week ago today, two weeks ago yesterday: that very day."""
    if length.is_elapsed or length.is_few or offset > 0:
        return PASS
    return fixed_day(length.before(asked.today) + offset * DAY)


def weekday_weeks_ago(asked: Asked, weekday: int, length: Length) -> Time | None:
    """On Monday two weeks ago: that weekday, so many calendar weeks back."""
    if length.unit != "week" or length.is_few:
        return None
    return fixed_day(asked.customs.weekday(weekday, asked.week - length.count * WEEK))


def ahead(asked: Asked, length: Length) -> Time | None:
    """In two weeks: where the text speaks of the future."""
    if not asked.speaks_of_future:
        return None
    if length.is_elapsed:
        point = asked.utc + length.elapsed
        off = min(_FEW_HOURS, length.elapsed / 2)
        return fixed(Span(point - off, point + off, fuzzy=True), Grain.CLOCK)
    if length.unit == "year":
        first = date(asked.today.year + int(length.count), 1, 1)
        return fixed(
            Span(midnight(first), midnight(first.replace(year=first.year + 1))), Grain.YEAR
        )
    day = Length(-length.count, length.unit).before(asked.today)
    off = _DAYS_OFF.get(length.unit, 0) * DAY
    return fixed(days(day - off, day + off, fuzzy=bool(off)), Grain.DAY)


def rolling(
    asked: Asked, first: Length, second: Length | None = None, third: Length | None = None
) -> Time:
    """The last ten days: from midnight so far back, up to now; hours pass to the moment."""
    lengths = [one for one in (first, second, third) if one]
    if any(one.is_elapsed for one in lengths):
        start = asked.utc
        for one in lengths:
            start -= (
                Length(one.most or one.count, one.unit).elapsed
                if one.is_elapsed
                else asked.today - one.before(asked.today)
            )
        return fixed(Span(start, asked.now, first.is_few))
    if first.unit == "quarter":
        return _whole_quarters(asked, int(first.count))
    day = asked.today
    for one in lengths:
        day = Length(one.most or one.count, one.unit, working=one.working).before(day)
    return fixed(Span(midnight(day), asked.now, first.is_few))


def _whole_quarters(asked: Asked, count: int) -> Time:
    end = number_of_month(asked.today) // 3 * 3
    return fixed(Span(midnight(month(end - 3 * count)), midnight(month(end))))


def past_unit(asked: Asked, unit: str) -> Time | None:
    """The past week: seven days, not the calendar's."""
    if unit == "weekend":
        return spans.weekend(asked, 0)
    if unit not in {"week", "month", "quarter", "year"}:
        return rolling(asked, length_of(asked, unit))
    calendars = spans.unit_at(asked, unit, -1)
    other = calendars and calendars.resolved(asked)
    others = (other.bounds,) if other else ()
    start = midnight(Length(1, unit).before(asked.today))
    return fixed(Span(start, asked.now, alternatives=others))


def since_days_ago(asked: Asked, first: int, last: int = 0) -> Time:
    """The other day, 前段时间: from so many days ago to so many."""
    return fixed(days(asked.today - first * DAY, asked.today - last * DAY, fuzzy=True))


def recently(asked: Asked) -> Time:
    """A fortnight, up to now; to others a week or a month."""
    start, *others = (midnight(asked.today - number * DAY) for number in (14, 7, 30))
    alternatives = tuple((other, asked.now) for other in others)
    return fixed(Span(start, asked.now, fuzzy=True, alternatives=alternatives))


def these_days(asked: Asked) -> Time:
    return fixed(Span(midnight(asked.today - WEEK), asked.now, True))


def just_now(asked: Asked) -> Time:
    """The last hour."""
    return fixed(Span(asked.utc - timedelta(hours=1), asked.now, True), Grain.CLOCK)


def long_ago(asked: Asked) -> Time:
    """A while ago: a time, but none to look in."""
    return fixed(Span(None, None, True))


def rolling_units(asked: Asked, count: int, unit: str) -> Time:
    return rolling(asked, Length(count, unit))


def about_ago(asked: Asked, length: Length) -> object:
    return ago(asked, replace(length, around=True))


def one_ago(asked: Asked, unit: str) -> object:
    return ago(asked, Length(1, unit))


def units_ago(asked: Asked, unit: str) -> object:
    """Weeks ago: a few; years ago is too vague to look in."""
    if unit in {"year", "decade", "century"}:
        return long_ago(asked)
    return ago(asked, few(asked, unit))


def other_day(asked: Asked) -> Time:
    """The other day, the other night."""
    return since_days_ago(asked, 10, 1)


def before_few(asked: Asked, length: Length) -> object:
    """前几周: the few weeks before; 前三天 may be the first three days of something."""
    return ago(asked, length) if length.is_few else PASS


def this_length(asked: Asked, offset: int, length: Length) -> object:
    """这三天, 这几周: up to now; 上三个月 likewise."""
    return rolling(asked, length) if offset in {0, -1} else PASS


def days_before(asked: Asked) -> object:
    """前几天."""
    return ago(asked, few(asked, "day"))


def two_days_before(asked: Asked) -> Time:
    """前两天: a few, but few of them."""
    return since_days_ago(asked, 3, 1)


def some_time_ago(asked: Asked) -> Time:
    """前段时间: a week to three months ago."""
    first = months_before(asked.today, 3)
    return fixed(days(first, asked.today - 8 * DAY, fuzzy=True))
