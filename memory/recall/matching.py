"""How well one slice holds what is asked, read turn by turn; and where it says so (pure)."""

from array import array
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from memory.recall.blend import Blend
from memory.recall.bodies import BY_AGENT, BY_USER, FIRST_TERM, MARKS

_SHOWN_TURNS = 3


@dataclass(frozen=True, slots=True)
class Sought:
    """What is asked, in an index's numbers: term → weight, pairs → weight; `ideal` is the
    score of a slice that says all of it without end, unknown words included."""

    weights: Mapping[int, float]
    pairs: Mapping[tuple[int, int], float]
    ideal: float
    of_agent: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """Term → how many times it was said; terms that only the marks hold; turns, counted from
    0, that hold most of the terms."""

    said: Mapping[int, int]
    about: Collection[int]
    turns: tuple[int, ...]


def text_score(body: "array[int]", damping: float, sought: Sought, blend: Blend) -> float:
    """From 0 to 1: BM25 of the slice, of its best few turns in a row, and of pairs."""
    weights, pairs = sought.weights, sought.pairs
    units = _units(sought, blend)
    counts: dict[int, float] = {}
    by_turn: dict[int, dict[int, float]] = {}
    side_by_side: dict[tuple[int, int], None] = {}
    nth, unit = -1, 1.0
    here: dict[int, float] = {}
    last, last_place = 0, -2
    wanted = weights.keys() | units.keys()
    # In the order of the body all along: what is added up in another order is not the same.
    for place in [place for place, term in enumerate(body) if term in wanted]:
        term = body[place]
        if term < FIRST_TERM:
            nth, unit, here = nth + 1, units[term], {}
            continue
        if not here:
            by_turn[nth] = here
        here[term] = here.get(term, 0.0) + unit
        counts[term] = counts.get(term, 0.0) + unit
        if last_place == place - 1 and (last, term) in pairs:
            side_by_side[last, term] = None
        last, last_place = term, place
    whole = 0.0
    for term, count in counts.items():
        whole += weights[term] * count / (count + damping)
    together = blend.pairs * sum(pairs[pair] for pair in side_by_side)
    turn = _best_window(by_turn, weights, 1, blend.window_saturation)
    window = _best_window(by_turn, weights, blend.window_turns, blend.window_saturation)
    together += blend.turn * turn + blend.window * window
    return (whole + together) / sought.ideal


def _best_window(
    by_turn: Mapping[int, Mapping[int, float]],
    weights: Mapping[int, float],
    turns: int,
    saturation: float,
) -> float:
    """The most that so many turns in a row hold of it."""
    best = 0.0
    following = range(1, turns)
    for first, held in by_turn.items():
        near = dict(held)
        for step in following:
            for term, count in by_turn.get(first + step, {}).items():
                near[term] = near.get(term, 0.0) + count
        score = 0.0
        for term, count in near.items():
            score += weights[term] * count / (count + saturation)
        best = max(best, score)
    return best


def _units(sought: Sought, blend: Blend) -> dict[int, float]:
    """How much a word counts by who says it."""
    by_agent = blend.by_user if sought.of_agent else blend.by_agent
    return {
        BY_USER: blend.by_user / 2,
        BY_AGENT: by_agent / 2,
        MARKS: blend.by_marks / 2,
    }


def evidence(body: "array[int]", asked: Mapping[int, float]) -> Evidence:
    said: Counter[int] = Counter()
    about: dict[int, None] = {}
    by_turn: dict[int, set[int]] = {}
    nth, in_marks = -1, False
    for term in body:
        if term < FIRST_TERM:
            nth, in_marks = nth + 1, term == MARKS
        elif term in asked and in_marks:
            about[term] = None
        elif term in asked:
            said[term] += 1
            by_turn.setdefault(nth, set()).add(term)
    worth = {turn: sum(asked[term] for term in sorted(held)) for turn, held in by_turn.items()}
    best = sorted(by_turn, key=lambda turn: (-worth[turn], turn))[:_SHOWN_TURNS]
    return Evidence(said, [term for term in about if term not in said], tuple(best))
