"""docs/FORMAT.md cannot lie: its examples and tables are read and compared with the code."""

import re
from pathlib import Path

import pytest

from memory import attached, catalog, markdown, paths, strands
from memory.markdown import fields, front_matter
from memory.slices import Slice, Speaker, Turn

DOCUMENT = (Path(__file__).parents[2] / "docs" / "FORMAT.md").read_text(encoding="utf-8")

SLICE_ID = "2026-07-07-1558"
HEADER = "## Turn 1 — 2026-07-07T15:58:03.120Z (user)"
TURN = f"\n{HEADER}\n\nhello\n"
EARLIER_END = 'end: "2026-07-07T16:20:41.007Z"'


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, whole, with their last line break."""
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def table(first_column: str) -> list[list[str]]:
    """The rows below the head that starts with this column, cells without their backticks."""
    head = f"| {first_column} |"
    assert DOCUMENT.count(f"\n{head}") == 1
    below = DOCUMENT.split(f"\n{head}")[1].split("\n\n")[0].splitlines()[2:]
    rows = [row.removeprefix("| ").removesuffix(" |").split(" | ") for row in below]
    assert rows
    return [[uncoded(cell) for cell in row] for row in rows]


def uncoded(cell: str) -> str:
    is_code = cell.startswith("`") and cell.endswith("`") and cell.count("`") == 2
    return cell[1:-1] if is_code else cell


def reading(text: str) -> markdown.Reading:
    return markdown.read(text, SLICE_ID)


def single_turn(said: str) -> Slice:
    at = markdown.moment("2026-07-07T15:58:03.120Z")
    assert at is not None
    return Slice(SLICE_ID, at, at, (Turn("1", at, Speaker.USER, said),))


# The slice of section 2


@pytest.mark.parametrize("text", blocks("markdown"))
def test_an_example_slice_is_read_without_complaint_and_written_alike(text: str) -> None:
    read = reading(text)
    assert (read.damage, read.notes) == ((), ())
    assert markdown.dump(read.slice) == text
    assert markdown.dump(read.slice, over=text) == text


def test_the_example_slice_shows_every_known_key_once() -> None:
    (text,) = blocks("markdown")
    assert list(fields.typed(reading(text).slice)) == list(fields.READERS)
    written = re.findall(r"^(\w+):", text.split("\n---\n")[0], re.MULTILINE)
    assert written == [*fields.READERS, "rating"]


def test_the_example_slice_shows_notes_an_unknown_key_and_an_escaped_line() -> None:
    (text,) = blocks("markdown")
    slice_ = reading(text).slice
    assert slice_.preamble.startswith("A note")
    assert list(slice_.extra) == ["rating"]
    assert "\n## Turn 7 — 2026-06-22T14:00:00.000Z (agent)" in slice_.turns[0].text
    assert [turn.origin for turn in slice_.turns] == [
        "telegram 8812/4711",
        "answers telegram 8812/4711",
        "discord 90210/1391",
    ]


# Front matter


def test_the_table_of_keys_names_the_known_keys_in_their_order() -> None:
    assert [row[0] for row in table("key")] == list(fields.READERS)


@pytest.mark.parametrize("row", table("key"), ids=lambda row: row[0])
def test_the_example_of_a_key_is_that_key_and_says_something(row: list[str]) -> None:
    read, notes = front_matter.read(row[-1])
    assert notes == ()
    assert list(read.known) == [row[0]]
    assert read.known[row[0]]


@pytest.mark.parametrize("row", table("key"), ids=lambda row: row[0])
def test_a_key_is_left_out_of_an_empty_slice_where_the_table_says_so(row: list[str]) -> None:
    written = markdown.dump(single_turn("hello"))
    assert (f"\n{row[0]}:" in written) == row[3].startswith("never")


# Turns


def test_the_header_expression_is_the_one_of_the_code() -> None:
    (expression,) = blocks("regex")
    assert expression.rstrip("\n") == markdown._HEADER.pattern


@pytest.mark.parametrize(("line", "what"), table("line"))
def test_a_line_is_a_header_where_the_table_says_so(line: str, what: str) -> None:
    labels = [turn.label for turn in reading(f"---\nfocus: x\n---\n{TURN}{line}\n").slice.turns]
    assert len(labels) == (2 if what.startswith("header") else 1)


def test_the_first_header_of_the_table_is_the_written_one() -> None:
    assert f"\n{table('line')[0][0]}\n" in markdown.dump(single_turn("hello"))


def test_the_table_of_lines_has_both_kinds() -> None:
    kinds = {re.split(r"\W", what)[0] for _, what in table("line")}
    assert kinds == {"header", "text"}


@pytest.mark.parametrize(("line", "what"), table("line of a file"))
def test_a_line_is_of_a_file_where_the_table_says_so(line: str, what: str) -> None:
    assert attached.is_file_line(line) is (what != "text")


def test_the_table_of_files_has_every_reason_why_one_is_not_there() -> None:
    lines = [line for line, _ in table("line of a file")]
    for why in attached.Lost:
        assert [line for line in lines if line.endswith(f": {why}]")]


@pytest.mark.parametrize(("said", "written"), table("said"))
def test_a_line_is_escaped_as_the_table_says(said: str, written: str) -> None:
    slice_ = single_turn(said)
    assert markdown.dump(slice_).endswith(f"\n\n{written}\n")
    assert reading(markdown.dump(slice_)).slice == slice_


# Ids and paths


@pytest.mark.parametrize(("path", "slice_id"), table("path, below `memory/episodic/slices/`"))
def test_a_path_means_the_id_of_the_table(path: str, slice_id: str) -> None:
    found = paths.slice_id_of(f"{paths.SLICES}/{path}")
    if slice_id.startswith("none"):
        assert found is None
    else:
        assert found == slice_id
        assert paths.is_slice_id(slice_id)


def test_the_tree_names_the_places_of_the_code() -> None:
    tree = blocks("")[0]
    assert paths.SLICES in tree
    assert paths.STRANDS in tree
    assert paths.INDEX in tree
    assert f"\n{paths.SESSIONS}/" in tree
    assert f"\n{paths.ATTACHMENTS}/" in tree


# What a reader accepts

DAMAGED = {
    "it ends inside its front matter": "---\nfocus: x\n",
    "it holds no turn": "---\nfocus: x\n---\n",
    "it ends before its last turn": f"---\n{EARLIER_END}\n---\n{TURN}".rstrip(),
    "is not valid UTF-8": b"---\nfocus: \xff\n---\n" + TURN.encode(),
}
ODD = {
    "it has no front matter": TURN,
    "it ends without a line break": f"---\nfocus: x\n---\n{TURN}".rstrip(),
    "its `end` is later": f"---\n{EARLIER_END}\n---\n{TURN}",
    "its front matter calls it": f"---\nslice_id: 2026-07-07-1559\n---\n{TURN}",
    "is not valid YAML": f"---\nsummary: a: b\n---\n{TURN}",
    "is not a mapping": f"---\n- a\n- b\n---\n{TURN}",
    "its `status` cannot be read": f"---\nstatus: perhaps\n---\n{TURN}",
}


def decoded(content: str | bytes) -> markdown.Reading:
    return markdown.decode(content.encode() if isinstance(content, str) else content, SLICE_ID)


def same_words(said: str, listed: str) -> bool:
    """Whether a sentence is the one of a table, whatever number or moment stands in it."""
    changing = r"[0-9][0-9T:.Z-]*|\(.*\)|`"
    return re.sub(changing, "", said) == re.sub(changing, "", listed)


@pytest.mark.parametrize("part", DAMAGED)
def test_damage_is_called_as_in_the_table(part: str) -> None:
    said = decoded(DAMAGED[part]).damage[0]
    assert part in said
    assert [row for row in table("damage") if same_words(said, row[0])]


@pytest.mark.parametrize("part", ODD)
def test_what_is_odd_is_called_as_in_the_table(part: str) -> None:
    read = decoded(ODD[part])
    assert read.damage == ()
    assert part in read.notes[0]
    assert [row for row in table("note") if same_words(read.notes[0], row[0])]


def test_the_tables_list_nothing_else() -> None:
    assert len(table("damage")) == len(DAMAGED)
    assert len(table("note")) == len(ODD)


@pytest.mark.parametrize(
    "text",
    [
        f"---\nfocus: x\n---\n{HEADER}\n\nhello\n",
        f"---\nfocus: x\n---\n\n{HEADER}\nhello\n",
        f"--- \nfocus: x\n---\t\n{TURN}",
        f"\ufeff---\nfocus: x\n---\n{TURN}",
        f"---\nfocus: x\n---\n{TURN}".replace("\n", "\r\n"),
        f"---\nfocus: x\n{TURN}",
    ],
    ids=["below front", "below header", "spaces", "byte-order", "CRLF", "no closing fence"],
)
def test_what_a_reader_must_accept_is_not_even_noted(text: str) -> None:
    read = reading(text)
    assert (read.damage, read.notes) == ((), ())
    assert read.slice.mark.focus == "x"
    assert [turn.text for turn in read.slice.turns] == ["hello"]


def test_a_latest_turn_may_be_deleted_with_its_end_or_without() -> None:
    (text,) = blocks("markdown")
    shorter = text.split("\n## Turn 3")[0]
    assert reading(shorter).damage == ()
    assert len(reading(shorter).notes) == 1
    mended = re.sub(r"^end: .*\n", "", shorter, flags=re.MULTILINE)
    assert (reading(mended).damage, reading(mended).notes) == ((), ())


# Derived files


def test_the_example_index_and_strands_are_those_of_the_example_slice() -> None:
    (text,) = blocks("markdown")
    index, woven = blocks("json")
    entry = catalog.entry(reading(text).slice)
    assert catalog.dump("2026-07", [entry]).decode() == index
    assert strands.dump(strands.weave([entry])).decode() == woven
    assert catalog.parse(index.encode()) == [entry]
