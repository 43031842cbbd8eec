"""What phrases for clock times and parts of a day mean: half past eight, 三点一刻 (pure)."""

from memory.when.calendar import DAY, midnight
from memory.when.clocks import Clock, DayPart, Part, of_day
from memory.when.grammar import PASS
from memory.when.periods import Asked, Grain, Span, Time, fixed

_NOON = Part(11, 14)
_DAY_CUT = {-1: Part(5, 12), 0: Part(11, 16), 1: Part(17, 24)}
_FEW_MINUTES = 10
MIDDLE = 0


def quarter_past(asked: Asked, quarter: str, hour: int) -> object:
    return Clock(hour, 15) if quarter == "quarter" else PASS


def quarter_to(asked: Asked, quarter: str, hour: int) -> object:
    return Clock(hour - 1, 45) if quarter == "quarter" else PASS


def minutes_to(asked: Asked, minute: int, unit: str, hour: int) -> object:
    return Clock(hour - 1, 60 - minute) if unit == "minute" else PASS


def at_hour(
    asked: Asked, hour: int, minute: int | None = None, half: str | None = None
) -> object:
    """Seven o'clock, seven thirty pm."""
    if half is None:
        return Clock(hour, minute)
    if not 1 <= hour <= 12:
        return PASS
    return Clock(hour % 12 + 12 * (half == "p"), minute, settled=True)


def at_decimal(asked: Asked, time: str, half: str) -> object:
    """8.30 pm."""
    hour, minute = (int(part) for part in time.split("."))
    return at_hour(asked, hour, minute, half)


def same_clock(asked: Asked, clock: Clock) -> Clock:
    return clock


def midnight_clock(asked: Asked) -> Clock:
    return Clock(0, settled=True)


def noon(asked: Asked) -> Clock:
    return Clock(12, settled=True)


def around_noon(asked: Asked) -> Clock:
    return Clock(12, settled=True, around=True)


def noon_of_day(asked: Asked) -> Part:
    return _NOON


def part(asked: Asked, part: Part, early: int | None = None) -> Part:
    """The morning, early evening."""
    return _cut(part, early)


def this_part(asked: Asked, part: Part, early: int | None = None) -> DayPart:
    """This morning, late this evening, tonight."""
    return DayPart(None, _cut(part, early))


def last_part(asked: Asked, part: Part, early: int | None = None) -> DayPart:
    """Last night, last evening: yesterday's."""
    return DayPart(_day(asked, -1), _cut(part, early))


def part_before_last(asked: Asked, part: Part) -> DayPart:
    """The night before last."""
    return DayPart(_day(asked, -2), part)


def _day(asked: Asked, offset: int) -> Time:
    start = midnight(asked.today) + offset * DAY
    return fixed(Span(start, start + DAY), Grain.DAY)


def _cut(part: Part, early: int | None) -> Part:
    if early is None or early == MIDDLE:
        return part
    return part.early() if early < 0 else part.late()


def at_minute(asked: Asked, hour: int, minute: int, second: int = 0) -> Clock:
    """Twenty past eight, 16时40分50秒."""
    return Clock(hour, minute, second)


def at_minute_or_not(asked: Asked, hour: int, minute: int) -> object:
    """三点二十; a single digit behind the hour is a decimal."""
    return Clock(hour, minute) if _FEW_MINUTES <= minute < 60 else PASS


def at_quarters(asked: Asked, hour: int, quarters: int) -> Clock:
    return Clock(hour, 15 * quarters)


def sure_hour(asked: Asked, hour: int) -> object:
    """三点 before a pause or a verb; 一点 is “a little” unless more tells otherwise."""
    return Clock(hour, loose=hour == 1) if 0 <= hour <= 24 else PASS


def loose_hour(asked: Asked, hour: int) -> object:
    return Clock(hour, loose=True) if 0 <= hour <= 24 else PASS


def offset_part(asked: Asked, offset_part: tuple[int, Part]) -> object:
    """今晚, 昨晚: a day and its part in one word."""
    offset, part = offset_part
    if offset > 0 and not asked.speaks_of_future:
        return None
    if not offset:
        return DayPart(None, part)
    return DayPart(_day(asked, offset), part)


def many_minutes_to(asked: Asked, minute: int, hour: int) -> object:
    """Twenty to five; from ten to five would be hours."""
    is_clock = minute in {20, 25} and 1 <= hour <= 12
    return Clock(hour - 1, 60 - minute, loose=True) if is_clock else PASS


def cut_part_of_day(asked: Asked, early: int, day: Time, part: Part) -> Time:
    """Late Friday evening."""
    return of_day(day, _cut(part, early), asked)


def cut_day(asked: Asked, early: int, day: Time) -> Time:
    """Early yesterday is its morning, late its evening."""
    return of_day(day, _DAY_CUT[early], asked)


def part_of_day(asked: Asked, time: Time, part: Part) -> object:
    return of_day(time, part, asked) if time.kind == "day" else PASS
