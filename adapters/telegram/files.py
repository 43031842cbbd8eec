"""The files of messages: photos, voices, documents and the like, which Telegram keeps."""

import re
from collections.abc import Sequence

from adapters.base import Attached
from adapters.telegram.api import Json
from adapters.telegram.fields import inner, several, text

# What each is called, and its type where Telegram says none. What stands first wins: an
# animation is a document too.
_KINDS = {
    "photo": ("photo", "image/jpeg"),
    "animation": ("animation", ""),
    "document": ("document", ""),
    "voice": ("voice", ""),
    "audio": ("audio", ""),
    "video": ("video", ""),
    "video_note": ("video message", "video/mp4"),
}
_MEDIA_TYPE = re.compile(r"[\w.+-]{1,64}/[\w.+-]{1,64}", re.ASCII)


def attached_to(messages: Sequence[Json]) -> tuple[Attached, ...]:
    return tuple(file for file in map(file_of, messages) if file)


def file_of(message: Json) -> Attached | None:
    """Its file; None where it has none, or none that could be asked for."""
    for field, (kind, media_type) in _KINDS.items():
        if field in message:
            file = _largest(message) if field == "photo" else inner(message, field)
            return _attached(file, kind, media_type, is_foreign="forward_origin" in message)
    return None


def _attached(file: Json, kind: str, media_type: str, *, is_foreign: bool) -> Attached | None:
    reference = text(file, "file_id")
    if not reference:
        return None
    # Its sender says what it is, and may say anything.
    told = text(file, "mime_type").lower()
    played = " ".join(filter(None, [text(file, "performer"), text(file, "title")]))
    return Attached(
        reference,
        kind,
        name=text(file, "file_name") or played,
        media_type=told if _MEDIA_TYPE.fullmatch(told) else media_type,
        size=_count(file, "file_size"),
        seconds=_count(file, "duration"),
        is_foreign=is_foreign,
    )


def _largest(message: Json) -> Json:
    """Of the sizes that a photo comes in; an empty object where there are none."""
    sizes = several(message, "photo")
    return max(sizes, key=_area, default={})


def _area(size: Json) -> int:
    return (_count(size, "width") or 0) * (_count(size, "height") or 0)


def _count(file: Json, name: str) -> int | None:
    """None where it is not said, or is none."""
    value = file.get(name)
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else None
