"""What Discord would take as a mark, though it is only said.

Its client is not documented to the letter; github.com/LyricLy/parse-discord, which was held
against it, tells what begins what, and which backslashes it takes away.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from adapters.markup.marked import Marked, Style

_SPECIAL = re.compile(
    r"""[\\*_~`|\[]                       # marks; what begins a link
    | <(?=[@\#:\w])                       # mentions, emoji, moments, addresses
    | :(?=\d*[A-Za-z_+-][\w+-]{0,40}:)    # :names: of emoji""",
    re.VERBOSE,
)
# What makes a list, a quote, a heading or small print of a line.
_AT_A_LINE = re.compile(r"\d+(?P<point>\.)(?=\s)|(?P<mark>>|-#?(?=\s)|#{1,3}(?=\s|$))", re.M)
_INDENTATION = re.compile(r"[^\S\n]*")
# What may stand in an address; what closes a sentence or a bracket is not its end.
_ADDRESS = re.compile(r"https?://[!#-;=?-Z_a-z~]*[#$%&*+/-9=@A-Z_a-z~]")
# What Discord does not take for the end of an address, where it ends.
_AFTER = re.compile(r"[.,:;\"')\]]*(?:\s|\Z)")
# Marks within an address, which no backslash can stand before, and what ends a target.
_ENCODED = str.maketrans(
    {"*": "%2A", "|": "%7C", "~": "%7E", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E"}
)
_ENCODED_IN_TEXT = str.maketrans({"*": "%2A", "|": "%7C", "~": "%7E"})
# Backslashes stay to be seen in the label of a link, so there are as few as may be.
_IN_A_LABEL = re.compile(r"[*~`|]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_BRACKETS = str.maketrans("[]", "()")


def escapes(marked: Marked) -> list[int]:
    """The code points of a text that need a backslash before them if not in code."""
    places = {found.start() for found in _SPECIAL.finditer(marked.text)}
    markers = {span.start: span.end for span in marked.spans if span.style is Style.MARKER}
    for line in re.finditer(r"^", marked.text, re.MULTILINE):
        place = _past(marked.text, line.start())
        while place in markers:
            place = _past(marked.text, markers[place])
        found = _AT_A_LINE.match(marked.text, place)
        if found:
            places.add(found.start("point") if found["point"] else found.start("mark"))
    return sorted(places)


def _past(text: str, place: int) -> int:
    """The end of the indentation at a place."""
    found = _INDENTATION.match(text, place)
    return found.end() if found else place


def escaped(text: str, start: int, end: int, places: Sequence[int]) -> str:
    """The code points `start` to `end` as they are sent; addresses as they are.

    An address that something follows at once is put in angle brackets, or Discord would take
    that as a part of it.
    """
    pieces: list[str] = []
    for found in _ADDRESS.finditer(text, start, end):
        pieces.append(_with_backslashes(text, start, found.start(), places))
        address = found[0].translate(_ENCODED_IN_TEXT)
        pieces.append(address if _AFTER.match(text, found.end()) else f"<{address}>")
        start = found.end()
    return "".join([*pieces, _with_backslashes(text, start, end, places)])


def _with_backslashes(text: str, start: int, end: int, places: Sequence[int]) -> str:
    pieces: list[str] = []
    for place in places[bisect_left(places, start) : bisect_left(places, end)]:
        pieces.append(text[start:place])
        start = place
    return "\\".join([*pieces, text[start:end]])


def escaped_label(text: str) -> str:
    """A piece of the label of a link."""
    return _IN_A_LABEL.sub(r"\\\g<0>", text.translate(_BRACKETS))


def escaped_target(target: str) -> str:
    return target.translate(_ENCODED)
