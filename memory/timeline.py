"""One person's timeline on top of any store: open, add, close, find, read.

Here is decided where a turn belongs; `memory.files` writes it. Every turn is in its file when
`add` returns; nothing is only in memory.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory import catalog
from memory.alterable import AlterableFiles
from memory.alterations import Alterations
from memory.altering import marked
from memory.catalog import Entry
from memory.changes import Changes
from memory.errors import DamagedSlice
from memory.kept import Kept
from memory.occurrences import occurrences
from memory.safety.keeping import with_turn
from memory.slices import ClosedBy, Mark, Slice, Status, Turn, are_same, canonical, in_order
from memory.slicing import SILENCE, fell_silent, goes_on, takes
from memory.store import Store
from memory.when import USUAL, Customs, Interval

Marker = Callable[[Slice], Mark]


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a turn is on the timeline. `is_new` is False when it had been there already;
    `opened` is True when it is the first of its slice."""

    slice_id: str
    label: str
    is_new: bool = True
    opened: bool = False


class Timeline:
    """`zone` is the person's time zone by name, kept in new slices; it may be set to another
    one. `mark` says what a slice was about when it closes. Not for several threads at once: the
    person's mailbox keeps the order.

    Every method may raise what the store raises (StoreUnreachable, WriteRefused…).
    """

    def __init__(
        self, store: Store, *, zone: str, mark: Marker, customs: Customs = USUAL
    ) -> None:
        self._files = AlterableFiles(store)
        self.zone = zone
        self._mark = mark
        self._customs = customs
        self._current = ""
        self.alterations = Alterations(self._files, mark, customs)
        """What is done where the person takes back, or changes, what they said."""

    @property
    def open_slice(self) -> Slice | None:
        """The one that was added to last or, after a start, the one that lasted longest."""
        return self._latest(kept.slice for kept in self._whole())

    def entries(self, interval: Interval | None = None) -> list[Entry]:
        """The catalog with the open slices, oldest first; in an interval, if one is given."""
        active = (catalog.entry(kept.slice) for kept in self._files.active)
        found = [
            entry
            for entry in (*self._files.catalog, *active)
            if interval is None or interval.overlaps(entry.start, entry.end)
        ]
        return sorted(found, key=lambda entry: (entry.start, entry.slice_id))

    def latest(self, many: int) -> list[Entry]:
        """So many entries (at least one), open slices included: the last to end first."""
        active = [catalog.entry(kept.slice) for kept in self._files.active]
        found = [*self._files.catalog.latest(many), *active]
        return sorted(found, key=lambda entry: (entry.end, entry.slice_id), reverse=True)[:many]

    def entry(self, slice_id: str) -> Entry | None:
        """What the catalog says of one slice; None for one that is not on the timeline."""
        return self._files.entry(slice_id)

    def path(self, slice_id: str) -> str:
        """Where a slice's file is. Raises BadSliceId for one not on the timeline."""
        return self._files.path(slice_id)

    def read(self, slice_id: str) -> Slice:
        """A slice, whole as far as its file can be read.

        Raises BadSliceId for one that is not on the timeline (any more), and DamagedSlice.
        """
        return self._files.read(slice_id).slice

    def read_version(self, slice_id: str) -> tuple[Slice, str]:
        """As `read`, with the name of exactly that content."""
        return (kept := self._files.read(slice_id)).slice, kept.version

    def slice_ids(self) -> Collection[str]:
        """The ids of all slices, in no order."""
        return self._files.slice_ids

    @property
    def changes(self) -> Changes:
        """What becomes of slices, for those who follow."""
        return self._files.changes

    def add(self, turn: Turn) -> Placed:
        """Put one turn where its moment belongs, once for ever per origin; it is on disk then.

        After thirty minutes of silence the open slice is closed and the turn opens the next
        one. A turn that comes late goes to the slice that was going on when it was said.
        """
        turn = turn.writable()
        already = self._already(turn)
        if already:
            self._files.index()
            return already
        home = self._home(turn)
        if home is not None:
            placed = self._append(home, turn, goes_on=True)
        else:
            # One that lies ahead (a clock was wrong), or that a late turn opened, stays open
            # until it is silent by the clock.
            self.close_silent(turn.at)
            (placed,) = self._begin([turn], Status.ACTIVE)
        self._current = placed.slice_id
        return placed

    def bring(self, pieces: Iterable[Sequence[Turn] | Slice]) -> Iterator[list[Placed]]:
        """Put a past on the timeline: one closed slice for each piece (see `slicing.cut`).

        A turn that is there already (same origin or, where one has none, same moment, speaker
        and text) is not added again, so that what was interrupted may simply be repeated. A
        piece that is a slice comes whole, with its id if that is free, where it meets none.
        Yields where each piece's turns are, in order of time.
        """
        try:
            for piece in pieces:
                whole = piece if isinstance(piece, Slice) else None
                if turns := in_order(piece.turns if isinstance(piece, Slice) else piece):
                    yield self._bring(turns, whole)
        finally:
            self._files.index()

    def close(self, by: ClosedBy) -> Slice | None:
        """Close every slice that is open now, each at its last turn's moment, so that none of
        them takes what comes next; another machine may have opened one. Returns the one
        that was `open_slice`; None when there was none."""
        return self._latest(self._close(self._whole(), by))

    def close_silent(self, now: datetime) -> list[Slice]:
        """Close every slice that has been silent for thirty minutes; returns them in order."""
        silent = [kept for kept in self._whole() if fell_silent(kept.slice.end, now)]
        return self._close(silent, ClosedBy.SILENCE)

    def annotate(self, slice_id: str, change: Callable[[Slice], Slice]) -> Slice | None:
        """Change what the front matter of a slice says of it, open or closed, in one write.

        What somebody else changed meanwhile is merged in. None when the slice went away or was
        damaged meanwhile; nothing is written then, nor where nothing changes. Raises BadSliceId
        for one not on the timeline, DamagedSlice for one that must not be written over, and
        ValueError for a change of what was said, when, or of whether the slice is open.
        """
        kept = self._files.read(slice_id)
        if kept.damage:
            raise DamagedSlice(kept.path, kept.damage[0])
        changed = change(kept.slice)
        if canonical(changed) != canonical(kept.slice):
            raise ValueError(f"{slice_id} is annotated; its turns, times and status stay")
        return kept.slice if changed == kept.slice else self._files.rewrite(kept, changed)

    def look_again(self, touched: Collection[str]) -> None:
        """Take over files that changed, came or went by another hand, at these paths; indexes
        and whoever follows `changes` follow."""
        self._files.look_again(touched)

    def rebuild(self, watch: Callable[[Collection[str]], Iterable[str]] = iter) -> int:
        """Make every derived file again from the slices alone; returns the number of slices.

        `watch` is handed the slice ids and gives them back one by one, to show progress. What
        cannot be read or written is raised when all the rest is done (NotReadable, NotAFile…).
        """
        return self._files.rebuild(watch)

    def _latest(self, slices: Iterable[Slice]) -> Slice | None:
        return max(
            slices,
            key=lambda slice_: (slice_.slice_id == self._current, slice_.end),
            default=None,
        )

    def _whole(self) -> list[Kept]:
        """The open slices that may be written to."""
        return [kept for kept in self._files.active if not kept.damage]

    def _already(self, turn: Turn) -> Placed | None:
        """Where the message that this turn is has been put before, if it has."""
        if not turn.origin:
            return None
        # Wherever it is, its slice did not end before it was said; one that would take it in
        # is looked through as well, since an index may be older than the slice.
        ended = self._files.catalog.ended_after(turn.at - SILENCE)
        closed = (self._files.read_if_there(entry.slice_id) for entry in ended)
        for kept in filter(None, (*self._files.active, *closed)):
            if one := kept.slice.said(turn.origin):
                return Placed(kept.slice.slice_id, one.label, is_new=False)
        return None

    def _home(self, turn: Turn) -> Kept | None:
        """The slice that was going on when a turn was said, by the silence rule.

        Of several it is the one that lasted over its moment, else the last that had ended,
        else the first that would have begun with it.
        """
        at = turn.at
        whole = [catalog.entry(kept.slice) for kept in self._whole()]
        ended = self._files.catalog.ended_after(at - SILENCE)
        near = [entry for entry in (*whole, *ended) if goes_on(entry.start, entry.end, at)]
        for entry in sorted(
            near,
            key=lambda one: (
                not one.start <= at <= one.end,
                one.start > at,
                max(timedelta(), at - one.end),
                abs(at - one.start),
            ),
        ):
            kept = self._files.read_whole(entry.slice_id)
            # An entry may be older than its slice, which is what counts.
            if kept and takes(kept.slice, turn):
                return kept
        return None

    def _begin(
        self, turns: Sequence[Turn], status: Status, *, index: bool = True
    ) -> list[Placed]:
        first = min(turn.at for turn in turns)
        slice_ = Slice("", first, first, timezone=self.zone)
        for turn in turns:
            slice_ = with_turn(slice_, turn)
        if status is Status.CLOSED:
            slice_ = self._closed(slice_, ClosedBy.SILENCE)
        named = self._files.create(slice_, index=index)
        return [Placed(named.slice_id, turn.label, opened=True) for turn in named.turns]

    def _append(self, kept: Kept, turn: Turn, *, goes_on: bool = False) -> Placed:
        longer = with_turn(kept.slice, turn)
        was_silent = not longer.is_open and longer.closed_by != ClosedBy.USER
        if goes_on and was_silent and turn.at > kept.slice.end:
            # It had been closed for a silence that was none: the message was on its way.
            longer = replace(longer, status=Status.ACTIVE, closed_by="")
        written = self._files.rewrite(kept, longer)
        if written is None:
            return self._begin([turn], longer.status)[0]
        label = next(
            (one.label for one in reversed(written.turns) if are_same(one, turn)), turn.label
        )
        return Placed(written.slice_id, label)

    def _bring(self, turns: Sequence[Turn], whole: Slice | None) -> list[Placed]:
        first, last = turns[0].at, turns[-1].at
        ended = self._files.catalog.ended_after(first - SILENCE)
        near = [
            kept
            for entry in ended
            if not fell_silent(last, entry.start)
            and (kept := self._files.read_if_there(entry.slice_id))
        ]
        near += [kept for kept in self._files.active if not fell_silent(last, kept.slice.start)]
        if not near and whole is None:
            return self._begin(turns, Status.CLOSED, index=False)
        # Each turn there stands for one that is brought: what was said twice stays twice.
        there: dict[datetime, list[tuple[str, Turn]]] = {}
        for kept in near:
            for one in kept.slice.turns:
                there.setdefault(one.at, []).append((kept.slice.slice_id, one))
        if whole and not any(turn.at in there or self._home(turn) for turn in turns):
            named = self._files.create(replace(whole, turns=tuple(turns)), index=False)
            return [Placed(named.slice_id, turn.label, opened=True) for turn in turns]
        return [self._bring_turn(turn, there.get(turn.at, [])) for turn in turns]

    def _bring_turn(self, turn: Turn, there: list[tuple[str, Turn]]) -> Placed:
        for place, (slice_id, one) in enumerate(there):
            if are_same(one, turn):
                del there[place]
                return Placed(slice_id, one.label, is_new=False)
        home = self._home(turn)
        return self._append(home, turn) if home else self._begin([turn], Status.CLOSED)[0]

    def _close(self, kept: Iterable[Kept], by: ClosedBy) -> list[Slice]:
        """The slices as they were closed, without those that somebody took away or damaged."""
        closed = [self._files.rewrite(one, self._closed(one.slice, by)) for one in kept]
        self._files.index()
        return [slice_ for slice_ in closed if slice_]

    def _closed(self, slice_: Slice, by: ClosedBy) -> Slice:
        """A slice with its mark and with the times that it speaks of."""
        spoken_of = occurrences(slice_, self._customs)
        return replace(slice_.closed(by, marked(slice_, self._mark)), occurrences=spoken_of)
