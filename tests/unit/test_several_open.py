"""Several slices open at once, as two machines leave them: closed together, each whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory import markdown, paths
from memory.slices import ClosedBy, Slice
from memory.stores.in_memory import InMemoryStore
from tests.remotes import RemoteInMemory
from tests.strategies import agent, at, user
from tests.syncing import Clock, Machine
from tests.timelines import derived, opened, put, rebuilt, said, slices

ONE, TWO = "2026-07-07-1558", "2026-07-07-1559"


@pytest.fixture
def other(tmp_path: Path, remote: RemoteInMemory, clock: Clock) -> Iterator[Machine]:
    machine = Machine(tmp_path / "b", remote, clock)
    yield machine
    machine.end()


@pytest.fixture
def both(bot: Machine, other: Machine) -> tuple[Machine, Machine]:
    """Each has opened a slice while the other could not be heard."""
    bot.add(user("one", origin="telegram 1"))
    other.add(user("two", 1.1, origin="telegram 2"))
    for machine in (bot, other, bot):
        machine.all()
    assert [entry.status for entry in bot.timeline.entries()] == ["active", "active"]
    return bot, other


def left_open(*talks: tuple[str, float, float]) -> InMemoryStore:
    """Open slices: what was said at their begin, when that was, and when they were answered."""
    store = InMemoryStore()
    for said_first, start, end in talks:
        slice_ = Slice(paths.minute_id(at(start)), at(start), at(start))
        for turn in (user(said_first, start), agent(f"to {said_first}", end)):
            slice_ = slice_.with_turn(turn)
        put(store, paths.slice_path(slice_.slice_id), markdown.encode(slice_))
    return store


def test_what_is_said_after_closing_begins_a_slice_whatever_another_machine_left_open(
    both: tuple[Machine, Machine],
) -> None:
    bot, other = both
    closed = bot.timeline.close(ClosedBy.USER)
    assert closed is not None
    assert closed.slice_id == ONE
    bot.add(user("three", 2.5, origin="telegram 3"))
    bot.all()
    other.all()
    assert other.said == {ONE: ["one"], TWO: ["two"], "2026-07-07-1600": ["three"]}
    found = slices(other.mirror)
    assert [found[one].closed_by for one in (ONE, TWO)] == ["user_explicit"] * 2
    assert [found[one].mark.focus for one in (ONE, TWO)] == ["about one", "about two"]
    assert found["2026-07-07-1600"].is_open
    assert derived(other.mirror) == rebuilt(other.mirror)


def test_closing_gives_the_one_that_ended_last_and_leaves_closed_ones_as_they_are() -> None:
    store = left_open(("long ago", -200, -199), ("long", 0, 9), ("short", 2, 3))
    timeline = opened(store)
    timeline.close_silent(at(0))
    before = slices(store)["2026-07-07-1238"]
    closed = timeline.close(ClosedBy.USER)
    assert closed is not None
    assert closed.slice_id == ONE
    assert timeline.open_slice is None
    assert slices(store)["2026-07-07-1238"] == before
    assert before.closed_by == "time_silence"
    assert timeline.close(ClosedBy.USER) is None
    assert derived(store) == rebuilt(store)


def test_silence_closes_each_of_several_by_its_own_end() -> None:
    store = left_open(("long", 0, 9), ("short", 2, 3))
    timeline = opened(store)
    assert [slice_.slice_id for slice_ in timeline.close_silent(at(33))] == ["2026-07-07-1600"]
    assert timeline.open_slice is not None
    assert timeline.open_slice.slice_id == ONE
    assert [slice_.slice_id for slice_ in timeline.close_silent(at(39))] == [ONE]
    store = left_open(("long", 0, 9), ("short", 2, 3))
    assert len(opened(store).close_silent(at(39))) == 2


@pytest.mark.parametrize(
    ("talks", "goes_on"),
    [
        ((("one", 0, 1), ("two", 2, 3)), "two"),
        ((("one", 0, 9), ("two", 2, 3)), "one"),
        ((("one", 0, 9), ("two", 2, 9)), "two"),
    ],
)
def test_a_message_goes_on_the_open_slice_that_ended_last(
    talks: tuple[tuple[str, float, float], ...], goes_on: str
) -> None:
    store = left_open(*talks)
    placed = opened(store).add(user("more", 12))
    assert said(store)[placed.slice_id] == [goes_on, f"to {goes_on}", "more"]


def test_what_is_said_elsewhere_before_a_closing_is_known_stays_in_what_was_closed(
    both: tuple[Machine, Machine],
) -> None:
    bot, other = both
    bot.timeline.close(ClosedBy.USER)
    other.add(user("three", 2.5, origin="telegram 3"))
    for machine in (bot, other, bot):
        machine.all()
    assert bot.said == {ONE: ["one"], TWO: ["two", "three"]}
    for machine in both:
        assert [entry.status for entry in machine.timeline.entries()] == ["closed", "closed"]
    other.add(user("four", 3.5, origin="telegram 4"))
    other.all()
    assert other.said == {ONE: ["one"], TWO: ["two", "three"], "2026-07-07-1601": ["four"]}
    assert derived(other.mirror) == rebuilt(other.mirror)


def test_what_is_said_elsewhere_in_the_silence_goes_on_what_silence_closed_here(
    both: tuple[Machine, Machine],
) -> None:
    bot, other = both
    other.add(user("three", 20, origin="telegram 3"))
    bot.timeline.close_silent(at(40))
    for machine in (bot, other, bot):
        machine.all()
    assert bot.said == {ONE: ["one"], TWO: ["two", "three"]}
    bot.add(user("four", 45, origin="telegram 4"))
    bot.all()
    assert bot.said == {ONE: ["one"], TWO: ["two", "three", "four"]}
    assert slices(bot.mirror)[TWO].is_open
    assert not slices(bot.mirror)[ONE].is_open


def test_an_answer_goes_to_its_question_though_that_was_closed_elsewhere_meanwhile(
    both: tuple[Machine, Machine],
) -> None:
    bot, other = both
    bot.add(agent("to one", 0.5))
    other.add(user("three", 2.5, origin="telegram 3"))
    other.all()
    bot.all()
    bot.timeline.close(ClosedBy.USER)
    bot.all()
    other.all()
    other.add(agent("to three", 2.7), agent("and more", 2.8))
    other.all()
    assert other.said == {
        ONE: ["one", "to one"],
        TWO: ["two", "three", "to three"],
        "2026-07-07-1600": ["and more"],
    }
    assert slices(other.mirror)[TWO].closed_by == "user_explicit"
    assert not slices(other.mirror)[TWO].is_open
    assert derived(other.mirror) == rebuilt(other.mirror)
