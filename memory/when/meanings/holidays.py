"""The days of holidays: fixed, counted, reckoned from Easter or by the moon (pure)."""

from collections.abc import Callable, Mapping
from datetime import date

from memory.when.calendar import DAY, clear_and_bright, easter, lunar_day, nth_weekday
from memory.when.numerals import whole_year
from memory.when.periods import Asked, Grain, Past, Span, Time, days, fixed, yearly

Day = Callable[[int], date]


def _fixed(month: int, day: int) -> Day:
    return lambda year: date(year, month, day)


def _counted(month: int, weekday: int, nth: int, shift: int = 0) -> Day:
    return lambda year: nth_weekday(date(year, month, 1), weekday, nth) + shift * DAY


def _from_easter(shift: int) -> Day:
    return lambda year: easter(year) + shift * DAY


def _by_moon(month: int, day: int, shift: int = 0) -> Day:
    return lambda year: lunar_day(year, month, day) + shift * DAY


# Monday is 0. Where countries differ, the United States' day for English names.
DAYS: Mapping[str, Day] = {
    "new year": _fixed(1, 1),
    "new year's eve": _fixed(12, 31),
    "epiphany": _fixed(1, 6),
    "martin luther king": _counted(1, 0, 3),
    "groundhog": _fixed(2, 2),
    "valentine": _fixed(2, 14),
    "presidents": _counted(2, 0, 3),
    "women": _fixed(3, 8),
    "st patrick": _fixed(3, 17),
    "april fools": _fixed(4, 1),
    "earth": _fixed(4, 22),
    "may day": _fixed(5, 1),
    "mother": _counted(5, 6, 2),
    "memorial": _counted(5, 0, -1),
    "juneteenth": _fixed(6, 19),
    "father": _counted(6, 6, 3),
    "independence": _fixed(7, 4),
    "labor": _counted(9, 0, 1),
    "columbus": _counted(10, 0, 2),
    "halloween": _fixed(10, 31),
    "all saints": _fixed(11, 1),
    "guy fawkes": _fixed(11, 5),
    "veterans": _fixed(11, 11),
    "thanksgiving": _counted(11, 3, 4),
    "black friday": _counted(11, 3, 4, 1),
    "cyber monday": _counted(11, 3, 4, 4),
    "christmas eve": _fixed(12, 24),
    "christmas": _fixed(12, 25),
    "boxing": _fixed(12, 26),
    "ash wednesday": _from_easter(-46),
    "mardi gras": _from_easter(-47),
    "palm sunday": _from_easter(-7),
    "maundy thursday": _from_easter(-3),
    "good friday": _from_easter(-2),
    "easter": _from_easter(0),
    "easter monday": _from_easter(1),
    "ascension": _from_easter(39),
    "pentecost": _from_easter(49),
    "girls": _fixed(3, 7),
    "arbor": _fixed(3, 12),
    "consumers": _fixed(3, 15),
    "youth": _fixed(5, 4),
    "nurses": _fixed(5, 12),
    "520": _fixed(5, 20),
    "children": _fixed(6, 1),
    "party": _fixed(7, 1),
    "army": _fixed(8, 1),
    "teachers": _fixed(9, 10),
    "national": _fixed(10, 1),
    "singles": _fixed(11, 11),
    "double twelve": _fixed(12, 12),
    "618": _fixed(6, 18),
    "qingming": clear_and_bright,
    "lunar new year": _by_moon(1, 1),
    "lunar eve": _by_moon(1, 1, -1),
    "second day": _by_moon(1, 2),
    "third day": _by_moon(1, 3),
    "fifth day": _by_moon(1, 5),
    "lantern": _by_moon(1, 15),
    "dragon boat": _by_moon(5, 5),
    "qixi": _by_moon(7, 7),
    "ghost": _by_moon(7, 15),
    "mid-autumn": _by_moon(8, 15),
    "double ninth": _by_moon(9, 9),
    "laba": _by_moon(12, 8),
}
# Days off before and after the day itself.
_HOLIDAYS = {
    "lunar new year": (1, 6),
    "national": (0, 6),
    "may day": (0, 4),
    "christmas": (1, 1),
    "new year": (1, 0),
    "qingming": (1, 1),
    "dragon boat": (1, 1),
    "mid-autumn": (1, 1),
}


def _time(at: Callable[[int], Span], year: int | None, past: Past) -> Time:
    if year is not None:
        return fixed(at(whole_year(year)), Grain.HOLIDAY)
    return yearly(at, Grain.HOLIDAY, past)


def holiday(asked: Asked, holiday: str, year: int | None = None) -> Time:
    """The latest, or of a year."""

    def at(of_year: int) -> Span:
        return days(DAYS[holiday](of_year), DAYS[holiday](of_year))

    return _time(at, year, Past.BEGUN)


def last_holiday(asked: Asked, holiday: str) -> Time:
    def at(of_year: int) -> Span:
        return days(DAYS[holiday](of_year), DAYS[holiday](of_year))

    return _time(at, None, Past.COMPLETED)


def holiday_at(asked: Asked, holiday: str, offset: int) -> Time:
    """去年春节: the one in last year."""
    return _holiday_of(holiday, asked.today.year + offset)


def _holiday_of(name: str, year: int) -> Time:
    return fixed(days(DAYS[name](year), DAYS[name](year)), Grain.HOLIDAY)


def days_off(
    asked: Asked, holiday: str, year: int | None = None, offset: int | None = None
) -> Time:
    """国庆期间: with the days off around it."""
    before, after = _HOLIDAYS.get(holiday, (0, 0))
    if offset is not None:
        year = asked.today.year + offset

    def at(of_year: int) -> Span:
        day = DAYS[holiday](of_year)
        return days(day - before * DAY, day + after * DAY)

    return _time(at, year, Past.BEGUN).shaped(lambda span: span, Grain.OTHER)
