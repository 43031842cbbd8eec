"""Reading: whatever a file looks like, its turns and readable fields come out."""

from datetime import UTC, datetime, timedelta

import pytest

from memory.markdown import Reading, decode, encode, moment, parse, read
from memory.slices import (
    Amendment,
    Mark,
    Occurrence,
    Safety,
    Slice,
    Speaker,
    Status,
    Turn,
)
from tests.strategies import SLICE_ID, START, at

OURS = """\
---
slice_id: 2026-07-07-1558
focus: Moving the workshop to October
status: closed
start: "2026-07-07T15:58:03.120Z"
end: "2026-07-07T15:59:03.120Z"
timezone: Europe/Berlin
summary: The hall is taken in September.
open_loops:
- ask Jana about the hall
decisions: []
tags: [workshop, hall]
related_slices: [2026-07-01-0900]
emotional_tone: neutral
closed_by: time_silence
channels: [telegram, discord]
occurrences: [{start: 2026-10-03, end: 2026-10-04, text: first Saturday of October, turn: 1}]
amendments: [{says: 'It was March, not January', 'on': 2026-07-09, by: 2026-07-09-0801}]
safety: [{kind: allergy, says: allergic to penicillin, confidence: 0.9, turn: 2}]
---

## Turn 1 — 2026-07-07T15:58:03.120Z (user)
<!-- telegram 8812/4711 -->

The hall is taken.

## Turn 2 — 2026-07-07T15:59:03.120Z (agent)

Then October.
"""


def front(lines: str) -> Reading:
    """A reading of a file with this front matter and one turn."""
    turn = "## Turn 1 — 2026-07-07T15:58:03.120Z (user)\n\nhello\n"
    reading = read(f"---\n{lines}---\n\n{turn}", SLICE_ID)
    assert [turn.text for turn in reading.slice.turns] == ["hello"]
    return reading


def body(text: str) -> list[tuple[str, str]]:
    """The turns of a file with this body: label and text."""
    slice_ = parse(f"---\nslice_id: {SLICE_ID}\n---\n{text}", SLICE_ID)
    return [(turn.label, turn.text) for turn in slice_.turns]


def test_every_field_of_our_own_format_is_read() -> None:
    reading = read(OURS, SLICE_ID)
    assert (reading.damage, reading.notes) == ((), ())
    assert reading.slice == Slice(
        slice_id=SLICE_ID,
        start=START,
        end=at(1),
        turns=(
            Turn("1", START, Speaker.USER, "The hall is taken.", "telegram 8812/4711"),
            Turn("2", at(1), Speaker.AGENT, "Then October."),
        ),
        status=Status.CLOSED,
        timezone="Europe/Berlin",
        mark=Mark(
            focus="Moving the workshop to October",
            summary="The hall is taken in September.",
            tags=("workshop", "hall"),
            open_loops=("ask Jana about the hall",),
            emotional_tone="neutral",
        ),
        related_slices=("2026-07-01-0900",),
        closed_by="time_silence",
        channels=("telegram", "discord"),
        occurrences=(Occurrence("2026-10-03", "2026-10-04", "first Saturday of October", "1"),),
        amendments=(Amendment("It was March, not January", "2026-07-09", "2026-07-09-0801"),),
        safety=(Safety("allergy", "allergic to penicillin", 0.9, "2"),),
    )


@pytest.mark.parametrize("label", ["1", "12", "a3fk2w", "-_-_-_", "Zz9-_0", "?"])
@pytest.mark.parametrize("dash", "—–-")
def test_a_turn_is_labelled_with_a_number_six_characters_or_a_question_mark(
    label: str, dash: str
) -> None:
    header = f"## Turn {label} {dash} 2026-07-07T15:58:03.120Z (user)"
    assert body(f"{header}\n\nhello\n") == [(label, "hello")]


