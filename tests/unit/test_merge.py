"""Two versions of a slice made into one: examples."""

from dataclasses import replace
from typing import Any

import pytest

from memory.merge import merge
from memory.slices import REDACTED, ClosedBy, Mark, Occurrence, Safety, Slice, Status, Turn
from tests.strategies import SLICE_ID, START, agent, at, user

BASE = (
    Slice(SLICE_ID, START, START)
    .with_turn(user("hello", origin="telegram 1/1"))
    .with_turn(agent("hi", 1))
    .with_turn(user("the barn leaks", 2, origin="telegram 1/2"))
)


def texts(slice_: Slice) -> list[str]:
    return [turn.text for turn in slice_.turns]


def labels(slice_: Slice) -> list[str]:
    return [turn.label for turn in slice_.turns]


def with_turns(*turns: Turn) -> Slice:
    return replace(BASE, turns=turns, end=max([START, *(turn.at for turn in turns)]))


def without(place: int) -> Slice:
    return with_turns(*(turn for turn in BASE.turns if turn != BASE.turns[place]))


def saying(place: int, text: str) -> Slice:
    return with_turns(
        *(
            replace(turn, text=text) if turn == BASE.turns[place] else turn
            for turn in BASE.turns
        )
    )


ONE_MORE = BASE.with_turn(agent("buy felt", 3))


def test_what_both_added_is_there_once_each_in_the_order_of_time() -> None:
    theirs = BASE.with_turn(user("and the door", 2.5))
    merged = merge(BASE, ONE_MORE, theirs)
    assert texts(merged) == ["hello", "hi", "the barn leaks", "and the door", "buy felt"]
    assert labels(merged) == ["1", "2", "3", "4", "5"]
    assert merged.end == at(3)


def test_a_turn_that_the_person_edited_stays_edited() -> None:
    merged = merge(BASE, ONE_MORE, saying(2, "the barn is fine"))
    assert texts(merged) == ["hello", "hi", "the barn is fine", "buy felt"]


def test_a_turn_that_we_edited_is_edited_and_where_both_did_both_are_kept() -> None:
    ours = saying(2, "the roof leaks").with_turn(agent("buy felt", 3))
    assert texts(merge(BASE, ours, BASE.with_turn(user("x", 4))))[2] == "the roof leaks"
    merged = merge(BASE, ours, saying(2, "all dry"))
    assert texts(merged)[2] == "all dry\n\n(edited in the app: the roof leaks)"


def test_what_both_made_the_same_is_said_once() -> None:
    ours = saying(2, "all dry").with_turn(agent("buy felt", 3))
    assert texts(merge(BASE, ours, saying(2, "all dry")))[2] == "all dry"


def test_of_two_versions_that_are_edited_again_each_is_the_latest() -> None:
    base = saying(2, "all dry\n\n(edited in the app: the roof leaks)")
    ours = saying(2, "all dry\n\n(edited in the app: the roof\n\n(the old one) leaks)")
    theirs = saying(2, "all wet\n\n(edited in the app: the roof leaks)")
    now = "all wet\n\n(edited in the app: the roof\n\n(the old one) leaks)"
    assert texts(merge(base, ours, theirs))[2] == now
    by_hand = saying(2, "all damp\n\n(edited in the app: the roof leaks)")
    assert texts(merge(base, by_hand, theirs))[2] == "all wet\n\n(edited in the app: all damp)"
    assert texts(merge(base, ours, saying(2, "all wet")))[2] == now


def test_of_an_answer_that_both_changed_theirs_is_kept_alone() -> None:
    assert texts(merge(BASE, saying(1, "[edited]"), saying(1, "hi!")))[1] == "hi!"


def test_words_that_were_taken_back_on_either_side_do_not_come_back_with_an_edit() -> None:
    for ours, theirs in ((REDACTED, "the barn creaks"), ("the barn creaks", REDACTED)):
        assert texts(merge(BASE, saying(2, ours), saying(2, theirs)))[2] == REDACTED
    answer = f"As you said: {REDACTED}"
    assert texts(merge(BASE, saying(1, answer), saying(1, "hi, barn!")))[1] == answer


