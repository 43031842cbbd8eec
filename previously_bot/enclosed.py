"""Files and buttons of a message as text, and back; so the boxes keep them."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from adapters.base import Attached, Button, File, Rows


def attached_as_text(attached: Sequence[Attached]) -> str:
    return json.dumps([asdict(one) for one in attached]) if attached else ""


def attached_from_text(text: str) -> tuple[Attached, ...]:
    return tuple(Attached(**one) for one in json.loads(text)) if text else ()


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
