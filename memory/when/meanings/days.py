"""What phrases for days mean: today, last Tuesday, the 5th, the Friday before last (pure)."""

from dataclasses import replace
from datetime import date, timedelta

from memory.when import relations
from memory.when.calendar import (
    DAY,
    WEEK,
    midnight,
    month,
    nth_weekday,
    number_of_month,
)
from memory.when.grammar import PASS
from memory.when.meanings.lengths import Length
from memory.when.numerals import day_of_year, whole_year
from memory.when.periods import (
    NEW_DAY,
    Asked,
    Grain,
    Past,
    Several,
    Span,
    Time,
    days,
    fixed,
    fixed_day,
    monthly,
    weekly,
    yearly,
)

_LAST = -1
_NOON = 12


_HOUR = timedelta(hours=1)


def _is_small_hours(asked: Asked) -> bool:
    return asked.wall.hour < NEW_DAY


def today(asked: Asked) -> Time:
    """The calendar day; asked in the small hours, also what went before since five."""
    span = days(asked.today, asked.today)
    if _is_small_hours(asked):
        span = Span(midnight(asked.today) - DAY + NEW_DAY * _HOUR, span.end)
    return fixed(span, Grain.DAY)


def day(asked: Asked, offset: int) -> Time | None:
    """So many days from today; what is to come only where the text speaks of the future."""
    if offset > 0 and not asked.speaks_of_future:
        return None
    return fixed_day(asked.today + offset * DAY) if offset else today(asked)


def days_from(asked: Asked, length: int, offset: int) -> Time:
    """Two days before yesterday."""
    return fixed_day(asked.today + (offset - length) * DAY)


def weekday(asked: Asked, weekday: int) -> Time:
    """Monday: the most recent one before today; said on a Monday, to others today."""
    time = weekly(weekday, Past.BEFORE_TODAY)
    if asked.today.weekday() != weekday:
        return time
    today = days(asked.today, asked.today)

    def change(span: Span) -> Span:
        is_week_ago = span.first == asked.today - WEEK
        return replace(span, alternatives=(today.bounds,)) if is_week_ago else span

    return time.shaped(change, Grain.DAY)


def last_weekday(asked: Asked, weekday: int) -> Time | None:
    """Last Tuesday: the most recent one, but nobody says so of yesterday."""
    time = weekly(weekday, Past.BEFORE_YESTERDAY)
    span = time.resolved(Asked(asked.now))
    if span is None:
        return None
    other = span.shifted(-WEEK if span.first > asked.today - WEEK else WEEK)
    return fixed(Span(span.start, span.end, alternatives=(other.bounds,)), Grain.DAY)


def this_weekday(asked: Asked, weekday: int) -> Time:
    """The one of this week; last week's where that is still to come."""
    found = asked.customs.weekday(weekday, asked.week)
    if found > asked.today and not asked.forward:
        found -= WEEK
    return fixed_day(found)


def next_weekday(asked: Asked, weekday: int) -> Time | None:
    """Next Friday: the one of next week, where the text speaks of the future."""
    return weekday_of_week(asked, weekday, 1)


def weekday_of_week(asked: Asked, weekday: int, offset: int) -> Time | None:
    """Tuesday of last week: of the week that is `offset` weeks from this one."""
    found = asked.customs.weekday(weekday, asked.week + offset * WEEK)
    if found > asked.today and not asked.speaks_of_future:
        return None if offset > 0 else fixed_day(found)
    return fixed_day(found)


def weekdays_ago(asked: Asked, count: int, weekday: int) -> Time | None:
    """Three Mondays ago: the third one back."""
    span = weekly(weekday, Past.BEFORE_TODAY).resolved(Asked(asked.now))
    return fixed(span.shifted(-(count - 1) * WEEK), Grain.DAY) if span and count > 0 else None


def weekday_before_last(asked: Asked, weekday: int) -> Time | None:
    """The Friday before last: a week before “last Friday”."""
    time = last_weekday(asked, weekday)
    return time and time.shaped(lambda span: span.shifted(-WEEK), Grain.DAY)


def date_of(asked: Asked, month: int, day: int, year: int | None = None) -> Time | None:
    """5 October, of a year or the latest one; there is no 30 February."""
    if year is None:
        return day_of_year(month, day)
    return fixed_day(date(whole_year(year), month, day))


def days_of_month(
    asked: Asked, month: int, first: int, last: int, year: int | None = None
) -> Time | None:
    """August 10 to 22: both days included."""
    if year is not None:
        of_year = whole_year(year)
        return fixed(days(date(of_year, month, first), date(of_year, month, last)))
    date(2000, month, first), date(2000, month, last)
    if last < first:
        return None
    return yearly(
        lambda of_year: days(date(of_year, month, first), date(of_year, month, last)),
        Grain.OTHER,
    )


