"""Private keys: blocks of many lines, whole, or cut in two by whoever sent them (pure)."""

import re
import string
from itertools import pairwise

from previously_bot.masking.spans import PRIVATE_KEY, Span

_NAME = r"[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?"
_EDGE = re.compile(
    rf"(?P<begin>-----BEGIN {_NAME}-----|PuTTY-User-Key-File-[0-9]:)"
    rf"|-----END {_NAME}-----|Private-MAC: ?[0-9a-f]{{16,}}"
)
_HINTS = ("PRIVATE KEY", "PuTTY-User-Key", "Private-MAC")
_LONGEST = 40_000  # code points of a key
_BODY = re.compile(r"[A-Za-z0-9+/]{16}")

# A line of a key, also a quoted one, or one whose end is written out; and those above them.
_LINE = re.compile(
    r"[>\s]*(?:\\[rn]|[A-Za-z0-9+/=]{16,}(?![A-Za-z0-9+/=_.-])"
    r"|(?:Proc-Type|DEK-Info|Comment|Version|Encryption|Public-Lines|Private-Lines):[^\n]*)"
)
_LAST_LINE = re.compile(r"[>\s]*(?:[A-Za-z0-9+/]*={1,2}|[A-Za-z0-9+/=]+$)")
_LINE_BEFORE = re.compile(r"[>\s]*(?:[A-Za-z0-9+/=]|\\[rn])+\s*")
_IN_A_LINE = frozenset(string.ascii_letters + string.digits + "+/=\\")
_SHORT = 16


def keys(text: str) -> list[Span]:
    """Each private key, also one of which only the beginning or the end is there."""
    if not any(hint in text for hint in _HINTS):
        return []
    edges = [*_EDGE.finditer(text), None]
    found, is_open = [], False
    for edge, following in pairwise(edges):
        if edge is None:
            break
        if not edge["begin"]:
            start = edge.start() if is_open else before(text, edge.start())
            if start < edge.start():
                found.append(Span(start, edge.end(), PRIVATE_KEY))
            is_open = False
            continue
        is_open = following is not None and not following["begin"]
        end = following.end() if following and is_open else after(text, edge.end())
        if end - edge.start() > _LONGEST:
            end = after(text, edge.end())
        if _BODY.search(text, edge.end(), end):
            found.append(Span(edge.start(), end, PRIVATE_KEY))
    return found


def after(text: str, start: int) -> int:
    """Where the lines of a key that go on at `start` come to an end."""
    place = start
    while line := _LINE.match(text, place):
        place = line.end()
    last = _LAST_LINE.match(text, place)
    return last.end() if last else place


def before(text: str, end: int) -> int:
    """Where the lines of a key begin that come to an end at `end`."""
    place = end
    while place:
        start = text.rfind("\n", 0, place - 1) + 1
        line = text[start:place]
        is_short = len(line.strip("> \r\n")) < _SHORT and start > 0 and place < end
        if is_short or not _LINE_BEFORE.fullmatch(line):
            break
        place = start
    if place < end:
        return place
    # All of it may stand in one line, with the ends of its lines written out.
    while place and text[place - 1] in _IN_A_LINE:
        place -= 1
    return place if end - place >= _SHORT else end
