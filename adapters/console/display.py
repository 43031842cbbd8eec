"""Text as it may be shown: control characters are pictured, never obeyed (pure)."""

import re

from adapters.base import Outgoing

# The last few turn the direction of all that follows.
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """The text with every control character but newline and tab as a picture of itself.

    An escape sequence in an old message would otherwise be obeyed by the terminal.
    """
    return _UNSHOWABLE.sub(_picture, text.replace("\r\n", "\n"))


def beside_text(outgoing: Outgoing) -> str:
    """What goes with a text, in words: the commands of its buttons, and where its file is."""
    lines = [
        " · ".join(f"{button.label}: {button.command}" for button in row)
        for row in outgoing.buttons
    ]
    if outgoing.file is not None:
        lines.append(f"{outgoing.file.name}: {outgoing.file.path}")
    return "\n".join(lines)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"
