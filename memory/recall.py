"""From a question to pointers: time first, then words (pure ranking over an index)."""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memory import when, words
from memory.slices import Slice, Speaker, Turn
from memory.when import Interval

# Okapi BM25's usual constants; a turn that holds all that is asked lifts its slice by half.
_SATURATION = 1.2
_LENGTH = 0.75
_WINDOW_BONUS = 0.5
# How relevant a slice is that lies in the asked time but says none of the asked words.
_IN_TIME_ONLY = 0.2
_SHOWN_TURNS = 3


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where to look: relevance (0 to 1), a reason for a person, turns that matched."""

    slice_id: str
    start: datetime
    relevance: float
    reason: str
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recalled:
    """A question as it was read: `rest` is what is left of it without its times."""

    query: str
    rest: str
    intervals: tuple[Interval, ...]
    pointers: Sequence[Pointer]
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Indexed:
    slice_id: str
    start: datetime
    end: datetime
    counts: Counter[str]
    spoken: Counter[str]
    length: float
    turns: Sequence[tuple[str, frozenset[str]]]


class Index:
    """The words of slices, kept by slice id; derived, and never the truth."""

    def __init__(self) -> None:
        self._slices: dict[str, _Indexed] = {}
        self._holding: Counter[str] = Counter()
        self._length = 0.0

    def put(self, slice_: Slice) -> None:
        """Index a slice, in place of what was indexed under its id before."""
        self.drop(slice_.slice_id)
        indexed = _indexed(slice_)
        self._slices[slice_.slice_id] = indexed
        self._holding.update(indexed.counts.keys())
        self._length += indexed.length

    def drop(self, slice_id: str) -> None:
        old = self._slices.pop(slice_id, None)
        if old is not None:
            self._holding.subtract(old.counts.keys())
            self._length -= old.length

    def recall(self, question: str, zone: ZoneInfo, limit: int) -> Recalled:
        """The best `limit` pointers for a question, whose dates are days of `zone`.

        A question that names a time looks only there: everything in it is a candidate, oldest
        first when nothing else is asked, else the ones that say the words first.
        """
        found = when.intervals(question, zone)
        rest = when.without(question, found)
        asked = _asked(rest)
        candidates = [one for one in self._slices.values() if _is_within(one, found)]
        pointers = [self._pointer(one, asked, found) for one in candidates]
        if asked:
            pointers = [one for one in pointers if one.relevance > 0]
            pointers.sort(key=lambda one: (-one.relevance, -one.start.timestamp()))
        elif found:
            pointers.sort(key=lambda one: (one.start, one.slice_id))
        else:
            pointers = []
        return Recalled(question, rest, tuple(found), pointers[:limit], _note(found, pointers))

    def _pointer(
        self, one: _Indexed, asked: dict[str, str], found: Sequence[Interval]
    ) -> Pointer:
        hits = {term: one.counts[term] for term in asked if term in one.counts}
        relevance = self._relevance(one, asked, hits)
        best = sorted(
            ((len(hits.keys() & said), label) for label, said in one.turns),
            key=lambda pair: -pair[0],
        )
        turns = tuple(label for count, label in best[:_SHOWN_TURNS] if count)
        reasons = []
        if found:
            relevance = 1.0 if not asked else max(relevance, _IN_TIME_ONLY)
            reasons.append(f"inside {', '.join(interval.text for interval in found)}")
        said = {asked[term]: one.spoken[term] for term in hits if one.spoken[term]}
        if said:
            reasons.append("says " + ", ".join(f"“{w}” {_times(n)}" for w, n in said.items()))
        about = [asked[term] for term in hits if not one.spoken[term]]
        if about:
            reasons.append("is about " + ", ".join(f"“{word}”" for word in about))
        return Pointer(one.slice_id, one.start, round(relevance, 3), "; ".join(reasons), turns)

    def _relevance(
        self, one: _Indexed, asked: Collection[str], hits: Counter[str] | dict[str, int]
    ) -> float:
        """BM25 on a scale from 0 to 1, where 1 is every asked word, as often as one likes."""
        if not hits:
            return 0.0
        worth = {term: words.weight(term) * self._rarity(term) for term in asked}
        relative = one.length / (self._length / len(self._slices))
        damping = _SATURATION * (1 - _LENGTH + _LENGTH * relative)
        score = sum(worth[term] * count / (count + damping) for term, count in hits.items())
        together = max(
            (sum(worth[term] for term in hits.keys() & said) for _, said in one.turns),
            default=0,
        )
        return (score + _WINDOW_BONUS * together) / (sum(worth.values()) * (1 + _WINDOW_BONUS))

    def _rarity(self, term: str) -> float:
        holding = self._holding[term]
        return math.log(1 + (len(self._slices) - holding + 0.5) / (holding + 0.5))


def _indexed(slice_: Slice) -> _Indexed:
    said = [(turn.label, Counter(words.terms(_own_words(turn)))) for turn in slice_.turns]
    about = [slice_.mark.focus, *slice_.mark.tags, *(one.says for one in slice_.amendments)]
    spoken = sum((count for _, count in said), Counter[str]())
    counts = spoken + Counter(words.terms("\n".join(about)))
    length = sum(words.weight(term) * count for term, count in counts.items())
    turns = [(label, frozenset(count)) for label, count in said]
    return _Indexed(slice_.slice_id, slice_.start, slice_.end, counts, spoken, length, turns)


def _own_words(turn: Turn) -> str:
    """What a turn adds: an answer that quotes the past does not say it once more."""
    if turn.speaker is Speaker.USER:
        return turn.text
    return "\n".join(line for line in turn.text.split("\n") if not line.startswith(">"))


def _asked(rest: str) -> dict[str, str]:
    """Term → the word of the question behind it; single characters if nothing else is."""
    surfaces = words.surfaces(rest)
    telling = {term: word for term, word in surfaces.items() if words.weight(term) > 0.3}
    return telling or surfaces


def _is_within(one: _Indexed, found: Sequence[Interval]) -> bool:
    return not found or any(interval.overlaps(one.start, one.end) for interval in found)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _note(found: Sequence[Interval], pointers: Sequence[Pointer]) -> str:
    """What has to be said of the time that was asked for."""
    if pointers or not found:
        return ""
    return f"Nothing was said in {', '.join(interval.text for interval in found)}."
