"""Looking along the timeline: a year in its months, a month in its days, each in a line."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from memory.along import SAYINGS, Stretch, TimeTree
from memory.catalog import Entry
from memory.slices import Status

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 7, 7, 12, tzinfo=UTC)


def entry(at: datetime, *tags: str, nth: int = 1, **more: tuple[str, ...]) -> Entry:
    slice_id = f"{at:%Y-%m-%d-%H%M}" + (f"-{nth}" if nth > 1 else "")
    return Entry(slice_id, at, at, 2, Status.CLOSED, tags=tags, **more)  # type: ignore[arg-type]


def tree(*entries: Entry, zone: ZoneInfo = BERLIN) -> TimeTree:
    grown = TimeTree(zone)
    for one in entries:
        grown.put(one)
    return grown


def names(stretches: list[Stretch]) -> list[tuple[str, int]]:
    return [(stretch.name, stretch.slices) for stretch in stretches]


def test_a_year_gives_its_months_and_a_month_its_days() -> None:
    grown = tree(
        entry(datetime(2025, 12, 24, 12, tzinfo=UTC)),
        entry(NOON),
        entry(NOON + timedelta(hours=2)),
        entry(NOON + timedelta(days=3)),
        entry(NOON + timedelta(days=40)),
    )
    assert names(grown.along()) == [("2025", 1), ("2026", 4)]
    assert names(grown.along("2026")) == [("2026-07", 3), ("2026-08", 1)]
    assert names(grown.along("2026-07")) == [("2026-07-07", 2), ("2026-07-10", 1)]
    assert grown.along("2026-07-07") == []
    assert grown.along("1999") == []


def test_a_line_tells_strands_decisions_and_open_loops() -> None:
    grown = tree(
        entry(NOON, "lease", "cello", decisions=("Sign it",), open_loops=("Call Ines",)),
        entry(NOON + timedelta(days=1), "lease", decisions=tuple("abcd")),
    )
    (july,) = grown.along("2026")
    assert july.strands == ("lease", "cello")
    assert july.decisions == ("b", "c", "d")
    assert july.open_loops == ("Call Ines",)
    assert (july.slices, july.turns) == (2, 4)
    assert july.start.isoformat() == "2026-07-01T00:00:00+02:00"
    assert july.end.isoformat() == "2026-08-01T00:00:00+02:00"


def test_a_day_is_the_day_of_the_persons_zone() -> None:
    late = entry(datetime(2026, 7, 31, 23, tzinfo=UTC))
    assert names(tree(late).along("2026")) == [("2026-08", 1)]
    assert names(tree(late, zone=ZoneInfo("America/New_York")).along("2026")) == [
        ("2026-07", 1)
    ]


def test_a_window_is_filled_by_as_few_stretches_as_there_can_be() -> None:
    grown = tree(
        *(entry(datetime(2025, month, 15, 12, tzinfo=UTC)) for month in range(1, 13)),
        *(entry(datetime(2026, month, 15, 12, tzinfo=UTC)) for month in range(1, 8)),
    )
    start = datetime(2025, 1, 1, tzinfo=BERLIN)
    assert names(grown.within(start, datetime(2026, 1, 1, tzinfo=BERLIN))) == [("2025", 12)]
    spring = grown.within(start, datetime(2026, 3, 16, tzinfo=BERLIN))
    assert names(spring) == [("2025", 12), ("2026-01", 1), ("2026-02", 1), ("2026-03-15", 1)]
    assert grown.within(datetime(1990, 1, 1, tzinfo=UTC), start) == []


def test_a_slice_that_changed_or_went_away_changes_its_path_only() -> None:
    first, other = entry(NOON, "old"), entry(NOON + timedelta(days=40), "other")
    grown = tree(first, other)
    grown.along(), grown.along("2026")
    grown.put(entry(NOON, "new"))
    assert [stretch.strands for stretch in grown.along("2026")] == [("new",), ("other",)]
    assert grown.along()[0].slices == 2
    grown.drop(first.slice_id)
    grown.drop("never there")
    assert names(grown.along("2026")) == [("2026-08", 1)]
    grown.drop(other.slice_id)
    assert grown.along() == []


def test_the_commonest_strands_of_all_follow_what_changes() -> None:
    first, other = entry(NOON, "lease", "cello"), entry(NOON + timedelta(days=40), "lease")
    grown = tree(first, other)
    assert grown.strands(1) == ["lease"]
    assert grown.strands(9) == ["lease", "cello"]
    grown.put(entry(NOON, "cello", "piano"))
    assert grown.strands(9) == ["cello", "lease", "piano"]
    grown.drop(first.slice_id)
    assert grown.strands(9) == ["lease"]
    grown.drop(other.slice_id)
    assert grown.strands(9) == []


def test_the_first_and_the_last_day_of_the_calendar_are_days() -> None:
    grown = tree(
        entry(datetime(1, 1, 2, tzinfo=UTC)),
        entry(datetime(9999, 12, 30, tzinfo=UTC)),
        zone=ZoneInfo("UTC"),
    )
    assert names(grown.along()) == [("0001", 1), ("9999", 1)]
    assert names(grown.along("9999")) == [("9999-12", 1)]


@given(
    st.lists(
        st.tuples(st.integers(0, 50 * 24 * 60), st.booleans()),
        max_size=30,
    )
)
def test_a_tree_that_grew_and_shrank_equals_one_grown_from_what_is_left(
    steps: list[tuple[int, bool]],
) -> None:
    grown, left = TimeTree(BERLIN), {}
    for minutes, stays in steps:
        at = datetime(2024, 12, 20, tzinfo=UTC) + timedelta(minutes=minutes)
        one = entry(at, f"day {at.day}", open_loops=(at.isoformat(),))
        grown.put(one)
        grown.along("2025")
        left[one.slice_id] = one
        if not stays:
            grown.drop(one.slice_id)
            del left[one.slice_id]
    fresh = tree(*left.values())
    for name in ("", "2024", "2025", "2025-01"):
        assert grown.along(name) == fresh.along(name)
    assert sum(stretch.slices for stretch in grown.along()) == len(left)
    assert all(len(stretch.open_loops) <= SAYINGS for stretch in grown.along())
