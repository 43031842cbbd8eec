"""Messages, their files and their buttons as text, and back; so the boxes keep them."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from adapters.base import Attached, Button, Chat, File, Incoming, Rows


def attached_as_text(attached: Sequence[Attached]) -> str:
    return json.dumps([asdict(one) for one in attached]) if attached else ""


def attached_from_text(text: str) -> tuple[Attached, ...]:
    return tuple(Attached(**one) for one in json.loads(text)) if text else ()


def incoming_as_text(incoming: Incoming) -> str:
    return json.dumps(asdict(incoming) | {"at": incoming.at.isoformat()})


def incoming_from_text(text: str) -> Incoming:
    told = json.loads(text)
    attached = tuple(Attached(**one) for one in told.pop("attached"))
    chat, at = Chat(**told.pop("chat")), datetime.fromisoformat(told.pop("at"))
    return Incoming(chat=chat, at=at, attached=attached, **told)


def rows_as_text(rows: Rows) -> str:
    return json.dumps([[asdict(one) for one in row] for row in rows]) if rows else ""


def rows_from_text(text: str) -> Rows:
    rows = json.loads(text) if text else ()
    return tuple(tuple(Button(**one) for one in row) for row in rows)


def file_as_text(file: File | None) -> str:
    return json.dumps([file.name, str(file.path)]) if file else ""


def file_from_text(text: str) -> File | None:
    if not text:
        return None
    name, path = json.loads(text)
    return File(name, Path(path))


def ids_in(shown_as: str) -> tuple[str, ...]:
    """The messages that an answer is `shown_as`, part by part."""
    return tuple(shown_as.split())