def test_the_two_sides_of_an_exchange_may_share_a_label() -> None:
    text = (
        "## Turn a3fk2w — 2026-07-07T15:58:03Z (user)\n\nwhy?\n\n"
        "## Turn a3fk2w — 2026-07-07T15:58:09Z (agent)\n\nbecause\n"
    )
    assert body(text) == [("a3fk2w", "why?"), ("a3fk2w", "because")]


@pytest.mark.parametrize(
    "line",
    [
        "## Turn 4 — not a time",
        "## Turn 4 — not-a-time (user)",
        "## Turn 4 — 2026-07-07T15:58:03Z",
        "## Turn 4 — 2026-07-07T15:58:03Z (mara)",
        "## Turn of the tide — 2026-07-07T15:58:03Z (user)",
        "### Turn 4 — 2026-07-07T15:58:03Z (user)",
        " ## Turn 4 — 2026-07-07T15:58:03Z (user)",
        "## Turn 4 — 2026-13-07T15:58:03Z (user)",
        "---",
    ],
)
def test_a_line_that_only_looks_like_a_border_is_text(line: str) -> None:
    text = f"## Turn 3 — 2026-07-07T15:58:03Z (user)\n\nbefore\n{line}\nafter\n"
    assert body(text) == [("3", f"before\n{line}\nafter")]


def test_no_blank_line_is_needed_anywhere() -> None:
    text = (
        "## Turn 1 — 2026-07-07T15:58:03Z (user)\nhello\n"
        "## Turn 2 — 2026-07-07T15:58:09Z (agent)\nhi"
    )
    assert body(text) == [("1", "hello"), ("2", "hi")]


def test_blank_lines_around_a_turn_are_part_of_it_beyond_the_first() -> None:
    text = (
        "## Turn 1 — 2026-07-07T15:58:03Z (user)\n\n\n\nhello\n\n\n\n"
        "## Turn 2 — 2026-07-07T15:58:09Z (agent)\n\n\n\n"
    )
    assert body(text) == [("1", "\n\nhello\n\n"), ("2", "\n")]


def test_text_before_the_first_turn_is_kept() -> None:
    slice_ = parse(
        f"---\nfocus: x\n---\n\n# By hand\n\nA note.\n\n{OURS[OURS.index('## T') :]}", SLICE_ID
    )
    assert slice_.preamble == "# By hand\n\nA note."
    assert len(slice_.turns) == 2


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("2026-07-07T15:58:03.120Z", START),
        ("2026-07-07T17:58:03.120+02:00", START),
        ("2026-07-07T15:58:03.120999Z", START),
        ("2026-07-07T15:58:03.120", START),
        ("2026-07-07", datetime(2026, 7, 7, tzinfo=UTC)),
        ("0001-01-01T00:00:00+10:00", None),
        ("9999-12-31T23:59:59-10:00", None),
        ("yesterday", None),
        ("", None),
        (None, None),
        (20260707, None),
    ],
)
def test_a_moment_is_read_in_any_iso_form_and_without_a_zone_as_utc(
    written: object, instant: datetime | None
) -> None:
    assert moment(written) == instant


INVALID = """\
slice_id: 2026-07-07-1558
focus: Talk about work: the hall
status: closed
start: "2026-07-07T15:58:03.120Z"
end: "2026-07-07T15:58:03.120Z"
timezone: America/Chicago
summary: A long talk: three halls, and one of them: too small.
decisions:
  - Take the second: it is dry
  - 'Quoted: stays'
open_loops:
  - plain
tags:
  - work
  - hall
emotional_tone: positive
"""


def test_an_unquoted_colon_costs_no_field() -> None:
    reading = front(INVALID)
    assert reading.damage == ()
    assert "not valid YAML (line 3: mapping values" in reading.notes[0]
    assert reading.slice.status is Status.CLOSED
    assert reading.slice.timezone == "America/Chicago"
    assert reading.slice.mark == Mark(
        focus="Talk about work: the hall",
        summary="A long talk: three halls, and one of them: too small.",
        tags=("work", "hall"),
        decisions=("Take the second: it is dry", "Quoted: stays"),
        open_loops=("plain",),
        emotional_tone="positive",
    )


