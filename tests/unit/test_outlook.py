"""What a long stretch was about, followed as the timeline grows."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from memory.slices import ClosedBy, Mark, Slice, Speaker, Turn
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from memory.when import intervals
from previously_bot.outlook import LINES, Outlook

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def mark(slice_: Slice) -> Mark:
    return Mark(focus=slice_.turns[0].text, tags=(slice_.turns[0].text,))


def a_year() -> Timeline:
    timeline = Timeline(InMemoryStore(), zone="Europe/Berlin", mark=mark)
    for month in range(1, 13):
        for day in (3, 20):
            at = datetime(2025, month, day, 12, tzinfo=UTC)
            timeline.add(Turn("?", at, Speaker.USER, f"month{month}"))
            timeline.close(ClosedBy.USER)
    return timeline


def along(outlook: Outlook, question: str) -> list[tuple[str, int]]:
    found = intervals(question, NOW, BERLIN)
    return [(part.name, part.slices) for part in outlook.along(found)]


def test_a_year_is_told_in_months_and_a_month_in_days() -> None:
    outlook = Outlook(a_year(), BERLIN)
    year = along(outlook, "What happened in 2025?")
    assert year == [(f"2025-{month:02}", 2) for month in range(1, 13)]
    assert along(outlook, "in March 2025") == [("2025-03-03", 1), ("2025-03-20", 1)]
    assert len(year) <= LINES


def test_a_short_time_several_times_and_none_are_told_by_slices_alone() -> None:
    outlook = Outlook(a_year(), BERLIN)
    assert along(outlook, "last week") == []
    assert along(outlook, "in 2024 and in 2025") == []
    assert along(outlook, "before Christmas") == []
    assert along(outlook, "the lease") == []
    assert along(outlook, "in 1999") == []


def test_any_stretch_has_parts_down_to_a_day() -> None:
    outlook = Outlook(a_year(), BERLIN)

    def parts(*days: str) -> list[str]:
        start, end = (datetime.fromisoformat(day).replace(tzinfo=BERLIN) for day in days)
        return [part.name for part in outlook.parts(start, end)]

    assert parts("2025-01-01", "2026-01-01") == [f"2025-{month:02}" for month in range(1, 13)]
    assert parts("2025-03-01", "2025-04-01") == ["2025-03-03", "2025-03-20"]
    assert parts("2025-03-03", "2025-03-04") == ["2025-03-03"]
    assert parts("2025-02-10", "2025-05-01") == ["2025-02-20", "2025-03", "2025-04"]
    assert parts("2024-01-01", "2025-01-01") == []
    assert [year.name for year in outlook.years()] == ["2025"]


def test_what_is_added_closed_and_taken_away_is_followed() -> None:
    timeline = a_year()
    outlook = Outlook(timeline, BERLIN)
    along(outlook, "in 2025")
    timeline.add(Turn("?", datetime(2025, 3, 20, 18, tzinfo=UTC), Speaker.USER, "late"))
    assert along(outlook, "in March 2025") == [("2025-03-03", 1), ("2025-03-20", 2)]
    timeline.close(ClosedBy.USER)
    (_, day) = outlook.along(intervals("in March 2025", NOW, BERLIN))
    assert day.strands == ("late", "month3")


def test_the_commonest_tags_come_first_and_follow_what_changes() -> None:
    timeline = a_year()
    outlook = Outlook(timeline, BERLIN)
    assert outlook.strands(3) == ["month1", "month10", "month11"]
    for minute in range(3):
        timeline.add(Turn("?", NOW.replace(minute=minute), Speaker.USER, "cello"))
        timeline.close(ClosedBy.USER)
    assert outlook.strands(2) == ["cello", "month1"]
