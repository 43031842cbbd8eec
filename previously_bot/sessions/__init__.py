"""The files that tell a person how each answer came about: one beside each slice."""

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from functools import cache, partial
from zoneinfo import ZoneInfo

from memory import markdown, paths
from memory.errors import (
    REFUSALS,
    BadSliceId,
    Conflict,
    DamagedSlice,
    TimelineError,
)
from memory.kept import FORGOTTEN
from memory.recall import Recalled
from memory.slices import Speaker
from memory.store import Change, Store, Stored
from memory.timeline import Timeline
from previously_bot.account import Account
from previously_bot.sessions.costs import Prices
from previously_bot.sessions.headings import Labels, last_section, moments_of_all, numbered
from previously_bot.sessions.links import UP, Place
from previously_bot.sessions.redacting import naming, redacted
from previously_bot.sessions.section import Teller, section, title

__all__ = ["Sessions"]

TRIES = 4
"""So often a file is read again that somebody else is writing to."""

_FOLLOWED = 100  # slices at a time, for an import may touch very many
_LOOKED_AT = 20  # slices, from the newest, that may have had no answer yet


class Sessions:
    """`prices` are those of a role ("flash", "pro", "fallback"). `base` stands before the paths
    of links in what `last` gives; it ends in a slash. Not for several threads at once."""

    def __init__(
        self,
        store: Store,
        timeline: Timeline,
        *,
        zone: ZoneInfo,
        language: str,
        prices: Prices,
        base: str = "",
    ) -> None:
        self._store = store
        self._timeline = timeline
        self._zone = zone
        self._language = language
        self._prices = prices
        self._base = base
        self._followed: int | None = None
        self._touched: dict[str, None] = {}

    def write(
        self, slice_id: str, label: str, at: datetime, account: Account, recalled: Recalled
    ) -> None:
        """Tell how the answer came about that is the turn `label` of a slice, given at `at`
        (aware): a section at the end of the slice's session file.

        What stands in the file stays, byte for byte. Raises BadSliceId, and what the store
        raises: Conflict when somebody else goes on writing to that file.
        """
        path = paths.session_path(slice_id)
        find = cache(self._place)
        teller = Teller(self._zone, self._language, self._prices, find)
        told = section(label, at, account, recalled, teller).encode()
        for attempt in range(1, TRIES + 1):
            stored = self._store.read(path)
            before = stored.content if stored else title(slice_id, teller).encode()
            expected = stored.version if stored else None
            change = Change(path, _parted(before) + told, expected, straight=True)
            try:
                self._store.write([change], message=f"Tell how {slice_id}, {label} came about")
            except Conflict:
                if attempt == TRIES:
                    raise
            else:
                return

    def last(self) -> str | None:
        """How the last answer came about, as Markdown whose links start at the repository, or
        at `base`; None when none of the newest slices says. Raises what the timeline raises."""
        for slice_id in self._newest():
            stored = self._read(paths.session_path(slice_id))
            if stored is None:
                continue
            text = stored.content.decode(errors="replace")
            if found := last_section(text, self._labels(slice_id)):
                return found.replace(f"]({UP}", f"]({self._base}")
        return None

    def follow(self) -> None:
        """Call answers in the files what they are called now, where slices were changed since
        the last call; at the first, in the newest slices, which may have been changed while
        nobody followed. The file of a slice that somebody took away goes with it. What cannot
        be written waits for the next; raises what the store raises."""
        changes, place = self._timeline.changes, self._followed
        touched, self._followed = changes.since(place or 0)
        self._touched |= dict.fromkeys(self._newest() if place is None else touched)
        for slice_id in list(self._touched)[:_FOLLOWED]:
            del self._touched[slice_id]
            try:
                self._settle(slice_id)
            except TimelineError:
                self._touched[slice_id] = None  # at the end, where it hinders no other
                raise

    def redact(
        self,
        slice_id: str,
        is_lost: Callable[[str], bool],
        others: Collection[str],
        *,
        remove: bool = False,
    ) -> tuple[int, list[str]]:
        """Take words of a slice that are said no more out of what is told of it, in its own
        file and, where it is named, in those of `others`; with `remove` its own file goes.

        Returns how many files are others now, and which could not be written; raises what the
        store raises.
        """
        own, names = paths.session_path(slice_id), naming(slice_id)
        changed, failed = 0, []
        for path in dict.fromkeys([own, *map(paths.session_path, others)]):
            try:
                if path != own:
                    changed += self._replace(path, partial(redacted, names, is_lost))
                elif remove:
                    changed += self._replace(path, lambda _: None)
                else:
                    changed += self._replace(path, partial(redacted, None, is_lost))
            except REFUSALS:
                failed.append(path)
        return changed, failed

    def _settle(self, slice_id: str) -> None:
        path, what = paths.session_path(slice_id), f"how the answers of {slice_id} came about"
        if (labels := self._labels(slice_id)) is not None:
            self._replace(path, partial(numbered, labels), f"Number {what}")
        elif self._is_gone(slice_id):
            self._replace(path, self._unless_of_nothing, f"Remove {what}")

    def _is_gone(self, slice_id: str) -> bool:
        """Whether there is nothing where a slice would be, not even what cannot be read."""
        try:
            return not any(map(self._store.read, paths.places(slice_id)))
        except REFUSALS:
            return False

    def _unless_of_nothing(self, text: str) -> str | None:
        """The text of a file whose slice is gone; None where that would lead nowhere: nobody
        put a heading into it, and none of its answers went to another slice."""
        moments = moments_of_all(text)
        slices = self._timeline.entries()
        is_moved = any(one.start <= at <= one.end for one in slices for at in moments)
        return None if moments and not is_moved else text

    def _replace(
        self, path: str, change: Callable[[str], str | None], said: str = FORGOTTEN
    ) -> bool:
        """Whether a file is another one, or gone, after the change."""
        for _ in range(TRIES):
            stored = self._read(path)
            if stored is None:
                return False
            before = stored.content.decode(errors="surrogateescape")
            after = change(before)
            if after == before:
                return False
            content = None if after is None else after.encode(errors="surrogateescape")
            written = Change(path, content, stored.version, straight=True)
            try:
                self._store.write([written], message=said)
            except Conflict:
                continue
            return True
        raise Conflict(path, stored.version if stored else None)

    def _newest(self) -> Iterator[str]:
        return (entry.slice_id for entry in self._timeline.latest(_LOOKED_AT))

    def _labels(self, slice_id: str) -> Labels | None:
        """What the turns of a slice are called; None for one that is gone, or that cannot be
        read whole."""
        try:
            turns = self._timeline.alterations.look(slice_id).turns
        except (BadSliceId, DamagedSlice):
            return None
        labels: dict[datetime, list[str]] = {}
        for turn in sorted(turns, key=lambda turn: turn.speaker is not Speaker.AGENT):
            labels.setdefault(turn.at, []).append(turn.label)
        return labels

    def _place(self, slice_id: str) -> Place | None:
        """Where a slice is, with the lines of its turns as far as they can be read; where it
        would be, if it is gone; None for what is no slice's id."""
        if not paths.is_slice_id(slice_id):
            return None
        try:
            path = self._timeline.path(slice_id)
        except BadSliceId:
            return Place(paths.slice_path(slice_id), paths.minute_of(slice_id), {})
        stored = self._read(path)
        text = stored.content.decode(errors="replace") if stored else ""
        entry = self._timeline.entry(slice_id)
        start = entry.start if entry else paths.minute_of(slice_id)
        return Place(path, start, markdown.lines_of_turns(text))

    def _read(self, path: str) -> Stored | None:
        """A file, if it is one that can be read."""
        try:
            return self._store.read(path)
        except REFUSALS:
            return None


def _parted(content: bytes) -> bytes:
    """What a file holds, ending in an empty line, as far as it holds anything."""
    if not content or content.endswith(b"\n\n"):
        return content
    return content + (b"\n" if content.endswith(b"\n") else b"\n\n")
