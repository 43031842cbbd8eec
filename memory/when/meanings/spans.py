"""What phrases for weeks, months and years mean (pure)."""

from collections.abc import Callable
from datetime import date, timedelta

from memory.when import relations
from memory.when.calendar import (
    DAY,
    WEEK,
    iso_week,
    midnight,
    monday,
    month,
    months_before,
    nth_weekday,
    number_of_month,
)
from memory.when.customs import Customs
from memory.when.grammar import PASS
from memory.when.meanings.lengths import MONTHS
from memory.when.numerals import month_of, whole_year
from memory.when.periods import Asked, Grain, Past, Span, Time, days, fixed, yearly

_SATURDAY = 5
# The week of other people begins so many days from ours: on Sunday, or else on Monday.
_OTHER_START = {0: -1, 5: 2, 6: 1}


def months(first: int, count: int) -> Span:
    return Span(midnight(month(first)), midnight(month(first + count)))


def _unit(unit: str, offset: int, today: date, customs: Customs) -> Span:
    """The calendar unit that lies so many units from the one that holds a day.

    Raises ValueError for what the calendar does not number, as nights and hours.
    """
    if unit == "day":
        return days(today + offset * DAY, today + offset * DAY)
    if unit == "week":
        first = customs.week(today) + offset * WEEK
        return days(first, first + 6 * DAY)
    if unit == "weekend":
        return weekend_of(monday(today) + offset * WEEK)
    if unit not in MONTHS:
        raise ValueError(f"the calendar has no {unit}")
    size = MONTHS[unit]
    return months((number_of_month(today) // size + offset) * size, size)


_GRAINS = {"day": Grain.DAY, "week": Grain.WEEK, "month": Grain.MONTH, "year": Grain.YEAR}


def unit_at(asked: Asked, unit: str, offset: int) -> Time | None:
    """Last week, this month, next year: calendar units."""
    if offset > 0 and not asked.speaks_of_future:
        return None
    span = _unit(unit, offset, asked.today, asked.customs)
    if unit == "week" and offset == -1:
        rolling = (midnight(asked.today - WEEK), asked.now)
        others = span.shifted(_OTHER_START[asked.customs.week_start] * DAY).bounds
        span = Span(span.start, span.end, alternatives=(others, rolling))
    return fixed(span, _GRAINS.get(unit, Grain.OTHER))


def weekend_of(first: date) -> Span:
    """Saturday and Sunday behind a Monday: one weekend, wherever a week begins."""
    start, end = midnight(first + _SATURDAY * DAY), midnight(first + WEEK)
    from_friday_evening = (start - timedelta(hours=6), end)
    return Span(start, end, alternatives=(from_friday_evening,))


def weekend(asked: Asked, offset: int = 0) -> Time | None:
    """This weekend: the current one on a Saturday or Sunday, else the most recent."""
    if offset > 0 and not asked.speaks_of_future:
        return None
    first = monday(asked.today) + offset * WEEK
    if not offset and asked.today.weekday() < _SATURDAY and not asked.forward:
        first -= WEEK
    return fixed(weekend_of(first))


def quarters_ago(asked: Asked, count: int) -> Time:
    """Two quarters ago: that calendar quarter."""
    return fixed(_unit("quarter", -count, asked.today, asked.customs))


def weekend_weeks_ago(asked: Asked, weeks: int) -> Time:
    return fixed(weekend_of(monday(asked.today) - weeks * WEEK))


def month_name(asked: Asked, month: int, year: int | None = None) -> Time:
    """March: the latest that has begun; or of a year."""
    if year is not None:
        return month_of(whole_year(year), month)
    return yearly(lambda of_year: months(of_year * 12 + month - 1, 1), Grain.MONTH)


def last_month_name(asked: Asked, month: int) -> Time | None:
    """Last December: the latest that is over."""

    def at(year: int) -> Span:
        return months(year * 12 + month - 1, 1)

    return last_completed(asked, at, Grain.MONTH)


def last_completed(asked: Asked, at: Callable[[int], Span], grain: Grain) -> Time | None:
    """The latest that is over of what comes once a year; others mean the one of last year."""
    span = yearly(at, grain, Past.COMPLETED).resolved(Asked(asked.now))
    if span is None:
        return None
    of_last_year = at(asked.today.year - 1).bounds
    return fixed(Span(span.start, span.end, alternatives=(of_last_year,)), grain)


def next_of(asked: Asked, time: Time) -> Time | None:
    """Next summer, next March: the first that is still to begin."""
    if not asked.speaks_of_future:
        return None
    span = time.first(lambda one: one.start is not None and one.start > asked.wall, asked.today)
    return fixed(span, time.grain) if span else None


def a_year_before(asked: Asked, time: Time) -> Time:
    """The summer before last, given last summer."""

    def change(span: Span) -> Span | None:
        if span.start is None or span.end is None:
            return None
        first, after = span.first, span.after
        start, end = (midnight(months_before(day, 12)) for day in (first, after))
        return Span(start, end)

    return time.shaped(change, time.grain)


def month_of_year_at(asked: Asked, month: int, offset: int) -> Time:
    """March of last year."""
    return fixed(months((asked.today.year + offset) * 12 + month - 1, 1), Grain.MONTH)


def year_of(asked: Asked, year: int) -> Time | None:
    if not 1 <= (whole := whole_year(year)) < 9999:
        return None
    return fixed(months(whole * 12, 12), Grain.YEAR)


def decade(asked: Asked, tens: int, century: int | None = None) -> Time:
    """The nineties; of a century, or of the latest one that has had them."""
    if century is None:
        century = asked.today.year // 100 + 1
        if (century - 1) * 100 + tens % 100 > asked.today.year:
            century -= 1
    first = tens if tens >= 100 else (century - 1) * 100 + tens
    return fixed(months(first * 12, 120), Grain.OTHER)


def week_of(asked: Asked, time: Time) -> Time:
    """The week of October 6: the one that holds it."""

    def change(span: Span) -> Span:
        first = asked.customs.week(span.first)
        return days(first, first + 6 * DAY)

    return time.shaped(change, Grain.WEEK)


def nth_week(asked: Asked, nth: int, time: Time) -> Time:
    """The first week of October is days 1 to 7, of a year its ISO week; the last week is the
    last that lies in it by more than half."""
    middle = (asked.customs.week_start + 3) % 7

    def change(span: Span) -> Span:
        first, last = span.first, span.after - DAY
        if nth < 0:
            begins = nth_weekday(last.replace(day=1), middle, -1) - 3 * DAY + (nth + 1) * WEEK
        elif (last - first).days > 31:
            begins = iso_week(first.year, nth)
        else:
            begins = first + (nth - 1) * WEEK
            return days(begins, min(begins + 6 * DAY, last))
        return days(begins, begins + 6 * DAY)

    return time.shaped(change, Grain.WEEK)


def to_date(asked: Asked, unit: str) -> Time:
    """Year to date."""
    return fixed(Span(_unit(unit, 0, asked.today, asked.customs).start, asked.now))


def nth_part(asked: Asked, nth: int, unit: str, time: Time) -> Time:
    """The second month of a year, the last day of a month, its first weekend."""

    def change(span: Span) -> Span | None:
        first, last = span.first, span.after - DAY
        anchor = first if nth > 0 else last
        if unit == "weekend":
            found = weekend_of(nth_weekday(first, _SATURDAY, nth) - _SATURDAY * DAY)
        else:
            found = _unit(unit, nth - 1 if nth > 0 else nth + 1, anchor, asked.customs)
        return found if first <= found.first <= last else None

    return time.shaped(change, _GRAINS.get(unit, Grain.OTHER))


_LIKELY_YEARS = range(1900, 2100)


def years(asked: Asked, a: int, b: int) -> object:
    """From one year to another, both whole."""
    first, last = year_of(asked, a), year_of(asked, b)
    return first and last and relations.between(asked, first, last)


def after_year(asked: Asked, year: int) -> object:
    time = year_of(asked, year)
    return time and relations.after(asked, time)


def likely_year(asked: Asked, year: int) -> object:
    """A number that may count something is a year if it is near ours and not a round one."""
    is_likely = year in _LIKELY_YEARS and year % 100
    return year_of(asked, year) if is_likely else PASS


def republic(asked: Asked, year: int) -> object:
    """民国三年: counted from 1912."""
    return year_of(asked, year + 1911)
