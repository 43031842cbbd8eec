"""Two machines tell how their answers came about in one file."""

import pytest

from memory.file_merge import merge_files

PATH = "sessions/2026/07/07/1558.md"
TITLE = "# How it came about\n\n"


def section(number: int, minute: int, told: str) -> str:
    return (
        f"## Turn {number} — 15:{minute} <!-- 2026-07-07T15:{minute}:00.000Z -->\n\n{told}\n\n"
    )


FIRST = section(2, 58, "- read: the barn")


def merged(base: str | None, ours: str, theirs: str) -> str:
    made = merge_files(PATH, base.encode() if base else None, ours.encode(), theirs.encode())
    assert made.content is not None
    assert made.beside is None
    return made.content.decode()


def test_what_both_added_stays_once_each() -> None:
    before = TITLE + FIRST
    ours = before + section(4, 59, "- read: mine")
    theirs = before + section(4, 57, "- read: theirs")
    found = merged(before, ours, theirs)
    assert [found.count(one) for one in ("the barn", "mine", "theirs", "# How")] == [1, 1, 1, 1]


def test_two_that_began_one_file_have_one_title() -> None:
    found = merged(None, TITLE + FIRST, TITLE + section(2, 59, "- read: theirs"))
    assert [found.count(one) for one in ("the barn", "theirs", "# How")] == [1, 1, 1]


@pytest.mark.parametrize("who", ["ours", "theirs"])
def test_what_was_taken_back_on_one_side_stays_so_when_the_other_added(who: str) -> None:
    without = TITLE + section(2, 58, "[deleted]")
    longer = TITLE + section(3, 58, "- read: the barn") + section(5, 59, "- read: a lamp")
    sides = (without, longer) if who == "ours" else (longer, without)
    found = merged(TITLE + FIRST, *sides)
    assert "the barn" not in found
    assert "a lamp" in found
