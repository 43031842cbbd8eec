"""Writing: our own format to the letter, and as little changed as can be in what was there."""

from dataclasses import replace
from difflib import unified_diff

import pytest

from memory.markdown import decode, dump, encode, parse, read
from memory.slices import Mark, Slice, Speaker, Status, Turn
from tests.strategies import SLICE_ID, START, at, user
from tests.unit.test_markdown_reading import INVALID, OURS

BY_HAND = """\
---
# Mine, do not touch
slice_id: 2026-07-07-1558   # the name
focus:   "Moving the workshop"
status: active
start: 2026-07-07T15:58:03.120Z
end: "2026-07-07T15:58:03.120Z"
timezone: 'Europe/Berlin'
tags:
  - workshop   # all of them
  - hall
# how it felt
mood: good   # very

weather:
  - rain
---
## Turn 1 — 2026-07-07T15:58:03.120Z (user)

hello
"""


def changed(old: str, new: str) -> list[str]:
    """Lines that were taken away or added, without the context."""
    diff = unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in diff if not line.startswith(("---", "+++", "@@"))]


def test_the_format_is_written_to_the_letter() -> None:
    assert dump(parse(OURS, SLICE_ID)) == OURS


def test_a_new_slice_has_every_field_a_reader_may_look_for() -> None:
    slice_ = Slice(SLICE_ID, START, START, (user("hello"),))
    assert dump(slice_) == (
        "---\n"
        "slice_id: 2026-07-07-1558\n"
        "focus: ''\n"
        "status: active\n"
        'start: "2026-07-07T15:58:03.120Z"\n'
        'end: "2026-07-07T15:58:03.120Z"\n'
        "timezone: UTC\n"
        "summary: ''\n"
        "open_loops: []\n"
        "decisions: []\n"
        "tags: []\n"
        "related_slices: []\n"
        "channels: []\n"
        "---\n"
        "\n"
        "## Turn ? — 2026-07-07T15:58:03.120Z (user)\n"
        "\n"
        "hello\n"
    )


def test_an_emoji_can_be_read_by_a_person_in_the_front_matter_too() -> None:
    slice_ = Slice(SLICE_ID, START, START, mark=Mark(focus="🎉 Fête", tags=("日本 🍣",)))
    assert "focus: 🎉 Fête\n" in dump(slice_)
    assert "tags: [日本 🍣]\n" in dump(slice_)


def test_a_line_that_looks_like_a_turn_is_escaped_and_no_other() -> None:
    text = "## Turn 2 — 2026-07-07T15:58:03Z (user)\n## Turn 2 — soon\n---\n<!-- a -->"
    written = dump(Slice(SLICE_ID, START, START, (user(text),)))
    assert written.partition("\n---\n")[2] == (
        "\n## Turn ? — 2026-07-07T15:58:03.120Z (user)\n\n"
        "\\## Turn 2 — 2026-07-07T15:58:03Z (user)\n## Turn 2 — soon\n---\n<!-- a -->\n"
    )


def test_lines_whose_value_is_the_same_stay_as_they_were_written() -> None:
    slice_ = parse(BY_HAND, SLICE_ID)
    assert changed(BY_HAND, dump(slice_, over=BY_HAND)) == ["+"]


def test_only_what_changed_is_written_anew() -> None:
    slice_ = parse(BY_HAND, SLICE_ID)
    later = replace(
        slice_.with_turn(user("more", 5)),
        status=Status.CLOSED,
        mark=replace(slice_.mark, summary="We said hello."),
    )
    assert changed(BY_HAND, dump(later, over=BY_HAND)) == [
        "-status: active",
        "+status: closed",
        '-end: "2026-07-07T15:58:03.120Z"',
        '+end: "2026-07-07T16:03:03.120Z"',
        "+summary: We said hello.",
        "+",
        "+",
        "+## Turn 2 — 2026-07-07T16:03:03.120Z (user)",
        "+",
        "+more",
    ]


def test_comments_below_a_changed_value_are_kept() -> None:
    slice_ = parse(BY_HAND, SLICE_ID)
    written = dump(replace(slice_, mark=replace(slice_.mark, tags=("new",))), over=BY_HAND)
    assert "tags: [new]\n# how it felt\nmood: good   # very\n" in written


