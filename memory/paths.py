"""Slice id ↔ path, and what lies beside the slices; the only module that knows the tree."""

import re
from datetime import UTC, datetime

from memory.errors import BadSliceId

SLICES = "memory/episodic/slices"
STRANDS = "memory/episodic/strands.json"
INDEX = "_index.json"
ATTACHMENTS = "memory/attachments"
SESSIONS = "sessions"
LATER_LAYOUT = "timeline/core.md"

_ID = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})-([0-9]{4})(?:-([1-9][0-9]{0,5}))?")
_PATH = re.compile(
    SLICES + r"/([0-9]{4})/([0-9]{2})/([0-9]{2})/([0-9]{4})(?:-([1-9][0-9]{0,5}))?"
    r"(?:\.md|/" + re.escape(LATER_LAYOUT) + ")"
)
_INDEX = re.compile(SLICES + r"/([0-9]{4})/(0[1-9]|1[0-2])/" + re.escape(INDEX))
_SHORT = re.compile(r"[0-9]{4}/[0-9]{2}/[0-9]{2}/[0-9]{4}(?:-[1-9][0-9]{0,5})?")


def is_slice_id(text: str) -> bool:
    match = _ID.fullmatch(text)
    return match is not None and _is_minute(match) and match[5] != "1"


def slice_path(slice_id: str) -> str:
    """Where a slice of this id is written. Raises BadSliceId."""
    return f"{SLICES}/{short_path(slice_id)}.md"


def session_path(slice_id: str) -> str:
    """Where it is told how the answers of this slice came about. Raises BadSliceId."""
    return f"{SESSIONS}/{short_path(slice_id)}.md"


def short_path(slice_id: str) -> str:
    """The id as strands name it: 2026/06/22/1400. Raises BadSliceId."""
    if not is_slice_id(slice_id):
        raise BadSliceId(slice_id)
    return shortened(slice_id)


def shortened(slice_id: str) -> str:
    """As `short_path`, of what is known to be an id."""
    return slice_id.replace("-", "/", 3)


def slice_id_of(path: str) -> str | None:
    """The id of the slice at a path, in this layout or the later upstream one; None for others.

    `…/DD/HHMM.md` and `…/DD/HHMM/timeline/core.md` name the same slice.
    """
    match = _PATH.fullmatch(path)
    if match is None or not _is_minute(match) or match[5] == "1":
        return None
    year, month, day, minute, nth = match.groups()
    return f"{year}-{month}-{day}-{minute}" + (f"-{nth}" if nth else "")


def places(slice_id: str) -> tuple[str, str]:
    """Where a slice of this id may lie: the first where something is counts."""
    first = slice_path(slice_id)
    return first, f"{first.removesuffix('.md')}/{LATER_LAYOUT}"


def slice_id_named(text: str) -> str | None:
    """The id that a strand's entry means: a short path, a full path, or an id."""
    if is_slice_id(text):
        return text
    if _SHORT.fullmatch(text):
        text = f"{SLICES}/{text}.md"
    return slice_id_of(text)


def month_of(slice_id: str) -> str:
    """2026-07 of 2026-07-07-1558; by the id, since it is the path that an index stands for."""
    return slice_id[:7]


def index_path(month: str) -> str:
    return f"{SLICES}/{month.replace('-', '/')}/{INDEX}"


def month_indexed(path: str) -> str | None:
    """The month whose index lies at a path; None for other files."""
    match = _INDEX.fullmatch(path)
    return f"{match[1]}-{match[2]}" if match else None


def minute_id(start: datetime) -> str:
    """The id of the first slice that starts in this minute (an aware datetime)."""
    return start.astimezone(UTC).strftime("%Y-%m-%d-%H%M").rjust(15, "0")


def minute_of(slice_id: str) -> datetime:
    """The minute that an id names, in UTC."""
    year, month, day, minute = slice_id.split("-")[:4]
    return datetime(
        int(year), int(month), int(day), int(minute[:2]), int(minute[2:]), tzinfo=UTC
    )


def nth_id(minute: str, nth: int) -> str:
    """The id of the nth slice of a minute, counted from 1."""
    return minute if nth == 1 else f"{minute}-{nth}"


def _is_minute(match: re.Match[str]) -> bool:
    year, month, day, minute = (int(match[i]) for i in range(1, 5))
    try:
        datetime(year, month, day, minute // 100, minute % 100, tzinfo=UTC)
    except ValueError:
        return False
    return True
