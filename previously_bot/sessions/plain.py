"""Words of others made harmless for a line of Markdown (pure)."""

import re

from memory.words import shortened
from previously_bot.masking import without
from previously_bot.texts import inline

_MARKUP = re.compile(r"[\\`*_~\[\]<>]|&(?=#?\w+;)")
# A heading, a list, or a line that makes a heading of the one above.
_BEGINNING = re.compile(r"^([0-9]*)(?=[#+=.)-])")
# What Markdown on github.com makes a link of by itself, and no backslash keeps it from.
_ADDRESS = re.compile(r"://|\bwww\.|@|\b(?:mailto|xmpp):", re.IGNORECASE)


def words(text: str, limit: int) -> str:
    """At most `limit` code points of a text on one line, as they are when they are shown.

    Nothing in it is markup, and secrets are masked. An address is shown as code, where it is
    no link.
    """
    said = " ".join(
        _coded(word) if _ADDRESS.search(word) else _MARKUP.sub(r"\\\g<0>", word)
        for word in inline(without(text), limit).split(" ")
    )
    return _BEGINNING.sub(r"\1\\", said)


def code(text: str, limit: int) -> str:
    """The same as code; backticks, which would end it, become apostrophes. "" for nothing."""
    line = shortened(without(text), limit)
    return _coded(line) if line else ""


def _coded(line: str) -> str:
    return f"`{line.replace('`', chr(39))}`"
