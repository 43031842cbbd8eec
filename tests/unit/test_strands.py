"""Strands: tags and the slices that carry them."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory import strands
from tests.strategies import slice_ids
from tests.unit.test_catalog import ENTRY


def tagged(slice_id: str, *tags: str) -> strands.Entry:
    return replace(ENTRY, slice_id=slice_id, tags=tags)


def test_a_strand_holds_every_slice_with_its_tag_oldest_first() -> None:
    woven = strands.weave(
        [
            tagged("2026-07-07-1558-10", "rust"),
            tagged("2026-07-07-1558", "rust", "barn"),
            tagged("2026-06-22-1400", "rust", "rust"),
        ]
    )
    assert woven == {
        "barn": ["2026-07-07-1558"],
        "rust": ["2026-06-22-1400", "2026-07-07-1558", "2026-07-07-1558-10"],
    }
    assert list(woven) == ["barn", "rust"]


def test_tags_are_told_apart_by_their_words_and_not_the_space_around_them() -> None:
    woven = strands.weave([tagged("2026-06-22-1400", " rust ", "Rust", "", "  ")])
    assert list(woven) == ["Rust", "rust"]


def test_slices_are_named_by_short_paths() -> None:
    written = strands.dump({"日本": ["2026-06-22-1400", "2026-06-22-1400-2"]})
    assert written == (
        '{\n  "日本": [\n    "2026/06/22/1400",\n    "2026/06/22/1400-2"\n  ]\n}\n'.encode()
    )


@pytest.mark.parametrize(
    "named",
    [
        "2026/06/22/1400",
        "2026-06-22-1400",
        "memory/episodic/slices/2026/06/22/1400.md",
        "memory/episodic/slices/2026/06/22/1400/timeline/core.md",
    ],
)
@pytest.mark.parametrize("nested", [False, True])
def test_a_file_is_read_flat_or_under_a_key_with_short_or_full_paths(
    named: str, nested: bool
) -> None:
    flat = {"rust": [named, "nonsense", 5, None], "odd": "2026/06/22/1400"}
    content = json.dumps({"strands": flat} if nested else flat).encode()
    assert strands.parse(content) == {"rust": ["2026-06-22-1400"]}


def test_a_tag_may_be_called_strands() -> None:
    woven = {"strands": ["2026-06-22-1400"]}
    assert strands.parse(strands.dump(woven)) == woven


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"5", b"{", b"[" * 100_000])
def test_a_file_that_makes_no_sense_holds_no_strand(content: bytes) -> None:
    assert strands.parse(content) == {}


@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"])), st.lists(slice_ids, unique=True)
    )
)
def test_what_is_written_is_read_back(woven: strands.Strands) -> None:
    assert strands.parse(strands.dump(woven)) == woven
