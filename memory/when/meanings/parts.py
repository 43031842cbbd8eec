"""What parts of weeks, months and years mean: early October, the second half of 2025 (pure)."""

from collections.abc import Callable
from datetime import date

from memory.when.calendar import DAY, last_of_month, midnight, month, number_of_month
from memory.when.grammar import PASS
from memory.when.meanings import seasons, spans
from memory.when.meanings.lengths import Length
from memory.when.periods import Asked, Grain, Span, Time, days, yearly

EARLY, MIDDLE, LATE = -1, 0, 1
_YEAR = 12


Cut = Callable[[Asked, int, Time], Time]


def _part_of_days(span: Span, part: int) -> Span:
    first, after = span.first, span.after
    if (after - first).days <= 7:
        cut = [(0, 3), (2, 5), (3, 7)][part + 1]
        return days(first + cut[0] * DAY, first + (cut[1] - 1) * DAY)
    if (after - first).days <= 31:
        last = (first + 9 * DAY, first + 19 * DAY, after - DAY)[part + 1]
        begins, ends = ((0, 15), (9, 20), (15, (after - first).days))[part + 1]
        halves = (midnight(first + begins * DAY), midnight(first + ends * DAY))
        third = days(first + (part + 1) * 10 * DAY, last)
        return Span(third.start, third.end, alternatives=(halves,))
    number, size = number_of_month(first), number_of_month(after) - number_of_month(first)
    begins, count = {
        12: ((0, 3), (4, 4), (9, 3)),
        120: ((0, 36), (36, 48), (84, 36)),
    }.get(size, ((0, size // 3), (size // 3, size // 3), (size - size // 3, size // 3)))[
        part + 1
    ]
    span = spans.months(number + begins, count)
    if size != _YEAR or part == MIDDLE:
        return span
    third = spans.months(number + (0 if part == EARLY else 8), 4)
    return Span(span.start, span.end, alternatives=(third.bounds,))


def part_of(asked: Asked, part: int, time: Time) -> Time:
    """Early October is its days 1 to 10; late last week Thursday on; early 2025 to March."""
    return time.shaped(lambda span: _part_of_days(span, part), Grain.OTHER)


def half_of(asked: Asked, part: int, time: Time) -> Time:
    """The first or second half of a year or a month."""

    def change(span: Span) -> Span:
        first, months = span.first, number_of_month(span.after)
        months -= number_of_month(first)
        if months > 1:
            number = number_of_month(first) + (months // 2 if part == LATE else 0)
            return spans.months(number, months // 2)
        middle = first + 14 * DAY
        return (
            days(first, middle) if part == EARLY else days(middle + DAY, last_of_month(first))
        )

    return time.shaped(change, Grain.OTHER)


def earlier_in(asked: Asked, time: Time) -> Time:
    """Earlier this week: up to now; of what is over, its first third."""

    def change(span: Span) -> Span:
        is_over = span.end is not None and not span.end.tzinfo and span.end <= asked.wall
        return _part_of_days(span, EARLY) if is_over else Span(span.start, asked.now)

    return time.shaped(change, Grain.OTHER)


def part_of_season(asked: Asked, early: int, season: int, year: int | None = None) -> Time:
    return part_of(asked, early, seasons.season_of(asked, season, year))


def nth_half(asked: Asked, nth: int, time: Time) -> object:
    return half_of(asked, EARLY if nth == 1 else LATE, time) if nth in {1, 2} else PASS


def half_year(asked: Asked, nth: int, year: int | None = None, half: str = "") -> object:
    """H1 2025; without a year the latest that has begun."""
    if nth not in {1, 2}:
        return PASS
    part = EARLY if nth == 1 else LATE
    if year is None:
        return half_of_this_year(asked, part)
    time = spans.year_of(asked, year)
    return time and half_of(asked, part, time)


def half_of_which(asked: Asked, nth: int, offset: int, unit: str, half: str) -> object:
    """H2 last year."""
    return half_year(asked, nth, asked.today.year + offset) if unit == "year" else PASS


def half_of_this(asked: Asked, nth: int, unit: str) -> object:
    """The first half of the year."""
    if unit == "year":
        return half_year(asked, nth)
    time = spans.unit_at(asked, unit, 0) if unit in {"month", "quarter"} else None
    return nth_half(asked, nth, time) if time else PASS


def first_days(asked: Asked, nth: int, length: Length, time: Time) -> object:
    """The first ten days of January."""
    if nth != 1 or length.unit not in {"day", "week"} or length.is_few:
        return PASS

    def change(span: Span) -> Span | None:
        if span.start is None:
            return None
        after = 2 * span.first.toordinal() - length.before(span.first).toordinal()
        return days(span.first, date.fromordinal(after - 1))

    return time.shaped(change, Grain.OTHER)


def last_days(asked: Asked, length: Length, time: Time) -> object:
    if length.unit not in {"day", "week"} or length.is_few:
        return PASS

    def change(span: Span) -> Span | None:
        if span.end is None:
            return None
        return days(length.before(span.after), span.after - DAY)

    return time.shaped(change, Grain.OTHER)


def sometime(asked: Asked, time: Time) -> Time:
    """Sometime last summer: a fortnight more on both sides."""
    if time.grain in {Grain.SEASON, Grain.HOLIDAY}:
        return time.shaped(lambda span: span.widened(14 * DAY), Grain.OTHER)
    return time


def part_of_this_month(asked: Asked, part: int) -> Time:
    """月初: the latest that has begun."""

    def at(number: int) -> Span | None:
        first = month(number)
        return part_of(asked, part, spans.month_name(asked, first.month, first.year)).resolved(
            asked
        )

    return Time(at, number_of_month)


def half_of_this_month(asked: Asked, part: int) -> object:
    time = spans.unit_at(asked, "month", 0)
    return time and half_of(asked, part, time)


def part_of_this_year(asked: Asked, part: int) -> Time:
    return _of_every_year(asked, part, part_of)


def half_of_this_year(asked: Asked, part: int) -> Time:
    return _of_every_year(asked, part, half_of)


def _of_every_year(asked: Asked, part: int, cut: Cut) -> Time:
    def at(number: int) -> Span | None:
        time = spans.year_of(asked, number)
        return cut(asked, part, time).resolved(asked) if time else None

    return yearly(at, Grain.OTHER)
