"""Merging loses nothing, invents nothing and, done again, changes nothing."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from memory.markdown import dump, parse
from memory.merge import merge
from memory.slices import REDACTED, Mark, Slice, Speaker, Status, Turn
from memory.versions import apart
from tests.strategies import SLICE_ID, START, at

EDITS = ["edited", "edited again", REDACTED]

some_turns = st.builds(
    Turn,
    st.just("?"),
    st.integers(0, 6).map(at),
    st.sampled_from(Speaker),
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from(["", "", "t 1", "t 2"]),
)
some_marks = st.builds(
    Mark,
    focus=st.sampled_from(["", "x", "y"]),
    tags=st.sampled_from([(), ("x",), ("x", "y")]),
)


def _of(turns: list[Turn]) -> Slice:
    slice_ = Slice(SLICE_ID, START, START)
    for turn in turns:
        if not slice_.said(turn.origin):
            slice_ = slice_.with_turn(turn)
    return slice_


bases = st.lists(some_turns, min_size=1, max_size=4).map(_of)


@st.composite
def versions(draw: st.DrawFn, base: Slice) -> Slice:
    """What somebody may make of a slice: edit, remove, add, mark, close."""
    kept = [
        replace(turn, text=draw(st.sampled_from([turn.text, turn.text, *EDITS])))
        for turn in base.turns
        if draw(st.integers(0, 4))
    ]
    ends = max([base.start, *(turn.at for turn in kept)])
    slice_ = replace(base, turns=tuple(kept), end=ends)
    for turn in draw(st.lists(some_turns, max_size=3)):
        if not base.said(turn.origin) and not slice_.said(turn.origin):
            slice_ = slice_.with_turn(turn)
    status = draw(st.sampled_from([Status.ACTIVE, Status.CLOSED]))
    return replace(slice_, mark=draw(some_marks), status=status)


@st.composite
def forks(draw: st.DrawFn) -> tuple[Slice, Slice, Slice]:
    base = draw(bases)
    return base, draw(versions(base)), draw(versions(base))


def said(slice_: Slice) -> list[tuple[object, ...]]:
    return [(turn.at, turn.speaker, turn.origin, turn.text) for turn in slice_.turns]


@given(forks())
def test_where_only_one_side_changed_something_its_version_is_taken(
    fork: tuple[Slice, Slice, Slice],
) -> None:
    base, ours, theirs = fork
    assert merge(base, ours, base) == ours
    assert merge(base, base, theirs) == theirs
    assert merge(base, ours, ours) == ours


@given(forks())
def test_merging_again_changes_nothing(fork: tuple[Slice, Slice, Slice]) -> None:
    base, ours, theirs = fork
    merged = merge(base, ours, theirs)
    assert merge(base, merged, theirs) == merged
    assert merge(theirs, merged, theirs) == merged


@given(forks())
def test_no_new_turn_is_lost_and_none_is_made_up(fork: tuple[Slice, Slice, Slice]) -> None:
    base, ours, theirs = fork
    merged = said(merge(base, ours, theirs))
    known_origins = {turn.origin for turn in theirs.turns if turn.origin}
    for turn in said(theirs):
        if turn not in said(base) and turn[3] not in EDITS:
            assert turn in merged
    for turn in said(ours):
        if turn not in said(base) and turn[2] not in known_origins and turn[3] not in EDITS:
            assert turn in merged
    parts = {(*turn[:3], part) for turn in merged for part in apart(str(turn[3])) if part}
    assert parts <= {*said(base), *said(ours), *said(theirs)}


@given(
    bases,
    st.sampled_from(["one", "two", REDACTED]),
    st.sampled_from(["one", "three", REDACTED]),
)
def test_of_a_turn_that_both_changed_both_versions_are_kept_unless_it_was_taken_back(
    base: Slice, ours: str, theirs: str
) -> None:
    base = replace(base, turns=tuple(replace(one, speaker=Speaker.USER) for one in base.turns))
    edits = [
        replace(base, turns=(replace(base.turns[0], text=text), *base.turns[1:]))
        for text in (ours, theirs)
    ]
    text = merge(base, *edits).turns[0].text
    if REDACTED in (ours, theirs):
        assert text == REDACTED
    else:
        assert set(filter(None, apart(text))) == {ours, theirs}


@given(forks())
def test_a_message_of_a_platform_is_there_once(fork: tuple[Slice, Slice, Slice]) -> None:
    base, ours, theirs = fork
    at_once = [
        (turn.at, turn.speaker, turn.origin)
        for turn in merge(base, ours, theirs).turns
        if turn.origin
    ]
    assert len(at_once) == len(set(at_once))


@given(forks())
def test_new_numbers_are_given_once(fork: tuple[Slice, Slice, Slice]) -> None:
    base, ours, theirs = fork
    merged = merge(base, ours, theirs)
    labels = [turn.label for turn in merged.turns]
    assert len(labels) == len(set(labels))


@given(forks())
def test_the_result_is_a_slice_that_is_read_as_whole(fork: tuple[Slice, Slice, Slice]) -> None:
    base, ours, theirs = fork
    merged = merge(base, ours, theirs)
    assert parse(dump(merged, over=dump(theirs)), SLICE_ID) == merged
    if merged.turns and theirs.turns:
        assert merged.end >= max(turn.at for turn in merged.turns)


@given(forks())
def test_a_slice_lies_from_its_first_turn_to_its_last_and_its_turns_in_order_of_time(
    fork: tuple[Slice, Slice, Slice],
) -> None:
    merged = merge(*fork)
    moments = [turn.at for turn in merged.turns]
    assert moments == sorted(moments)
    assert merged.start <= min(moments, default=merged.start)
    assert merged.end >= max(moments, default=merged.end)