@pytest.mark.parametrize(
    ("lines", "focus"),
    [
        ("focus: 'single' and more: so\n", "'single' and more: so"),
        ("focus: [not closed\n", "[not closed"),
        ("focus: @mention\n", "@mention"),
        ("focus: `code`\n", "`code`"),
        ('focus: "half\n', '"half'),
        ("focus: 100%: sure\n", "100%: sure"),
        ("focus:\n  goes on: below\n  and: again\nx: {\n", "goes on: below; and: again"),
        ("focus: a: b # not a comment\n# a comment\n", "a: b # not a comment"),
    ],
)
def test_what_is_no_yaml_is_taken_by_the_letter(lines: str, focus: str) -> None:
    assert front(lines).slice.mark.focus == focus


@pytest.mark.parametrize(
    ("lines", "focus"),
    [
        ("focus: no\n", "no"),
        ("focus: 12\n", "12"),
        ("focus: 1_000\n", "1_000"),
        ("focus: 12:30:45\n", "12:30:45"),
        ("focus: 2026-07-07\n", "2026-07-07"),
        ("focus: R &D and Q *A\n", "R &D and Q *A"),
        ("focus: &name x\n", "x"),
        ("focus: !!int 0x1f\n", "0x1f"),
        (f"focus: !!int 0x{'f' * 9000}\n", f"0x{'f' * 9000}"),
        ("focus: !!timestamp 2026-07-07\n", "2026-07-07"),
        ("focus: !python/object:os.system x\n", "x"),
        ("focus:\n", ""),
        ("focus: ~\n", ""),
        ("focus: [a, [b, c]]\n", "a, b, c"),
        ("focus: {a: b, c: }\n", "a: b; c: "),
        ("focus: |\n  two\n  lines\n", "two\nlines\n"),
        ("focus: >-\n  one\n  line\n", "one line"),
        ("focus: first\nfocus: second\n", "second"),
        ("{focus: flow}\n", "flow"),
        ("? focus\n: complex\n", "complex"),
        ("  focus: indented\n", "indented"),
    ],
)
def test_any_yaml_value_is_read_as_the_text_it_is(lines: str, focus: str) -> None:
    reading = front(lines)
    assert reading.slice.mark.focus == focus
    assert reading.notes == ()


@pytest.mark.parametrize(
    ("lines", "tags"),
    [
        ("tags: workshop\n", ("workshop",)),
        ("tags: [a, 1, no, 2026-07-07]\n", ("a", "1", "no", "2026-07-07")),
        ("tags: [a, ~, b]\n", ("a", "b")),
        ("tags:\n- a\n- b\n", ("a", "b")),
        ("tags:\n", ()),
        ("tags: ''\n", ()),
        ("tags: {a: b}\n", ("a: b",)),
    ],
)
def test_tags_are_read_from_whatever_stands_for_a_list(
    lines: str, tags: tuple[str, ...]
) -> None:
    assert front(lines).slice.mark.tags == tags


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "lines",
    [
        LAUGHS,
        "loops: &loop [*loop]\n",
        f"deep: {'[' * 900}{']' * 900}\n",
        f"deep: {'[' * 100_000}\n",
        f"wide{' ' * 100_000}x: {{\n",
        f"deep: {'{a: ' * 200}x{'}' * 200}\n",
    ],
    ids=["laughs", "loop", "deep", "unclosed", "spaces", "mappings"],
)
def test_a_front_matter_made_to_hurt_costs_neither_time_nor_fields(lines: str) -> None:
    reading = front(f"focus: still here\n{lines}tags: [a]\n")
    assert "not valid YAML" in reading.notes[0]
    assert reading.slice.mark.focus == "still here"
    assert reading.slice.mark.tags == ("a",)


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        ("- a\n- b\n", "not a mapping"),
        ("just words\n", "not a mapping"),
        ("", "no front matter"),
        ("   \n", "no front matter"),
        ("start: yesterday\n", "`start` cannot be read"),
        ("status: ACTIVE\n", "`status` cannot be read"),
        ("slice_id: 2001-01-01-0000\n", "calls it 2001-01-01-0000; the path counts"),
        ('end: "2026-07-07T18:00:00Z"\n', "`end` is later than its last turn"),
    ],
)
def test_what_is_odd_about_a_front_matter_is_said_and_costs_no_turn(
    lines: str, note: str
) -> None:
    reading = front(lines)
    assert reading.damage == ()
    assert any(note in one for one in reading.notes)
    assert reading.slice.slice_id == SLICE_ID


