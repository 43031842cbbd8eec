"""The known fields of a front matter: from what YAML gives to typed values, and back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Any

from memory.markdown import yaml_text
from memory.slices import Amendment, Occurrence, Safety, Slice, Status, instant


def timestamp(at: datetime) -> str:
    """An instant as the format writes it: 2026-07-07T15:58:03.120Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: object) -> datetime | None:
    """The instant that an ISO text names, naive ones as UTC; None for anything else."""
    if isinstance(text, str):
        try:
            text = datetime.fromisoformat(text.strip())
        except ValueError:
            return None
    if not isinstance(text, datetime):
        return None
    try:
        return instant(text if text.tzinfo else text.replace(tzinfo=UTC))
    except OverflowError:
        return None


def text_of(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        return "; ".join(f"{text_of(key)}: {text_of(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple, set)):
        return ", ".join(text_of(item) for item in value)
    return str(value)


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(text_of(item) for item in value if item is not None)
    return (text_of(value),) if text_of(value).strip() else ()


def _status(value: object) -> Status | None:
    text = text_of(value)
    return Status(text) if text in (Status.ACTIVE, Status.CLOSED) else None


def _items(value: object) -> list[dict[str, Any]]:
    """Each entry of a list as a mapping; a plain text stands for what it says."""
    entries = value if isinstance(value, list) else [value]
    return [
        {text_of(key): item for key, item in entry.items()}
        if isinstance(entry, dict)
        else {"says": text_of(entry), "text": text_of(entry)}
        for entry in entries
        if entry is not None
    ]


def _occurrences(value: object) -> tuple[Occurrence, ...]:
    return tuple(
        Occurrence(*(text_of(item.get(name)) for name in ("start", "end", "text", "turn")))
        for item in _items(value)
    )


def _amendments(value: object) -> tuple[Amendment, ...]:
    return tuple(
        Amendment(*(text_of(item.get(name)) for name in ("says", "on", "by")))
        for item in _items(value)
    )


def _safety(value: object) -> tuple[Safety, ...]:
    return tuple(
        Safety(
            kind=text_of(item.get("kind")),
            says=text_of(item.get("says")),
            confidence=confidence(item.get("confidence")),
            turn=text_of(item.get("turn")),
        )
        for item in _items(value)
    )


def confidence(value: object) -> float:
    """From 0 to 1; a fact stated without a number, or with an unreadable one, counts fully."""
    try:
        number = float(text_of(value))
    except ValueError:
        return 1.0
    return min(1.0, max(0.0, number)) if number == number else 1.0


READERS: Mapping[str, Callable[[object], Any]] = {
    "slice_id": text_of,
    "focus": text_of,
    "status": _status,
    "start": moment,
    "end": moment,
    "timezone": text_of,
    "summary": text_of,
    "open_loops": _texts,
    "decisions": _texts,
    "tags": _texts,
    "related_slices": _texts,
    "emotional_tone": text_of,
    "closed_by": text_of,
    "channels": _texts,
    "occurrences": _occurrences,
    "amendments": _amendments,
    "safety": _safety,
}
_LEFT_OUT_WHEN_EMPTY = ("emotional_tone", "closed_by", "occurrences", "amendments", "safety")


def typed(slice_: Slice) -> dict[str, Any]:
    """The known fields of a slice by name, in the order of the format."""
    mark = slice_.mark
    values = {name: getattr(mark if hasattr(mark, name) else slice_, name) for name in READERS}
    return {
        name: value
        for name, value in values.items()
        if value or name not in _LEFT_OUT_WHEN_EMPTY
    }


def emitted(key: str, value: Any) -> object:
    if isinstance(value, datetime):
        return yaml_text.Quoted(timestamp(value))
    if isinstance(value, Status):
        return value.value
    if key in ("tags", "related_slices", "channels") or value == ():
        return yaml_text.Flow(value)
    if key in ("occurrences", "amendments", "safety"):
        return yaml_text.Flow(_pairs(item) for item in value)
    return list(value) if isinstance(value, tuple) else value


def _pairs(item: Any) -> dict[str, object]:
    """An entry as a mapping: dates and numbers bare, what is empty left out."""
    pairs: dict[str, object] = {}
    for name, value in asdict(item).items():
        if value == "":
            continue
        is_date = name in ("on", "start", "end") and _is_date(value)
        is_number = name == "turn" and re.fullmatch(r"[1-9][0-9]{0,8}", value)
        pairs[name] = yaml_text.Bare(value) if is_date else int(value) if is_number else value
    return pairs


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
