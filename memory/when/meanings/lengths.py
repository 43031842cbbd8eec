"""Lengths of time: three weeks, a few days, half an hour, 两三天 (pure)."""

from dataclasses import dataclass
from datetime import date, timedelta

from memory.when.calendar import DAY, WEEK, months_before
from memory.when.grammar import PASS
from memory.when.periods import Asked

_MINUTES = {"second": 1 / 60, "minute": 1, "hour": 60}
MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}


# A few: from … to …, by unit.
FEW = {"minute": (1, 15), "hour": (1, 6), "day": (1, 7)}
FEW_OTHERS = (2, 6)


_LONGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Length:
    """So many units; from `count` to `most` where that was left open, then `is_few`."""

    count: float
    unit: str
    most: float = 0
    working: bool = False
    around: bool = False
    kind: str = "length"

    @property
    def is_few(self) -> bool:
        return self.most > self.count

    @property
    def is_elapsed(self) -> bool:
        """Hours and less pass; days and more are counted on the calendar."""
        return self.unit in _MINUTES

    @property
    def elapsed(self) -> timedelta:
        return timedelta(minutes=self.count * _MINUTES[self.unit])

    def before(self, day: date) -> date:
        """The day so long before a day."""
        if self.count > _LONGEST:
            raise OverflowError("longer than there are days")
        if self.unit in MONTHS:
            return months_before(day, int(self.count * MONTHS[self.unit]))
        if self.working:
            return _working_days_before(day, int(self.count))
        return day - self.count * (WEEK if self.unit in {"week", "weekend"} else DAY)


def _working_days_before(day: date, count: int) -> date:
    """So many Mondays to Fridays back; `count` is walked, so it is kept short."""
    weeks, rest = divmod(count, 5)
    day -= weeks * WEEK
    while rest:
        day -= DAY
        rest -= day.weekday() < 5
    return day


def length(asked: Asked, unit: str, count: float = 1) -> Length:
    """Three weeks; a fortnight is two of them."""
    if unit == "fortnight":
        return Length(2 * count, "week")
    return Length(count, unit, working=unit == "working day")


def decimal(asked: Asked, unit: str, count: str) -> Length:
    """1.5 hours."""
    return Length(float(count), unit)


def quarter_hours(asked: Asked, count: float) -> Length:
    """一刻钟."""
    return Length(15 * count, "minute")


def quarter_of(asked: Asked, quarter: str, unit: str) -> object:
    """A quarter of an hour."""
    return Length(15, "minute") if (quarter, unit) == ("quarter", "hour") else PASS


def odd(asked: Asked, unit: str, count: float) -> Length:
    """两个多小时: two hours and some."""
    return Length(count, unit, around=True)


def numbered(asked: Asked, unit: str, count: float) -> object:
    """三天; without a 个, 三季度 is the third quarter and 十九世纪 the nineteenth century."""
    return PASS if unit in {"quarter", "century"} else length(asked, unit, count)


def working(asked: Asked, unit: str, count: float) -> Length:
    """Three business days."""
    return Length(count, unit, working=unit == "day")


def half(asked: Asked, unit: str) -> object:
    """Half an hour, half a year: in the next smaller unit."""
    smaller = {"hour": (30, "minute"), "day": (12, "hour"), "month": (15, "day")}
    smaller |= {"year": (1, "half"), "week": (3, "day"), "minute": (30, "second")}
    smaller |= {"decade": (5, "year"), "century": (50, "year")}
    return Length(*smaller[unit]) if unit in smaller else PASS


def and_a_half(asked: Asked, unit: str, count: float = 1) -> Length:
    """An hour and a half, in the unit that half of one is counted in."""
    smaller = {"hour": (60, "minute"), "day": (24, "hour"), "year": (12, "month")}
    size, of = smaller.get(unit, (1, unit))
    return Length(count * size + size / 2, of)


def few(asked: Asked, unit: str, few: tuple[int, int] | None = None) -> Length:
    """A few days; a couple of weeks; 两三天."""
    least, most = few or FEW.get(unit, FEW_OTHERS)
    return Length(least, unit, most)
