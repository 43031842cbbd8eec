"""One person's memory as it is asked: an index that follows the timeline, and scenes."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.changes import Follower
from memory.errors import BadSliceId, DamagedSlice
from memory.occurrences import occurrences
from memory.recall import Index, Recalled, cache
from memory.recall.cache import Cache
from memory.slices import Slice
from memory.timeline import Timeline
from memory.when import USUAL, Customs
from previously_bot.answerer import Scene

# The cache is written again when so many slices, or this share of all, are not in it: they are
# read again at the next start, and writing all of it takes a moment.
_LEFT_OUT = 32
_SHARE_LEFT_OUT = 0.02


class Recollection:
    """The index comes from the cache as far as that is right; a slice that it does not know as
    it is now is read. Not for several threads at once."""

    def __init__(
        self,
        timeline: Timeline,
        kept: Cache | None = None,
        customs: Customs = USUAL,
        language: str = "",
    ) -> None:
        self._timeline = timeline
        self._cache = kept
        self._customs = customs
        self._language = language
        self._index: Index | None = None
        self._follower = Follower(timeline.changes, timeline.slice_ids)
        self._not_kept = 0
        # The open slice, as long as it is indexed without the turns that ask.
        self._cut = ""

    def recall(
        self,
        question: str,
        now: datetime,
        zone: ZoneInfo,
        *,
        limit: int | None = None,
        asked: Collection[str] = (),
    ) -> Recalled:
        """The pointers for a question asked at `now` (aware), best first.

        `asked` are labels of turns of the open slice that are the question itself, and so no
        answer to it. Raises what the timeline's store raises.
        """
        index = self._followed_up(asked)
        return index.recall(
            question, now, zone, limit=limit, told_in=self._language, customs=self._customs
        )

    def scenes(self, recalled: Recalled, limit: int) -> list[Scene]:
        """What the best pointers point at; a slice that is gone meanwhile is left out."""
        scenes = []
        for pointer in recalled.pointers[:limit]:
            try:
                slice_ = self._timeline.read(pointer.slice_id)
            except (BadSliceId, DamagedSlice):
                continue
            scenes.append(Scene(slice_, pointer.turns, pointer.reason, pointer.relevance))
        return scenes

    def forget(self) -> None:
        """Keep nothing in the cache that is not on the timeline any more."""
        index = self._followed_up(())
        if self._cache is not None:
            self._cache.write(cache.dump(index))
            self._not_kept = 0

    def _followed_up(self, asked: Collection[str]) -> Index:
        """The index, of all slices as they are now."""
        index = self._index = self._index or self._begun()
        if self._cut:
            self._follow(index, self._cut)
            self._cut = ""
        for slice_id in self._follower.touched():
            self._follow(index, slice_id)
        open_slice = self._timeline.open_slice
        if asked and open_slice is not None:
            self._cut = open_slice.slice_id
            self._put_without(index, open_slice, asked)
        self._keep(index)
        return index

    def _begun(self) -> Index:
        content = self._cache.read() if self._cache else None
        index = cache.load(content) if content is not None else None
        index = index or Index()
        for slice_id in set(index.slice_ids).difference(self._timeline.slice_ids()):
            index.drop(slice_id)
            self._not_kept += 1
        return index

    def _follow(self, index: Index, slice_id: str) -> None:
        """Read a slice again, unless it is certain that the index knows it as it is."""
        card, stamp = index.card(slice_id), self._timeline.changes.stamp(slice_id)
        if card is not None and stamp and card.stamp == stamp:
            return
        read = self._read(slice_id)
        if read is None:
            index.drop(slice_id)
        elif card is not None and card.version == read[1]:
            index.restamp(slice_id, stamp)
        else:
            index.put(*read, stamp)
        self._not_kept += 1

    def _read(self, slice_id: str) -> tuple[Slice, str] | None:
        try:
            return self._timeline.read_version(slice_id)
        except (BadSliceId, DamagedSlice):
            return None

    def _put_without(self, index: Index, open_slice: Slice, asked: Collection[str]) -> None:
        """The open slice before the question, with the times that it speaks of so far. One in
        which nothing but the question was said is no find of any time."""
        before = tuple(turn for turn in open_slice.turns if turn.label not in asked)
        if not before:
            index.drop(open_slice.slice_id)
            return
        earlier = replace(open_slice, turns=before, end=max(turn.at for turn in before))
        spoken_of = occurrences(earlier, self._customs)
        index.put(replace(earlier, occurrences=spoken_of))

    def _keep(self, index: Index) -> None:
        left_out = max(_LEFT_OUT, _SHARE_LEFT_OUT * len(index.slice_ids))
        if self._cache is not None and self._not_kept > left_out:
            self._cache.write(cache.dump(index))
            self._not_kept = 0
