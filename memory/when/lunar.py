"""The Chinese lunisolar calendar from 1900 to 2099: a table, for it follows the moon."""

from datetime import date, timedelta

FIRST_YEAR = 1900
_FIRST_NEW_YEAR = date(1900, 1, 31)
# A year is 17 bits: the leap month has 30 days (1 bit); the months 1 to 12 have 30 days
# (12 bits), else 29; which month is followed by a leap month (4 bits, 0 for none).
_TABLE = """
04bd8 04ae0 0a570 054d5 0d260 0d950 16554 056a0 09ad0 055d2
04ae0 0a5b6 0a4d0 0d250 1d255 0b540 0d6a0 0ada2 095b0 14977
04970 0a4b0 0b4b5 06a50 06d40 1ab54 02b60 09570 052f2 04970
06566 0d4a0 0ea50 06e95 05ad0 02b60 186e3 092e0 1c8d7 0c950
0d4a0 1d8a6 0b550 056a0 1a5b4 025d0 092d0 0d2b2 0a950 0b557
06ca0 0b550 15355 04da0 0a5d0 14573 052b0 0a9a8 0e950 06aa0
0aea6 0ab50 04b60 0aae4 0a570 05260 0f263 0d950 05b57 056a0
096d0 04dd5 04ad0 0a4d0 0d4d4 0d250 0d558 0b540 0b5a0 195a6
095b0 049b0 0a974 0a4b0 0b27a 06a50 06d40 0af46 0ab60 09570
04af5 04970 064b0 074a3 0ea50 06b58 05ac0 0ab60 096d5 092e0
0c960 0d954 0d4a0 0da50 07552 056a0 0abb7 025d0 092d0 0cab5
0a950 0b4a0 0baa4 0ad50 055d9 04ba0 0a5b0 15176 052b0 0a930
07954 06aa0 0ad50 05b52 04b60 0a6e6 0a4e0 0d260 0ea65 0d530
05aa0 076a3 096d0 04afb 04ad0 0a4d0 1d0b6 0d250 0d520 0dd45
0b5a0 056d0 055b2 049b0 0a577 0a4b0 0aa50 1b255 06d20 0ada0
14b63 09370 049f8 04970 064b0 168a6 0ea50 06aa0 1a6c4 0aae0
092e0 0d2e3 0c960 0d557 0d4a0 0da50 05d55 056a0 0a6d0 055d4
052d0 0a9b8 0a950 0b4a0 0b6a6 0ad50 055a0 0aba4 0a5b0 052b0
0b273 06930 07337 06aa0 0ad50 14b55 04b60 0a570 054e4 0d160
0e968 0d520 0daa0 16aa6 056d0 04ae0 0a9d4 0a2d0 0d150 0f252
"""
_YEARS = tuple(int(year, 16) for year in _TABLE.split())


def solar(year: int, month: int, day: int) -> date:
    """The day of the common calendar on which a day of a month (no leap month) falls.

    Raises ValueError outside of the table.
    """
    if not FIRST_YEAR <= year < FIRST_YEAR + len(_YEARS):
        raise ValueError(f"the lunar table does not hold {year}")
    passed = sum(_days(before) for before in _YEARS[: year - FIRST_YEAR])
    return _FIRST_NEW_YEAR + timedelta(
        passed + _days(_YEARS[year - FIRST_YEAR], month) + day - 1
    )


def _days(bits: int, until: int = 13) -> int:
    """The days of a year's months before the month `until`, its leap month among them."""
    leap = bits & 0xF
    months = sum(29 + (bits >> (16 - month) & 1) for month in range(1, until))
    return months + (29 + (bits >> 16) if 0 < leap < until else 0)
