"""Lines of a turn that say which files came with it: nobody's words, and no time (pure).

[document contract.pdf](/memory/attachments/2026/07/07/155803-contract-1f0c2a9e.pdf)
[video film.mp4, 80 MB: too large to keep]
"""

import re
from enum import StrEnum

from memory.paths import ATTACHMENTS


class Lost(StrEnum):
    """Why a file that came is not among the others, as its line says it."""

    TOO_LARGE = "too large to keep"
    GONE = "no longer there"
    GONE_OR_LARGE = "no longer there, or too large to keep"
    NOT_FETCHED = "could not be fetched"
    NOT_STORED = "could not be stored"
    SECRET = "a secret, not kept"


_PLACE = rf"\(/{ATTACHMENTS}/[^\s()]+\)"
_LINE = re.compile(
    rf"(?:> )?\[(?:[^\n]*\]{_PLACE}|[^\n]*: (?:{'|'.join(map(re.escape, Lost))})\])\s*"
)
_DESTINATION = re.compile(rf"(?<=\]){_PLACE}")


def is_file_line(line: str) -> bool:
    """Whether a line of a turn only says which file came."""
    return bool(_LINE.fullmatch(line))


def place_in(line: str) -> str:
    """Where the file lies that a line of a turn names, in parentheses; "" for nowhere."""
    found = _DESTINATION.search(line)
    return found[0] if found else ""


def without_files(text: str) -> str:
    """What was said beside files; "" where that is nothing."""
    lines = text.split("\n")
    kept = [line for line in lines if not is_file_line(line)]
    return text if len(kept) == len(lines) else "\n".join(kept).strip()


def with_files_of(text: str, former: str) -> str:
    """An edited text with the file lines of the former one that it lacks: a platform tells of
    an edit with one file of several at most, and what was kept is not lost by an edit."""
    there = set(text.split("\n"))
    more = [line for line in former.split("\n") if is_file_line(line) and line not in there]
    return "\n\n".join(part for part in (text.strip(), "\n".join(more)) if part)


def without_places(text: str) -> str:
    """The text with the names of its files, but not where they lie."""
    return _DESTINATION.sub("", text)
