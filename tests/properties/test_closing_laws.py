"""A slice closes at the limit and not before, wherever the clocks stand."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from memory.slices import ClosedBy, Mark
from memory.slicing import SILENCE, fell_silent
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from tests.strategies import START, user

zones = st.sampled_from(
    ["UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"]
).map(ZoneInfo)
around_2026 = st.timedeltas(timedelta(0), timedelta(days=430)).map(
    lambda later: datetime(2025, 12, 1, tzinfo=UTC) + later
)
gaps = st.timedeltas(timedelta(0), timedelta(hours=2))


@given(around_2026, gaps, zones, zones)
def test_it_closes_exactly_when_thirty_real_minutes_have_gone_by(
    last: datetime, gap: timedelta, one: ZoneInfo, other: ZoneInfo
) -> None:
    now = last + gap
    assert fell_silent(last.astimezone(one), now.astimezone(other)) == (gap >= SILENCE)


@given(st.lists(st.integers(0, 45 * 60_000), min_size=1, max_size=12))
def test_turns_in_order_share_a_slice_unless_silence_lies_between(gaps: list[int]) -> None:
    timeline = Timeline(InMemoryStore(), zone="UTC", mark=lambda slice_: Mark())
    elapsed, pieces = 0, 0
    for n, gap in enumerate(gaps):
        elapsed += gap
        placed = timeline.add(user(str(n), elapsed / 60_000, origin=f"t {n}"))
        assert placed.opened == (n == 0 or gap >= SILENCE / timedelta(milliseconds=1))
        pieces += placed.opened
    assert len(timeline.entries()) == pieces
    assert sum(entry.turns for entry in timeline.entries()) == len(gaps)


@given(st.integers(0, 60 * 60_000))
def test_looking_in_closes_what_is_silent_at_its_last_turn(late: int) -> None:
    timeline = Timeline(InMemoryStore(), zone="UTC", mark=lambda slice_: Mark())
    timeline.add(user("hello"))
    closed = timeline.close_silent(START + timedelta(milliseconds=late))
    assert bool(closed) == (late >= SILENCE / timedelta(milliseconds=1))
    assert all((slice_.end, slice_.closed_by) == (START, ClosedBy.SILENCE) for slice_ in closed)
    assert (timeline.open_slice is None) == bool(closed)
