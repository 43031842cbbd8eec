"""Taking words out of the files that tell how answers came about (pure).

A section that names a slice and holds words of it that were deleted keeps its heading alone.
"""

from collections.abc import Callable

from memory import paths
from memory.slices import REDACTED
from previously_bot.sessions.headings import sections


def redacted(
    names: Callable[[str], bool] | None, is_lost: Callable[[str], bool], text: str
) -> str:
    """The text of a session's file without the sections that `names` (None: each of them) and
    `is_lost` hold for; all else is as it was, what a person wrote there too."""
    parts: list[str] = []
    place = 0
    for one in sections(text):
        told = text[one.told : one.end]
        is_named = names is None or names(told)
        if told.strip() in ("", REDACTED) or not (is_named and is_lost(told)):
            continue
        parts += [text[place : one.told], f"\n\n{REDACTED}\n\n"]
        place = one.end
    return "".join([*parts, text[place:]])


def naming(slice_id: str) -> Callable[[str], bool]:
    """Whether a text names a slice: by its id, or by a link to its file."""
    short = paths.short_path(slice_id)
    ways = (slice_id, f"/{short}.md", f"/{short}/{paths.LATER_LAYOUT}")

    def names(text: str) -> bool:
        return any(way in text for way in ways)

    return names
