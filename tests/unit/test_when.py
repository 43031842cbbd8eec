"""Dates in a question, as days, months and years of the person's zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory.when import Interval, intervals, without

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("what happened on 2026-07-07?", "2026-07-07T00:00+02:00", "2026-07-08T00:00+02:00"),
        ("in 2026-12", "2026-12-01T00:00+01:00", "2027-01-01T00:00+01:00"),
        ("in 2026-02, was it?", "2026-02-01T00:00+01:00", "2026-03-01T00:00+01:00"),
        ("all of 2025", "2025-01-01T00:00+01:00", "2026-01-01T00:00+01:00"),
        ("2024-02-29", "2024-02-29T00:00+01:00", "2024-03-01T00:00+01:00"),
        ("2026-03-29", "2026-03-29T00:00+01:00", "2026-03-30T00:00+02:00"),
        ("我们在2026-07-07聊了什么", "2026-07-07T00:00+02:00", "2026-07-08T00:00+02:00"),
    ],
)
def test_a_date_is_the_time_it_names(text: str, start: str, end: str) -> None:
    (found,) = intervals(text, BERLIN)
    assert found.start == datetime.fromisoformat(start)
    assert found.end == datetime.fromisoformat(end)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no date at all",
        "on 2026-02-30",
        "in 2026-13",
        "call 12345",
        "version 3.2026.1x",
        "part 42026-07-07",
        "9999-12-31",
        "in 0000",
        "in 3026",
        "x" * 100_000,
    ],
)
def test_what_is_no_date_gives_no_time(text: str) -> None:
    assert intervals(text, BERLIN) == []


def test_several_dates_come_in_their_order_and_what_is_left_is_the_question() -> None:
    question = "the lease in 2025-11 or on 2026-07-07"
    found = intervals(question, BERLIN)
    assert [interval.text for interval in found] == ["2025-11", "2026-07-07"]
    assert without(question, found) == "the lease in or on"


def test_an_interval_takes_in_its_start_and_not_its_end() -> None:
    noon = datetime(2026, 7, 7, 12, tzinfo=UTC)
    day = Interval(noon, noon + timedelta(days=1), "a day")
    second = timedelta(seconds=1)
    assert day.overlaps(noon - second, noon)
    assert not day.overlaps(noon - 2 * second, noon - second)
    assert day.overlaps(noon + timedelta(days=1) - second, noon + timedelta(days=2))
    assert not day.overlaps(noon + timedelta(days=1), noon + timedelta(days=2))
    assert Interval(None, None, "ever").overlaps(noon, noon)
