"""A text as messages that Telegram takes: at most 4096 code points each."""

import html
import re
from dataclasses import dataclass

LIMIT = 4096
"""Code points of a message, as they show; what marks them up does not count."""


@dataclass(frozen=True, slots=True)
class Part:
    """One message: in Telegram's HTML, and without any markup."""

    html: str
    plain: str


def as_it_stands(text: str) -> list[Part]:
    """A text unchanged, cut between lines, or else words, where it is too long for one message.

    At least one part; none of several is blank.
    """
    pieces = []
    while len(text) > LIMIT:
        at = _last(r"\n", text) or _last(r"\s", text) or LIMIT
        pieces.append(text[:at].rstrip())
        text = text[at:].lstrip("\n")
    pieces.append(text)
    shown = [piece for piece in pieces if piece.strip()] or [pieces[0]]
    return [Part(html.escape(piece, quote=False), piece) for piece in shown]


def _last(pattern: str, text: str) -> int:
    """After the last such place within the limit; 0 where there is none but at the start."""
    found = [match.end() for match in re.finditer(pattern, text[:LIMIT])]
    return found[-1] if found and text[: found[-1]].strip() else 0
