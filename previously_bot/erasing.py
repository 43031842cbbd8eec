"""Words that their person takes back, out of everything that was made of them.

What only names or repeats them goes first and the turn itself last, so that whoever is ended in
between finds the words again and begins anew; the cache of recall comes after all of it.
"""

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import unquote

from memory.alterations import Altered, Reword
from memory.altering import Lost
from memory.attached import with_files_of, without_files
from memory.errors import REFUSALS, BadSliceId, Conflict
from memory.kept import FORGOTTEN
from memory.repeating import without
from memory.slices import REDACTED, Slice, Speaker, Turn
from memory.store import Change, Store
from memory.timeline import Timeline
from memory.versions import reworded, seal
from previously_bot.afterwards import Afterwards
from previously_bot.exports import Exports
from previously_bot.own_writes import OwnWrites
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions

log = logging.getLogger(__name__)

EDITED = "[edited]"
"""In an answer, in place of words that the person has changed since."""

ATTACHMENTS = "memory/attachments/"

# As a link in a turn has it, whatever it climbs first: "../../../attachments/2026/scan.pdf".
_ATTACHED = re.compile(r"(?<![\w-])attachments/([^\s()<>\[\]\"'#?]+)")


def _as_it_is(turn: Turn) -> str:
    return turn.text


@dataclass(frozen=True, slots=True)
class Gone:
    """What went: turns, whole slices, session files that are others now, attachments; and the
    paths of files that could not be written."""

    turns: int = 0
    slices: int = 0
    sessions: int = 0
    attachments: int = 0
    failed: tuple[str, ...] = ()

    def __add__(self, other: "Gone") -> "Gone":
        return Gone(
            self.turns + other.turns,
            self.slices + other.slices,
            self.sessions + other.sessions,
            self.attachments + other.attachments,
            (*self.failed, *(one for one in other.failed if one not in self.failed)),
        )


