"""Digits and the shapes that dates and clock times take in them, the same in every language."""

import re
from collections.abc import Iterator
from datetime import date

from memory.when.calendar import midnight
from memory.when.clocks import Clock
from memory.when.customs import Customs
from memory.when.grammar import VOID, Token, Void
from memory.when.periods import Grain, Span, Time, days, fixed, fixed_day, yearly

NUMERIC = r"""
    (?P<numeric>(?<![.0-9_#+])[0-9]+(?:[.,:/~–-][0-9]+)*
    (?:\s?\.?[ap](?:m\b|\.m\b\.?)|[ap]\b|st\b|nd\b|rd\b|th\b)?)
"""

_SUFFIX = re.compile(r"(.*?)\s?(?:\.?([ap])\.?(?:m\.?)?|(st|nd|rd|th))?")
_YEAR_MONTH_DAY = re.compile(
    r"([12][0-9]{3})([-/.])([0-9]{1,2})\2([0-9]{1,2})|([12][0-9]{3})([0-9]{2})([0-9]{2})"
)
_YEAR_MONTH = re.compile(r"([12][0-9]{3})[-/](0?[1-9]|1[0-2])")
_MONTH_YEAR = re.compile(r"(0?[1-9]|1[0-2])[-/]([12][0-9]{3})")
_DAY_MONTH_YEAR = re.compile(
    r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([12][0-9]{3})|([0-9]{1,2})/([0-9]{1,2})/([0-9]{2})"
)
_DAY_MONTH = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?")
_DECIMAL = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_FOUR_DIGITS = re.compile(r"(0[0-9])([0-5][0-9])")
_NUMBER = re.compile(r"[0-9]{1,9}")
_DENOMINATORS = {2, 3, 4, 5, 6, 8, 10}
_LATEST_HOUR = 24
_DASHES = "-–~"
# A year of two digits is of this century below this one.
_PIVOT = 50
_DOTTED = Customs(day_first=True)


def whole_year(year: int) -> int:
    """A year that may have been written with two digits."""
    if year >= 100:
        return year
    return year + (2000 if year < _PIVOT else 1900)


def day_of_year(month: int, day: int) -> Time:
    """A month and a day without a year. Raises ValueError where no year has it."""
    date(2000, month, day)
    return yearly(lambda year: days(date(year, month, day), date(year, month, day)), Grain.DAY)


def month_of(year: int, month: int) -> Time:
    first = date(year, month, 1)
    after = date(year + month // 12, month % 12 + 1, 1)
    return fixed(Span(midnight(first), midnight(after)), Grain.MONTH)


def numeric(text: str, begin: int, customs: Customs) -> Iterator[Token]:
    """What a run of digits and signs is, as tokens; marks where it is no date or time."""
    match = _SUFFIX.fullmatch(text)
    assert match
    digits, half, ordinal = match.groups()
    end = begin + len(text)
    if half and _NUMBER.fullmatch(digits) and int(digits) > 12:
        yield Token("number", int(digits), begin, begin + len(digits))
        yield Token("half_day", half, begin + len(digits), end)
        return
    whole: Time | Void | None
    try:
        whole = None if half or ordinal else _date(digits, customs)
    except (ValueError, OverflowError):
        whole = VOID
    if whole is not None:
        yield Token(_kind(digits, whole), whole, begin, end)
        return
    pieces = re.split(f"([{_DASHES}])", digits)
    if len(pieces) > 3:
        yield Token("mark", None, begin, end)
        return
    for piece in pieces[:-1]:
        yield _piece(piece, "", False, begin, begin + len(piece), customs)
        begin += len(piece)
    yield _piece(pieces[-1], half or "", bool(ordinal), begin, end, customs)


def _date(digits: str, customs: Customs) -> Time | None:
    """A date that says its year, if the digits are one. Raises ValueError for 30 February."""
    if match := _YEAR_MONTH_DAY.fullmatch(digits):
        year, month, day = (int(part) for part in match.groups() if part and part.isdigit())
        return fixed_day(date(year, month, day))
    if match := _DAY_MONTH_YEAR.fullmatch(digits):
        first, second, year = (int(part) for part in match.groups() if part and part.isdigit())
        # With dots the day comes first, wherever dates are written so.
        order = _DOTTED if "." in digits else customs
        month, day = order.month_and_day(first, second)
        return fixed_day(date(whole_year(year), month, day))
    if match := _YEAR_MONTH.fullmatch(digits):
        return month_of(int(match[1]), int(match[2]))
    if match := _MONTH_YEAR.fullmatch(digits):
        return month_of(int(match[2]), int(match[1]))
    if match := _DAY_MONTH.fullmatch(digits):
        return day_of_year(*customs.month_and_day(int(match[1]), int(match[2])))
    return None


def _kind(digits: str, time: Time | Void | None) -> str:
    """3/4 may be a fraction as well, and is left to what stands beside it."""
    if time is None:
        return "mark"
    parts = [int(part) for part in digits.split("/")] if _DAY_MONTH.fullmatch(digits) else []
    is_fraction = parts and parts[0] <= parts[1] and parts[1] in _DENOMINATORS
    return "fraction" if is_fraction else time.kind


def _piece(
    digits: str, half: str, ordinal: bool, begin: int, stop: int, customs: Customs
) -> Token:
    try:
        kind, value = _read(digits, half, ordinal, customs)
    except (ValueError, OverflowError):
        kind, value = "void", VOID
    return Token(kind, value, begin, stop)


def _read(digits: str, half: str, ordinal: bool, customs: Customs) -> tuple[str, object]:
    if digits in _DASHES:
        return "dash", None
    if half:
        return "clock", _with_half(digits, half)
    if match := _CLOCK.fullmatch(digits):
        hour, minute, second = (int(part or 0) for part in match.groups())
        if hour > _LATEST_HOUR:
            raise ValueError(f"no clock shows {digits}")
        return "clock", Clock(hour, minute, second, settled=digits.startswith("0"))
    if match := _FOUR_DIGITS.fullmatch(digits):
        return "four_digits", Clock(int(match[1]), int(match[2]))
    if _DECIMAL.fullmatch(digits):
        return "decimal", digits
    if not _NUMBER.fullmatch(digits):
        time = _date(digits, customs)
        return _kind(digits, time), time
    if ordinal:
        return "digit_ordinal", int(digits)
    if len(digits) == 4 and digits[0] in "12":
        return "year", int(digits)
    return "zeroed" if digits.startswith("0") else "number", int(digits)


def _with_half(digits: str, half: str) -> Clock:
    """A clock time with am or pm. Raises ValueError for 14 pm."""
    parts = [int(part) for part in re.split("[.:]", digits)]
    hour, minute = parts[0], (parts[1] if len(parts) > 1 else None)
    if (hour > 12 and minute is None) or hour > _LATEST_HOUR:
        raise ValueError(f"no clock shows {digits} {half}m")
    if hour <= 12:
        hour = hour % 12 + 12 * (half == "p")
    return Clock(hour, minute, parts[2] if len(parts) > 2 else 0, settled=True)
