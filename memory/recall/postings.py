"""Which slices hold which terms: compact lists, and BM25 over them for a first choice.

A slice is a small number here, which is given again once the slice is gone from the end. A
posting is one unsigned integer: the slice's number, and in the lowest eight bits how often it
holds the term, in halves, at most 255 (what an agent says counts half).
"""

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from memory import words
from memory.recall.blend import BLEND, Blend
from memory.recall.bodies import BY_AGENT, BY_USER, FIRST_TERM, MARKS

_MOST_COUNTED = 255
# Work for one question: beyond it the commonest of its words choose nobody, and count only in
# those whom the others chose.
_MOST_POSTINGS = 400_000

_NOTHING: "array[int]" = array("I")


class Postings:
    def __init__(self, blend: Blend = BLEND) -> None:
        self._blend = blend
        self._units = {BY_USER: blend.by_user, BY_AGENT: blend.by_agent, MARKS: blend.by_marks}
        self.numbers: dict[str, int] = {}
        self.terms: list[str] = [""] * FIRST_TERM
        self.lists: list[array[int]] = [_NOTHING] * FIRST_TERM
        self.worth = array("B", [0] * FIRST_TERM)
        self.bodies: list[array[int]] = []
        self.lengths = array("q")
        self._length = 0
        self._alive = 0

    def __len__(self) -> int:
        """How many slices there are."""
        return self._alive

    def number(self, term: str) -> int:
        """The number of a term, a new one if it has none."""
        known = self.numbers.get(term)
        if known is None:
            known = self.numbers[term] = len(self.terms)
            self.terms.append(term)
            self.lists.append(array("I"))
            self.worth.append(_worth(term))
        return known

    def restore(
        self,
        terms: Sequence[str],
        lists: "Sequence[array[int]]",
        held: "Sequence[array[int]]",
        lengths: "array[int]",
    ) -> None:
        """Take over what was made before, into postings that hold nothing yet."""
        self.terms.extend(terms)
        self.numbers.update(zip(terms, range(FIRST_TERM, len(self.terms)), strict=True))
        self.lists.extend(lists)
        self.worth.extend(map(_worth, terms))
        self.bodies.extend(held)
        self.lengths.extend(lengths)
        self._length = sum(lengths)
        self._alive = len(held)

    def add(self, body: "array[int]") -> int:
        """Take in a slice; returns its number."""
        number = len(self.bodies)
        counts, length = self._counted(body)
        lists, slot = self.lists, number << 8
        for term, count in counts.items():
            lists[term].append(slot | (count if count < _MOST_COUNTED else _MOST_COUNTED))
        self.bodies.append(body)
        self.lengths.append(length)
        self._length += length
        self._alive += 1
        return number

    def drop(self, number: int) -> None:
        for term in self._counted(self.bodies[number])[0]:
            listed = self.lists[term]
            del listed[_place(listed, number)]
        self._length -= self.lengths[number]
        self._alive -= 1
        self.bodies[number] = _NOTHING
        self.lengths[number] = 0

    def forget_last(self) -> None:
        """Give the last number back, after its slice was dropped."""
        self.bodies.pop()
        self.lengths.pop()

    def _counted(self, body: "array[int]") -> tuple[dict[int, int], int]:
        """Term → how often a slice holds it, in halves; and how long that is, in fifths of
        halves. Marks make no slice longer."""
        counts: dict[int, int] = {}
        length, worth = 0, self.worth
        by_speaker: dict[int, array[int]] = {}
        for speaker, turn in turns(body):
            by_speaker.setdefault(speaker, array("I")).extend(turn)
        for speaker, said in by_speaker.items():
            unit = self._units[speaker]
            for term, times in Counter(said).items():
                counts[term] = counts.get(term, 0) + unit * times
                length += unit * times * worth[term] if speaker != MARKS else 0
        return counts, length

    def rarity(self, term: str) -> float:
        """What it tells that a slice holds a term: BM25's inverse document frequency."""
        known = self.numbers.get(term)
        holding = len(self.lists[known]) if known is not None else 0
        return math.log(1 + (self._alive - holding + 0.5) / (holding + 0.5))

    def damping(self, number: int) -> float:
        """How slowly a slice's counts saturate: the more, the longer it is."""
        relative = self.lengths[number] * self._alive / self._length if self._length else 1.0
        return self._blend.saturation * (1 - self._blend.length + self._blend.length * relative)

    def scores(self, asked: Mapping[int, float]) -> list[float]:
        """BM25 of every slice, for terms with their weights, the rarest first."""
        scores = [0.0] * len(self.bodies)
        base = self._blend.saturation * (1 - self._blend.length)
        slope = self._blend.saturation * self._blend.length * self._alive
        slope = slope / self._length if self._length else 0.0
        lengths, work = self.lengths, 0
        for term in sorted(asked, key=lambda term: (len(self.lists[term]), self.terms[term])):
            listed = self.lists[term]
            work += len(listed)
            if work > _MOST_POSTINGS and work > len(listed):
                break
            weight = asked[term]
            for posting in listed:
                number, count = posting >> 8, (posting & 255) / 2
                scores[number] += weight * count / (count + base + slope * lengths[number])
        return scores


def turns(body: "array[int]") -> Iterator[tuple[int, "array[int]"]]:
    """(who speaks, terms) of the turns of a body, the marks last."""
    begins = [place for place, term in enumerate(body) if term < FIRST_TERM]
    for begin, end in pairwise([*begins, len(body)]):
        yield body[begin], body[begin + 1 : end]


def _worth(term: str) -> int:
    """What a term says, in fifths: whole numbers add up to the same in any order."""
    return round(words.weight(term) * 5)


def _place(listed: "array[int]", number: int) -> int:
    """Where in a list, which is in order, a slice's posting is."""
    low, high = 0, len(listed)
    while low < high:
        middle = (low + high) // 2
        if listed[middle] >> 8 < number:
            low = middle + 1
        else:
            high = middle
    return low
