"""When there is something to tell of before, and what."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory.recap import recap
from memory.slices import Amendment
from previously_bot import texts

NOON = datetime(2026, 3, 18, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Entry:
    start: datetime
    end: datetime
    focus: str = "The boiler"
    summary: str = ""
    open_loops: Sequence[str] = ()
    amendments: Sequence[Amendment] = ()

    @property
    def slice_id(self) -> str:
        return f"{self.start.astimezone(UTC):%Y-%m-%d-%H%M}"


def ended(before_noon: timedelta, focus: str = "The boiler", **more: object) -> Entry:
    end = NOON - before_noon
    return Entry(end - HOUR, end, focus, **more)  # type: ignore[arg-type]


def test_without_a_past_there_is_no_recap() -> None:
    assert recap([], NOON) is None


@pytest.mark.parametrize(
    ("ago", "told"),
    [
        (timedelta(minutes=30), True),
        (timedelta(minutes=29, seconds=59), False),
        (timedelta(0), False),
        (timedelta(seconds=-5), False),
    ],
)
def test_there_is_a_recap_only_after_thirty_minutes_of_silence(
    ago: timedelta, told: bool
) -> None:
    slices = [ended(9 * HOUR), ended(ago)]
    assert (recap(slices, NOON) is not None) is told


def test_somebody_who_asks_is_told_in_the_middle_of_a_conversation_too() -> None:
    told = recap([ended(9 * HOUR, "The lease"), ended(timedelta(0), "")], NOON, anyway=True)
    assert told is not None
    assert [scene.about for scene in told.scenes] == ["The lease"]
    assert recap([], NOON, anyway=True) is None


def test_the_last_three_scenes_are_told_oldest_first_whatever_order_they_came_in() -> None:
    slices = [ended(n * HOUR * 24, f"scene {n}") for n in (2, 5, 1, 4, 3)]
    told = recap(slices, NOON)
    assert told is not None
    assert [scene.about for scene in told.scenes] == ["scene 3", "scene 2", "scene 1"]
    assert told.last == NOON - 24 * HOUR


def test_what_the_scenes_left_open_is_told_once_the_latest_last() -> None:
    told = recap(
        [
            ended(20 * HOUR, open_loops=list("abcde")),
            ended(9 * HOUR, open_loops=["old"]),
            ended(2 * HOUR, open_loops=["call Otto", " ", "e"]),
        ],
        NOON,
    )
    assert told is not None
    assert told.open_loops == ("d", "e", "old", "call Otto")


def test_the_summary_stands_in_for_a_missing_focus_and_an_unmarked_scene_is_left_out() -> None:
    told = recap(
        [ended(9 * HOUR, "", summary="Paint"), ended(5 * HOUR, " "), ended(3 * HOUR)], NOON
    )
    assert told is not None
    assert [scene.about for scene in told.scenes] == ["Paint", "The boiler"]


def test_scenes_that_nobody_marked_make_no_recap() -> None:
    assert recap([ended(5 * HOUR, "")], NOON) is None


def test_an_unmarked_last_scene_still_keeps_the_conversation_going() -> None:
    assert recap([ended(5 * HOUR), ended(timedelta(minutes=5), "")], NOON) is None


def test_a_scene_from_a_clock_that_ran_ahead_is_left_out() -> None:
    told = recap([ended(5 * HOUR, "now"), ended(-48 * HOUR, "ahead")], NOON)
    assert told is not None
    assert [scene.about for scene in told.scenes] == ["now"]


@pytest.mark.parametrize(("minute", "told"), [(10, False), (15, True)])
def test_silence_is_measured_in_utc_on_the_night_the_clocks_go_forward(
    minute: int, told: bool
) -> None:
    # Berlin, 2026-03-29: 01:45 is followed by 03:00 a quarter of an hour later.
    berlin = ZoneInfo("Europe/Berlin")
    end = datetime(2026, 3, 29, 1, 45, tzinfo=berlin)
    now = datetime(2026, 3, 29, 3, minute, tzinfo=berlin)
    assert (recap([Entry(end - HOUR, end)], now) is not None) is told


def test_scenes_are_in_order_on_the_night_the_clocks_go_back() -> None:
    # Berlin, 2026-10-25: 02:50 summer time is before 02:10 winter time, on the wall after it.
    berlin = ZoneInfo("Europe/Berlin")
    first = datetime(2026, 10, 25, 2, 50, tzinfo=berlin)
    second = datetime(2026, 10, 25, 2, 10, fold=1, tzinfo=berlin)
    told = recap(
        [Entry(second, second, "second"), Entry(first, first, "first")],
        datetime(2026, 10, 25, 9, tzinfo=UTC),
    )
    assert told is not None
    assert [scene.about for scene in told.scenes] == ["first", "second"]
    assert told.last == second.astimezone(UTC)


def test_what_was_corrected_is_told_as_it_is_known_now() -> None:
    rights = [Amendment("In May."), Amendment("In June.")]
    told = recap([Entry(NOON, NOON, amendments=rights)], NOON + timedelta(hours=1))
    assert told is not None
    assert told.scenes[0].corrected == "In June."
    said = texts.previously(told, NOON + timedelta(hours=1), ZoneInfo("UTC"), "en")
    assert "The boiler (corrected: In June.)" in said
