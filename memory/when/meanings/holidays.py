"""What the names of holidays mean: the latest, last year's, the days off around one (pure)."""

from datetime import date

from memory.when.almanac import DAYS_OFF, days_of
from memory.when.calendar import DAY
from memory.when.grammar import PASS
from memory.when.numerals import whole_year
from memory.when.periods import Asked, Grain, Past, Span, Time, days, fixed


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
