"""What a person asks to have forgotten: looked for, shown, and then exactly that is forgotten.

A plan names slices and turns with a digest of what was shown; what is another one by then
stays.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from memory.altering import spoken
from memory.errors import BadSliceId, DamagedSlice
from memory.slices import Slice, Speaker, Turn
from memory.store import version_of
from memory.timeline import Timeline
from memory.words import is_cjk
from previously_bot.erasing import Erasure, Gone
from previously_bot.parts import Boxes
from previously_bot.plans import GOOD_FOR, UNTIL_DONE

MOST = 200
"""So many turns are forgotten at once."""

_LOOKED_AT = 20  # slices, from the newest, of which nothing may be left to forget


@dataclass(frozen=True, slots=True)
class Found:
    """What would be forgotten: whole slices, or turns by the id of their slice. `more` are
    turns beyond MOST, `unread` the paths of slices that cannot be read whole; `words` are
    those that were looked for."""

    slices: tuple[Slice, ...] = ()
    turns: tuple[tuple[str, Turn], ...] = ()
    more: int = 0
    unread: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was forgotten; the ids of slices in which something had changed meanwhile and was
    left, each once; the paths of what could not be written. `kept` when the person decided that
    nothing is forgotten."""

    gone: Gone = field(default_factory=Gone)
    changed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    kept: bool = False


class Forgetting:
    """Of one person, by name. Every method may raise what the timeline and the state raise."""

    def __init__(self, person: str, timeline: Timeline, erasure: Erasure, boxes: Boxes) -> None:
        self._person = person
        self._timeline = timeline
        self._erasure = erasure
        self._boxes = boxes

    def slices(self, slice_ids: Iterable[str]) -> Found:
        """Whole slices, as they are now."""
        read, unread = self._read(slice_ids)
        return Found(slices=tuple(read), unread=unread)

    def words(self, words: str) -> Found:
        """The turns in which words stand, oldest first: as whole words, in any case."""
        stands = standing(words)
        read, unread = self._read(sorted(self._timeline.slice_ids()))
        found = [
            (slice_.slice_id, turn)
            for slice_ in read
            for turn in spoken(slice_.turns)
            if stands(turn.text)
        ]
        return Found((), tuple(found[:MOST]), len(found[MOST:]), unread, words)

    def last(self) -> Found:
        """The last answer, with the messages that it answered."""
        read, unread = self._read(one.slice_id for one in self._timeline.latest(_LOOKED_AT))
        for slice_ in read:
            if turns := _last_exchange(spoken(slice_.turns)):
                return Found((), tuple((slice_.slice_id, turn) for turn in turns))
        return Found(unread=unread)

    def propose(self, found: Found, now: datetime) -> str:
        """Keep what would be forgotten for a while; the token that it is asked for by."""
        turns: dict[str, list[list[str]]] = {}
        for slice_id, turn in found.turns:
            turns.setdefault(slice_id, []).append([_header(turn), _whole(turn)])
        slices = {one.slice_id: _version(one) for one in found.slices}
        plan = json.dumps({"slices": slices, "turns": turns})
        return self._boxes.plans.put(self._person, plan, now)

    def keep(self, token: str, now: datetime) -> Receipt | None:
        """Do not forget it after all, unless that was begun: then it is brought to its end.
        What came of it; None as in `carry_out`."""
        plan = self._plan(token, now)
        if plan is None:
            return None
        if plan.get("begun"):
            return _receipt(plan) or self.carry_out(token, now)
        if "receipt" not in plan:
            return self._decided(token, plan, Receipt(kept=True), now)
        return _receipt(plan)

    def carry_out(self, token: str, now: datetime) -> Receipt | None:
        """Forget what was shown; None where there is no such plan of this person (any more).

        It may be repeated: what is gone already counts as forgotten, and where nothing is left
        to do, it comes to the same. The texts of messages that are done with go from the state
        folder too.
        """
        plan = self._plan(token, now)
        if plan is None:
            return None
        former = _receipt(plan)
        if former is not None and not former.failed:
            return former
        plan["begun"] = True
        self._boxes.plans.change(self._person, token, json.dumps(plan), UNTIL_DONE)
        receipt = self._carried_out(plan)
        self._boxes.inbox.forget_before(now)
        self._boxes.outbox.forget_before(now)
        return self._decided(token, plan, receipt, now)

    def _plan(self, token: str, now: datetime) -> dict[str, Any] | None:
        kept = self._boxes.plans.get(self._person, token, now)
        plan: dict[str, Any] | None = None if kept is None else json.loads(kept)
        return plan

    def _decided(
        self, token: str, plan: dict[str, Any], receipt: Receipt, now: datetime
    ) -> Receipt:
        """So that whoever decides again, or otherwise, is told what came of it. What is done
        with names nothing any more."""
        if not receipt.failed:
            plan = {name: plan[name] for name in plan.keys() & {"begun"}}
        plan["receipt"] = asdict(receipt)
        until = now + GOOD_FOR
        self._boxes.plans.change(self._person, token, json.dumps(plan), until)
        return receipt

    def _carried_out(self, plan: dict[str, Any]) -> Receipt:
        receipt = Receipt()
        for slice_id, version in plan["slices"].items():
            receipt = _both(receipt, self._forget_slice(slice_id, version))
        for slice_id, shown in plan["turns"].items():
            receipt = _both(receipt, self._forget_turns(slice_id, shown))
        self._erasure.settle()
        return receipt

    def _forget_slice(self, slice_id: str, version: str) -> Receipt:
        try:
            with suppress(BadSliceId):
                slice_ = self._timeline.alterations.look(slice_id)
                self._unseal(slice_.turns if _version(slice_) == version else ())
            gone = self._erasure.forget_slice(slice_id, lambda one: _version(one) == version)
        except DamagedSlice as error:
            return Receipt(Gone(), failed=(error.path,))
        return Receipt(gone) if gone else Receipt(Gone(), (slice_id,))

    def _unseal(self, turns: Iterable[Turn]) -> None:
        """Before they go, so that whoever is ended in between finds them again."""
        self._boxes.inbox.unseal({turn.origin for turn in turns if turn.origin})

    def _forget_turns(self, slice_id: str, shown: Sequence[Sequence[str]]) -> Receipt:
        meant = {whole for _, whole in shown}
        try:
            slice_ = self._timeline.alterations.look(slice_id)
            self._unseal([turn for turn in slice_.turns if _whole(turn) in meant])
            gone = self._erasure.forget_turns(slice_id, lambda turn: _whole(turn) in meant)
        except BadSliceId:
            return Receipt(Gone(turns=len(shown)))
        except DamagedSlice as error:
            return Receipt(Gone(), failed=(error.path,))
        others = {_header(turn) for turn in spoken(slice_.turns) if _whole(turn) not in meant}
        changed = sum(header in others for header, _ in shown)
        already = max(0, len(shown) - changed - gone.turns)
        return Receipt(gone + Gone(turns=already), (slice_id,) if changed else ())

    def _read(self, slice_ids: Iterable[str]) -> tuple[list[Slice], tuple[str, ...]]:
        read, unread = [], []
        for slice_id in list(slice_ids):
            try:
                read.append(self._timeline.alterations.look(slice_id))
            except BadSliceId:
                continue
            except DamagedSlice as error:
                unread.append(error.path)
        return read, tuple(unread)


