"""Two versions of a file that tells how answers came about made into one, section by section.

Both sides are bots: nobody is asked which of them is right. A section is known by the moment of
its answer, which stands behind its heading, for two machines may have given it two numbers.
"""

import re
from collections.abc import Iterator

from memory.slices import REDACTED

_HEADING = re.compile(rb"^## .*$", re.MULTILINE)
_MOMENT = re.compile(rb"<!-- ([^ >]+) -->\s*$")


def merge_accounts(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """Every section of either side once, theirs first; without a side's sections that the other
    took away, and of one that both changed the version in which more was taken back."""
    old, mine, yours = (dict(_sections(side)) for side in (base, ours, theirs))
    parts = []
    for key, section in yours.items():
        if key in mine and key not in old and mine[key].strip() != section.strip():
            parts += [section, mine[key]]  # of a former writer, who noted no moments
        elif key in mine:
            parts.append(_of(old.get(key), mine[key], section))
        elif old.get(key) != section:
            parts.append(section)
    parts += [
        section for key, section in mine.items() if key not in yours and old.get(key) != section
    ]
    return b"\n\n".join(part.strip(b"\r\n") for part in parts if part.strip()) + b"\n"


def _of(was: bytes | None, mine: bytes, yours: bytes) -> bytes:
    if yours == was:
        return mine
    mark = REDACTED.encode()
    return mine if mine.count(mark) > yours.count(mark) else yours


def _sections(text: bytes) -> Iterator[tuple[bytes, bytes]]:
    """What tells a section, and it; what stands above the first one is told by b""."""
    headings = list(_HEADING.finditer(text))
    yield b"", text[: headings[0].start() if headings else len(text)]
    for nth, found in enumerate(headings):
        end = headings[nth + 1].start() if nth + 1 < len(headings) else len(text)
        said = _MOMENT.search(found[0])
        yield said[1] if said else found[0].strip(), text[found.start() : end]
