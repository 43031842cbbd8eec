"""The index: the words and times of slices, by slice id. Derived, and never the truth."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.recall import bodies, matching, question, ranking, reasons
from memory.recall.blend import BLEND, Blend
from memory.recall.bodies import Card
from memory.recall.contents import Contents
from memory.recall.matching import Evidence
from memory.recall.pointers import Pointer, Recalled
from memory.recall.question import Question
from memory.recall.times import Window
from memory.slices import Slice
from memory.when import USUAL, Customs

RANKED = 10
"""So many pointers a question about a thing gets, unless another number is wanted."""

LISTED = 1000
"""So many slices of one time are listed, unless another number is wanted."""

_NOTHING = Evidence({}, (), ())


class Index:
    """What it answers depends on what is in it alone, not on how that came in."""

    def __init__(self, blend: Blend = BLEND, contents: Contents | None = None) -> None:
        self.contents = contents or Contents(blend)

    @property
    def slice_ids(self) -> Collection[str]:
        return self.contents.numbers.keys()

    def card(self, slice_id: str) -> Card | None:
        """What is kept of a slice beside its words; None for one that is not in."""
        number = self.contents.numbers.get(slice_id)
        return None if number is None else self.contents.card(number)

    def put(self, slice_: Slice, version: str = "", stamp: str = "") -> None:
        """Index a slice, in place of what was indexed under its id before.

        `version` names its content exactly; `stamp` is what tells cheaply that it is the same.
        """
        self.drop(slice_.slice_id)
        body = bodies.body(slice_, self.contents.postings.number)
        self.contents.take(bodies.card(slice_, version, stamp), body)

    def restamp(self, slice_id: str, stamp: str) -> None:
        """Another stamp for a slice that is in, with the same content."""
        card = self.card(slice_id)
        if card is not None:
            self.contents.renew(replace(card, stamp=stamp))

    def drop(self, slice_id: str) -> None:
        """Take a slice out, where it is in."""
        self.contents.drop(slice_id)

    def recall(
        self,
        asked: str,
        now: datetime,
        zone: ZoneInfo,
        *,
        limit: int | None = None,
        language: str = "",
        told_in: str = "",
        customs: Customs = USUAL,
    ) -> Recalled:
        """The pointers for a question asked at `now` (aware), whose days are days of `zone`.

        A question that is only about a time gets everything of that time, oldest first. Any
        other gets what says its words, best first; a time in it raises what was said then,
        speaks of it, or was said near it. Why is told in the language `told_in`, or else in
        that of the question.
        """
        blend = self.contents.blend
        read = question.read(asked, now, zone, language, blend=blend, customs=customs)
        read = replace(read, told_in=told_in)
        window = self.contents.times.window(read, now) if read.intervals else None
        elsewhere = False
        if read.parts:
            pointers, elsewhere = self._ranked(read, window, limit or RANKED)
            total = len(pointers)
        else:
            numbers = sorted(window.found, key=self.contents.oldest_first) if window else []
            total = len(numbers)
            pointers = [
                self._pointer(number, _share(number, window), read, window, _NOTHING)
                for number in numbers[: limit or LISTED]
            ]
        note = reasons.note(read, window, len(pointers), total, elsewhere=elsewhere)
        only_time = bool(read.intervals) and not read.parts
        return Recalled(asked, read.rest, read.intervals, pointers, note, only_time)

    def _ranked(
        self, read: Question, window: Window | None, most: int
    ) -> tuple[list[Pointer], bool]:
        """The best pointers; and whether what says anything of the thing is of another time."""
        ranked = ranking.rank(self.contents, read, window, most)
        found = [
            matching.evidence(self.contents.postings.bodies[number], ranked.sought)
            for number, _ in ranked.slices
        ]
        pointers = [
            self._pointer(number, relevance, read, window, evidence)
            for (number, relevance), evidence in zip(ranked.slices, found, strict=True)
        ]
        telling = {
            number
            for (number, _), evidence in zip(ranked.slices, found, strict=True)
            if self._tells(evidence, read)
        }
        near = {*window.found, *window.near} if window else telling
        return pointers, bool(telling) and not telling & near

    def _tells(self, found: Evidence, read: Question) -> bool:
        terms = self.contents.postings.terms
        return any(read.is_of_thing(terms[term]) for term in (*found.said, *found.about))

    def _pointer(
        self,
        number: int,
        relevance: float,
        read: Question,
        window: Window | None,
        found: Evidence,
    ) -> Pointer:
        card = self.contents.card(number)
        terms = self.contents.postings.terms
        return Pointer(
            card.slice_id,
            bodies.moment(card.start),
            max(0.001, round(relevance, 3)),
            reasons.reason(number, card, found, read, window, terms),
            tuple(card.label(turn) for turn in found.turns),
        )


def _share(number: int, window: Window | None) -> float:
    """How far a slice is of a time: wholly when it was said then."""
    if window is None or number in window.inside:
        return 1.0
    return min(1.0, window.speaking[number][0])