def _receipt(plan: dict[str, Any]) -> Receipt | None:
    """What came of a plan; None where it is still to be decided on, or under way."""
    found = plan.get("receipt")
    if found is None:
        return None
    gone = {**found["gone"], "failed": tuple(found["gone"]["failed"])}
    return Receipt(Gone(**gone), tuple(found["changed"]), tuple(found["failed"]), found["kept"])


def standing(words: str) -> Callable[[str], bool]:
    """Whether words stand in a text one after the other: whole ones, whatever their case and
    the white space between them. Where words are not told apart by spaces, anywhere."""
    pattern = _pattern(_folded(words))
    return lambda text: pattern is not None and pattern.search(_folded(text)) is not None


def excerpt(text: str, words: str, before: int) -> str:
    """The text from at most so many code points before the words on, as far as they are found
    there as they are written."""
    pattern = _pattern(words)
    found = pattern.search(text) if pattern else None
    if found is None or found.start() <= before:
        return text
    begin = text[found.start() - before : found.start()]
    return "…" + begin.split(" ", 1)[-1] + text[found.start() :]


def _pattern(words: str) -> re.Pattern[str] | None:
    parts = words.split()
    if not parts:
        return None
    begin = r"(?<!\w)" if _has_edge(parts[0][0]) else ""
    end = r"(?!\w)" if _has_edge(parts[-1][-1]) else ""
    return re.compile(begin + r"\s+".join(map(re.escape, parts)) + end, re.IGNORECASE)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _has_edge(character: str) -> bool:
    return (character.isalnum() or character == "_") and not is_cjk(character)


def _last_exchange(turns: Sequence[Turn]) -> Sequence[Turn]:
    place = len(turns)
    while place and turns[place - 1].speaker is Speaker.AGENT:
        place -= 1
    while place and turns[place - 1].speaker is Speaker.USER:
        place -= 1
    return turns[place:]


def _header(turn: Turn) -> str:
    return _digest(turn.label, turn.at.isoformat(), turn.speaker.value, turn.origin)


def _whole(turn: Turn) -> str:
    return _digest(_header(turn), turn.text)


def _version(slice_: Slice) -> str:
    """Of what was said in a slice, and what a person put to it; not of how it was marked."""
    says = [one.says for one in slice_.amendments]
    return _digest(*map(_whole, slice_.turns), slice_.preamble, *says)


def _digest(*parts: str) -> str:
    return version_of(json.dumps(parts).encode())


def _both(one: Receipt, other: Receipt) -> Receipt:
    failed = dict.fromkeys((*one.failed, *other.failed, *other.gone.failed))
    return Receipt(one.gone + other.gone, (*one.changed, *other.changed), tuple(failed))