def test_what_tells_of_words_that_we_took_back_does_not_come_back_with_an_edit() -> None:
    marked = Mark("Barn leaks", "Hello", ("barn", "roof"), ("Patch barn",), ("Call Ines",))
    leak = Safety("allergy", "barn dust", 1.0, "3")
    base = replace(BASE, mark=marked, safety=(leak,))
    ours = replace(
        saying(2, REDACTED),
        mark=Mark("Hello", "Hello", ("roof",), (), ("Call Ines",)),
    )
    theirs = replace(
        saying(2, "the big barn leaks"),
        mark=Mark("My barn", "Mine", ("barn", "roof", "x"), ("Patch barn", "y"), ()),
        safety=(replace(leak, confidence=0.5),),
    )
    merged = merge(base, ours, theirs)
    assert merged.mark == Mark("Hello", "Mine", ("roof", "x"), ("y",), ())
    assert merged.safety == ()
    assert merge(base, merged, theirs) == merged


def test_words_that_the_person_gave_back_by_hand_are_there() -> None:
    base = saying(2, REDACTED)
    ours = base.with_turn(agent("buy felt", 3))
    assert texts(merge(base, ours, saying(2, "it leaks")))[2] == "it leaks"


def test_a_turn_that_the_person_removed_stays_removed() -> None:
    merged = merge(BASE, ONE_MORE, without(1))
    assert texts(merged) == ["hello", "the barn leaks", "buy felt"]


def test_a_turn_that_the_person_removed_comes_back_when_we_changed_it_since() -> None:
    merged = merge(BASE, saying(1, "hello to you"), without(1))
    assert texts(merged) == ["hello", "hello to you", "the barn leaks"]


def test_a_turn_that_we_removed_stays_removed_unless_the_person_edited_it() -> None:
    assert texts(merge(BASE, without(1), ONE_MORE)) == ["hello", "the barn leaks", "buy felt"]
    assert "hey" in texts(merge(BASE, without(1), saying(1, "hey")))


def test_the_end_follows_when_the_person_removed_the_last_turn() -> None:
    ours = BASE.closed(ClosedBy.SILENCE, Mark(focus="the barn"))
    merged = merge(BASE, ours, without(2))
    assert (merged.end, merged.status) == (at(1), Status.CLOSED)


def test_a_message_that_both_wrote_down_is_there_once() -> None:
    turn = user("again", 4, origin="discord 9/1")
    ours = ONE_MORE.with_turn(turn)
    theirs = BASE.with_turn(turn)
    assert texts(merge(BASE, ours, theirs)).count("again") == 1


def test_two_turns_of_one_moment_are_both_kept() -> None:
    ours, theirs = BASE.with_turn(user("a", 4)), BASE.with_turn(user("b", 4))
    merged = merge(BASE, ours, theirs)
    assert texts(merged)[3:] == ["b", "a"]
    assert labels(merged)[3:] == ["4", "5"]


def test_a_number_is_given_to_one_turn_only() -> None:
    ours = BASE.with_turn(user("a", 4)).with_turn(user("b", 5))
    theirs = BASE.with_turn(user("c", 3)).with_turn(user("d", 6))
    merged = merge(BASE, ours, theirs)
    assert sorted(labels(merged)) == ["1", "2", "3", "4", "5", "6", "7"]


def test_the_two_sides_of_an_exchange_go_on_sharing_their_label() -> None:
    question, answer = user("why?", 4), agent("because", 4.1)
    ours = replace(
        BASE,
        turns=(
            *BASE.turns,
            replace(question, label="a3fk2w"),
            replace(answer, label="a3fk2w"),
            replace(user("so", 5), label="?"),
            replace(agent("yes", 6), label="?"),
        ),
    )
    merged = merge(BASE, ours, BASE.with_turn(user("c", 3)))
    assert labels(merged) == ["1", "2", "3", "4", "a3fk2w", "a3fk2w", "?", "?"]