def test_a_key_that_was_taken_away_is_not_written_again() -> None:
    slice_ = replace(parse(BY_HAND, SLICE_ID), extra={"mood": "mood: bad\n"})
    written = dump(slice_, over=BY_HAND)
    assert "mood: bad\n" in written
    assert "weather" not in written


def test_a_value_that_was_taken_away_is_written_as_empty() -> None:
    slice_ = replace(parse(BY_HAND, SLICE_ID), mark=Mark())
    assert parse(dump(slice_, over=BY_HAND), SLICE_ID).mark == Mark()


def test_broken_lines_are_mended_and_whole_ones_stay() -> None:
    old = f"---\n{INVALID}---\n\n{OURS[OURS.index('## Turn 1') :]}"
    slice_ = parse(old, SLICE_ID)
    written = dump(slice_, over=old)
    assert read(written, SLICE_ID).slice == slice_
    assert not any("YAML" in note for note in read(written, SLICE_ID).notes)
    assert changed(old, written) == [
        "-focus: Talk about work: the hall",
        "+focus: 'Talk about work: the hall'",
        "-summary: A long talk: three halls, and one of them: too small.",
        "+summary: 'A long talk: three halls, and one of them: too small.'",
    ]


@pytest.mark.parametrize(
    "old",
    [
        "focus: first\nfocus: second\n",
        "{focus: flow, mood: good}\n",
        "? focus\n: complex\n",
        "  focus: indented\n  mood: good\n",
        "a:b: 1\nfocus: x\n",
        "focus: x\n...\n",
        "focus: &f x\nmood: *f\n",
        "# bell \a\nfocus: x\n",
        "mood: good\n# see\u2028focus: smuggled\n",
        "loose words\nfocus: x\n",
        "- a\n- b\n",
        "focus: |\n  text\n  # not a comment\nmood: good\n",
    ],
)
def test_over_any_front_matter_the_slice_is_written_and_nothing_grows(old: str) -> None:
    text = f"---\n{old}---\n\n## Turn 1 — 2026-07-07T15:58:03.120Z (user)\n\nhello\n"
    slice_ = parse(text, SLICE_ID)
    once = dump(slice_, over=text)
    assert parse(once, SLICE_ID) == slice_
    assert dump(parse(once, SLICE_ID), over=once) == once


def test_lines_nobody_could_read_become_comments() -> None:
    text = "---\nloose words\nfocus: x\n---\n\n## Turn 1 — 2026-07-07 (user)\n\nhello\n"
    assert dump(parse(text, SLICE_ID), over=text).startswith("---\n# loose words\n")


def test_a_comment_stays_without_what_made_the_whole_unreadable() -> None:
    text = "---\n# a bell: \a\nfocus: x\n---\n\n## Turn 1 — 2026-07-07 (user)\n\nhello\n"
    written = dump(parse(text, SLICE_ID), over=text)
    assert written.startswith("---\n# a bell: \ufffd\nfocus: x\n")


def test_half_a_character_is_written_as_a_replacement_and_not_refused() -> None:
    slice_ = Slice(
        SLICE_ID, START, START, (user("half \ud83d"),), mark=Mark("\ude00", tags=("\ud83d",))
    )
    written = encode(slice_).decode()
    assert "\nhalf \ufffd\n" in written
    assert "focus: \ufffd\n" in written


def test_a_byte_order_mark_and_crlf_are_not_carried_on() -> None:
    old = f"\ufeff{OURS}".replace("\n", "\r\n")
    assert dump(parse(old, SLICE_ID), over=old) == OURS


def test_bytes_that_are_no_text_can_be_written_over() -> None:
    slice_ = parse(OURS, SLICE_ID)
    assert decode(encode(slice_, b"---\nfocus: \xff\n---\n"), SLICE_ID).slice == slice_


def test_a_number_too_long_for_python_is_kept_as_text() -> None:
    lines = f"occurrences: [{{text: x, turn: {'9' * 5000}}}]\n"
    slice_ = parse(f"---\n{lines}---\n\n## Turn 1 — 2026-07-07 (user)\n\nhello\n", SLICE_ID)
    assert parse(dump(slice_), SLICE_ID) == slice_


def test_a_text_of_a_megabyte_is_written_and_read_in_no_time() -> None:
    turn = Turn("1", at(), Speaker.USER, "\\## Turn " * 120_000)
    slice_ = Slice(SLICE_ID, START, START, (turn,))
    assert parse(dump(slice_), SLICE_ID) == slice_
