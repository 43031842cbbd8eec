"""What is named with the time that it lies in: the Monday of last week, 去年的今天 (pure)."""

from datetime import datetime

from memory.when.calendar import DAY, months_before, number_of_month
from memory.when.grammar import PASS
from memory.when.periods import Asked, Grain, Span, Time, fixed, fixed_day

_WHOLES = {Grain.YEAR, Grain.MONTH, Grain.WEEK}


_OFF = {Grain.YEAR: 14 * DAY, Grain.MONTH: 3 * DAY}


def this_time(asked: Asked, outer: Time) -> object:
    """This time last year: a fortnight on both sides, of a month three days. A week is meant
    whole, so the words add nothing to it."""
    found = same_day(asked, fixed_day(asked.today), outer)
    if not isinstance(found, Time) or outer.grain not in _OFF:
        return PASS
    return found.shaped(lambda span: span.widened(_OFF[outer.grain]), Grain.OTHER)


def within(asked: Asked, outer: Time, inner: Time) -> object:
    """三年前的夏天, Monday morning last week: the only one in it, of what comes again."""
    if not outer.is_fixed or inner.is_fixed or outer.grain not in _WHOLES:
        return PASS
    whole = outer.resolved(asked)
    if whole is None or whole.start is None or whole.end is None:
        return PASS
    begin, end = whole.start, whole.end
    found = _first_from(inner, begin)
    if found is None or found.start is None or found.start >= end:
        return PASS
    another = _first_from(inner, found.start + DAY)
    if another and another.start and another.start < end:
        return PASS
    return fixed(found, inner.grain)


def _first_from(time: Time, begin: datetime) -> Span | None:
    return time.first(lambda span: span.start is not None and span.start >= begin, begin.date())


def same_day(asked: Asked, day: Time, outer: Time) -> object:
    """This day last year, 上周的今天: as far into that time as today is into its own."""
    found = day.resolved(asked) if day.is_fixed else None
    whole = outer.resolved(asked) if outer.is_fixed and outer.grain in _WHOLES else None
    if found is None or whole is None or abs(found.last - asked.today) > 2 * DAY:
        return PASS
    if outer.grain is Grain.WEEK:
        return fixed_day(found.last - (asked.week - whole.first))
    months = number_of_month(found.last) - number_of_month(whole.first)
    if outer.grain is Grain.YEAR:
        months = (found.last.year - whole.first.year) * 12
    return fixed_day(months_before(found.last, months))
