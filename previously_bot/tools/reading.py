"""Tools that read slices: one of them, its summary, a strand, and what recall finds."""

import difflib
from collections.abc import Sequence

from memory import paths, strands
from memory.catalog import Entry
from memory.errors import BadSliceId
from memory.slices import Slice
from memory.timeline import Timeline
from memory.words import shortened
from previously_bot import moments
from previously_bot.account import ReadSlice, Used
from previously_bot.errors import BadCall
from previously_bot.prompt.fences import fenced
from previously_bot.prompt.telling import tell, tell_entry, tell_head
from previously_bot.prompt.turns import Part
from previously_bot.recollection import Recollection
from previously_bot.tools.arguments import Arguments
from previously_bot.tools.used import (
    Asking,
    Instrument,
    instrument,
    listed,
    number,
    room,
    words,
)

_MOST = 100
_STRAND, _POINTERS = 20, 10
_TAG, _ABOUT, _REASON, _NEAR = 40, 100, 160, 5
_SLICE_ID = "The slice's id, such as 2026-07-07-1558."


class Reading:
    """Reads one timeline. Not for several threads at once."""

    def __init__(self, timeline: Timeline, recollection: Recollection) -> None:
        self._timeline = timeline
        self._recollection = recollection

    def instruments(self) -> tuple[Instrument, ...]:
        return (*self._for_slices(), *self._for_search())

    def _for_slices(self) -> tuple[Instrument, ...]:
        return (
            instrument(
                self.read_slice,
                "Read a conversation: all of it, its last turns, or around words or turns.",
                {
                    "slice_id": words(_SLICE_ID),
                    "last": number("Only so many of its last turns.", 1, _MOST),
                    "around": words(
                        "Only the turns that have these words, and their neighbours."
                    ),
                    "turns": words('Only these turns and their neighbours, such as "3, 5".'),
                },
                ["slice_id"],
            ),
            instrument(
                self.read_summary,
                "What a conversation was about, with later corrections, without its turns.",
                {
                    "slice_id": words(_SLICE_ID),
                },
                ["slice_id"],
            ),
        )

    def _for_search(self) -> tuple[Instrument, ...]:
        return (
            instrument(
                self.read_strand,
                "The conversations that carry a tag, newest first, in a line each.",
                {
                    "tag": words("The tag."),
                    "limit": number(f"How many; {_STRAND} if left out.", 1, _MOST),
                },
                ["tag"],
            ),
            instrument(
                self.list_strands,
                "All tags of the timeline, the commonest first, with how many conversations.",
                {},
            ),
            instrument(
                self.recall,
                "Search the timeline: which conversations answer a question. Name the time if "
                "one is known (“last Tuesday evening”), then the topic.",
                {
                    "question": words("The question, in the person's language."),
                },
                ["question"],
            ),
        )

    def read_slice(self, given: Arguments, asking: Asking) -> Used:
        slice_ = self._slice(given)
        part = Part(
            given.number("last", 0, _MOST), given.labels("turns"), given.text("around", "")
        )
        source = f"slice {slice_.slice_id}"
        told = tell(slice_, room("memory", source), asking.seen, part)
        read = ReadSlice(slice_.slice_id, told.turns)
        return Used(fenced("memory", told.text, source), (read,))

    def read_summary(self, given: Arguments, asking: Asking) -> Used:
        slice_ = self._slice(given)
        source = f"slice {slice_.slice_id}"
        told = tell_head(slice_, room("memory", source), asking.seen)
        return Used(fenced("memory", told.text, source), (ReadSlice(slice_.slice_id),))

    def read_strand(self, given: Arguments, asking: Asking) -> Used:
        asked = given.text("tag").strip()
        limit = given.number("limit", _STRAND, _MOST)
        entries = self._timeline.entries()
        found = [
            entry
            for entry in reversed(entries)
            if any(tag.strip().casefold() == asked.casefold() for tag in entry.tags)
        ]
        if not found:
            return _no_such_tag(asked, entries)
        title = f"{shortened(asked, _TAG)}: {len(found):,} conversations, newest first"
        if len(found) > limit:
            title += f"; these are the latest {limit}"
        lines = [tell_entry(entry, asking.seen) for entry in found[:limit]]
        return Used(listed(title, lines, "read_slice shows one", "strands"))

    def list_strands(self, given: Arguments, asking: Asking) -> Used:
        counted = strands.counted(self._timeline.entries())
        lines = [f"{shortened(tag, _TAG)} ({times:,})" for tag, times in counted]
        title = (
            f"{len(lines):,} tags, the commonest first" if lines else "There are no tags yet."
        )
        return Used(listed(title, lines, "read_strand finds each", "strands"))

    def recall(self, given: Arguments, asking: Asking) -> Used:
        question, seen = given.text("question"), asking.seen
        if not question.strip():
            raise BadCall("`question` of recall is empty; say what to look for.")
        recalled = self._recollection.recall(
            question, seen.now, seen.zone, limit=_POINTERS, asked=asking.asked
        )
        lines = []
        for interval in recalled.intervals:
            when = moments.span_in_words(interval.start, interval.end, seen.zone, seen.language)
            lines.append(f"“{shortened(interval.text, _ABOUT)}” was taken as {when}")
        if recalled.note:
            lines.append(f"Note: {shortened(recalled.note, _REASON)}")
        for pointer in recalled.pointers:
            entry = self._timeline.entry(pointer.slice_id)
            if entry is not None:
                turns = f"; turns {', '.join(pointer.turns[:_NEAR])}" if pointer.turns else ""
                why = shortened(pointer.reason, _REASON)
                lines.append(
                    f"{tell_entry(entry, seen)} — {pointer.relevance:.2f}: {why}{turns}"
                )
        found = len(recalled.pointers)
        title = f"{found} found, the best first" if found else "Nothing on the timeline fits."
        return Used(listed(title, lines, "ask more narrowly", "recall"))

    def _slice(self, given: Arguments) -> Slice:
        named = given.text("slice_id").strip()
        slice_id = paths.slice_id_named(named)
        if slice_id is None:
            raise BadCall(
                f"{named[:_ABOUT]!r} is no slice id; one looks like 2026-07-07-1558, and "
                "look_along lists those of a time."
            )
        try:
            return self._timeline.read(slice_id)
        except BadSliceId as error:
            raise BadCall(
                f"There is no slice {slice_id}; look_along lists those of a time."
            ) from error


def _no_such_tag(asked: str, entries: Sequence[Entry]) -> Used:
    tags = [shortened(tag, _TAG) for tag, _ in strands.counted(entries)]
    folded = {tag.casefold(): tag for tag in reversed(tags)}
    low = asked.casefold()
    near = [tag for tag in tags if low and (low in tag.casefold() or tag.casefold() in low)]
    near += [folded[one] for one in difflib.get_close_matches(low[:_TAG], folded, _NEAR)]
    if not near:
        raise BadCall(
            f"No conversation has the tag {asked[:_TAG]!r}; list_strands has all there are."
        )
    title = f"No conversation has the tag {asked[:_TAG]!r}; near to it are:"
    lines = list(dict.fromkeys(near[:_NEAR]))
    return Used(listed(title, lines, "list_strands has all", "strands"), failed=True)
