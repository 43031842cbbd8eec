"""Which slices answer a question about a thing, best first (pure): every signal, blended."""

import heapq
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from memory.recall import matching
from memory.recall.contents import Contents
from memory.recall.matching import Sought
from memory.recall.question import Part, Question, is_named
from memory.recall.times import Reading, Window

# So many slices, of those that hold the words, are read turn by turn.
_READ = 128


@dataclass(frozen=True, slots=True)
class Ranked:
    """(number, relevance from 0 to 1), best first; and what was sought: term → weight."""

    slices: Sequence[tuple[int, float]]
    sought: Mapping[int, float]


def rank(contents: Contents, read: Question, window: Window | None, most: int) -> Ranked:
    """The best `most` slices, of those that say a word of it or lie in its time."""
    blend = contents.blend
    sought = [_sought(contents, part, read.of_agent) for part in read.parts]
    raised = _raised(contents, read, window)
    for number, share in _amended(contents, sought).items():
        raised[number] = raised.get(number, 0.0) + blend.amended * share
    only = window.near if window and _is_an_empty_day(window) else None
    texts, best = _texts(contents, _chosen(contents, sought, raised, most, only), sought)
    in_time = window.found if window else ()
    scored = {
        number: text
        + raised.get(number, 0.0)
        + blend.importance * contents.card(number).importance
        for number, text in texts.items()
        if text > 0 or number in in_time
    }
    # Rounded, so that what only arithmetic tells apart is decided by time.
    order = sorted(
        scored, key=lambda number: (-round(scored[number], 9), *contents.newest_first(number))
    )
    time = blend.inside if window else 0.0
    scale = (best + time) / (1 + time) / (1 + time + blend.strand + blend.importance)
    return Ranked(
        [(number, min(1.0, scored[number] * scale)) for number in order[:most]],
        {term: weight for one in sought for term, weight in one.weights.items()},
    )


def _is_an_empty_day(window: Window) -> bool:
    """Who gives the date of a day means it: where that is empty, what lies near is all."""
    is_dated = window.is_of_a_day and not any(map(is_named, window.intervals))
    return window.reading is Reading.EMPTY and is_dated


def _sought(contents: Contents, part: Part, of_agent: bool) -> Sought:
    """A part of the question in the numbers of the index: a rare word weighs more."""
    postings, blend = contents.postings, contents.blend
    asked = sorted(part.asked)
    worth = {term: part.asked[term] * postings.rarity(term) for term in asked}
    pairs = {
        (first, second): (worth[first] + worth[second]) / 2
        for first, second in sorted(part.pairs)
        if first in worth and second in worth
    }
    number = postings.numbers
    ideal = sum(worth.values()) * (1 + blend.turn + blend.window) + blend.pairs * sum(
        pairs.values()
    )
    return Sought(
        {number[term]: worth[term] for term in asked if term in number},
        {
            (number[first], number[second]): weight
            for (first, second), weight in pairs.items()
            if first in number and second in number
        },
        ideal or 1.0,
        of_agent,
    )


def _raised(contents: Contents, read: Question, window: Window | None) -> dict[int, float]:
    """What time and strands add, where the best match of words is 1."""
    blend = contents.blend
    raised: dict[int, float] = {}
    if window:
        for number, since in window.near.items():
            raised[number] = blend.after if since >= 0 else blend.before
        for number, (share, _) in window.speaking.items():
            raised[number] = max(raised.get(number, 0.0), blend.speaks_of * share)
        raised.update(dict.fromkeys(window.inside, blend.inside))
        if all(one.fuzzy or None in (one.start, one.end) for one in window.intervals):
            raised = {number: blend.vague * more for number, more in raised.items()}
    for number in set().union(
        *(contents.strands[key] for key in read.strands & contents.strands.keys())
    ):
        raised[number] = raised.get(number, 0.0) + blend.strand
    return raised


def _amended(contents: Contents, sought: Sequence[Sought]) -> dict[int, float]:
    """How much of what is asked the corrections of a slice hold: what is right now."""
    shares: dict[int, float] = {}
    known = contents.postings.numbers
    for number in contents.amended if any(one.weights for one in sought) else ():
        terms = {known[term] for term in contents.card(number).amended if term in known}
        share = max(
            sum(weight for term, weight in sorted(one.weights.items()) if term in terms)
            / (sum(one.weights.values()) or 1.0)
            for one in sought
        )
        if share > 0:
            shares[number] = share
    return shares


def _chosen(
    contents: Contents,
    sought: Sequence[Sought],
    raised: Mapping[int, float],
    most: int,
    only: Collection[int] | None,
) -> Collection[int]:
    """The slices that are worth reading, by BM25 and by what raises them."""
    if only is not None:
        return only
    scores = _scores(contents, sought)
    top = max(scores, default=0.0) or 1.0
    for number, more in raised.items():
        scores[number] += more * top
    wanted = max(_READ, most)
    least = heapq.nlargest(wanted, scores)[-1] if scores else 0.0
    chosen = [number for number, score in enumerate(scores) if score >= least and score > 0]
    if len(chosen) > wanted:
        chosen.sort(key=lambda one: (-scores[one], *contents.newest_first(one)))
    return chosen[:wanted]


def _scores(contents: Contents, sought: Sequence[Sought]) -> list[float]:
    if len(sought) == 1:
        return contents.postings.scores(sought[0].weights)
    total = [0.0] * len(contents.postings.bodies)
    for one in sought:
        scores = contents.postings.scores(one.weights)
        top = max(scores, default=0.0) or 1.0
        total = [sum_ + score / top for sum_, score in zip(total, scores, strict=True)]
    return total


def _texts(
    contents: Contents, chosen: Collection[int], sought: Sequence[Sought]
) -> tuple[dict[int, float], float]:
    """How well each slice answers, the best 1; and the best on a scale for any question.

    What answers one of several parts well is worth as much as what answers another.
    """
    postings = contents.postings
    total, best = dict.fromkeys(chosen, 0.0), 0.0
    for one in sought:
        texts = {
            number: matching.text_score(
                postings.bodies[number], postings.damping(number), one, contents.blend
            )
            for number in chosen
        }
        top = max(texts.values(), default=0.0)
        best = max(best, top)
        for number, text in texts.items():
            total[number] += text / (top or 1.0)
    most = max(total.values(), default=0.0) or 1.0
    return {number: text / most for number, text in total.items()}, best
