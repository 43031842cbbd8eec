"""Whatever a text holds, there is one fence around it."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from previously_bot.prompt.fences import NAMES, fenced, overhead
from previously_bot.prompt.tokens import count

PIECES = (
    *(
        "<",
        "</",
        "＜",
        "‹",
        "⟨",
        "《",
        "﹤",
        "/",
        "／",
        "∕",
        "\\",
        " ",
        "\n",
        "\u200b",
        "\u202e",
    ),
    *(
        "memory",
        "MEMORY",
        "ｍｅｍｏｒｙ",
        "mem",
        "ory",
        "file",
        "Profile",
        ">",
        '"',
        "[",
        "s",
        "\0",
    ),
)
hostile = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3))).map("".join)


def read_liberally(text: str) -> list[str]:
    """The fences that somebody sees who overlooks every difference."""
    seen = "".join(
        c
        for c in unicodedata.normalize("NFKC", text).casefold()
        if c.isspace() or unicodedata.category(c) not in ("Cf", "Cc", "Mn")
    )
    seen = re.sub("[‹⟨《〈]", "<", seen)
    return re.findall(rf"<[\s/∕\\]*(?:{'|'.join(NAMES)})\b", seen)


@given(st.sampled_from(NAMES), hostile, st.one_of(st.just(""), hostile))
def test_one_fence_opens_and_one_closes(name: str, text: str, source: str) -> None:
    assert read_liberally(fenced(name, text, source)) == [f"<{name}", f"</{name}"]


@given(hostile)
def test_nothing_but_beginnings_is_changed(text: str) -> None:
    inner = fenced("memory", text).removeprefix("<memory>\n").removesuffix("\n</memory>")
    assert len(inner) == len(text)
    assert all(a == b or b == "[" for a, b in zip(text, inner, strict=True))
    assert fenced("memory", inner) == fenced("memory", text)


@given(hostile, hostile)
def test_a_fence_costs_what_it_says(text: str, source: str) -> None:
    assert count(fenced("memory", text, source)) <= overhead("memory", source) + count(text)
