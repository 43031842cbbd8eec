"""A text and what stands out in it, before a platform writes it in its own way."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise


class Style(Enum):
    BOLD = auto()
    ITALIC = auto()
    STRIKE = auto()
    CODE = auto()
    PRE = auto()
    LINK = auto()
    QUOTE = auto()
    HEADING = auto()
    MARKER = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """Code points `start` to `end` of a text, never none of them, in a style.

    `argument` is the target of a LINK, the language of a PRE ("" is none) and the level of a
    HEADING ("1" to "6"). A MARKER is the bullet or number before an item of a list.
    """

    start: int
    end: int
    style: Style
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and its spans: outer before inner, each within another or beside it.

    PRE, QUOTE and HEADING begin where a line does (a HEADING possibly after a MARKER) and end
    where a line does.
    """

    text: str
    spans: tuple[Span, ...] = ()


Run = tuple[int, int, tuple[Span, ...]]


def runs(marked: Marked) -> Iterator[Run]:
    """The text in pieces that lie in the same spans each: start, end, those spans."""
    edges = {0, len(marked.text)}
    for span in marked.spans:
        edges |= {span.start, span.end}
    ordered = sorted(edges)
    inside: tuple[Span, ...] = ()
    following = 0
    for start, end in pairwise(ordered):
        inside = tuple(span for span in inside if span.end > start)
        while following < len(marked.spans) and marked.spans[following].start <= start:
            inside += (marked.spans[following],)
            following += 1
        yield start, end, inside


def shared(one: list[Span], other: list[Span]) -> int:
    """How many spans two lists begin with alike; those stay open from run to run."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left is not right:
            break
        count += 1
    return count
