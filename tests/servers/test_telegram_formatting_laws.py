"""What holds for any text: nothing is lost, entities fit, nothing but a refusal is raised."""

import html
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.servers.telegram.formatting import formatted
from tests.servers.telegram.refusals import Refusal

TAGS = ("b", "i", "u", "s", "tg-spoiler", "blockquote")
ANY_TEXT = st.text(
    st.one_of(
        st.characters(exclude_categories=("Cs", "Cc")),
        st.sampled_from("😀👨‍👩‍👧ä<>&\"'/@# \n"),
    )
)
JUNK = st.lists(
    st.sampled_from(
        [
            "<",
            ">",
            "</",
            "b",
            "a href=",
            '"',
            "'",
            "&",
            "lt;",
            "#x",
            "1F600;",
            " ",
            "😀",
            "=",
            "/>",
        ]
    )
).map("".join)
Piece = tuple[str, list["Piece"]] | str


@st.composite
def nested(draw: st.DrawFn, depth: int = 3) -> Piece:
    if depth == 0 or draw(st.booleans()):
        return draw(ANY_TEXT.filter(lambda text: "@" not in text and "#" not in text))
    inner = draw(st.lists(nested(depth - 1), min_size=1, max_size=3))
    return draw(st.sampled_from(TAGS)), inner


def source(piece: Piece) -> str:
    if isinstance(piece, str):
        return html.escape(piece)
    tag, inner = piece
    return f"<{tag}>{''.join(map(source, inner))}</{tag}>"


def plain(piece: Piece) -> str:
    return piece if isinstance(piece, str) else "".join(map(plain, piece[1]))


@given(ANY_TEXT.filter(lambda text: text.strip(" \n")))
def test_an_escaped_text_comes_back(text: str) -> None:
    escaped = html.escape(text, quote=False)
    assert formatted(escaped, "HTML", "").text == text.strip(" \n")


@given(nested())
def test_tags_leave_the_text_as_it_is_and_entities_fit(piece: Piece) -> None:
    text = plain(piece)
    marked = f"»{source(piece)}«"
    made = formatted(marked.replace("&#x27;", "'"), "HTML", "")
    assert made.text == f"»{text}«"
    units = made.text.encode("utf-16-le")
    for one in made.entities:
        assert one["length"] > 0
        cut = units[2 * one["offset"] : 2 * (one["offset"] + one["length"])]
        assert len(cut) == 2 * one["length"]
        assert cut.decode("utf-16-le") in made.text


def outcome(text: str) -> str:
    try:
        formatted(text, "HTML", "")
    except Refusal as refusal:
        return refusal.description
    return "taken"


@given(JUNK)
def test_junk_is_taken_or_refused(text: str) -> None:
    assert outcome(text).startswith(("taken", "Bad Request: "))


@given(ANY_TEXT, st.integers(-2, 30), st.integers(-2, 30))
def test_an_entity_fits_exactly_when_utf_16_says_so(
    text: str, offset: int, length: int
) -> None:
    told = json.dumps([{"type": "bold", "offset": offset, "length": length}])
    units = f"»{text}«".encode("utf-16-le")
    try:
        cut = units[2 * offset : 2 * (offset + length)].decode("utf-16-le")
        before = units[: 2 * max(offset, 0)].decode("utf-16-le")
        fits = min(offset, length) >= 0 and 2 * (offset + length) <= len(units)
        fits = fits and len(f"{before}{cut}".encode("utf-16-le")) == 2 * (offset + length)
    except UnicodeDecodeError:
        fits = False
    if fits or (length == 0 and offset >= 0):
        formatted(f"»{text}«", "", told)
    else:
        with pytest.raises(Refusal):
            formatted(f"»{text}«", "", told)
