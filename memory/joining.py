"""One timeline brought over to another, slice by slice, so that both are one there.

Two passes over the slices: `bring` puts their turns in place, `settle` what their front matter
says. Either may be repeated from the beginning, whatever was done before; nothing is there
twice then.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from memory.errors import BadSliceId, DamagedSlice
from memory.slices import Amendment, Mark, Occurrence, Safety, Slice, in_order
from memory.timeline import Placed, Timeline


@dataclass(frozen=True, slots=True)
class _Share:
    """What of a brought slice belongs to one slice here. `labels` are those that its turns had
    before, with those they have now; `is_home` where most of them are."""

    of: Slice
    labels: Mapping[str, str]
    is_home: bool


class Joining:
    """Every method may raise what the store of `into` raises."""

    def __init__(self, into: Timeline) -> None:
        self._into = into
        self._placed: dict[str, list[Placed]] = {}
        self._homes: dict[str, str] = {}

    def bring(self, slices: Sequence[Slice]) -> None:
        """Their turns. A slice that meets none here comes whole."""
        spoken = [one for one in slices if one.turns]
        for slice_, placed in zip(spoken, self._into.bring(spoken), strict=True):
            self._placed[slice_.slice_id] = placed
            counted = Counter(one.slice_id for one in placed)
            self._homes[slice_.slice_id] = counted.most_common(1)[0][0]

    def settle(self, slice_: Slice) -> None:
        """What a brought slice says of itself, where its turns are now; when all are brought,
        for slices name one another. A slice that somebody took away meanwhile is passed over.
        """
        placed = self._placed.get(slice_.slice_id, [])
        labels: dict[str, dict[str, str]] = {}
        for turn, place in zip(in_order(slice_.turns), placed, strict=True):
            labels.setdefault(place.slice_id, {}).setdefault(turn.label, place.label)
        for slice_id, here in labels.items():
            share = _Share(slice_, here, slice_id == self._homes[slice_.slice_id])
            try:
                self._into.annotate(slice_id, partial(self._with, share))
            except (BadSliceId, DamagedSlice):
                continue

    def _with(self, share: _Share, slice_: Slice) -> Slice:
        of = share.of
        annotated = replace(
            slice_,
            occurrences=_united_times(slice_.occurrences, share),
            safety=_united_facts(slice_.safety, share),
        )
        if not share.is_home:
            return annotated
        return replace(
            annotated,
            mark=_united_mark(slice_.mark, of.mark),
            amendments=self._amendments(slice_, of),
            related_slices=self._related(slice_, of),
            extra={**of.extra, **slice_.extra},
            preamble=_both(slice_.preamble, of.preamble, "\n\n"),
        )

    def _amendments(self, slice_: Slice, of: Slice) -> tuple[Amendment, ...]:
        moved = {one: replace(one, by=self._homes.get(one.by, one.by)) for one in of.amendments}
        here = [moved.get(one, one) for one in slice_.amendments]
        return tuple(dict.fromkeys((*here, *moved.values())))

    def _related(self, slice_: Slice, of: Slice) -> tuple[str, ...]:
        moved = {one: self._homes.get(one, one) for one in of.related_slices}
        here = [moved.get(one, one) for one in slice_.related_slices]
        return tuple(
            one for one in dict.fromkeys((*here, *moved.values())) if one != slice_.slice_id
        )


def _united_facts(here: Sequence[Safety], share: _Share) -> tuple[Safety, ...]:
    """The facts of both; of turns that were brought only those that stood there, since the
    person may have deleted what their words seem to say."""
    stated = {(one.kind, one.says.casefold()) for one in share.of.safety}
    brought = set(share.labels.values())
    kept = [
        one
        for one in here
        if one.turn not in brought or (one.kind, one.says.casefold()) in stated
    ]
    known = {(one.kind, one.says.casefold()) for one in kept}
    added = [
        replace(one, turn=share.labels.get(one.turn, one.turn))
        for one in share.of.safety
        if _belongs(one.turn, share) and (one.kind, one.says.casefold()) not in known
    ]
    return (*kept, *added)


def _united_times(here: Sequence[Occurrence], share: _Share) -> tuple[Occurrence, ...]:
    known = {(one.start, one.end, one.text) for one in here}
    added = [
        replace(one, turn=share.labels.get(one.turn, one.turn))
        for one in share.of.occurrences
        if _belongs(one.turn, share) and (one.start, one.end, one.text) not in known
    ]
    return (*here, *added)


def _belongs(label: str, share: _Share) -> bool:
    """Whether what a turn says is said here; what is of none, where most of them are."""
    if any(label == turn.label for turn in share.of.turns):
        return label in share.labels
    return share.is_home


def _united_mark(here: Mark, brought: Mark) -> Mark:
    tones = {here.emotional_tone, brought.emotional_tone} - {""}
    return replace(
        here.completed_by(brought),
        focus=_both(here.focus, brought.focus, "; "),
        summary=_both(here.summary, brought.summary, " "),
        emotional_tone="mixed" if len(tones) > 1 else "".join(tones),
    )


def _both(first: str, second: str, between: str) -> str:
    """Both texts, of which one may hold the other already."""
    if second in first:
        return first
    return second if first in second else f"{first}{between}{second}"
