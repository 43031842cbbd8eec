"""The pace of all who write to GitHub, and what its answers say of how much is left."""

import threading
from datetime import UTC, datetime, timedelta

import pytest

from memory.stores.github.pacing import Allowance, Pacer, waits
from tests.fakes import NOON, HandClock

AN_HOUR = timedelta(hours=1)


def headers(limit: object, remaining: object, reset: object) -> dict[str, str]:
    told = {"limit": limit, "remaining": remaining, "reset": reset}
    return {f"x-ratelimit-{name}": str(value) for name, value in told.items()}


def turns(pacer: Pacer, clock: HandClock, count: int) -> list[float]:
    """Seconds after noon, of writers who wait for their turn."""
    found = []
    for _ in range(count):
        moment = pacer.turn(AN_HOUR)
        clock.forward(seconds=(moment - clock.now()).total_seconds())
        found.append((moment - NOON).total_seconds())
    return found


def test_sixty_go_at_once_and_the_next_when_the_first_is_a_minute_old():
    clock = HandClock()
    pacer = Pacer(clock.now)
    assert turns(pacer, clock, 61) == [0.0] * 60 + [60.0]
    clock.forward(seconds=59)
    assert turns(pacer, clock, 59) == [119.0] * 59
    assert turns(pacer, clock, 2) == [120.0, 179.0]


def test_however_they_come_no_window_has_too_many():
    clock = HandClock()
    pacer = Pacer(clock.now)
    taken = turns(pacer, clock, 1000)
    assert taken == sorted(taken)
    for length, most in ((60, 60), (3600, 400)):
        for first, after in zip(taken, taken[most:], strict=False):
            assert after - first >= length


def test_who_would_not_wait_so_long_takes_no_turn():
    clock = HandClock()
    pacer = Pacer(clock.now)
    turns(pacer, clock, 60)
    for _ in range(100):
        assert pacer.turn(timedelta(seconds=59)) == NOON + timedelta(minutes=1)
    clock.forward(minutes=1)
    assert turns(pacer, clock, 60) == [60.0] * 60


def test_a_clock_that_is_set_back_stops_nobody_for_long():
    clock = HandClock()
    pacer = Pacer(clock.now)
    turns(pacer, clock, 60)
    clock.forward(days=-1)
    assert pacer.turn(AN_HOUR) == clock.now()


def test_many_threads_share_one_pace():
    pacer = Pacer(HandClock().now)
    taken: list[datetime] = []
    threads = [
        threading.Thread(target=lambda: taken.extend(pacer.turn(AN_HOUR) for _ in range(30)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [taken.count(NOON + timedelta(minutes=n)) for n in range(3)] == [60, 60, 0]


def test_what_is_left_is_read():
    allowance = Allowance()
    resets = NOON + timedelta(minutes=20)
    allowance.note(headers(5000, 4321, int(resets.timestamp())), NOON)
    assert allowance.budget is not None
    assert (allowance.budget.limit, allowance.budget.remaining) == (5000, 4321)
    assert allowance.budget.resets == resets
    assert allowance.closed_until(NOON) is None


def test_nothing_left_means_waiting_until_the_hour_is_over():
    allowance = Allowance()
    resets = datetime(2026, 7, 7, 12, 20, tzinfo=UTC)
    allowance.note(headers(5000, 0, int(resets.timestamp())), NOON)
    assert allowance.closed_until(NOON) == resets
    assert allowance.closed_until(resets) is None


@pytest.mark.parametrize(
    "told",
    [
        {},
        headers("many", "few", "soon"),
        headers(5000, -1, 1),
        headers(5000, 0, "9" * 30),
        {"x-ratelimit-remaining": "0"},
    ],
)
def test_headers_that_make_no_sense_are_passed_over(told):
    allowance = Allowance()
    allowance.note(told, NOON)
    assert allowance.budget is None
    assert allowance.closed_until(NOON) is None


@pytest.mark.parametrize("told", ["", "soon", "-5", "1.5", "9" * 12])
def test_a_wait_that_is_not_told_is_a_minute_at_least(told):
    until = Allowance().refused({"retry-after": told}, NOON)
    assert until == NOON + timedelta(minutes=1)


def test_refusals_in_a_row_double_the_wait_up_to_an_hour():
    allowance = Allowance()
    waited = [allowance.refused({}, NOON) - NOON for _ in range(9)]
    assert [wait.total_seconds() / 60 for wait in waited] == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    allowance.answered()
    assert allowance.refused({}, NOON) == NOON + timedelta(minutes=1)


def test_waits_double_and_differ():
    assert list(waits(lambda: 0.5)) == [1, 2, 4]
    assert list(waits(lambda: 0.0)) == [0.5, 1, 2]
    assert list(waits(lambda: 0.999)) == pytest.approx([1.5, 3, 6], rel=0.01)
