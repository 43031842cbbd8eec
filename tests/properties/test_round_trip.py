"""What is written is read back, whatever was said and whatever stood there before."""

from hypothesis import example, given
from hypothesis import strategies as st

from memory import markdown
from memory.markdown import dump, parse, read
from memory.slices import Mark, Slice, Speaker, Turn, writable
from tests.strategies import (
    SLICE_ID,
    START,
    old_fronts,
    old_texts,
    said,
    slices,
    surrogate_text,
    words,
)


def saying(text: str, origin: str = "") -> Slice:
    turn = Turn("1", START, Speaker.USER, text, origin)
    return Slice(SLICE_ID, START, START, (turn, turn))


@given(slices())
def test_a_slice_is_read_back_as_it_was_written(slice_: Slice) -> None:
    assert parse(dump(slice_), SLICE_ID) == slice_


@given(said)
@example("")
@example("\n")
@example("\n\n\n")
@example("## Turn 1 — 2026-07-07T15:58:03.120Z (user)\n" * 3)
@example("\\" * 50 + "## Turn ? - 2026-07-07 (agent)\r")
@example("x" * 1_000_000)
@example("## Turn 1 — 2026-07-07T15:58:03.120Z (user)\n" * 20_000)
def test_any_text_is_read_back_as_it_was_said(text: str) -> None:
    assert parse(dump(saying(text)), SLICE_ID) == saying(text)
    assert parse(dump(saying(text, "telegram 1/2")), SLICE_ID) == saying(text, "telegram 1/2")


@given(words)
def test_any_words_may_stand_in_the_front_matter(text: str) -> None:
    mark = Mark(text, text, (text, text), (text,), (text,), text)
    slice_ = Slice(SLICE_ID, START, START, mark=mark, closed_by=text, channels=(text,))
    reading = read(dump(slice_), SLICE_ID)
    assert reading.slice == slice_
    assert reading.notes == ()


@given(slices())
def test_what_is_written_holds_no_turn_in_doubt(slice_: Slice) -> None:
    notes = read(dump(slice_), SLICE_ID).notes
    assert not [note for note in notes if "YAML" in note or "cannot" in note]


@given(slices())
def test_writing_over_the_same_slice_changes_nothing(slice_: Slice) -> None:
    text = dump(slice_)
    assert dump(parse(text, SLICE_ID), over=text) == text


@given(slices(), slices())
def test_a_slice_written_over_another_is_read_back(one: Slice, other: Slice) -> None:
    assert parse(dump(other, over=dump(one)), SLICE_ID) == other


@given(slices(), old_texts)
def test_a_slice_written_over_any_text_is_read_back(slice_: Slice, old: str) -> None:
    assert parse(dump(slice_, over=old), SLICE_ID) == slice_


@given(slices(), old_texts)
def test_writing_once_more_over_a_strange_text_changes_nothing(slice_: Slice, old: str) -> None:
    once = dump(slice_, over=old)
    assert dump(slice_, over=once) == once


@given(old_fronts, said)
def test_a_strange_text_says_the_same_after_it_was_written_over(front: str, text: str) -> None:
    body = dump(saying(text)).partition("---\n\n")[2]
    old = f"---\n{front}---\n\n{body}"
    slice_ = parse(old, SLICE_ID)
    assert parse(dump(slice_, over=old), SLICE_ID) == slice_
    assert parse(dump(slice_), SLICE_ID) == slice_


@given(surrogate_text, surrogate_text)
def test_half_a_surrogate_pair_is_replaced_and_never_refused(text: str, word: str) -> None:
    turn = Turn("1", START, Speaker.USER, text)
    mark = Mark(focus=word, summary=word, tags=(word,), decisions=(word,))
    found = markdown.decode(
        markdown.encode(Slice(SLICE_ID, START, START, (turn,), mark=mark)), SLICE_ID
    ).slice
    assert found.turns[0].text == writable(text)
    assert found.mark == Mark(
        focus=writable(word),
        summary=writable(word),
        tags=(writable(word),),
        decisions=(writable(word),),
    )


@given(st.one_of(old_texts, st.text(st.characters())))
def test_any_text_can_be_read(text: str) -> None:
    reading = read(text, SLICE_ID)
    assert reading.slice.turns or reading.damage


@given(st.binary(), old_texts)
def test_any_bytes_can_be_read(content: bytes, text: str) -> None:
    half = len(text) // 2
    for mixed in (content, text[:half].encode() + content + text[half:].encode()):
        reading = markdown.decode(mixed, SLICE_ID)
        assert reading.slice.turns or reading.damage