class Erasure:
    """Over one timeline. Every method may raise what the state raises, and the timeline:
    DamagedSlice for a slice that must not be written over. Not for several threads at once."""

    def __init__(
        self,
        timeline: Timeline,
        store: Store,
        recollection: Recollection,
        sessions: Sessions,
        afterwards: Afterwards,
        own: OwnWrites,
        exports: Exports,
    ) -> None:
        self._timeline = timeline
        self._store = store
        self._recollection = recollection
        self._sessions = sessions
        self._afterwards = afterwards
        self._own = own
        self._exports = exports

    def revise(
        self, origin: str, text: str, near: datetime | None = None, sealed: str = ""
    ) -> Altered | None:
        """The person edited a message, said at about `near`, whose turn was `sealed` when we
        wrote it, if that is known; what became of its slice, or None where that is not on the
        timeline, or without words.

        Where they have edited the turn in its file, that stays, with the new words below.
        """
        found = self._timeline.alterations.find(origin, near)
        if found is None or found[1].text == REDACTED:
            return None
        text = with_files_of(text, found[1].text)
        is_ours = not sealed or seal(origin, found[1].text) == sealed
        says = reworded(found[1].text, text, is_ours=is_ours)
        others = _without(found[1], says, EDITED)
        if says.strip() != found[1].text.strip():
            self._untell(found[0], lambda turn: turn == found[1], says, others=others)
        done = self._timeline.alterations.revise(origin, text, near, others, sealed)
        if done is None:
            return None
        self._afterwards.altered(done.before, done.after)
        self._recollection.forget()
        return done

    def redact(self, origin: str, near: datetime | None = None) -> Gone:
        """The person deleted a message, said at about `near`."""
        found = self._timeline.alterations.find(origin, near)
        if found is None:
            return Gone()
        others = _without(found[1], "", REDACTED)
        gone = self.forget_turns(found[0], lambda turn: turn.origin == origin, others)
        self.settle()
        return gone

    def forget_turns(
        self, slice_id: str, is_meant: Callable[[Turn], bool], others: Reword = _as_it_is
    ) -> Gone:
        """Take the words of some turns of a slice; `others` says what becomes of the others.
        `settle` is to be called afterwards."""
        try:
            slice_ = self._timeline.alterations.look(slice_id)
        except BadSliceId:
            return Gone()
        many = sum(is_meant(turn) and turn.text != REDACTED for turn in slice_.turns)
        gone = self._untell(slice_id, is_meant, others=others)
        done = self._timeline.alterations.redact_turns(slice_id, is_meant, others)
        if done is not None:
            self._afterwards.altered(done.before, done.after)
        return gone + Gone(turns=many)

    def forget_slice(self, slice_id: str, is_meant: Callable[[Slice], bool]) -> Gone | None:
        """Take a slice off the timeline if it is what is meant, else None; `settle` is to be
        called afterwards."""
        gone = Gone(slices=1)
        with suppress(BadSliceId):
            slice_ = self._timeline.alterations.look(slice_id)
            if not is_meant(slice_):
                return None
            gone += Gone(turns=len(slice_.turns))
            gone += self._untell(slice_id, lambda _: True, remove=True)
        if not self._timeline.alterations.remove(slice_id, is_meant):
            return None
        return gone

    def settle(self) -> None:
        """Let recall keep nothing of what is gone."""
        self._recollection.forget()

    def _untell(
        self,
        slice_id: str,
        is_meant: Callable[[Turn], bool],
        instead: str = "",
        *,
        others: Reword = _as_it_is,
        remove: bool = False,
    ) -> Gone:
        """Take out of session files what only these turns of a slice say, and out of what is
        kept of files as they were and of exports; and, unless they say something else
        `instead`, remove the files that they alone link."""
        slice_ = self._timeline.alterations.look(slice_id)
        going = [turn for turn in slice_.turns if is_meant(turn)]
        rest = [turn for turn in slice_.turns if not is_meant(turn)]
        told = [replace(turn, text=others(turn)) for turn in rest]
        staying = [*told, *(replace(turn, text=instead) for turn in going)]
        lost = Lost.between(going, staying)
        # They hold the turns themselves, whoever else repeats their words.
        gone = Gone(failed=tuple(self._exports.remove()))
        if lost.gone or remove:
            ids = self._timeline.slice_ids()
            many, failed = self._sessions.redact(slice_id, lost.is_in, ids, remove=remove)
            self._own.forget(lost.is_in)
            gone += Gone(sessions=many, failed=tuple(failed))
        if instead:
            return gone
        files = set().union(*map(linked, going)) - set().union(*map(linked, rest))
        for path in sorted(files):
            gone += self._remove(path)
        return gone

    def _remove(self, path: str) -> Gone:
        """Remove an attachment, if it is there."""
        try:
            stored = self._store.read(path)
            if stored is None:
                return Gone()
            change = Change(path, None, stored.version, straight=True)
            self._store.write([change], message=FORGOTTEN)
        except (Conflict, *REFUSALS) as error:
            log.warning("an attachment is not removed: %s", type(error).__name__)
            return Gone(failed=(path,))
        return Gone(attachments=1)


def _without(said: Turn, now: str, instead: str) -> Reword:
    """Answers lose what they repeat, word for word, of a turn that says something else now."""
    old, new = without_files(said.text), without_files(now)

    def reword(turn: Turn) -> str:
        is_answer = turn.speaker is Speaker.AGENT and turn.at >= said.at
        if not is_answer or said.text == REDACTED:
            return turn.text
        return without(turn.text, old, new, instead=instead)

    return reword


def linked(turn: Turn) -> set[str]:
    """The attachments that a turn links, as paths of the repository."""
    found = (unquote(one[1]).rstrip(".,;:!") for one in _ATTACHED.finditer(turn.text))
    return {ATTACHMENTS + name for name in found}