def test_a_new_number_fits_a_header_even_beside_the_highest_one() -> None:
    theirs = replace(BASE, turns=(*BASE.turns, replace(user("z", 9), label="999999999")))
    ours = replace(BASE, turns=(*BASE.turns, replace(user("y", 8), label="999999999")))
    assert all(len(label) <= 9 for label in labels(merge(BASE, ours, theirs)))


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        ({"focus": "a"}, {}, {"focus": "a"}),
        ({}, {"focus": "b"}, {"focus": "b"}),
        ({"focus": "a"}, {"focus": "b"}, {"focus": "b"}),
        ({"focus": "a"}, {"tags": ("b",)}, {"focus": "a", "tags": ("b",)}),
        ({"tags": ("a",)}, {"tags": ("b",)}, {"tags": ("b",)}),
        ({"summary": "s"}, {"emotional_tone": "t"}, {"summary": "s", "emotional_tone": "t"}),
    ],
)
def test_marks_are_merged_field_by_field_and_where_both_changed_theirs_counts(
    ours: dict[str, Any], theirs: dict[str, Any], merged: dict[str, Any]
) -> None:
    result = merge(BASE, replace(BASE, mark=Mark(**ours)), replace(BASE, mark=Mark(**theirs)))
    assert result.mark == Mark(**merged)


def test_we_close_while_the_person_edits() -> None:
    ours = BASE.closed(ClosedBy.SILENCE, Mark(focus="barn", tags=("roof",)))
    theirs = replace(
        saying(0, "hello there"), mark=Mark(focus="My barn"), extra={"mood": "mood: ok\n"}
    )
    merged = merge(BASE, ours, theirs)
    assert (merged.status, merged.closed_by) == (Status.CLOSED, "time_silence")
    assert merged.mark == Mark(focus="My barn", tags=("roof",))
    assert merged.extra == {"mood": "mood: ok\n"}
    assert texts(merged)[0] == "hello there"


def test_channels_of_both_are_kept() -> None:
    ours = BASE.with_turn(user("a", 4, origin="discord 1/1"))
    theirs = BASE.with_turn(user("b", 5, origin="console 1/1"))
    assert merge(BASE, ours, theirs).channels == ("telegram", "console", "discord")


def test_a_slice_that_two_machines_began_starts_with_its_first_turn() -> None:
    base = Slice(SLICE_ID, at(0.1), at(0.1))
    ours = Slice(SLICE_ID, at(0.5), at(0.5)).with_turn(user("here", 0.5, origin="discord 1"))
    theirs = Slice(SLICE_ID, at(0.1), at(0.1)).with_turn(user("there", 0.1, origin="console 1"))
    for first, second in ((ours, theirs), (theirs, ours)):
        merged = merge(replace(base, start=second.start), first, second)
        assert texts(merged) == ["there", "here"]
        assert (merged.start, merged.end) == (at(0.1), at(0.5))


def test_a_start_or_an_end_that_the_person_wrote_stays() -> None:
    theirs = replace(BASE, start=at(1), end=at(1))
    merged = merge(BASE, ONE_MORE, theirs)
    assert (merged.start, merged.end) == (at(1), at(1))
    assert texts(merged)[-1] == "buy felt"


def test_what_is_said_of_a_turn_follows_it_to_its_new_number() -> None:
    ours = replace(
        BASE.with_turn(user("nuts kill me on Friday", 4)),
        safety=(Safety("allergy", "nuts", 1.0, "4"),),
        occurrences=(Occurrence("2026-07-10", "2026-07-11", "Friday", "4"),),
    )
    theirs = replace(
        BASE.with_turn(user("on Monday", 3)),
        occurrences=(Occurrence("2026-07-13", "2026-07-14", "Monday", "4"),),
    )
    merged = merge(BASE, ours, theirs)
    assert (
        dict(zip(texts(merged), labels(merged), strict=True))["nuts kill me on Friday"] == "5"
    )
    assert [one.turn for one in merged.safety] == ["5"]
    assert {one.text: one.turn for one in merged.occurrences} == {"Monday": "4", "Friday": "5"}
    assert merge(BASE, merged, theirs) == merged
