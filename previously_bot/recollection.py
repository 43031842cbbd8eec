"""One person's memory as it is asked: an index that follows the timeline, and scenes."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.catalog import Entry
from memory.errors import BadSliceId, DamagedSlice
from memory.recall import Index, Recalled
from memory.slices import Slice
from memory.timeline import Timeline
from previously_bot.model import Scene


class Recollection:
    """Reads a slice when it is first asked for, and again when it has grown or was closed."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._index = Index()
        self._indexed: dict[str, tuple[datetime, int, bool]] = {}

    def recall(
        self, question: str, zone: ZoneInfo, *, limit: int = 10, asked: Collection[str] = ()
    ) -> Recalled:
        """The pointers for a question, best first.

        `asked` are labels of turns of the open slice that are the question itself, and so no
        answer to it. Raises what the timeline's store raises.
        """
        self._follow(asked)
        return self._index.recall(question, zone, limit)

    def scenes(self, recalled: Recalled, limit: int) -> list[Scene]:
        """What the best pointers point at; a slice that is gone meanwhile is left out."""
        scenes = []
        for pointer in recalled.pointers[:limit]:
            slice_ = self._read(pointer.slice_id)
            if slice_ is not None:
                scenes.append(Scene(slice_, pointer.turns, pointer.reason))
        return scenes

    def _follow(self, asked: Collection[str]) -> None:
        entries = {entry.slice_id: entry for entry in self._timeline.entries()}
        for slice_id in self._indexed.keys() - entries.keys():
            self._index.drop(slice_id)
            del self._indexed[slice_id]
        open_slice = self._timeline.open_slice
        for entry in entries.values():
            is_open = open_slice is not None and entry.slice_id == open_slice.slice_id
            if is_open or self._indexed.get(entry.slice_id) != _state(entry):
                self._put(entry, asked if is_open else ())

    def _put(self, entry: Entry, asked: Collection[str]) -> None:
        slice_ = self._read(entry.slice_id)
        if slice_ is not None:
            before = tuple(turn for turn in slice_.turns if turn.label not in asked)
            self._index.put(replace(slice_, turns=before))
        self._indexed[entry.slice_id] = _state(entry)

    def _read(self, slice_id: str) -> Slice | None:
        try:
            return self._timeline.read(slice_id)
        except (BadSliceId, DamagedSlice):
            return None


def _state(entry: Entry) -> tuple[datetime, int, bool]:
    return entry.end, entry.turns, entry.status.value == "active"
