"""What stands behind a conversation: who the person is, what must never be forgotten, and what
happened before. It is taken once a slice, so that its bytes stay the same for all of it, unless
something that was said is taken back."""

import logging
from zoneinfo import ZoneInfo

from memory.catalog import Entry
from memory.changes import Follower
from memory.errors import REFUSALS
from memory.recap import recap
from memory.safety.facts import Fact, facts
from memory.slices import Slice
from memory.store import Store
from memory.timeline import Timeline
from previously_bot import texts
from previously_bot.prompt.standing import Standing

log = logging.getLogger(__name__)

PROFILE = "memory/user/profile.md"

_LONGEST_PROFILE = 200_000  # bytes
_RECAPPED = 40  # slices, of which a recap takes those that were marked


class Backdrop:
    """Of one timeline, in a person's zone and language. Not for several threads at once."""

    def __init__(
        self, timeline: Timeline, store: Store, *, zone: ZoneInfo, language: str
    ) -> None:
        self._timeline = timeline
        self._store = store
        self._zone = zone
        self._language = language
        self._follower = Follower(timeline.changes, timeline.slice_ids)
        self._vital: dict[str, Entry] = {}
        self._taken: tuple[str, int] | None = None
        self._standing = Standing()

    def standing(self, open_slice: Slice) -> Standing:
        """What the slice began with. Raises what the timeline's store raises."""
        wanted = open_slice.slice_id, self._timeline.changes.forgotten
        if wanted != self._taken:
            self._standing = Standing(
                profile=self._profile(),
                facts=[one for one in self._facts() if one.slice_id != open_slice.slice_id],
                recap=self._recap(open_slice),
            )
            self._taken = wanted
        return self._standing

    def later_facts(self, open_slice: Slice) -> list[Fact]:
        """What came to be known since the slice began, the newest last."""
        known = set(self.standing(open_slice).facts)
        return [one for one in self._facts() if one not in known]

    def _facts(self) -> list[Fact]:
        for slice_id in self._follower.touched():
            entry = self._timeline.entry(slice_id)
            if entry is not None and entry.safety:
                self._vital[slice_id] = entry
            else:
                self._vital.pop(slice_id, None)
        return facts(self._vital.values())

    def _recap(self, open_slice: Slice) -> str:
        """Seen from where the slice began, so that it is the same after a start in between."""
        latest = self._timeline.latest(_RECAPPED)
        past = [one for one in latest if one.slice_id != open_slice.slice_id]
        told = recap(past, open_slice.start, anyway=True)
        if told is None:
            return ""
        return texts.previously(told, open_slice.start, self._zone, self._language)

    def _profile(self) -> str:
        try:
            stored = self._store.read(PROFILE)
        except REFUSALS as error:
            log.warning("answering without the profile: %s", error)
            return ""
        return stored.content[:_LONGEST_PROFILE].decode("utf-8", "replace") if stored else ""
