"""The lines of turns in a slice's file, as an editor counts them."""

import pytest

from memory.markdown import lines_of_turns

FRONT = "---\nfocus: x\n---\n"
ONE = "## Turn 1 — 2026-07-07T15:58:03.120Z (user)"
TWO = "## Turn a1-B_9 – 2026-07-07T15:58:03Z (agent)"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", {}),
        (FRONT, {}),
        (ONE, {"1": (1, 1)}),
        (f"{FRONT}\n{ONE}\n\nhello\n", {"1": (5, 7)}),
        (f"{FRONT}\n{ONE}\n\n\n\n{TWO}\n<!-- a b/c -->\n\nx\n\ny\n\n \n",
         {"1": (5, 5), "a1-B_9": (9, 14)}),
        (f"{FRONT}\n{ONE}\n\n\\{ONE}\n## Turn 2 — yesterday (user)\n", {"1": (5, 8)}),
        (f"{FRONT}\nnotes\n\n{ONE}\nhello\n{ONE}\nagain\n", {"1": (7, 8)}),
        (f"---\nfocus: x\n{ONE}\nhello\n---\n", {"1": (3, 5)}),
        (f"\ufeff{FRONT}\n{ONE}\n\nhello\n", {"1": (5, 7)}),
        (f"{FRONT}\n{ONE}\n\na\u2028b\x0bc\rd\n", {"1": (5, 7)}),
    ],
    ids=["nothing", "no turn", "only a header", "one turn", "two turns", "escaped", "repeated",
         "no closing fence", "byte-order mark", "other line breaks"],
)  # fmt: skip
def test_a_turn_stands_on_the_lines_from_its_header_to_its_last_words(
    text: str, lines: dict[str, tuple[int, int]]
) -> None:
    assert lines_of_turns(text) == lines
    if text.startswith("---"):
        assert lines_of_turns(text.replace("\n", "\r\n")) == lines
