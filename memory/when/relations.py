"""What joins times: a day with its clock time, from … to …, since, before, around (pure)."""

from dataclasses import replace
from datetime import datetime, timedelta

from memory.when.calendar import DAY, WEEK, midnight
from memory.when.clocks import Clock, DayPart, Hours, OfDay, Part, any_day, of_day
from memory.when.grammar import PASS
from memory.when.periods import NEW_DAY, Asked, Grain, Present, Span, Time, fixed

_INSTANT = timedelta(microseconds=1)

Moment = Time | OfDay | Part | DayPart | Present

_AROUND = {
    Grain.DAY: 2,
    Grain.HOLIDAY: 5,
    Grain.WEEK: 3,
    Grain.MONTH: 7,
    Grain.SEASON: 14,
    Grain.YEAR: 60,
    Grain.OTHER: 3,
}


def same(asked: Asked, date: Time) -> Time:
    """Numbers that were taken for a date only now."""
    return date


def nothing(asked: Asked) -> None:
    """Words that go with what is no time."""


def time_of(moment: Moment, asked: Asked) -> Time:
    """A clock time or part of the day that stands alone comes round every day."""
    if isinstance(moment, Time):
        return moment
    if isinstance(moment, Present):
        return fixed(Span(None, asked.now))
    if isinstance(moment, DayPart):
        if moment.day is None:
            return this_part_of(asked, moment.part)
        return of_day(moment.day, moment.part, asked)
    return any_day(moment)


def this_part_of(asked: Asked, part: Part) -> Time:
    """This morning; in the small hours the evening that is not over yet."""
    first = asked.today
    if asked.wall.hour < NEW_DAY and part.begins > asked.wall.hour:
        first -= DAY
    return fixed(part.on(first), Grain.PART)


def clock_of_day_part(asked: Asked, day_part: DayPart, clock: OfDay) -> Moment:
    """Last night at eight; this afternoon at three is the latest that has been."""
    within = clock.within(day_part.part)
    return of_day(day_part.day, within, asked) if day_part.day else within


# A clock time with its part of the day, and from one clock time to another


def clock_in_part(asked: Asked, part: Part, clock: Clock) -> Clock:
    """Eight in the evening, 晚上八点."""
    return clock.within(part)


def number_in_part(asked: Asked, part: Part, clock: int) -> object:
    return Clock(clock).within(part) if 1 <= clock <= 12 else PASS


def loose_clock(asked: Asked, clock: int) -> Clock:
    """A bare number beside a day: a clock time if it comes to be one of that day."""
    return Clock(clock, loose=True)


def loose_around(asked: Asked, clock: int) -> Clock:
    return Clock(clock, loose=True, around=True)


def hour_and_minute(asked: Asked, hour: int, minute: int) -> Clock:
    """Nine thirty, behind a day."""
    return Clock(hour, minute)


def around_clock(asked: Asked, clock: Clock) -> Clock:
    return replace(clock, around=True)


def hours(asked: Asked, begins: Clock | int, ends: Clock | int) -> object:
    """From one clock time to another; bare numbers may be no clock times at all."""
    try:
        first, last = (Clock(one) if isinstance(one, int) else one for one in (begins, ends))
    except ValueError:
        return PASS
    loose = isinstance(begins, int) and isinstance(ends, int)
    if loose and not (1 <= first.hour <= 24 and 1 <= last.hour <= 24):
        return PASS
    return Hours(first, last, loose)


def sure_hours(asked: Asked, begins: Clock | int, ends: Clock | int) -> object:
    made = hours(asked, begins, ends)
    return replace(made, loose=False) if isinstance(made, Hours) else made


# A day, a part of it and a clock time, in any order


def moment_of(
    asked: Asked, day: Time | None = None, part: Part | None = None, clock: OfDay | None = None
) -> Moment:
    """Yesterday evening, 3pm on Monday, tomorrow morning at seven."""
    if part and clock:
        clock = clock.within(part)
    what = clock or part
    assert what
    return of_day(day, what, asked) if day else what


# From … to …


def between(asked: Asked, a: Moment, b: Moment) -> Time | None:
    """From the start of one to the end of the other; a clock time is a point.

    What comes round again is found from the other end: the first after a known start, the last
    before a known end. Of two that do, the latest start that has begun; days of the week make
    the latest stretch that is over.
    """
    first, last = time_of(a, asked), time_of(b, asked)
    if not last.is_fixed and not first.is_fixed:
        joined = _latest(first, last, asked)
    elif last.is_fixed:
        joined = _until(first, last.resolved(asked), asked)
    else:
        joined = _joined(first.resolved(asked), last)
    return fixed(joined) if joined else None


