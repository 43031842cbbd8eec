"""What follows for a slice when the words of its turns change, or are deleted (pure).

What was derived from the old words goes with them: facts, times, marks. What another turn says
as well stays, and so does what a person corrected or wrote besides.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memory.occurrences import occurrences
from memory.safety import stated
from memory.slices import REDACTED, Mark, Occurrence, Safety, Slice, Speaker, Turn
from memory.when import Customs
from memory.words import terms, weight

_TELLING = 1.0  # the weight of a word; what says less is in every text


@dataclass(frozen=True, slots=True)
class Lost:
    """Words that nobody says any more, and those that somebody still does, as terms."""

    gone: frozenset[str]
    stay: frozenset[str]

    @classmethod
    def between(cls, before: Iterable[Turn], after: Iterable[Turn]) -> "Lost":
        """What the turns said before and do not say after."""
        stay = _terms(turn.text for turn in spoken(after))
        return cls(_terms(turn.text for turn in spoken(before)) - stay, stay)

    def is_in(self, text: str) -> bool:
        """Whether a text holds any of the lost words."""
        return bool(self.gone) and not self.gone.isdisjoint(_terms([text]))

    def leaves(self, text: str) -> bool:
        """Whether a text is told by what is still said, in a word at least."""
        told = _terms([text])
        return not told or bool(told & self.stay)


def spoken(turns: Iterable[Turn]) -> list[Turn]:
    """The turns that were not deleted."""
    return [turn for turn in turns if turn.text != REDACTED]


def marked(slice_: Slice, mark: Callable[[Slice], Mark]) -> Mark:
    """What a slice was about, as `mark` says of it without its deleted turns."""
    kept = tuple(spoken(slice_.turns))
    return mark(replace(slice_, turns=kept)) if kept else Mark()


def altered(
    slice_: Slice, texts: Mapping[int, str], mark: Callable[[Slice], Mark], customs: Customs
) -> Slice:
    """The slice in which turns, counted from 0, have other texts, and what follows from that.

    Of a closed one `mark` says anew what it was about, where that had been said by it before.
    """
    turns = tuple(
        replace(turn, text=texts.get(nth, turn.text)) for nth, turn in enumerate(slice_.turns)
    )
    if turns == slice_.turns:
        return slice_
    change = _Change(slice_, replace(slice_, turns=turns), sorted(texts))
    after = replace(
        change.after,
        safety=tuple(_safety(change)),
        occurrences=_occurrences(change, customs),
    )
    return replace(after, mark=_marked(change, mark))


class _Change:
    """A slice before and after its turns `places` changed."""

    def __init__(self, before: Slice, after: Slice, places: Sequence[int]) -> None:
        self.before, self.after = before, after
        self.old = [before.turns[nth] for nth in places]
        self.new = [after.turns[nth] for nth in places]
        self.lost = Lost.between(before.turns, after.turns)
        self.is_deleted = any(turn.text == REDACTED for turn in self.new)
        self.labels = {turn.label for turn in self.old}
        others = [turn for nth, turn in enumerate(before.turns) if nth not in places]
        self.alone = self.labels - {turn.label for turn in others}
        """Labels that no other turn has."""


def _safety(change: _Change) -> list[Safety]:
    """Without what the old words stated, unless a turn states it still. What the person took
    out of the front matter does not come back."""
    was = {key for turn in change.old for key in _stated(turn)}

    def is_gone(one: Safety) -> bool:
        if one.turn in change.labels and _key(one) in was:
            return True
        return change.is_deleted and (one.turn in change.alone or change.lost.is_in(one.says))

    kept = [one for one in change.before.safety if not is_gone(one)]
    taken = {_key(one) for one in change.before.safety if is_gone(one)}
    known = {_key(one) for one in kept}
    for turn in change.after.turns:
        for key, one in _stated(turn).items():
            is_new = turn in change.new and key not in was
            if key not in known and (key in taken or is_new):
                known.add(key)
                kept.append(one)
    return kept


def _stated(turn: Turn) -> dict[tuple[str, str], Safety]:
    if turn.speaker is not Speaker.USER:
        return {}
    found = [
        Safety(one.kind.value, one.says, one.confidence, turn.label)
        for one in stated(turn.text)
    ]
    return {_key(one): one for one in found}


def _key(one: Safety) -> tuple[str, str]:
    return one.kind, one.says.casefold()


def _occurrences(change: _Change, customs: Customs) -> tuple[Occurrence, ...]:
    """Without the times that only the old words named. An open slice finds its own when it
    closes; in a closed one, what the person took away does not come back."""
    before, after = change.before, change.after
    kept = tuple(
        one
        for one in before.occurrences
        if one.turn not in change.labels and not (change.is_deleted and _is_lost(one, change))
    )
    if after.is_open:
        return kept
    gone = {(one.start, one.end) for one in before.occurrences if one not in kept}
    bare = replace(before, turns=tuple(change.old), occurrences=())
    was = {(one.start, one.end) for one in occurrences(bare, customs)}
    return tuple(
        one
        for one in occurrences(replace(after, occurrences=kept), customs)
        if one in kept
        or (one.start, one.end) in gone
        or (one.turn in change.labels and (one.start, one.end) not in was)
    )


def _is_lost(one: Occurrence, change: _Change) -> bool:
    return change.lost.is_in(one.text)


def _marked(change: _Change, mark: Callable[[Slice], Mark]) -> Mark:
    """Without what was told from the old words; that is told anew, but for an open slice,
    which is marked with its next message."""
    there, lost = change.before.mark, change.lost
    ours = new = Mark()
    if not change.after.is_open:
        ours = marked(_unmarked(change.before), mark)
        new = marked(_unmarked(change.after), mark)

    def stands(item: str) -> bool:
        return not lost.is_in(item) and (not change.is_deleted or lost.leaves(item))

    def text(there: str, ours: str, new: str) -> str:
        if there == ours:
            return new
        return there if not there or stands(there) else new

    def listed(
        there: tuple[str, ...], ours: tuple[str, ...], new: tuple[str, ...]
    ) -> tuple[str, ...]:
        kept = [one for one in there if (one in new or one not in ours) and stands(one)]
        added = [one for one in new if one not in ours]
        return tuple(dict.fromkeys((*kept, *added)))

    same_tone = there.emotional_tone == ours.emotional_tone
    return Mark(
        focus=text(there.focus, ours.focus, new.focus),
        summary=text(there.summary, ours.summary, new.summary),
        tags=listed(there.tags, ours.tags, new.tags),
        decisions=listed(there.decisions, ours.decisions, new.decisions),
        open_loops=listed(there.open_loops, ours.open_loops, new.open_loops),
        emotional_tone=new.emotional_tone if same_tone else there.emotional_tone,
    )


def _unmarked(slice_: Slice) -> Slice:
    return replace(slice_, mark=Mark())


def _terms(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(term for text in texts for term in terms(text) if weight(term) >= _TELLING)
