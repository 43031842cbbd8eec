"""What stands in the place of a secret, as docs/FORMAT.md has it (pure)."""

import re
from collections.abc import Sequence

from previously_bot.masking.spans import Span

_GOES_ON = ", goes on"
_LABEL = re.compile(
    rf"\[secret: (?P<kind>[A-Za-z ]{{1,40}})(?: …[A-Za-z0-9]{{1,4}})?(?P<cut>{_GOES_ON})?\]"
)
_LEAST = 14
"""Of a shorter secret nothing stays."""


def labelled(text: str, found: Sequence[Span]) -> str:
    """The text with a label for each secret; they are in order."""
    parts, place = [], 0
    for one in found:
        parts += [text[place : one.start], label(text, one)]
        place = one.end
    return "".join([*parts, text[place:]])


def label(text: str, secret: Span, *, goes_on: bool = False) -> str:
    """Of a card the last four digits stay, and of what chance made the last four characters;
    of what a person chose, nothing."""
    end = text[max(secret.start, secret.end - secret.shown) : secret.end]
    is_safe = secret.shown and secret.end - secret.start >= _LEAST and not goes_on
    told = f" …{end}" if is_safe and end.isascii() and end.isalnum() else ""
    return f"[secret: {secret.kind}{told}{_GOES_ON if goes_on else ''}]"


def kinds_in(text: str) -> tuple[str, ...]:
    """The kinds of the secrets that were masked in a text, each once."""
    return tuple(dict.fromkeys(one["kind"] for one in _LABEL.finditer(text)))


def going_on(text: str) -> str:
    """The kind of a secret that goes on in the next message; "" where none does."""
    for one in _LABEL.finditer(text, max(0, len(text) - 100)):
        if one["cut"] and not text[one.end() :].strip():
            return one["kind"]
    return ""