def _latest(first: Time, last: Time, asked: Asked) -> Span | None:
    if asked.forward:
        return _joined(first.resolved(asked), last)
    weekly = first.grain is Grain.DAY and last.number_of is first.number_of
    tomorrow = midnight(asked.today + DAY)

    def fits(span: Span) -> bool:
        begins = _point(span)
        if begins is not None and begins > asked.wall:
            return False
        joined = _joined(span, last)
        is_short = (
            joined and joined.end and joined.start and joined.end - joined.start <= 7 * DAY
        )
        return not (is_short and weekly and joined and (joined.end or tomorrow) > tomorrow)

    return _joined(first.last(fits, asked.today), last)


def _until(first: Time, end: Span | None, asked: Asked) -> Span | None:
    if end is None:
        return None
    if first.is_fixed:
        start = _before_days(first, end, asked)
    else:
        limit = _end(end)
        wall = asked.wall if limit is None or limit.tzinfo else limit
        start = first.last(lambda span: (_point(span) or wall) < wall, wall.date())
    return _made(start, end)


def _before_days(first: Time, end: Span, asked: Asked) -> Span | None:
    """From last Monday to last Friday, asked on a Wednesday: the Monday before that Friday."""
    start = first.resolved(asked)
    if start and start.start and start.end and first.grain is Grain.DAY:
        is_after = end.start and not end.start.tzinfo and start.start >= end.start
        if is_after and end.start and start.start < end.start + WEEK:
            return Span(start.start - WEEK, start.end - WEEK)
    return start


def _joined(start: Span | None, last: Time) -> Span | None:
    if start is None or start.start is None:
        return None
    begins = _point(start)
    assert begins
    if begins.tzinfo:
        return None
    return _made(start, last.first(lambda span: (_end(span) or begins) > begins, begins.date()))


def _made(start: Span | None, end: Span | None) -> Span | None:
    if start is None or end is None:
        return None
    begins, ends = _point(start), _end(end)
    if begins and ends and not (begins.tzinfo or ends.tzinfo) and begins >= ends:
        return None
    return Span(begins, ends, start.fuzzy or end.fuzzy)


def _point(span: Span) -> datetime | None:
    return span.point or span.start


def _end(span: Span) -> datetime | None:
    return span.point or span.end


# Since, before, after, until, around


def since(asked: Asked, time: Moment) -> Time | None:
    """From its start up to now."""
    span = time_of(time, asked).resolved(asked)
    if span is None or span.start is None:
        return None
    return fixed(Span(_point(span), None if asked.forward else asked.now, span.fuzzy))


def before(asked: Asked, time: Moment) -> Time | None:
    """Before Christmas: ever before. Before noon: earlier on that day."""
    found = time_of(time, asked)
    span = found.resolved(asked)
    if span is None or span.start is None:
        return None
    if found.grain is not Grain.CLOCK or span.point is None:
        return fixed(Span(None, _point(span)))
    return fixed(Span(midnight((span.point - _INSTANT).date()), span.point), Grain.PART)


def before_of_day(asked: Asked, day: Time, clock: OfDay) -> Time | None:
    """Yesterday before noon."""
    return before(asked, of_day(day, clock, asked))


def after_of_day(asked: Asked, day: Time, clock: OfDay) -> Time:
    """Yesterday after six: up to its midnight."""

    def change(span: Span) -> Span | None:
        begins = _point(span)
        return Span(begins, midnight(begins.date()) + DAY) if begins else None

    return of_day(day, clock, asked).shaped(change, Grain.PART)


def until(asked: Asked, time: Moment) -> Time | None:
    """Until last month: with all of it."""
    span = time_of(time, asked).resolved(asked)
    return fixed(Span(None, _end(span))) if span and span.end else None


def after(asked: Asked, time: Moment) -> Time | None:
    """After Christmas: from the next day up to now."""
    span = time_of(time, asked).resolved(asked)
    if span is None or span.end is None:
        return None
    return fixed(Span(_end(span), None if asked.forward else asked.now))


def around(asked: Asked, time: Moment) -> Moment:
    """Around 10 October: two days on both sides; the longer a stretch, the more."""
    if isinstance(time, Clock):
        return around_clock(asked, time)
    if not isinstance(time, Time) or time.grain in {Grain.CLOCK, Grain.PART}:
        return time
    off = _AROUND[time.grain] * DAY
    return time.shaped(lambda span: span.widened(off), Grain.OTHER)
