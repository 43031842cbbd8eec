"""What phrases mean by the unit they name: last week, the first month of 2024 (pure)."""

from memory.when import calendar
from memory.when.grammar import PASS
from memory.when.meanings import ago, beside, holidays, parts, seasons, spans
from memory.when.periods import Asked, Grain, Present, Span, Time, days, fixed, yearly

_LAST = -1


def void(asked: Asked) -> object:
    """Numbers that belong together and are no time."""
    return None


def no(asked: Asked, **_: object) -> object:
    """Not what it looks like; the words may still be part of something else."""
    return PASS


def unit_at(asked: Asked, offset: int, unit: str) -> object:
    """Last week, this year; the last hour is the one up to now."""
    if unit == "weekend":
        return spans.weekend(asked, offset)
    if unit in {"hour", "minute", "second", "fortnight"}:
        return ago.past_unit(asked, unit) if offset <= 0 else None
    return spans.unit_at(asked, unit, offset) if unit != "night" else PASS


def unit_before_last(asked: Asked, unit: str) -> object:
    if unit == "weekend":
        return spans.weekend(asked, -2)
    return (
        PASS
        if unit in {"hour", "minute", "second", "night"}
        else spans.unit_at(asked, unit, -2)
    )


def the_weekend(asked: Asked, unit: str) -> object:
    return spans.weekend(asked) if unit == "weekend" else PASS


def month_at(asked: Asked, offset: int, month: int) -> object:
    """Last March, this March, next March."""
    if offset < 0:
        return spans.last_month_name(asked, month)
    time = spans.month_name(asked, month)
    return spans.next_of(asked, time) if offset else time


def holiday_at(asked: Asked, offset: int, holiday: str) -> object:
    """Last Christmas, next Easter."""
    if offset < 0:
        return holidays.last_holiday(asked, holiday) or PASS
    time = holidays.holiday(asked, holiday)
    return spans.next_of(asked, time) if offset and isinstance(time, Time) else time


def month_of_which_year(asked: Asked, month: int, offset: int, unit: str) -> object:
    return spans.month_of_year_at(asked, month, offset) if unit == "year" else PASS


def nth_of_which(asked: Asked, nth: int, unit: str, offset: int, of_unit: str) -> object:
    """The first quarter of last year."""
    if (unit, of_unit) == ("quarter", "year"):
        return seasons.quarter_of(asked, nth, offset=offset)
    of = spans.unit_at(asked, of_unit, offset)
    return nth_unit(asked, nth, unit, of) if of else None


def decade_of_year(asked: Asked, tens: int) -> object:
    return spans.decade(asked, tens) if tens % 10 == 0 else PASS


def century(asked: Asked, nth: int, unit: str) -> object:
    """The 19th century."""
    return fixed(spans.months((nth - 1) * 1200, 1200)) if unit == "century" else PASS


def week_of(asked: Asked, unit: str, time: Time) -> object:
    return spans.week_of(asked, time) if unit == "week" and time.kind == "day" else PASS


def nth_unit(asked: Asked, nth: int, unit: str, time: Time) -> object:
    """The first week of October, the second month of last year."""
    if unit == "week":
        return spans.nth_week(asked, nth, time)
    return (
        spans.nth_part(asked, nth, unit, time)
        if unit in {"day", "month", "quarter", "weekend"}
        else PASS
    )


def last_unit(asked: Asked, unit: str, time: Time) -> object:
    return nth_unit(asked, _LAST, unit, time)


def nth_week(asked: Asked, unit: str, nth: int, time: Time) -> object:
    return spans.nth_week(asked, nth, time) if unit == "week" else PASS


def iso_week(asked: Asked, unit: str, nth: int) -> object:
    """In week 10: the latest week of that number (ISO 8601) that has begun."""
    if unit != "week" or not 1 <= nth <= 53:
        return PASS

    def at(year: int) -> Span:
        first = calendar.iso_week(year, nth)
        return days(first, first + 6 * calendar.DAY)

    return yearly(at, Grain.WEEK)


def present(asked: Asked) -> Present:
    return Present()


def decade_of_which(asked: Asked, offset: int, unit: str, tens: int) -> object:
    """上世纪90年代."""
    century = asked.today.year // 100 + 1 + offset
    return spans.decade(asked, tens, century) if unit == "century" else PASS


def day_beside_holiday(asked: Asked, holiday: str, offset: int, unit: str) -> object:
    """国庆前一天."""
    time = holidays.holiday(asked, holiday)
    if offset != _LAST or not isinstance(time, Time):
        return PASS
    return beside.unit_before(asked, unit, time)


def this_unit_part(asked: Asked, part: int, unit: str) -> object:
    """The beginning of the month, the end of the year: the latest that has begun."""
    if unit not in {"week", "month", "year"}:
        return PASS
    for offset in (0, _LAST):
        whole = spans.unit_at(asked, unit, offset)
        cut = whole and parts.part_of(asked, part, whole).resolved(asked)
        if cut and cut.start and cut.start <= asked.wall:
            return fixed(cut)
    return None


def earlier_in_unit(asked: Asked, unit: str) -> object:
    """Earlier in the week: up to now."""
    time = spans.unit_at(asked, unit, 0) if unit in {"day", "week", "month", "year"} else None
    return parts.earlier_in(asked, time) if time else PASS


def season_before_last(asked: Asked, season: int) -> Time | None:
    time = seasons.last_season(asked, season)
    return time and spans.a_year_before(asked, time)


def month_before_last(asked: Asked, month: int) -> Time | None:
    time = spans.last_month_name(asked, month)
    return time and spans.a_year_before(asked, time)


def holiday_before_last(asked: Asked, holiday: str) -> object:
    time = holidays.last_holiday(asked, holiday)
    return spans.a_year_before(asked, time) if time else PASS


def holiday_of_which_year(asked: Asked, holiday: str, offset: int, unit: str) -> object:
    return holidays.holiday_at(asked, holiday, offset) if unit == "year" else PASS
