"""Each turn stands on its lines, whatever is said in it, and the parser agrees."""

from itertools import pairwise

from hypothesis import given

from memory.markdown import dump, lines_of_turns, parse
from memory.slices import Slice
from tests.strategies import SLICE_ID, old_texts, slices


@given(slices())
def test_a_turns_lines_begin_with_its_header_and_hold_its_text(slice_: Slice) -> None:
    text = dump(slice_)
    lines, found = text.split("\n"), lines_of_turns(text)
    firsts = {turn.label: turn for turn in reversed(slice_.turns)}
    assert found.keys() == firsts.keys()
    for label, turn in firsts.items():
        first, last = found[label]
        assert lines[first - 1].startswith(f"## Turn {label} — ")
        assert lines[last - 1].strip()
        alone = "\n".join(lines[first - 1 : last]) + "\n"
        (read,) = parse(f"---\n---\n\n{alone}", SLICE_ID).turns
        assert (read.label, read.at, read.speaker) == (turn.label, turn.at, turn.speaker)
        assert read.origin == turn.origin
        assert read.text.rstrip() == turn.text.rstrip()


@given(slices())
def test_an_editor_that_changes_all_line_ends_moves_no_line(slice_: Slice) -> None:
    text = dump(slice_)
    assert lines_of_turns(text.replace("\n", "\r\n")) == lines_of_turns(text)


@given(old_texts)
def test_turns_with_lines_are_those_that_are_read(text: str) -> None:
    found = lines_of_turns(text)
    labels = dict.fromkeys(turn.label for turn in parse(text, SLICE_ID).turns)
    assert list(found) == list(labels)
    ranges = list(found.values())
    assert all(1 <= first <= last for first, last in ranges)
    assert all(one[1] < other[0] for one, other in pairwise(ranges))
