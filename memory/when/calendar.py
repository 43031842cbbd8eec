"""Days and months, holidays that move, and wall time made into an instant (pure)."""

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from memory.when import lunar

DAY = timedelta(days=1)
WEEK = timedelta(days=7)


def midnight(day: date) -> datetime:
    """The wall time at which a day begins."""
    return datetime.combine(day, time())


def monday(day: date) -> date:
    """The Monday of the week that holds a day; weeks begin on Monday."""
    return day - timedelta(days=day.weekday())


def month(number: int) -> date:
    """The first day of a month, counted from January of the year 0."""
    return date(number // 12, number % 12 + 1, 1)


def number_of_month(day: date) -> int:
    return day.year * 12 + day.month - 1


def months_before(day: date, months: int) -> date:
    """The same day of an earlier month, or that month's last one if it has no such day."""
    first = month(number_of_month(day) - months)
    return first.replace(day=min(day.day, monthrange(first.year, first.month)[1]))


def last_of_month(first: date) -> date:
    return first.replace(day=monthrange(first.year, first.month)[1])


def nth_weekday(first: date, weekday: int, nth: int) -> date:
    """The nth such weekday (0 is Monday) of the month that begins at `first`; -1 is the last.

    Raises ValueError where the month has none.
    """
    if nth < 0:
        last = last_of_month(first)
        return last - timedelta(days=(last.weekday() - weekday) % 7) + (nth + 1) * WEEK
    day = first + timedelta(days=(weekday - first.weekday()) % 7) + (nth - 1) * WEEK
    if day.month != first.month:
        raise ValueError(f"{first:%B %Y} has no weekday {weekday} number {nth}")
    return day


def iso_week(year: int, week: int) -> date:
    """The Monday of a numbered week (ISO 8601); raises ValueError where there is none."""
    return date.fromisocalendar(year, week, 1)


@lru_cache(maxsize=64)
def easter(year: int) -> date:
    """Easter Sunday, by the anonymous Gregorian rule (Meeus, Jones, Butcher)."""
    century = year // 100
    golden = year % 19
    skipped = century - century // 4 - (8 * century + 13) // 25 + 15
    epact = (19 * golden + skipped) % 30
    moon = epact - epact // 28 * (1 - 29 // (epact + 1) * ((21 - golden) // 11))
    sunday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    shift = moon - sunday
    number = 3 + (shift + 40) // 44
    return date(year, number, shift + 28 - 31 * (number // 4))


@lru_cache(maxsize=512)
def lunar_day(year: int, month: int, day: int) -> date:
    """A day of the Chinese calendar; raises ValueError outside of its table."""
    return lunar.solar(year, month, day)


def clear_and_bright(year: int) -> date:
    """Qingming, the solar term: 4 or 5 April, by the usual formula for 1900 to 2099."""
    if not 1900 <= year < 2100:
        raise ValueError(f"no solar terms are kept for {year}")
    since = year % 100
    day = since * 0.2422 + (5.59 if year < 2000 else 4.81)
    return date(year, 4, int(day) - since // 4)


def instant(wall: datetime, zone: ZoneInfo, *, ends: bool = False) -> datetime:
    """A wall time as an aware one; an aware one is only brought into the zone.

    Where the clock is set back, a start takes the first pass and an end the second. Where it is
    set forward, the first instant after the gap. Raises OverflowError at the ends of time.
    """
    if wall.tzinfo is not None:
        return wall.astimezone(zone)
    first, second = (wall.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return first
    earlier, later = first.astimezone(UTC), second.astimezone(UTC)
    if earlier < later:
        return second if ends else first
    return _after_gap(later, earlier, zone)


def _after_gap(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The instant between two at which the clock of the zone is set forward."""
    offset = after.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) // 2
        if middle.astimezone(zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after.replace(microsecond=0).astimezone(zone)
