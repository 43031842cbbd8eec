"""The days of holidays by name and country: fixed, counted, from Easter, by the moon (pure)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from memory.when.calendar import DAY, clear_and_bright, easter, lunar_day, nth_weekday

Day = Callable[[int], date]


def _fixed(month: int, day: int) -> Day:
    return lambda year: date(year, month, day)


def _counted(month: int, weekday: int, nth: int, shift: int = 0) -> Day:
    return lambda year: nth_weekday(date(year, month, 1), weekday, nth) + shift * DAY


def _from_easter(shift: int) -> Day:
    return lambda year: easter(year) + shift * DAY


def _monday_until(month: int, day: int) -> Day:
    def at(year: int) -> date:
        last = date(year, month, day)
        return last - last.weekday() * DAY

    return at


def _by_moon(month: int, day: int, shift: int = 0) -> Day:
    return lambda year: lunar_day(year, month, day) + shift * DAY


def _french_mothers(year: int) -> date:
    """The last Sunday of May; a week later where that is Pentecost."""
    day = nth_weekday(date(year, 5, 1), 6, -1)
    return day + 7 * DAY if day == easter(year) + 49 * DAY else day


# Monday is 0. Where countries differ, the United States' day for English names.
_DAYS: Mapping[str, Day] = {
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
    "mothering": _from_easter(-21),
    "whit monday": _from_easter(50),
    "corpus christi": _from_easter(60),
    "holy saturday": _from_easter(-1),
    "burns": _fixed(1, 25),
    "australia": _fixed(1, 26),
    "republic day": _fixed(1, 26),
    "waitangi": _fixed(2, 6),
    "family": _counted(2, 0, 3),
    "st david": _fixed(3, 1),
    "st george": _fixed(4, 23),
    "anzac": _fixed(4, 25),
    "cinco de mayo": _fixed(5, 5),
    "victoria": _monday_until(5, 24),
    "canada": _fixed(7, 1),
    "bastille": _fixed(7, 14),
    "assumption": _fixed(8, 15),
    "german unity": _fixed(10, 3),
    "gandhi": _fixed(10, 2),
    "remembrance sunday": _counted(11, 6, 2),
    "st andrew": _fixed(11, 30),
    "st nicholas": _fixed(12, 6),
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
DAYS_OFF: Mapping[str, tuple[int, int]] = {
    "lunar new year": (1, 6),
    "national": (0, 6),
    "may day": (0, 4),
    "christmas": (1, 1),
    "easter": (2, 1),
    "new year": (1, 0),
    "qingming": (1, 1),
    "dragon boat": (1, 1),
    "mid-autumn": (1, 1),
}

# What differs from the above, or is a day of that country only.
_OF_COUNTRY: Mapping[str, Mapping[str, Day]] = {
    "US": {"national day": _fixed(7, 4)},
    "GB": {
        "mother": _from_easter(-21),
        "labor": _fixed(5, 1),
        "early may": _counted(5, 0, 1),
        "spring holiday": _counted(5, 0, -1),
        "august holiday": _counted(8, 0, -1),
    },
    "IE": {
        "mother": _from_easter(-21),
        "labor": _counted(5, 0, 1),
        "national day": _fixed(3, 17),
        "early may": _counted(5, 0, 1),
        "june holiday": _counted(6, 0, 1),
        "august holiday": _counted(8, 0, 1),
        "october holiday": _counted(10, 0, -1),
    },
    "CA": {
        "thanksgiving": _counted(10, 0, 2),
        "national day": _fixed(7, 1),
        "civic": _counted(8, 0, 1),
    },
    "AU": {
        "father": _counted(9, 6, 1),
        # Every state has its own; this is the one of New South Wales.
        "labor": _counted(10, 0, 1),
        "national day": _fixed(1, 26),
        "king": _counted(6, 0, 2),
    },
    "NZ": {
        "father": _counted(9, 6, 1),
        "labor": _counted(10, 0, 4),
        "national day": _fixed(2, 6),
        "king": _counted(6, 0, 1),
    },
    "DE": {
        "father": _from_easter(39),
        "labor": _fixed(5, 1),
        "national day": _fixed(10, 3),
    },
    "FR": {"mother": _french_mothers, "labor": _fixed(5, 1), "national day": _fixed(7, 14)},
    "CN": {"labor": _fixed(5, 1), "national day": _fixed(10, 1)},
    "IN": {
        "labor": _fixed(5, 1),
        "independence": _fixed(8, 15),
        "national day": _fixed(1, 26),
    },
}
# Names that several days of a year share.
_SHARED: Mapping[str, Mapping[str, Sequence[str]]] = {
    "bank holiday": {
        "GB": (
            "new year", "good friday", "easter monday", "early may", "spring holiday",
            "august holiday", "christmas", "boxing",
        ),
        "IE": (
            "new year", "st patrick", "easter monday", "early may", "june holiday",
            "august holiday", "october holiday", "christmas", "boxing",
        ),
    },
}  # fmt: skip


def days_of(holiday: str, country: str) -> Sequence[Day]:
    """Year → day, for each day that the name may mean; none where only others have it.

    The functions raise ValueError for a year in which their rule is not known.
    """
    names = _SHARED.get(holiday, {}).get(country, (holiday,))
    own = _OF_COUNTRY.get(country, {})
    return [day for name in names if (day := own.get(name) or _DAYS.get(name))]
