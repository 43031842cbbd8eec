"""A person's messages → the sentences in them, free of code, quotations and markup (pure)."""

import re
from collections.abc import Iterator

from memory.words import one_line

READ = 100_000
"""Code points read of one message; a longer one is a paste, known by its beginning."""

_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)")
_LINE_MARK = re.compile(r"^[ \t]*(?:#{1,6}[ \t]|[-*+][ \t]|[0-9]{1,3}[.)][ \t])[ \t]*")
_LINK = re.compile(r"!?\[([^\]\[\n]{1,200})\]\([^()\s]{1,500}\)")
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+")
_EMPHASIS = re.compile(r"\*{1,3}|`+|~~|\|\||(?<!\w)_{1,3}|_{1,3}(?!\w)")
_END = re.compile(r"(?<=[.!?…])[\"'”’)]? +|(?<=[。！？；])|(?<=;) +")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a message, each on one line, without markup or quoted lines.

    Code counts only where there is nothing else.
    """
    shown = text[:READ]
    for line in list(_spoken_lines(shown)) or shown.split("\n"):
        if not line.strip():
            continue
        plain = _ADDRESS.sub(" ", _LINK.sub(r"\1", _LINE_MARK.sub("", line)))
        for piece in _END.split(one_line(_EMPHASIS.sub("", plain))):
            sentence = piece.strip()
            if any(character.isalnum() for character in sentence):
                yield sentence


def _spoken_lines(text: str) -> Iterator[str]:
    fenced = False
    for line in text.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and line.strip() and not line.lstrip().startswith(">"):
            yield line
