"""Files without the secrets in them: what of a file may be kept (pure)."""

import codecs
import re
from dataclasses import dataclass

from previously_bot.masking import Masked, masked

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BUILT = (b"%PDF-", b"PK\x03\x04")
_BEGINNING = 1024  # bytes
_LABELS = re.compile(r"\[secret: [^\[\]\n]*\]")
_LEAST = 12
"""Of a file that has fewer letters and digits beside its secrets, nothing is kept."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is kept of a file: all of it, or it without its secrets, which are of these kinds;
    None when there is nothing else in it."""

    content: bytes | None
    kinds: tuple[str, ...] = ()


def is_plain(content: bytes) -> bool:
    """Whether a file is text and nothing else, so that parts of it can be replaced."""
    if content.startswith(_UTF_16):
        return True
    return not is_built(content) and b"\0" not in content


def is_built(content: bytes) -> bool:
    """Whether a file is a document of parts, of which none can be replaced."""
    return any(mark in content[:_BEGINNING] for mark in _BUILT)


def hidden(content: bytes) -> Hidden:
    """A file as it may be kept. Only of plain text anything is hidden here."""
    if not is_plain(content):
        return Hidden(content)
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8"
    try:
        found = masked(content.decode(encoding))
    except UnicodeDecodeError:
        # Whatever its letters are, secrets are ASCII; byte for byte it comes back as it was.
        encoding = "latin-1"
        found = masked(content.decode(encoding))
    if not found.kinds:
        return Hidden(content)
    if _is_all_secret(found):
        return Hidden(None, found.kinds)
    text = found.text.replace("…", "...") if encoding == "latin-1" else found.text
    return Hidden(text.encode(encoding), found.kinds)


def _is_all_secret(found: Masked) -> bool:
    rest = _LABELS.sub("", found.text)
    return sum(one.isalnum() for one in rest) < _LEAST