def test_a_file_without_front_matter_has_its_times_from_its_turns() -> None:
    text = (
        "## Turn 1 — 2026-07-07T15:58:03.120Z (user)\n\nhello\n\n"
        "## Turn 2 — 2026-07-07T15:59:03.120Z (agent)\n\nhi\n"
    )
    reading = read(text, SLICE_ID)
    assert (reading.slice.start, reading.slice.end) == (START, at(1))
    assert reading.slice.status is Status.CLOSED
    assert (reading.damage, reading.notes) == ((), ("it has no front matter",))


def test_bare_yaml_dates_and_missing_fields_are_fine() -> None:
    slice_ = front("start: 2026-07-07T15:58:03.120Z\nend: 2026-07-07 15:58:03.120\n").slice
    assert (slice_.start, slice_.end) == (START, START)
    assert (slice_.timezone, slice_.mark, slice_.closed_by) == ("UTC", Mark(), "")


def test_a_summary_longer_than_ours_is_kept_whole() -> None:
    summary = "A long afternoon about the barn. " * 40
    assert front(f"summary: {summary}\n").slice.mark.summary == summary.strip()


@pytest.mark.parametrize(
    ("lines", "confidence"),
    [
        ("confidence: 0.5", 0.5),
        ("confidence: 7", 1.0),
        ("confidence: -1", 0.0),
        ("confidence: .nan", 1.0),
        ("confidence: nan", 1.0),
        ("confidence: sure", 1.0),
        ("kind: allergy", 1.0),
    ],
)
def test_a_confidence_lies_between_none_and_full(lines: str, confidence: float) -> None:
    (found,) = front(f"safety: [{{says: x, {lines}}}]\n").slice.safety
    assert found.confidence == confidence


def test_a_plain_text_stands_for_what_an_entry_says() -> None:
    slice_ = front("amendments: It was March\noccurrences: [in spring]\nsafety: [nuts]\n").slice
    assert slice_.amendments == (Amendment("It was March"),)
    assert slice_.occurrences == (Occurrence("", "", "in spring"),)
    assert slice_.safety == (Safety("", "nuts"),)


@pytest.mark.parametrize(
    ("lines", "extra"),
    [
        ("mood: good # why\n", {"mood": "mood: good # why\n"}),
        ("mood:\n  a: 1\n  # inside\nfocus: x\n", {"mood": "mood:\n  a: 1\n  # inside\n"}),
        ('"quo\\"ted": 1\n', {'quo"ted': '"quo\\"ted": 1\n'}),
        ("'it''s': 1\n", {"it's": "'it''s': 1\n"}),
        ("a:b: 1\nfocus: x\n", {"a:b": "a:b: 1\n"}),
        ("{mood: good}\n", {"mood": "mood: good\n"}),
        ("mood: a: b\n", {"mood": "mood: 'a: b'\n"}),
    ],
)
def test_unknown_keys_are_kept_as_they_were_written(lines: str, extra: dict[str, str]) -> None:
    assert front(lines).slice.extra == extra


def test_a_file_that_an_editor_turned_to_crlf_says_the_same() -> None:
    crlf = OURS.replace("\n", "\r\n")
    assert read(crlf, SLICE_ID) == read(OURS, SLICE_ID)
    assert read(f"\ufeff{crlf}", SLICE_ID) == read(OURS, SLICE_ID)


