"""What phrases for seasons and quarters mean (pure)."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from memory.when.grammar import PASS
from memory.when.meanings.spans import last_completed, months, next_of
from memory.when.numerals import whole_year
from memory.when.periods import Asked, Grain, Span, Time, fixed, yearly

# Where it is winter in July; a person far from there lives by the northern seasons.
_SOUTHERN = (
    "Australia/", "Antarctica/", "Pacific/Auckland", "Pacific/Chatham", "America/Sao_Paulo",
    "America/Argentina/", "America/Santiago", "America/Montevideo", "America/Asuncion",
    "America/La_Paz", "America/Lima", "Africa/Johannesburg", "Africa/Maputo", "Africa/Harare",
    "Africa/Windhoek", "Africa/Gaborone", "Africa/Lusaka", "Indian/Antananarivo",
    "Indian/Mauritius", "Indian/Reunion", "Pacific/Fiji",
)  # fmt: skip


def quarter_of(
    asked: Asked, quarter: int, year: int | None = None, offset: int | None = None
) -> Time:
    """The second quarter, of a year or the latest that has begun."""
    if offset is not None:
        year = asked.today.year + offset
    if not 1 <= quarter <= 4:
        raise ValueError("a year has four quarters")
    if year is not None:
        return fixed(months(whole_year(year) * 12 + quarter * 3 - 3, 3))
    return yearly(lambda of_year: months(of_year * 12 + quarter * 3 - 3, 3), Grain.SEASON)


def _season(season: int, zone: ZoneInfo) -> Callable[[int], Span]:
    """Three whole months from March, June, September or December."""
    shift = 6 if zone.key.startswith(_SOUTHERN) else 0
    first = (2 + 3 * season + shift) % 12
    return lambda year: months(year * 12 + first, 3)


def season_of(asked: Asked, season: int, year: int | None = None) -> Time:
    """The autumn: the latest that has begun; winter 2024 begins in that December."""
    at = _season(season, asked.zone)
    if year is not None:
        return fixed(at(whole_year(year)), Grain.SEASON)
    return yearly(at, Grain.SEASON)


def last_season(asked: Asked, season: int) -> Time | None:
    """Last summer: the latest that is over."""
    return last_completed(asked, _season(season, asked.zone), Grain.SEASON)


def season_of_year_at(asked: Asked, season: int, offset: int) -> Time:
    """去年冬天: that year's; a winter that is not over yet is not last year's."""
    at = _season(season, asked.zone)
    span = at(asked.today.year + offset)
    if offset < 0 and (span.end or asked.wall) > asked.wall and not asked.forward:
        span = at(asked.today.year + offset - 1)
    return fixed(span, Grain.SEASON)


def quarter_written(asked: Asked, written: Time) -> object:
    """Q1-2019, whose digits look like a month of that year."""
    span = written.resolved(asked)
    if span is None or span.start is None or written.grain is not Grain.MONTH:
        return PASS
    return quarter_of(asked, span.start.month, span.start.year)


def quarter_of_which_year(asked: Asked, quarter: int, offset: int, unit: str) -> object:
    return quarter_of(asked, quarter, offset=offset) if unit == "year" else PASS


def nth_quarter(asked: Asked, nth: int, unit: str, year: int) -> object:
    return quarter_of(asked, nth, year) if unit == "quarter" else PASS


def season_at(asked: Asked, offset: int, season: int) -> object:
    if offset < 0:
        return last_season(asked, season)
    time = season_of(asked, season)
    return next_of(asked, time) if offset else time


def season_of_which_year(asked: Asked, season: int, offset: int, unit: str) -> object:
    return season_of_year_at(asked, season, offset) if unit == "year" else PASS


def quarter_of_year(asked: Asked, quarter: int, unit: str, year: int | None = None) -> object:
    return quarter_of(asked, quarter, year) if unit == "quarter" else PASS


def quarter_of_year_at(asked: Asked, offset: int, quarter: int, unit: str) -> object:
    return quarter_of(asked, quarter, offset=offset) if unit == "quarter" else PASS
