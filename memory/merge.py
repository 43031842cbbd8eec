"""Two versions of one slice made into one, so that no turn is lost and no edit is overwritten.

"Ours" is the bot's version, "theirs" the person's, "base" the one that both came from. Where
only one side changed something, the change is taken; where both did, the person's counts, and
of a turn's words both are kept (see `memory.versions`). A turn that the person removed stays
removed, unless ours has changed it since. Words that ours took back do not come back.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, TypeVar

from memory.altering import Lost
from memory.slices import Mark, Slice, Turn, number_after
from memory.versions import is_taken_back, merged_text

# A turn is known by its moment, speaker and origin; the last part tells equal ones apart.
Key = tuple[datetime, str, str, int]

Listed = TypeVar("Listed")


def merge(base: Slice, ours: Slice, theirs: Slice) -> Slice:
    """One slice of two that share an id. `merge(b, x, b) == x` and `merge(b, b, y) == y`."""
    if theirs == base or ours == theirs:
        return ours
    if ours == base:
        return theirs
    turns = _merge_turns(base.turns, ours.turns, theirs.turns)
    ours = _called(ours, _new_labels(ours.turns, turns))
    merged = {
        field.name: _pick(*(getattr(side, field.name) for side in (base, ours, theirs)))
        for field in fields(Slice)
    }
    merged["mark"] = _mark_of(_pick, base.mark, ours.mark, theirs.mark)
    merged["channels"] = _union(theirs.channels, ours.channels)
    moments = [turn.at for turn in turns]
    if not _begins_by_hand(theirs):
        merged["start"] = min([merged["start"], *moments])
    if not _ends_by_hand(theirs):
        merged["end"] = max([merged["end"], *moments])
    merged["turns"] = turns
    merged["amendments"] = _both(base.amendments, ours.amendments, theirs.amendments)
    merged["occurrences"] = _both(base.occurrences, ours.occurrences, theirs.occurrences)
    merged["safety"] = _both(base.safety, ours.safety, theirs.safety)
    whole = _without_taken(base, ours, theirs, Slice(**merged))
    return _without_taken_there(base, ours, theirs, whole)


def added(base: Slice, ours: Slice) -> tuple[Turn, ...]:
    """The turns that ours has and the base has not."""
    old = _keyed(base.turns)
    return tuple(turn for key, turn in _keyed(ours.turns).items() if key not in old)


def _begins_by_hand(theirs: Slice) -> bool:
    """Whether the person wrote when it starts: nobody else starts it after its first turn."""
    return any(turn.at < theirs.start for turn in theirs.turns)


def _ends_by_hand(theirs: Slice) -> bool:
    return any(turn.at > theirs.end for turn in theirs.turns)


def _called(ours: Slice, labels: Mapping[str, str]) -> Slice:
    """Ours with what it says of its turns said of their new labels."""
    return replace(
        ours,
        occurrences=tuple(
            replace(one, turn=labels.get(one.turn, one.turn)) for one in ours.occurrences
        ),
        safety=tuple(replace(one, turn=labels.get(one.turn, one.turn)) for one in ours.safety),
    )


def _pick(base: Any, ours: Any, theirs: Any) -> Any:
    return ours if theirs == base else theirs


def _union(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _both(
    base: tuple[Listed, ...], ours: tuple[Listed, ...], theirs: tuple[Listed, ...]
) -> tuple[Listed, ...]:
    """What either side added; without what either side took away."""
    kept = [one for one in theirs if one in ours or one not in base]
    added = [one for one in ours if one not in base and one not in theirs]
    return (*kept, *added)


def _new_labels(ours: Iterable[Turn], merged: Iterable[Turn]) -> dict[str, str]:
    """What the turns of ours are called after the merge."""
    named = {key: turn.label for key, turn in _keyed(merged).items()}
    return {turn.label: named.get(key, turn.label) for key, turn in _keyed(ours).items()}


def _keyed(turns: Iterable[Turn]) -> dict[Key, Turn]:
    seen: Counter[tuple[datetime, str, str]] = Counter()
    keyed = {}
    for turn in turns:
        name = (turn.at, turn.speaker.value, turn.origin)
        keyed[(*name, seen[name])] = turn
        seen[name] += 1
    return keyed


def _merge_turns(
    base: Iterable[Turn], ours: Iterable[Turn], theirs: Iterable[Turn]
) -> tuple[Turn, ...]:
    old, mine, yours = _keyed(base), _keyed(ours), _keyed(theirs)
    # Without an origin nothing tells that two new turns of one moment are the same message.
    apart = {
        key
        for key in mine.keys() & yours.keys() - old.keys()
        if not mine[key].origin and mine[key].text != yours[key].text
    }
    kept = [
        replace(turn, text=merged_text(old.get(key), mine[key], turn))
        if key in mine and key not in apart
        else turn
        for key, turn in yours.items()
        if key in mine or old.get(key) != turn
    ]
    added = [
        turn
        for key, turn in mine.items()
        if key in apart or (key not in yours and old.get(key) != turn)
    ]
    return tuple(sorted([*kept, *_relabelled(added, kept)], key=lambda turn: turn.at))


def _without_taken(base: Slice, ours: Slice, theirs: Slice, merged: Slice) -> Slice:
    """Without what theirs still tells of words that ours took back."""
    old, yours = _keyed(base.turns), _keyed(theirs.turns)
    mine = _keyed(ours.turns)
    taken = {key for key, turn in mine.items() if is_taken_back(old.get(key), turn)}
    if not taken:
        return merged
    said = [side[key] for side in (old, yours) for key in taken if key in side]
    lost = Lost.between(said, merged.turns)
    mark = _mark_without(lost, base.mark, ours.mark, theirs.mark)
    return _without_facts(lost, replace(merged, mark=mark), ours)


def _without_taken_there(base: Slice, ours: Slice, theirs: Slice, merged: Slice) -> Slice:
    """Without what ours made of words that theirs took back meanwhile: a slice that was closed
    here, before it was known that they are gone, says them of itself."""
    old, mine, yours = _keyed(base.turns), _keyed(ours.turns), _keyed(theirs.turns)
    taken = [key for key in old if key not in yours or yours[key].text != old[key].text]
    if not taken:
        return merged
    said = [side[key] for side in (old, mine) for key in taken if key in side]
    lost = Lost.between(said, merged.turns)

    def of(value: Any, yours: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(one for one in value if one in yours or not lost.is_in(one))
        return yours if lost.is_in(value) else value

    mark = _mark_of(of, merged.mark, theirs.mark)
    return _without_facts(lost, replace(merged, mark=mark), theirs)


def _without_facts(lost: Lost, merged: Slice, but_for: Slice) -> Slice:
    """Without times and facts that hold lost words, but for those that a side has still."""
    return replace(
        merged,
        occurrences=tuple(
            one
            for one in merged.occurrences
            if one in but_for.occurrences or not lost.is_in(one.text)
        ),
        safety=tuple(
            one for one in merged.safety if one in but_for.safety or not lost.is_in(one.says)
        ),
    )


def _mark_without(lost: Lost, base: Mark, ours: Mark, theirs: Mark) -> Mark:
    def of(was: Any, mine: Any, yours: Any) -> Any:
        if isinstance(yours, tuple):
            return tuple(one for one in _both(was, mine, yours) if not lost.is_in(one))
        return mine if lost.is_in(yours) else _pick(was, mine, yours)

    return _mark_of(of, base, ours, theirs)


def _mark_of(pick: Callable[..., Any], *sides: Mark) -> Mark:
    """Each field as it is picked out of those of the sides."""
    return Mark(
        **{
            field.name: pick(*(getattr(side, field.name) for side in sides))
            for field in fields(Mark)
        }
    )


def _relabelled(added: list[Turn], kept: list[Turn]) -> list[Turn]:
    """The added turns with a new number where theirs has given it to another turn meanwhile.

    (Six-character labels are shared by the two sides of an exchange on purpose.)
    """
    taken = {turn.label for turn in kept if turn.label.isdecimal()}
    relabelled = []
    for turn in added:
        if turn.label in taken:
            turn = replace(turn, label=str(number_after(taken)))
        if turn.label.isdecimal():
            taken.add(turn.label)
        relabelled.append(turn)
    return relabelled