def day_of_month(asked: Asked, day: int) -> Time | None:
    """The 5th: the latest."""
    if not 1 <= day <= 31:
        return None
    return monthly(lambda number: _day(month(number), day), Grain.DAY)


def _day(first: date, number: int) -> Span:
    found = first.replace(day=number)
    return days(found, found)


def day_of_offset_month(asked: Asked, offset: int, day: int, years: int = 0) -> Time:
    """The 10th of last month; 去年本月十日, of a month of another year."""
    number = number_of_month(asked.today) + offset + 12 * years
    return fixed(_day(month(number), day), Grain.DAY)


def nth_weekday_of_month(
    asked: Asked, nth: int, weekday: int, month: int, year: int | None = None
) -> Time:
    """The last Monday of April."""

    def at(of_year: int) -> Span:
        found = nth_weekday(date(of_year, month, 1), weekday, nth)
        return days(found, found)

    if year is not None:
        return fixed(at(whole_year(year)), Grain.DAY)
    return yearly(at, Grain.DAY)


def same_time(asked: Asked, same: Time) -> object:
    """Monday, 5 October: the weekday only checks."""
    return same


def some_day_in(asked: Asked, count: int, day: Time, time: Time) -> object:
    """One Sunday in March: any of them."""
    return time if count == 1 and not day.is_fixed else PASS


def days_to(asked: Asked, month: int, first: int, last: int, year: int | None = None) -> object:
    """April 9 to 17; 27 April to the 3rd goes on into the next month."""
    if last < first and year is None:
        start = date_of(asked, month, first)
        end = day_of_month(asked, last)
        return start and end and relations.between(asked, start, end)
    return days_of_month(asked, month, first, last, year)


def two_days(
    asked: Asked, month: int, first: int, last: int, year: int | None = None
) -> Several | None:
    """18 and 19 June."""
    found = [date_of(asked, month, day, year) for day in (first, last)]
    return Several(tuple(one for one in found if one)) if all(found) else None


def short_year(asked: Asked, month: int, day: int, year: int) -> object:
    """3 Aug 96, 5 Mar 25: a number that can be no day is a year, and so is one that can be no
    hour before noon, of the years that have been."""
    is_past = _NOON < year <= asked.today.year % 100 + asked.speaks_of_future
    return date_of(asked, month, day, year) if is_past or 31 < year < 100 else PASS


def decimal_date(asked: Asked, date: str) -> object:
    """On 5.12, read as 5/12 is."""
    month, day = asked.customs.month_and_day(*(int(part) for part in date.split(".")))
    return date_of(asked, month, day) if day <= 31 else PASS


def last_weekday_of_month(
    asked: Asked, weekday: int, month: int, year: int | None = None
) -> Time:
    return nth_weekday_of_month(asked, _LAST, weekday, month, year)


def nth_weekday_of_which(
    asked: Asked, weekday: int, offset: int, unit: str, nth: int = _LAST
) -> object:
    """The last Friday of last month, 上个月第一个周一."""
    if unit != "month":
        return PASS
    found = nth_weekday(month(number_of_month(asked.today) + offset), weekday, nth)
    return fixed_day(found)


def days_before_word(asked: Asked, length: Length, offset: int) -> object:
    if length.unit != "day" or length.is_few or offset > 0:
        return PASS
    return days_from(asked, int(length.count), offset)


def weekday_of_unit(asked: Asked, weekday: int, offset: int, unit: str) -> object:
    """Tuesday of last week."""
    return weekday_of_week(asked, weekday, offset) if unit == "week" else PASS


def date_of_offset(asked: Asked, offset: int, month: int, day: int) -> object:
    """去年5月3号."""
    return date_of(asked, month, day, asked.today.year + offset)


def which_weekday(asked: Asked, offset: int, weekday: int) -> object:
    if not offset:
        return this_weekday(asked, weekday)
    return weekday_of_week(asked, weekday, offset)


def which_unit_weekday(asked: Asked, offset: int, unit: str, weekday: int) -> object:
    return which_weekday(asked, offset, weekday) if unit == "week" else PASS


def date_written(asked: Asked, month: int, written: Time) -> object:
    """June-5-2016, whose digits look like a month of that year."""
    span = written.resolved(asked)
    if span is None or written.grain is not Grain.MONTH:
        return PASS
    return date_of(asked, month, span.first.month, span.first.year)


def date_of_which(asked: Asked, month: int, day: int, offset: int, unit: str) -> object:
    """5 October last year."""
    return date_of_offset(asked, offset, month, day) if unit == "year" else PASS


def day_of_which_month(asked: Asked, day: int, offset: int, unit: str) -> object:
    """The 10th of last month."""
    return day_of_offset_month(asked, offset, day) if unit == "month" else PASS
