"""Time phrase → interval. For now: ISO dates (2026, 2026-07, 2026-07-07)."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

_ISO = re.compile(
    r"(?<![0-9A-Za-z.-])([12][0-9]{3})(?:-([0-9]{2})(?:-([0-9]{2}))?)?"
    r"(?![0-9A-Za-z]|[.-][0-9A-Za-z])"
)


@dataclass(frozen=True, slots=True)
class Interval:
    """[start, end), both aware; None is open. `text` is the words that said so."""

    start: datetime | None
    end: datetime | None
    text: str
    fuzzy: bool = False

    def overlaps(self, start: datetime, end: datetime) -> bool:
        """Whether something that lasted from `start` to `end` (both included) touches it."""
        begins_before = self.end is None or start < self.end
        return begins_before and (self.start is None or end >= self.start)


def intervals(text: str, zone: ZoneInfo) -> list[Interval]:
    """The dates that a text names, as days, months or years of the person's zone, in order."""
    found = []
    for match in _ISO.finditer(text):
        year, month, day = match.groups()
        try:
            start = datetime(int(year), int(month or 1), int(day or 1), tzinfo=zone)
            if day:
                end = start + timedelta(days=1)
            elif month:
                end = (start + timedelta(days=31)).replace(day=1)
            else:
                end = start.replace(year=start.year + 1)
        except (ValueError, OverflowError):
            continue
        found.append(Interval(start, end, match[0]))
    return found


def one_time(text: str, zone: ZoneInfo) -> Interval | None:
    """The time that a text names, when it names one and says nothing else."""
    found = intervals(text, zone)
    rest = without(text, found).lower()
    return found[0] if len(found) == 1 and rest in ("", "in", "on") else None


def without(text: str, found: list[Interval]) -> str:
    """The text without the words of the intervals: what is left to search for."""
    for interval in found:
        text = text.replace(interval.text, " ", 1)
    return " ".join(text.split())
