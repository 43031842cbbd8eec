"""What the names of holidays mean: the latest, last year's, the days off around one (pure)."""

from datetime import date

from memory.when.almanac import DAYS_OFF, days_of
from memory.when.calendar import DAY, WEEK, lunar_day, monday
from memory.when.grammar import PASS
from memory.when.numerals import whole_year
from memory.when.periods import Asked, Grain, Past, Span, Time, days, fixed, yearly

_TUESDAY = 1
_SCHOOL = 3


def _time(asked: Asked, holiday: str, past: Past = Past.BEGUN) -> Time | None:
    """A holiday by the customs of the person; None for one that is not kept there."""
    found = days_of(holiday, asked.customs.country)
    if not found:
        return None

    def of_year(year: int) -> list[date]:
        return sorted(day(year) for day in found)

    def at(number: int) -> Span | None:
        year, nth = divmod(number, len(found))
        try:
            day = of_year(year)[nth]
        except (ValueError, OverflowError):
            return None
        return days(day, day)

    def number_of(day: date) -> int:
        before = sum(one < day for one in of_year(day.year)[1:]) if len(found) > 1 else 0
        return day.year * len(found) + before

    return Time(at, number_of, Grain.HOLIDAY, past)


def _of_year(asked: Asked, holiday: str, year: int) -> Time | None:
    found = days_of(holiday, asked.customs.country)
    return fixed(days(found[0](year), found[0](year)), Grain.HOLIDAY) if found else None


def holiday(asked: Asked, holiday: str, year: int | None = None) -> object:
    """The latest, or of a year."""
    if year is not None:
        return _of_year(asked, holiday, whole_year(year)) or PASS
    return _time(asked, holiday) or PASS


def last_holiday(asked: Asked, holiday: str) -> Time | None:
    return _time(asked, holiday, Past.COMPLETED)


def holiday_at(asked: Asked, holiday: str, offset: int) -> object:
    """去年春节: the one in last year."""
    return _of_year(asked, holiday, asked.today.year + offset) or PASS


def days_off(
    asked: Asked, holiday: str, year: int | None = None, offset: int | None = None
) -> object:
    """国庆期间: with the days off around it."""
    before, after = DAYS_OFF.get(holiday, (0, 0))
    if offset is not None:
        year = asked.today.year + offset
    time = _time(asked, holiday) if year is None else _of_year(asked, holiday, whole_year(year))

    def change(span: Span) -> Span:
        return days(span.first - before * DAY, span.last + after * DAY)

    return time.shaped(change, Grain.OTHER) if time else PASS


def weekend(
    asked: Asked, holiday: str, unit: str, year: int | None = None, offset: int | None = None
) -> object:
    """Memorial Day weekend: with the day itself, and the days off around one that is in it."""
    if unit != "weekend" or (offset or 0) > 0:
        return PASS
    time = _time(asked, holiday) if year is None else _of_year(asked, holiday, whole_year(year))
    before, after = DAYS_OFF.get(holiday, (0, 0))

    def change(span: Span) -> Span:
        day = span.first
        # Up to Tuesday the one before is meant, later the one that comes.
        nearest = monday(day) - WEEK if day.weekday() <= _TUESDAY else monday(day)
        saturday, sunday = nearest + 5 * DAY, nearest + 6 * DAY
        if saturday <= day <= sunday:
            return days(min(saturday, day - before * DAY), max(sunday, day + after * DAY))
        beside = abs(day - saturday) <= 2 * DAY or abs(day - sunday) <= 2 * DAY
        return days(min(day, saturday), max(day, sunday)) if beside else days(saturday, sunday)

    return time.shaped(change, Grain.OTHER) if time else PASS


def festive(asked: Asked) -> Time:
    """The holidays: from Christmas Eve to New Year's Day."""

    def at(year: int) -> Span:
        return days(date(year, 12, 24), date(year + 1, 1, 1), fuzzy=True)

    return yearly(at, Grain.OTHER)


def lunar_date(
    asked: Asked, month: int, day: int, year: int | None = None, offset: int | None = None
) -> object:
    """农历八月十五, 正月初三: a day of the Chinese calendar, the latest or of a year."""
    if offset is not None:
        year = asked.today.year + offset
    if not (1 <= month <= 12 and 1 <= day <= 30):
        return PASS

    def at(of_year: int) -> Span:
        found = lunar_day(of_year, month, day)
        return days(found, found)

    return yearly(at, Grain.DAY) if year is None else fixed(at(whole_year(year)), Grain.DAY)


def lunar_month(
    asked: Asked, month: int, year: int | None = None, offset: int | None = None
) -> Time:
    """正月, 去年腊月."""
    if offset is not None:
        year = asked.today.year + offset

    def at(of_year: int) -> Span:
        after = lunar_day(of_year + month // 12, month % 12 + 1, 1)
        return days(lunar_day(of_year, month, 1), after - DAY)

    return yearly(at, Grain.MONTH) if year is None else fixed(at(whole_year(year)), Grain.MONTH)


def day_of_new_year(asked: Asked, day: int) -> object:
    """初五: of the first month; 初一 and 初三 are classes of a school as well."""
    return lunar_date(asked, 1, day) if day == 2 or _SCHOOL < day <= 10 else PASS
