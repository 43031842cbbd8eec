"""Moments as people say them, in their zone: "Tuesday 10 March 2026, 8 days ago" (pure)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS_ZH = "一二三四五六日"

_A_MONTH = 30.436875  # days, on average over the 400 years of the calendar
_WEEKS_FROM, _MONTHS_FROM = 14, 56
"""From so many days on, people count in weeks, and then in months."""


def speaks_chinese(language: str) -> bool:
    """Whether a language tag (zh, zh-CN, ZH_tw) asks for Chinese; all else is English."""
    return language.lower().replace("_", "-").split("-")[0] == "zh"


def day_and_distance(at: datetime, now: datetime, zone: ZoneInfo, language: str) -> str:
    """The day in full and how far it is: "Tuesday 10 March 2026, 8 days ago".

    Days are counted on the calendar of `zone`; today and its neighbours also tell the time of
    day ("today at 15:58", "yesterday evening"). Both moments are aware.
    """
    comma = "，" if speaks_chinese(language) else ", "
    return day(at, zone, language) + comma + distance(at, now, zone, language)


def day(at: datetime, zone: ZoneInfo, language: str) -> str:
    """ "Tuesday 10 March 2026", "2026年3月10日星期二"."""
    return date_in_words(_local(at, zone).date(), language)


def date_in_words(on: date, language: str) -> str:
    """The same for a date that is known without a time."""
    if speaks_chinese(language):
        return f"{on.year}年{on.month}月{on.day}日星期{_DAYS_ZH[on.weekday()]}"
    return f"{_DAYS[on.weekday()]} {on.day} {_MONTHS[on.month - 1]} {on.year}"


def stretch_in_words(name: str, language: str) -> str:
    """A year, a month or a day by its ISO name: "2026", "July 2026", "Tuesday 7 July 2026"."""
    parts = [int(part) for part in name.split("-")]
    if len(parts) == 3:
        return date_in_words(date(*parts), language)
    if speaks_chinese(language):
        return f"{parts[0]}年" + "".join(f"{month}月" for month in parts[1:])
    return " ".join([*(_MONTHS[month - 1] for month in parts[1:]), str(parts[0])])


def span_in_words(
    start: datetime | None, end: datetime | None, zone: ZoneInfo, language: str
) -> str:
    """[start, end) as people say it: a day, days from … to …, or moments; "…" is open."""
    edges = [_local(edge, zone) if edge else None for edge in (start, end)]
    whole_days = all(edge is None or edge.time() == time() for edge in edges)
    if not whole_days:
        said = [moment_in_words(edge, zone, language) if edge else "…" for edge in edges]
    else:
        last = edges[1] - timedelta(days=1) if edges[1] else None
        said = [day(edge, zone, language) if edge else "…" for edge in (edges[0], last)]
    return said[0] if said[0] == said[1] else f"{said[0]} – {said[1]}"


def moment_in_words(at: datetime, zone: ZoneInfo, language: str) -> str:
    """The day and the time on the wall: "Tuesday 10 March 2026, 15:58"."""
    space = "" if speaks_chinese(language) else ", "
    return f"{day(at, zone, language)}{space}{clock_time(at, zone)}"


def clock_time(at: datetime, zone: ZoneInfo) -> str:
    """The time on the wall, 24 hours: "15:58"."""
    local = _local(at, zone)
    return f"{local.hour:02}:{local.minute:02}"


def distance(at: datetime, now: datetime, zone: ZoneInfo, language: str) -> str:
    """How far `at` is from `now` by the calendar of `zone`.

    "today at 15:58", "yesterday evening", "8 days ago", "3 weeks ago", "in 2 months": days up
    to a fortnight, weeks up to eight, then months; years at one year and from two on.
    """
    local = _local(at, zone)
    days = (local.date() - _local(now, zone).date()).days
    chinese = speaks_chinese(language)
    if abs(days) <= 1:
        return _near_zh(local, days) if chinese else _near_en(local, days)
    return _far_zh(days) if chinese else _far_en(days)


def _near_en(local: datetime, days: int) -> str:
    name = {-1: "yesterday", 0: "today", 1: "tomorrow"}[days]
    if days == 0 or local.hour < 5:  # "yesterday night" could mean either end of the day
        return f"{name} at {local.hour:02}:{local.minute:02}"
    return f"{name} {_part(local.hour, 'morning', 'afternoon', 'evening')}"


def _near_zh(local: datetime, days: int) -> str:
    name = {-1: "昨天", 0: "今天", 1: "明天"}[days]
    if days == 0:
        return f"{name}{local.hour:02}:{local.minute:02}"
    return name + ("凌晨" if local.hour < 5 else _part(local.hour, "上午", "下午", "晚上"))


def _part(hour: int, morning: str, afternoon: str, evening: str) -> str:
    return morning if hour < 12 else afternoon if hour < 18 else evening


def _far_en(days: int) -> str:
    count, unit = _counted(abs(days))
    span = f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return f"in {span}" if days > 0 else f"{span} ago"


def _far_zh(days: int) -> str:
    count, unit = _counted(abs(days))
    name = {"day": "天", "week": "周", "month": "个月", "year": "年"}[unit]
    return f"{count}{name}{'后' if days > 0 else '前'}"


def _counted(days: int) -> tuple[int, str]:
    if days < _WEEKS_FROM:
        return days, "day"
    if days < _MONTHS_FROM:
        return _rounded(days / 7), "week"
    months = _rounded(days / _A_MONTH)
    if months < 24 and months != 12:
        return months, "month"
    return _rounded(months / 12), "year"


def _rounded(number: float) -> int:
    return int(number + 0.5)


def _local(at: datetime, zone: ZoneInfo) -> datetime:
    try:
        return at.astimezone(zone)
    except OverflowError:  # the first and the last hours that a datetime can name
        return at.replace(tzinfo=UTC)