def test_a_crlf_that_a_person_said_is_kept() -> None:
    assert body("## Turn 1 — 2026-07-07T15:58:03Z (user)\n\na\r\nb\rc\n") == [
        ("1", "a\r\nb\rc")
    ]


def test_bytes_that_are_no_utf_8_are_damage_and_cost_only_themselves() -> None:
    reading = decode(OURS.encode().replace(b"taken.\n", b"ta\xffken.\n"), SLICE_ID)
    assert "not valid UTF-8" in reading.damage[0]
    assert reading.slice.turns[0].text == "The hall is ta\ufffdken."
    assert len(reading.slice.turns) == 2


@pytest.mark.parametrize(
    ("text", "damage"),
    [
        ("", "it holds no turn"),
        ("\n\n", "it holds no turn"),
        ("only words\n", "it holds no turn"),
        ("---", "it ends inside its front matter"),
        ("---\nfocus: x\n", "it ends inside its front matter"),
        ("---\nfocus: x\n---\n", "it holds no turn"),
        ("\0" * 500, "it holds no turn"),
    ],
)
def test_a_file_that_cannot_be_whole_says_why(text: str, damage: str) -> None:
    assert read(text, SLICE_ID).damage == (damage,)


def test_a_lost_closing_fence_costs_no_turn() -> None:
    lost = OURS.replace("---\n\n## Turn 1", "\n## Turn 1")
    reading = read(lost, SLICE_ID)
    assert reading.slice == read(OURS, SLICE_ID).slice
    assert reading.damage == ()


CUT = [
    Turn("1", START, Speaker.USER, "Grüße aus 日本 😀", "telegram 8812/4711"),
    Turn("2", at(1), Speaker.AGENT, "two\nlines"),
    Turn("3", at(2), Speaker.USER, ""),
    Turn("4", at(3), Speaker.AGENT, "## Turn 9 — 2026-07-07T15:58:03Z (user)\nquoted"),
]


def test_cut_off_anywhere_a_file_gives_every_whole_turn_and_tells_of_lost_ones() -> None:
    whole = Slice(SLICE_ID, START, at(3), tuple(CUT), channels=("telegram",))
    content = encode(whole)
    headers = [f"\n## Turn {n} — " for n in range(1, 5)]
    for length in range(len(content)):
        cut = content[:length]
        reading = decode(cut, SLICE_ID)
        found = reading.slice.turns
        begun = sum(header in cut.decode(errors="replace") for header in headers)
        assert begun - 1 <= len(found) <= begun or not begun, length
        assert found[:-1] == whole.turns[: len(found) - 1 if found else 0], length
        if begun > len(found) or len(found) < 4:
            assert reading.damage or (cut.endswith(b"\n") and reading.notes), length
            if begun > len(found) > 0:  # the start of the lost header is not told from text
                assert found[-1].text.startswith(CUT[len(found) - 1].text), length
        elif not cut.endswith(b"\n"):
            assert reading.damage or reading.notes, length


def test_a_last_turn_that_somebody_took_away_is_a_note_and_no_damage() -> None:
    whole = Slice(SLICE_ID, START, at(3), tuple(CUT), channels=("telegram",))
    reading = decode(encode(whole).partition(b"\n## Turn 4 ")[0], SLICE_ID)
    assert reading.damage == ()
    assert "later than its last turn" in reading.notes[0]
    assert reading.slice.turns == whole.turns[:3]


def test_a_lost_line_break_at_the_end_is_no_damage() -> None:
    reading = read(OURS.removesuffix("\n"), SLICE_ID)
    assert reading.damage == ()
    assert reading.slice == read(OURS, SLICE_ID).slice
    assert "without a line break" in reading.notes[0]


def test_a_file_of_somebody_else_without_its_last_turn_is_damaged_when_it_ends_abruptly() -> (
    None
):
    end = (START + timedelta(minutes=9)).isoformat()
    text = f"---\nend: {end}\n---\n## Turn 1 — {START.isoformat()} (user)\n\nhel"
    assert "it ends before its last turn" in read(text, SLICE_ID).damage[0]
