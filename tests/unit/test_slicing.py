"""When a slice closes: thirty minutes of silence, in real time."""

import itertools
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.slicing import SILENCE, cut, fell_silent
from tests.strategies import START, user

NEW_YORK = ZoneInfo("America/New_York")
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("silence", "closes"),
    [
        (timedelta(0), False),
        (timedelta(minutes=29, seconds=59), False),
        (timedelta(minutes=29, seconds=59, milliseconds=999), False),
        (timedelta(minutes=30), True),
        (timedelta(minutes=30, milliseconds=1), True),
        (timedelta(hours=24, minutes=5), True),
        (timedelta(minutes=-45), False),
    ],
)
def test_thirty_minutes_close_a_slice_and_less_does_not(
    silence: timedelta, closes: bool
) -> None:
    assert fell_silent(START, START + silence) is closes


@pytest.mark.parametrize(
    ("zone", "last", "now", "closes"),
    [
        # Spring: an hour is missing on the wall, not in the silence.
        (NEW_YORK, (2026, 3, 8, 1, 50), (2026, 3, 8, 3, 5), False),
        (NEW_YORK, (2026, 3, 8, 1, 50), (2026, 3, 8, 3, 20), True),
        (BERLIN, (2026, 3, 29, 1, 45), (2026, 3, 29, 3, 14), False),
        (BERLIN, (2026, 3, 29, 1, 45), (2026, 3, 29, 3, 15), True),
        # Autumn: the same hour comes twice; the second time is an hour later.
        (NEW_YORK, (2026, 11, 1, 1, 50), (2026, 11, 1, 1, 50, 1), True),
        (NEW_YORK, (2026, 11, 1, 1, 50), (2026, 11, 1, 1, 10, 1), False),
        (NEW_YORK, (2026, 11, 1, 1, 50, 1), (2026, 11, 1, 2, 20), True),
        (BERLIN, (2026, 10, 25, 2, 40), (2026, 10, 25, 2, 9, 1), False),
        (BERLIN, (2026, 10, 25, 2, 40), (2026, 10, 25, 2, 10, 1), True),
        (BERLIN, (2026, 10, 25, 2, 40, 1), (2026, 10, 25, 3, 9), False),
    ],
)
def test_silence_is_real_time_on_the_nights_when_clocks_change(
    zone: ZoneInfo, last: tuple[int, ...], now: tuple[int, ...], closes: bool
) -> None:
    assert fell_silent(local(zone, last), local(zone, now)) is closes


def local(zone: ZoneInfo, wall: tuple[int, ...]) -> datetime:
    """Wall-clock time; a sixth number is the fold, 1 for the hour's second coming."""
    *when, fold = wall if len(wall) == 6 else (*wall, 0)
    year, month, day, hour, minute = when
    return datetime(year, month, day, hour, minute, tzinfo=zone, fold=fold)


def test_the_two_moments_may_be_of_different_zones() -> None:
    now = (START + timedelta(minutes=29)).astimezone(NEW_YORK)
    assert not fell_silent(START.astimezone(BERLIN), now)


def test_nothing_is_cut_from_nothing() -> None:
    assert cut([]) == []


def test_turns_are_cut_where_it_was_silent_whatever_order_they_come_in() -> None:
    turns = [user("d", 80), user("a"), user("c", 50), user("b", 29.99)]
    pieces = [[turn.text for turn in piece] for piece in cut(turns)]
    assert pieces == [["a", "b", "c"], ["d"]]


@given(st.lists(st.integers(0, 7200), max_size=30))
def test_pieces_hold_every_turn_and_silence_lies_between_and_never_inside(
    seconds: list[int],
) -> None:
    turns = [user(str(n), second / 60) for n, second in enumerate(seconds)]
    pieces = cut(turns)
    assert sorted(turn.text for piece in pieces for turn in piece) == sorted(
        turn.text for turn in turns
    )
    for piece in pieces:
        assert all(
            later.at - earlier.at < SILENCE for earlier, later in itertools.pairwise(piece)
        )
    for before, after in itertools.pairwise(pieces):
        assert after[0].at - before[-1].at >= SILENCE


def test_the_limit_is_thirty_minutes() -> None:
    assert timedelta(minutes=30) == SILENCE
    assert datetime(2026, 1, 1, tzinfo=UTC) + SILENCE == datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
