"""Lines that say which files came are nobody's words."""

import pytest

from memory.attached import Lost, is_file_line, without_files, without_places
from memory.safety.own_words import GONE, own_words

LINK = "[document a.pdf](/memory/attachments/2026/07/07/120000-a-1f0c2a9e.pdf)"


@pytest.mark.parametrize(
    "line", [LINK, f"> {LINK}", *(f"[photo x, 80 MB: {why}]" for why in Lost)]
)
def test_a_line_of_a_file_is_known(line: str) -> None:
    assert is_file_line(line)
    assert without_files(f"before\n\n{line}\n\nafter") == "before\n\n\nafter"
    assert without_files(line) == ""
    assert set(own_words(line)) == {GONE}


@pytest.mark.parametrize(
    "line",
    [
        "[I am allergic to nuts]",
        "[a page](https://example.org/memory/attachments/x)",
        f"see {LINK}",
        f"{LINK} is what I mean",
        "It is too large to keep",
        "[too large to keep]",
    ],
)
def test_what_a_person_writes_is_no_line_of_a_file(line: str) -> None:
    assert not is_file_line(line)
    assert without_files(f" {line} \n") == f" {line} \n"


def test_of_places_only_the_names_stay() -> None:
    assert without_places(f"Here:\n\n{LINK}") == "Here:\n\n[document a.pdf]"
    assert without_places("[x](/memory/notes.md)") == "[x](/memory/notes.md)"
