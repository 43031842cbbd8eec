"""Two versions of a text made into one, line by line, given the one that both came from."""

from collections.abc import Sequence
from dataclasses import dataclass

# Comparing lines takes long where there are very many of them; such a file is nobody's note.
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class MergedText:
    """`whole` when every line that either side wrote is in it; else theirs stand where both
    changed the same lines."""

    content: bytes
    whole: bool


def is_text(content: bytes) -> bool:
    """Whether lines of it can be told apart: UTF-8, no NUL, not huge."""
    if len(content) > _LARGEST or b"\0" in content:
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def merge_texts(base: bytes, ours: bytes, theirs: bytes) -> MergedText:
    """All three are texts. Line ends are like theirs; where both changed something, the last
    line has one too. Where both added lines at one place, both stay, theirs first."""
    if theirs == base or ours == theirs:
        return MergedText(ours, whole=True)
    if ours == base:
        return MergedText(theirs, whole=True)
    lines, whole = _merged(*map(_lines, (base, ours, theirs)))
    content = b"".join(lines)
    if _is_dos(theirs):
        content = content.replace(b"\n", b"\r\n")
    return MergedText(content, whole)


def _is_dos(text: bytes) -> bool:
    return b"\n" in text and text.count(b"\r\n") == text.count(b"\n")


def _lines(text: bytes) -> list[bytes]:
    if _is_dos(text):
        text = text.replace(b"\r\n", b"\n")
    lines = [line + b"\n" for line in text.split(b"\n")]
    return lines[:-1] if lines[-1] == b"\n" else lines


def _merged(
    base: Sequence[bytes], ours: Sequence[bytes], theirs: Sequence[bytes]
) -> tuple[list[bytes], bool]:
    from merge3 import Merge3

    lines: list[bytes] = []
    whole = True
    for region in Merge3(base, ours, theirs).merge_regions():
        if region[0] == "conflict":
            _, base_from, base_to, ours_from, ours_to, theirs_from, theirs_to = region
            mine, yours = ours[ours_from:ours_to], theirs[theirs_from:theirs_to]
            both = _both(base[base_from:base_to], mine, yours)
            whole = whole and both is not None
            lines += yours if both is None else both
        else:
            side = {"unchanged": base, "b": theirs}.get(region[0], ours)
            lines += side[region[1] : region[2]]
    return lines, whole


def _both(
    base: Sequence[bytes], ours: Sequence[bytes], theirs: Sequence[bytes]
) -> Sequence[bytes] | None:
    """What holds the lines of both sides; None where they changed the same ones."""
    if theirs and _holds(ours, theirs):
        return ours
    if _holds(theirs, ours):
        return theirs
    return None if base else [*theirs, *ours]


def _holds(lines: Sequence[bytes], others: Sequence[bytes]) -> bool:
    """Whether these lines begin or end with the others."""
    many = len(others)
    return list(lines[:many]) == list(others) or list(lines[len(lines) - many :]) == list(
        others
    )
