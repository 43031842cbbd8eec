"""Turns, slices and marks as values."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from memory.slices import ClosedBy, Mark, Slice, Speaker, Status, Turn, instant, writable
from tests.strategies import SLICE_ID, START, agent, at, user


def conversation(*turns: Turn) -> Slice:
    slice_ = Slice(SLICE_ID, START, START)
    for turn in turns:
        slice_ = slice_.with_turn(turn)
    return slice_


def test_an_instant_is_utc_in_whole_milliseconds() -> None:
    east = timezone(timedelta(hours=2))
    assert instant(datetime(2026, 7, 7, 17, 58, 3, 120999, tzinfo=east)) == START


def test_a_time_without_a_zone_is_no_instant() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        instant(datetime(2026, 7, 7))  # noqa: DTZ001


@pytest.mark.parametrize(
    "when",
    [
        START.replace(microsecond=120001),
        START.astimezone(timezone(timedelta(hours=2))),
    ],
    ids=["microseconds", "another offset"],
)
def test_a_turn_holds_no_time_that_its_file_could_not(when: datetime) -> None:
    with pytest.raises(ValueError, match="whole milliseconds"):
        Turn("1", when, Speaker.USER, "hello")


@pytest.mark.parametrize("origin", ["a\nb", "a --> b", " a", "a\t"])
def test_an_origin_is_one_line_of_words(origin: str) -> None:
    with pytest.raises(ValueError, match="one line of words"):
        Turn("1", START, Speaker.USER, "hello", origin)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain 😀", "plain 😀"),
        ("half \ud83d", "half \ufffd"),
        ("\ude00 half", "\ufffd half"),
        ("\ud83d\ude00", "😀"),
    ],
    ids=["whole", "high half", "low half", "two halves"],
)
def test_half_a_character_is_replaced_where_a_file_cannot_hold_it(
    text: str, written: str
) -> None:
    assert writable(text) == written


def test_turns_are_numbered_from_one() -> None:
    slice_ = conversation(user("a"), agent("b", 1), user("c", 2))
    assert [turn.label for turn in slice_.turns] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("labels", "following"),
    [
        ([], "1"),
        (["1", "2"], "3"),
        (["1", "7"], "8"),
        (["a3fk2w", "a3fk2w"], "3"),
        (["?", "?", "?"], "4"),
        (["007"], "8"),
        (["1", "2", "999999999"], "4"),
        (["99999999", "100000000"], "100000001"),
    ],
)
def test_the_next_label_is_a_number_that_a_header_can_hold_and_nobody_has(
    labels: list[str], following: str
) -> None:
    turns = tuple(replace(user("x"), label=label) for label in labels)
    slice_ = Slice(SLICE_ID, START, START, turns).with_turn(user("new", 1))
    assert slice_.turns[-1].label == following


def test_a_slice_lasts_from_its_first_turn_to_its_last() -> None:
    slice_ = conversation(user("a"), agent("b", 5))
    assert (slice_.start, slice_.end) == (START, at(5))


def test_a_turn_that_comes_late_stands_where_it_was_said() -> None:
    slice_ = conversation(user("first"), agent("third", 5), user("second", 2))
    assert [turn.text for turn in slice_.turns] == ["first", "second", "third"]
    assert [turn.label for turn in slice_.turns] == ["1", "3", "2"]
    assert (slice_.start, slice_.end) == (START, at(5))


def test_a_turn_from_before_the_start_moves_the_start_and_not_the_name() -> None:
    slice_ = conversation(user("second"), user("first", -3))
    assert (slice_.slice_id, slice_.start, slice_.end) == (SLICE_ID, at(-3), START)


def test_turns_of_one_moment_stay_in_the_order_they_came() -> None:
    slice_ = conversation(user("a"), user("b"), user("c"))
    assert [turn.text for turn in slice_.turns] == ["a", "b", "c"]


def test_an_order_that_somebody_else_made_is_left_alone() -> None:
    turns = (user("b", 4), user("a", 1))
    slice_ = Slice(SLICE_ID, at(1), at(4), turns).with_turn(user("c", 6))
    assert [turn.text for turn in slice_.turns] == ["b", "a", "c"]


def test_the_end_is_the_last_turn_and_not_when_somebody_noticed() -> None:
    noticed_late = Slice(SLICE_ID, START, at(30), (user("a"),))
    assert noticed_late.with_turn(user("b", 5)).end == at(5)


def test_channels_are_those_the_person_spoke_on_each_once() -> None:
    slice_ = conversation(
        user("a", origin="telegram 1/1"),
        agent("b", 1, origin="console 1/2"),
        user("c", 2, origin="discord 1/3"),
        user("d", 3, origin="telegram 1/4"),
        user("e", 4),
    )
    assert slice_.channels == ("telegram", "discord")


def test_a_message_is_known_by_its_origin_and_nothing_by_none() -> None:
    slice_ = conversation(user("a", origin="telegram 1/1"), user("b", 1))
    assert slice_.said("telegram 1/1")
    assert not slice_.said("telegram 1/2")
    assert not slice_.said("")


def test_a_closed_slice_says_who_closed_it_and_what_it_was_about() -> None:
    mark = Mark("the barn", "We spoke of the barn.", ("barn",))
    closed = conversation(user("a")).closed(ClosedBy.USER, mark)
    assert (closed.status, closed.closed_by, closed.mark) == (
        Status.CLOSED,
        "user_explicit",
        mark,
    )
    assert not closed.is_open


def test_closing_completes_what_the_person_has_marked_and_replaces_none_of_it() -> None:
    by_hand = Mark(focus="my barn", tags=("barn", "mine"), decisions=("paint it",))
    guessed = Mark("a barn", "They spoke.", ("wood", "barn"), ("wait",), ("when?",), "neutral")
    closed = replace(conversation(user("a")), mark=by_hand).closed(ClosedBy.SILENCE, guessed)
    assert closed.mark == Mark(
        "my barn",
        "They spoke.",
        ("barn", "mine", "wood"),
        ("paint it", "wait"),
        ("when?",),
        "neutral",
    )


def test_values_do_not_change() -> None:
    turn = Turn("1", datetime(2026, 7, 7, tzinfo=UTC), Speaker.USER, "hello")
    with pytest.raises(AttributeError):
        turn.text = "bye"  # type: ignore[misc]
