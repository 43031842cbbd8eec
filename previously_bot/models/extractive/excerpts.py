"""As much of a long text as is quoted, from where it answers best (pure)."""

import re

from memory.words import one_line, surfaces, terms, weight
from previously_bot import texts

QUOTE_LIMIT = 280

SEARCHED = 50_000
"""Code points of a text in which the best place for a quotation is looked for."""


def excerpt(text: str, sought: set[str], limit: int = QUOTE_LIMIT) -> str:
    """At most `limit` code points of a text, on one line, from where it matches best."""
    line = one_line(text)
    start = _best_place(line[:SEARCHED], sought, limit) if len(line) > limit else 0
    if start == 0:
        return texts.inline(line, limit)
    return "…" + texts.inline(line[start:], limit - 1)


def _best_place(line: str, sought: set[str], limit: int) -> int:
    """Where the sentence with most of the terms begins, or the words before the first."""
    best, place, start = 0.0, 0, 0
    for sentence in re.split(r"(?<=[.!?。！？] )|(?<=[。！？])", line):
        worth = sum(weight(term) for term in sought.intersection(terms(sentence)))
        if worth > best:
            best, place = worth, start
            offset = _first_match(sentence, sought)
            if offset > limit // 2:
                place += sentence.rfind(" ", 0, offset - limit // 4) + 1 or offset
        start += len(sentence)
    return place


def _first_match(sentence: str, sought: set[str]) -> int:
    lower = sentence.lower()
    places = [lower.find(word) for term, word in surfaces(sentence).items() if term in sought]
    return min((place for place in places if place >= 0), default=0)
