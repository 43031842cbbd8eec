"""A marked text cut into parts that a platform takes, where a reader would cut it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

import regex

from adapters.markup.marked import Marked, Span, Style

Fullness = Callable[[Marked], int]

_CLUSTER = regex.compile(r"\X")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"""(?<=[.!?…])["'”’)\]]*(?=\s)|(?<=[。！？])[”’」』）]*""")
_WORD = re.compile(r"\s+")
# What goes at a cut: empty lines, but not the indentation of the next, or the spaces in a line.
_AT_A_CUT = re.compile(r"(?:[^\S\n]*\n)+|[^\S\n]+")
_LINES_AT_A_CUT = re.compile(r"(?:[^\S\n]*\n)+")
# Code points by which a part may be longer than twice the one before, to be looked at at once.
_FEW = 64
_UNSEEN = re.compile(
    r"[\s\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\ufeff]*"
)


def split(whole: Marked, limit: int, fullness: Fullness) -> list[Marked]:
    """The parts of a text, in order, each with a `fullness` of at most `limit`; none is empty.

    `fullness` is what a part takes of the limit, and never less than its code points. Cuts are
    at paragraphs, else lines, sentences, words, and at last between two graphemes (UAX #29); in
    a link only if it fills a part. White space at cuts goes, but not the indentation of a line.
    A grapheme that does not fit into a part is cut, and spans that do not are left out.
    """
    parts: list[Marked] = []
    start, following = 0, 0
    inside: list[Span] = []
    width = limit
    while start < len(whole.text):
        # One code point more than fits, so that a cut at the limit is seen to be one or not.
        stop = start + width + 1
        reached = bisect_left(whole.spans, stop, lo=following, key=lambda span: span.start)
        inside += whole.spans[following:reached]
        following = reached
        window = _clipped(whole.text, inside, start, stop)
        if width < limit and fullness(window) <= limit:
            width = min(limit, 2 * width)
            continue
        end = start + _first_cut(window, stop < len(whole.text), limit, fullness)
        # The next part will be about as long; much more need not be looked at.
        width = min(limit, 2 * (end - start) + _FEW)
        shown = len(whole.text[start:end].rstrip())
        part = _clipped(whole.text, inside, start, start + shown)
        if not _UNSEEN.fullmatch(part.text):
            parts.append(_indented(part if fullness(part) <= limit else Marked(part.text)))
        start = _next_start(whole.text, inside, end)
        inside = [span for span in inside if span.end > start]
    return parts


def _clipped(text: str, spans: Sequence[Span], start: int, stop: int) -> Marked:
    """What lies between two code points of a text, with the spans as far as they lie there."""
    inner = text[start:stop]
    moved = (
        Span(
            max(span.start - start, 0),
            min(span.end - start, len(inner)),
            span.style,
            span.argument,
        )
        for span in spans
    )
    return Marked(inner, tuple(span for span in moved if span.start < span.end))


def _indented(part: Marked) -> Marked:
    """Both servers take spaces away from the start of a message, unless they do not break."""
    before = min((span.start for span in part.spans), default=len(part.text))
    spaces = len(part.text) - len(part.text.lstrip(" "))
    kept = min(before, spaces)
    return Marked("\N{NO-BREAK SPACE}" * kept + part.text[kept:], part.spans)


def _first_cut(window: Marked, more: bool, limit: int, fullness: Fullness) -> int:
    """Where the first part of a text ends, at least one code point on; `more` may follow it."""
    length = len(window.text)
    if not more and length <= limit and fullness(window) <= limit:
        return length

    def taken(end: int) -> int:
        return fullness(_clipped(window.text, window.spans, 0, end))

    clusters = [found.end() for found in _CLUSTER.finditer(window.text)]
    if more:
        # What follows may belong to the last one.
        clusters.pop()
    for cuts in (_outside_links(clusters, window.spans), clusters, range(1, length + 1)):
        end = _last_fitting(cuts, limit, taken)
        if end:
            nicest = _nicest(window, end, cuts)
            return nicest if taken(nicest) <= limit else end
    return 1


def _outside_links(cuts: Sequence[int], spans: Sequence[Span]) -> list[int]:
    kept: list[int] = []
    after = 0
    for span in spans:
        if span.style is Style.LINK:
            before = bisect_right(cuts, span.start)
            kept += cuts[after:before]
            after = max(before, bisect_left(cuts, span.end))
    return [*kept, *cuts[after:]]


def _last_fitting(cuts: Sequence[int], limit: int, taken: Callable[[int], int]) -> int:
    """One of the last cuts with a part before it that fits; 0 if none has.

    What a part takes grows about evenly with its length, so that a proportion finds the cut.
    """
    end = limit
    while True:
        place = bisect_right(cuts, end)
        if not place:
            return 0
        end = cuts[place - 1]
        needed = taken(end)
        if needed <= limit:
            return end
        end = min(end - 1, end * limit // needed)


def _nicest(window: Marked, end: int, cuts: Sequence[int]) -> int:
    """The last cut up to `end` that a reader would make, unless half would be left empty."""
    code = [span for span in window.spans if span.style is Style.PRE]
    headings = {span.end for span in window.spans if span.style is Style.HEADING}
    for pattern in (_PARAGRAPH, _LINE, _SENTENCE, _WORD):
        for found in reversed(list(pattern.finditer(window.text, end // 2))):
            place = found.end() if pattern is _SENTENCE else found.start()
            if not end // 2 < place <= end or place in headings:
                continue
            if pattern in (_PARAGRAPH, _SENTENCE) and _within(place, code):
                continue
            known = bisect_left(cuts, place)
            if known < len(cuts) and cuts[known] == place:
                return place
    return end


def _within(place: int, spans: Sequence[Span]) -> bool:
    return any(span.start < place < span.end for span in spans)


def _next_start(text: str, inside: Sequence[Span], end: int) -> int:
    """Where the next part begins, after a cut: past white space that nobody would miss."""
    code = [span for span in inside if span.style is Style.PRE]
    found = (_LINES_AT_A_CUT if _within(end, code) else _AT_A_CUT).match(text, end)
    if found is None:
        return end
    # A space with an accent upon it is no white space.
    last = _CLUSTER.match(text, found.end() - 1)
    return found.end() if last is None or last.end() == found.end() else end
