"""What a person is used to where people differ: the week, the order of a date (pure)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

WEEK_STARTS: Mapping[str, int] = {"monday": 0, "saturday": 5, "sunday": 6}


@dataclass(frozen=True, slots=True)
class Customs:
    """`week_start` is 0 (Monday), 5 (Saturday) or 6 (Sunday); with `day_first` 5/3 is 5 March;
    `country` is two capitals (ISO 3166), "" for the United States' days under English names and
    China's under Chinese ones. Raises ValueError for another start of the week.
    """

    week_start: int = 0
    day_first: bool = False
    country: str = ""

    def __post_init__(self) -> None:
        if self.week_start not in WEEK_STARTS.values():
            raise ValueError(f"weeks begin on one of {WEEK_STARTS}, not on {self.week_start}")

    def week(self, day: date) -> date:
        """The first day of the week that holds a day."""
        return day - timedelta(days=(day.weekday() - self.week_start) % 7)

    def weekday(self, weekday: int, week: date) -> date:
        """The day that is such a weekday (0 is Monday) in the week that begins on `week`."""
        return week + timedelta(days=(weekday - self.week_start) % 7)

    def month_and_day(self, first: int, second: int) -> tuple[int, int]:
        """Two numbers of a date in the order they were written; the other where it must be."""
        is_day_first = second <= 12 if self.day_first else first > 12
        return (second, first) if is_day_first else (first, second)


USUAL = Customs()
"""Weeks from Monday, the month first, no country."""
