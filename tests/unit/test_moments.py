"""How a moment is told to a person."""

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from previously_bot.moments import (
    clock_time,
    date_in_words,
    day,
    day_and_distance,
    distance,
    span_in_words,
    speaks_chinese,
)

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 18, 9, 0, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("at", "english", "chinese"),
    [
        ("2026-03-18T08:05", "today at 08:05", "今天08:05"),
        ("2026-03-18T00:00", "today at 00:00", "今天00:00"),
        ("2026-03-17T23:59", "yesterday evening", "昨天晚上"),
        ("2026-03-17T13:00", "yesterday afternoon", "昨天下午"),
        ("2026-03-17T07:00", "yesterday morning", "昨天上午"),
        ("2026-03-17T00:30", "yesterday at 00:30", "昨天凌晨"),
        ("2026-03-16T23:59", "2 days ago", "2天前"),
        ("2026-03-10T15:58", "8 days ago", "8天前"),
        ("2026-03-05T12:00", "13 days ago", "13天前"),
        ("2026-03-04T12:00", "2 weeks ago", "2周前"),
        ("2026-02-25T12:00", "3 weeks ago", "3周前"),
        ("2026-01-22T12:00", "8 weeks ago", "8周前"),
        ("2026-01-18T12:00", "2 months ago", "2个月前"),
        ("2025-09-18T12:00", "6 months ago", "6个月前"),
        ("2025-03-18T12:00", "1 year ago", "1年前"),
        ("2024-12-18T12:00", "15 months ago", "15个月前"),
        ("2024-03-18T12:00", "2 years ago", "2年前"),
        ("1996-03-18T12:00", "30 years ago", "30年前"),
        ("2026-03-18T19:00", "today at 19:00", "今天19:00"),
        ("2026-03-19T19:00", "tomorrow evening", "明天晚上"),
        ("2026-03-21T09:00", "in 3 days", "3天后"),
        ("2026-05-18T09:00", "in 2 months", "2个月后"),
    ],
)
def test_distance_is_counted_on_the_calendar(at: str, english: str, chinese: str) -> None:
    moment = datetime.fromisoformat(at).replace(tzinfo=BERLIN)
    assert distance(moment, NOW, BERLIN, "en") == english
    assert distance(moment, NOW, BERLIN, "zh") == chinese


def test_ten_to_midnight_is_yesterday_when_seen_at_ten_past() -> None:
    at = datetime(2026, 3, 17, 23, 50, tzinfo=BERLIN)
    now = at + timedelta(minutes=20)
    assert distance(at, now, BERLIN, "en") == "yesterday evening"


def test_days_are_those_of_the_zone_and_not_of_utc() -> None:
    at, now = datetime(2026, 3, 17, 23, 30, tzinfo=UTC), datetime(2026, 3, 18, 9, tzinfo=UTC)
    assert distance(at, now, BERLIN, "en") == "today at 00:30"
    assert distance(at, now, ZoneInfo("UTC"), "en") == "yesterday evening"
    assert day(at, BERLIN, "en") == "Wednesday 18 March 2026"


def test_the_night_the_clocks_change_is_a_day_like_any_other() -> None:
    saturday = datetime(2026, 3, 28, 23, 30, tzinfo=BERLIN)
    monday = datetime(2026, 3, 30, 0, 10, tzinfo=BERLIN)
    assert distance(saturday, monday, BERLIN, "en") == "2 days ago"
    assert clock_time(datetime(2026, 3, 29, 1, 0, tzinfo=UTC), BERLIN) == "03:00"
    assert clock_time(datetime(2026, 3, 29, 0, 59, tzinfo=UTC), BERLIN) == "01:59"


def test_a_day_comes_in_full_and_with_its_distance() -> None:
    at = datetime(2026, 3, 10, 15, 58, tzinfo=BERLIN)
    assert day_and_distance(at, NOW, BERLIN, "en") == "Tuesday 10 March 2026, 8 days ago"
    assert day_and_distance(at, NOW, BERLIN, "zh-CN") == "2026年3月10日星期二，8天前"
    assert day_and_distance(NOW, NOW, BERLIN, "en") == "Wednesday 18 March 2026, today at 09:00"


def test_every_day_and_month_has_its_name_in_both_languages() -> None:
    days = [date(2026, month, month) for month in range(1, 13)]
    for on in days:
        assert date_in_words(on, "en") == f"{on:%A} {on.day} {on:%B} {on.year}"
        weekday = "一二三四五六日"[on.isoweekday() - 1]
        assert date_in_words(on, "zh") == f"2026年{on.month}月{on.day}日星期{weekday}"


@pytest.mark.parametrize(
    ("tag", "chinese"),
    [
        ("zh", True),
        ("zh-CN", True),
        ("ZH_tw", True),
        ("en", False),
        ("zha", False),
        ("", False),
    ],
)
def test_a_language_tag_is_chinese_or_else_english(tag: str, chinese: bool) -> None:
    assert speaks_chinese(tag) is chinese


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_any_two_moments_can_be_told(at: datetime, now: datetime) -> None:
    for zone in ("America/New_York", "Pacific/Kiritimati"):
        for language in ("en", "zh"):
            assert day_and_distance(at, now, ZoneInfo(zone), language)


def test_the_first_and_the_last_moment_of_all_can_be_told() -> None:
    first, last = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    new_york, kiritimati = ZoneInfo("America/New_York"), ZoneInfo("Pacific/Kiritimati")
    assert day_and_distance(first, NOW, new_york, "en") == "Monday 1 January 1, 2025 years ago"
    assert day_and_distance(last, NOW, kiritimati, "en").startswith(
        "Friday 31 December 9999, in"
    )


@pytest.mark.parametrize("year", [1, 9999])
def test_the_ends_of_the_calendar_are_days_too(year: int) -> None:
    edge = datetime(year, 1 if year == 1 else 12, 1 if year == 1 else 31, 0, tzinfo=UTC)
    for hours in (-14, 0, 12):
        at = edge.replace(tzinfo=timezone(timedelta(hours=hours)))
        assert str(year) in day(at, ZoneInfo("Asia/Tokyo"), "en")


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        ("2026-03-10T00:00", "2026-03-11T00:00", "Tuesday 10 March 2026"),
        ("2026-03-09T00:00", "2026-03-16T00:00", "Monday 9 March 2026 – Sunday 15 March 2026"),
        (
            "2026-03-10T17:00",
            "2026-03-11T00:00",
            "Tuesday 10 March 2026, 17:00 – Wednesday 11 March 2026, 00:00",
        ),
        (None, "2026-03-11T00:00", "… – Tuesday 10 March 2026"),
        ("2026-03-10T00:00", None, "Tuesday 10 March 2026 – …"),
    ],
)
def test_a_span_is_said_in_days_where_it_is_whole_days(
    start: str | None, end: str | None, said: str
) -> None:
    edges = [
        datetime.fromisoformat(edge).replace(tzinfo=BERLIN) if edge else None
        for edge in (start, end)
    ]
    assert span_in_words(edges[0], edges[1], BERLIN, "en") == said
