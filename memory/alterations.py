"""What was said and is said no more: messages that their person edits, deletes or forgets."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from memory.alterable import AlterableFiles
from memory.altering import altered
from memory.catalog import Entry
from memory.errors import BadSliceId
from memory.slices import REDACTED, Mark, Slice, Turn, writable
from memory.slicing import SILENCE
from memory.versions import is_twofold, reworded, seal
from memory.when import Customs

Reword = Callable[[Turn], str]
"""What a turn says afterwards."""


@dataclass(frozen=True, slots=True)
class Altered:
    """A slice before and after. `is_twofold` when the file had other words than we knew: these
    are the person's, and stay beside those of the app, of which this is the `seal`."""

    before: Slice
    after: Slice
    is_twofold: bool = False
    seal: str = ""


class Alterations:
    """Of one timeline; `mark` says what a slice was about. Every method may raise what the
    store raises, and DamagedSlice for a slice that must not be written over."""

    def __init__(
        self, files: AlterableFiles, mark: Callable[[Slice], Mark], customs: Customs
    ) -> None:
        self._files = files
        self._mark = mark
        self._customs = customs

    def look(self, slice_id: str) -> Slice:
        """A slice as its file is now. Raises BadSliceId for one not on the timeline, and
        DamagedSlice for one that nothing can be taken from."""
        return self._files.look(slice_id).slice

    def find(self, origin: str, near: datetime | None = None) -> tuple[str, Turn] | None:
        """The slice that holds the turn of a platform message, said at about a moment (aware;
        None where nobody knows), and the turn; None where there is none."""
        for slice_id in self._likely(near):
            kept = self._files.read_if_there(slice_id)
            if kept and (turn := kept.slice.said(origin)):
                return slice_id, turn
        return None

    def revise(
        self,
        origin: str,
        text: str,
        near: datetime | None = None,
        others: Reword | None = None,
        sealed: str = "",
    ) -> Altered | None:
        """The person edited a message: its turn has the new text, under its old header.

        Where the file says something else than was `sealed` when we wrote the turn, or than we
        know of the file, both are kept (see `memory.versions`). A deleted turn stays deleted.
        `others` says what becomes of the other turns. None where it is not on the timeline.
        """
        found = self.find(origin, near)
        if found is None:
            return None
        slice_id, known = found
        text, sealed = writable(text), sealed or seal(origin, known.text)
        before: list[Slice] = []
        said: list[str] = []

        def now(there: str) -> str:
            if REDACTED in (there, known.text):
                return there
            said.append(reworded(there, text, is_ours=seal(origin, there) == sealed))
            return said[-1]

        def change(slice_: Slice) -> Slice:
            before.append(slice_)
            said.clear()
            nth = _place(slice_, lambda turn: turn.origin == origin)
            texts = {one: now(slice_.turns[one].text) for one in nth}
            return self._with(slice_, texts, others) if said else slice_

        try:
            after = self._files.alter(slice_id, change)
        except BadSliceId:
            return None
        return Altered(before[-1], after, any(map(is_twofold, said)), seal(origin, text))

    def redact(self, origin: str, near: datetime | None = None) -> Altered | None:
        """The person deleted a message: its turn stays, as one without words, whatever the
        file has made of them. None where the message is not on the timeline."""
        found = self.find(origin, near)
        return (
            self.redact_turns(found[0], lambda turn: turn.origin == origin) if found else None
        )

    def redact_turns(
        self, slice_id: str, is_meant: Callable[[Turn], bool], others: Reword | None = None
    ) -> Altered | None:
        """Take the words of some turns of a slice; `others` says what becomes of the others.
        None where the slice is gone."""
        before: list[Slice] = []

        def change(slice_: Slice) -> Slice:
            before.append(slice_)
            redacted = dict.fromkeys(_place(slice_, is_meant), REDACTED)
            return self._with(slice_, redacted, others)

        try:
            after = self._files.alter(slice_id, change)
        except BadSliceId:
            return None
        return Altered(before[-1], after)

    def remove(self, slice_id: str, is_meant: Callable[[Slice], bool]) -> bool:
        """Take a slice off the timeline, with all that the derived files say of it; False
        where it is not what is meant. One that is gone already was meant."""
        return self._files.remove(slice_id, is_meant)

    def _with(self, slice_: Slice, texts: dict[int, str], others: Reword | None) -> Slice:
        for nth, turn in enumerate(slice_.turns):
            if others and nth not in texts and (text := others(turn)) != turn.text:
                texts[nth] = text
        return altered(slice_, texts, self._mark, self._customs)

    def _likely(self, near: datetime | None) -> Iterable[str]:
        """Where a message may be: the open slices, then the closed ones, beginning where it
        was said, or else with the newest."""
        yield from (kept.slice.slice_id for kept in self._files.active)
        if near is not None:
            closed = sorted(self._files.catalog.ended_after(near - SILENCE), key=_by_end)
        else:
            closed = sorted(self._files.catalog, key=_by_end, reverse=True)
        yield from [entry.slice_id for entry in closed]


def _place(slice_: Slice, is_meant: Callable[[Turn], bool]) -> list[int]:
    return [nth for nth, turn in enumerate(slice_.turns) if is_meant(turn)]


def _by_end(entry: Entry) -> tuple[datetime, str]:
    return entry.end, entry.slice_id
