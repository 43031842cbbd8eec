"""What becomes of a file that the bot and the person changed at the same time."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory import markdown, paths
from memory.file_merge import MergedFile, beside_path, merge_files
from memory.slices import REDACTED, Amendment, ClosedBy, Mark, Occurrence, Safety, Slice
from memory.text_merge import merge_texts
from tests.strategies import SLICE_ID, START, agent, at, user

NOTE = "memory/user/profile.md"
SLICE = paths.slice_path(SLICE_ID)
BASE = (
    Slice(SLICE_ID, START, START)
    .with_turn(user("hello", origin="telegram 1/1"))
    .with_turn(agent("hi", 1))
)
LONGER = BASE.with_turn(user("the barn leaks", 2, origin="telegram 1/2"))

texts = st.lists(st.sampled_from(["one", "two", "three", ""]), max_size=6).map(
    lambda lines: "".join(f"{line}\n" for line in lines).encode()
)


def text(slice_: Slice) -> bytes:
    return markdown.encode(slice_)


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        (b"a\nB\nc\nd\n", b"a\nb\nc\nD\n", b"a\nB\nc\nD\n"),
        (b"a\nb\nc\nd\nours\n", b"a\nb\nc\nd\ntheirs\n", b"a\nb\nc\nd\ntheirs\nours\n"),
        (b"a\nb\nc\nd\nx\ny\n", b"a\nb\nc\nd\nx\n", b"a\nb\nc\nd\nx\ny\n"),
        (b"a\nb\nc\nd\nours", b"A\r\nb\r\nc\r\nd\r\n", b"A\r\nb\r\nc\r\nd\r\nours\r\n"),
        (b"a\nb\nc\n", b"A\nb\nc\nd\n", b"A\nb\nc\n"),
    ],
    ids=["apart", "both add", "both add the same", "line ends", "ours takes away"],
)
def test_lines_that_both_changed_apart_are_all_in_the_file(
    ours: bytes, theirs: bytes, merged: bytes
) -> None:
    assert merge_files(NOTE, b"a\nb\nc\nd\n", ours, theirs) == MergedFile(merged)


def test_where_both_changed_one_line_theirs_stays_and_ours_lies_beside() -> None:
    ours, theirs = b"lives in Bonn\nlikes tea\nnew\n", b"lives in Ulm\nlikes tea\n"
    merged = merge_files(NOTE, b"lives in Berlin\nlikes tea\n", ours, theirs)
    assert merged == MergedFile(b"lives in Ulm\nlikes tea\nnew\n", beside=ours)


@pytest.mark.parametrize("base", [b"\x00old", None], ids=["binary", "both made one"])
def test_where_lines_say_nothing_theirs_stays_and_ours_lies_beside(base: bytes | None) -> None:
    assert merge_files("a.png", base, b"ours", b"theirs") == MergedFile(b"theirs", b"ours")


def test_of_a_session_file_that_two_machines_began_both_stay() -> None:
    path = "sessions/2026/07/07/1558.md"
    made = merge_files(path, None, b"## Turn 2\n\nours\n", b"## Turn 2\n\ntheirs\n")
    assert made.beside is None
    assert made.content is not None
    assert b"ours\n" in made.content
    assert b"theirs\n" in made.content


def test_what_the_person_deleted_stays_deleted() -> None:
    assert merge_files(NOTE, b"a\n", b"a\nb\n", None) == MergedFile(None, dropped=True)
    assert merge_files(NOTE, b"a\n", b"a\n", None) == MergedFile(None)


def test_what_the_bot_deleted_comes_back_when_the_person_changed_it() -> None:
    assert merge_files(NOTE, b"a\n", None, b"b\n") == MergedFile(b"b\n")
    assert merge_files(NOTE, b"a\n", None, b"a\n") == MergedFile(None)


def test_what_the_person_changed_in_a_slice_that_is_forgotten_stays_forgotten() -> None:
    edited = [
        replace(BASE, turns=(replace(BASE.turns[0], text="hello, barn"), BASE.turns[1])),
        replace(BASE, turns=(replace(BASE.turns[0], at=at(0.5)), BASE.turns[1])),
        BASE.closed(ClosedBy.SILENCE, Mark(focus="the barn")),
    ]
    for theirs in edited:
        merged = merge_files(SLICE, text(BASE), None, text(theirs))
        assert merged == MergedFile(None, forgotten=True)
    assert merge_files(SLICE, text(BASE), None, text(BASE)) == MergedFile(None)


def test_of_a_forgotten_slice_only_what_is_new_in_it_stays() -> None:
    theirs = replace(
        LONGER,
        turns=(replace(BASE.turns[0], text="hello again"), *LONGER.turns[1:]),
        mark=Mark(focus="hello and the barn", tags=("hello",)),
        safety=(Safety("allergy", "hello", 1.0, "1"), Safety("allergy", "hay", 1.0, "3")),
        occurrences=(Occurrence("2026-07-07", "2026-07-08", "hello", "1"),),
        amendments=(Amendment("hello is hi"),),
        extra={"mine": "mine: hello\n", "new": "new: barn\n"},
        preamble="hello, you\n",
    )
    base = replace(BASE, extra={"mine": "mine: hi\n"}, preamble="hi, you\n")
    merged = merge_files(SLICE, text(base), None, text(theirs))
    assert (merged.forgotten, merged.anew) == (True, None)
    assert merged.content is not None
    assert b"hello" not in merged.content
    kept = markdown.decode(merged.content, SLICE_ID).slice
    assert [turn.text for turn in kept.turns] == [REDACTED, REDACTED, "the barn leaks"]
    assert kept.safety == (Safety("allergy", "hay", 1.0, "3"),)
    assert kept.extra == {"new": "new: barn\n"}
    later = text(replace(theirs, turns=(replace(BASE.turns[0], text="bye"), *LONGER.turns[1:])))
    assert merge_files(SLICE, text(theirs), merged.content, later).content == merged.content


def test_a_forgotten_slice_does_not_come_back_with_one_of_the_same_minute() -> None:
    again = Slice(SLICE_ID, at(0.2), at(0.2)).with_turn(
        user("well", 0.2, origin="telegram 1/3")
    )
    edited = replace(
        LONGER,
        turns=(replace(BASE.turns[0], text="hello again"), *LONGER.turns[1:]),
        mark=Mark(focus="hello again"),
    )
    merged = merge_files(SLICE, text(BASE), text(again), text(edited))
    assert (merged.forgotten, merged.content is not None) == (True, True)
    kept = markdown.decode(merged.content or b"", SLICE_ID).slice
    assert [turn.text for turn in kept.turns] == ["well", "the barn leaks"]
    assert kept.mark == Mark()


@pytest.mark.parametrize(
    ("base", "theirs"),
    [(None, text(LONGER)), (text(BASE), b"---\nslice")],
    ids=["no base", "damaged"],
)
def test_where_it_cannot_be_known_what_is_new_in_a_forgotten_slice_theirs_stays(
    base: bytes | None, theirs: bytes
) -> None:
    assert merge_files(SLICE, base, None, theirs) == MergedFile(theirs)


def test_derived_files_stay_ours_until_they_are_made_again() -> None:
    for path in (paths.STRANDS, paths.index_path("2026-07")):
        assert merge_files(path, b"1", b"2", b"3") == MergedFile(b"2")


def test_slices_merge_turn_by_turn_and_the_persons_front_matter_counts() -> None:
    theirs = text(replace(BASE, extra={"mood": "mood: fine  # mine\n"}))
    merged = merge_files(SLICE, text(BASE), text(LONGER), theirs).content
    assert merged is not None
    assert b"mood: fine  # mine\n" in merged
    assert markdown.decode(merged, SLICE_ID).slice.turns == LONGER.turns


def test_two_slices_of_one_minute_become_one() -> None:
    theirs = Slice(SLICE_ID, START, START).with_turn(user("here", 0.1, origin="discord 9"))
    merged = merge_files(SLICE, None, text(BASE), text(theirs)).content
    assert merged is not None
    said = [turn.text for turn in markdown.decode(merged, SLICE_ID).slice.turns]
    assert said == ["hello", "here", "hi"]


@pytest.mark.parametrize("theirs", [None, b"---\nslice"], ids=["deleted", "damaged"])
def test_new_turns_of_a_slice_that_is_gone_open_another(theirs: bytes | None) -> None:
    merged = merge_files(SLICE, text(BASE), text(LONGER), theirs)
    assert (merged.content, merged.beside, merged.dropped) == (theirs, None, False)
    assert merged.anew is not None
    (turn,) = merged.anew.turns
    assert (turn.text, turn.label, merged.anew.start) == ("the barn leaks", "1", turn.at)


def test_a_deleted_slice_in_which_the_bot_only_changed_marks_stays_deleted() -> None:
    closed = replace(BASE, closed_by="time_silence")
    merged = merge_files(SLICE, text(BASE), text(closed), None)
    assert merged == MergedFile(None, dropped=True)


@given(texts, texts, texts)
def test_no_line_that_somebody_wrote_is_lost(base: bytes, ours: bytes, theirs: bytes) -> None:
    merged = merge_files(NOTE, base, ours, theirs)
    kept = (merged.content or b"") + (merged.beside or b"")
    for side in (ours, theirs):
        assert {*side.splitlines()} - {*base.splitlines()} <= {*kept.splitlines()}


@given(texts, texts, texts)
def test_what_one_side_alone_changed_is_as_that_side_has_it(
    base: bytes, ours: bytes, theirs: bytes
) -> None:
    assert merge_texts(base, theirs, theirs).content == theirs
    assert merge_texts(base, ours, base).content == ours
    assert merge_texts(base, base, theirs).content == theirs


@pytest.mark.parametrize(
    ("path", "nth", "beside"),
    [
        (NOTE, 1, "memory/user/profile (previously, 2026-07-07).md"),
        (NOTE, 2, "memory/user/profile (previously, 2026-07-07, 2).md"),
        ("a.tar.gz", 1, "a.tar (previously, 2026-07-07).gz"),
        ("memory/README", 1, "memory/README (previously, 2026-07-07)"),
    ],
)
def test_our_version_lies_beside_under_a_name_that_says_so(
    path: str, nth: int, beside: str
) -> None:
    assert beside_path(path, date(2026, 7, 7), nth) == beside
