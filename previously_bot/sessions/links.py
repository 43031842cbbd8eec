"""Links from a session's file to slices, to lines of them, and to other files (pure)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from memory.errors import BadPath
from memory.store import checked
from previously_bot.moments import moment_in_words
from previously_bot.sessions import sentences
from previously_bot.sessions.plain import code

UP = "../../../../"
"""From the folder of a session's file to that of the repository."""

_MOST_RANGES = 3
_LONGEST_PATH = 160  # code points of a path that is shown
_LONGEST_ID = 40


@dataclass(frozen=True, slots=True)
class Place:
    """Where a slice's file is, when it began (UTC), and the first and the last line of its
    turns, by label; none where the file cannot be read."""

    path: str
    start: datetime
    lines: Mapping[str, tuple[int, int]]


def to_slice(slice_id: str, place: Place | None, zone: ZoneInfo, language: str) -> str:
    """A link that says when the slice began; without a place only its id is told."""
    if place is None:
        return code(slice_id, _LONGEST_ID)
    return _link(moment_in_words(place.start, zone, language), place.path)


def to_lines(place: Place | None, labels: Iterable[str], language: str) -> str:
    """Links to the lines of turns, in their order; "" where none of the turns is found."""
    if place is None:
        return ""
    found = _merged([place.lines[label] for label in labels if label in place.lines])
    links = [_lines(place.path, first, last, language) for first, last in found[:_MOST_RANGES]]
    return ", ".join([*links, "…"] if len(found) > _MOST_RANGES else links)


def to_file(path: str) -> str:
    """A link that says the path; code alone for one that leaves the repository."""
    shown = code(path, _LONGEST_PATH)
    try:
        return _link(shown, checked(path))
    except BadPath:
        return shown


def _lines(path: str, first: int, last: int, language: str) -> str:
    if first == last:
        return _link(sentences.LINE.say(language, first=first), path, f"#L{first}")
    shown = sentences.LINES.say(language, first=first, last=last)
    return _link(shown, path, f"#L{first}-L{last}")


def _link(shown: str, path: str, anchor: str = "") -> str:
    return f"[{shown}]({UP}{quote(path)}{anchor})"


def _merged(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order; those with at most one line between, as between turns, are one."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 2:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged
