"""What an answerer is told of a message: the time and the scenes that it makes think of."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from adapters.base import Chat
from memory.attached import without_files
from memory.catalog import Entry
from memory.recall import Recalled
from memory.slices import Slice, Turn
from memory.timeline import Placed, Timeline
from previously_bot.answerer import Request
from previously_bot.outlook import Outlook
from previously_bot.people import Person
from previously_bot.recollection import Recollection

SCENES = 5
LISTED = 30


class Briefing:
    """Over one person's timeline; `awaited` says from where its past has not come yet. Not for
    several threads at once."""

    def __init__(
        self,
        person: Person,
        timeline: Timeline,
        recollection: Recollection,
        outlook: Outlook,
        awaited: Callable[[], str] = str,
    ) -> None:
        self._person = person
        self._timeline = timeline
        self._recollection = recollection
        self._outlook = outlook
        self._awaited = awaited

    def request(
        self, turns: Sequence[Turn], placed: Sequence[Placed], now: datetime
    ) -> Request:
        """All that is known to answer turns, which are on the timeline at `placed` already.

        Raises what the timeline's store raises.
        """
        said = _labelled(turns, placed)
        here = placed[-1].slice_id
        asked = [place.label for place in placed if place.slice_id == here]
        question = "\n".join(without_files(turn.text) for turn in turns).strip()
        recalled = self._recollection.recall(question, now, self._person.zone, asked=asked)
        return Request(
            now=now,
            zone=self._person.zone,
            language=self._person.language,
            said=said,
            open_slice=self._timeline.read(here),
            recalled=recalled,
            scenes=self._recollection.scenes(recalled, SCENES),
            along=self._outlook.along(recalled.intervals),
            inside=self._inside(recalled),
            awaited=self._awaited(),
        )

    def exchange(
        self,
        turns: Sequence[Turn],
        placed: Sequence[Placed],
        now: datetime,
        chat: Chat,
        after: datetime | None,
    ) -> Request:
        """As `request`, of a memory in which there is nothing but what was said in one chat
        since the open slice began, and `after` a moment if one is given: no marks, no facts,
        no corrections."""
        said, open_slice = _labelled(turns, placed), self._timeline.read(placed[-1].slice_id)
        here = f"{chat.platform} {chat.chat_id}/"
        of_chat = (here, f"answers {here}")
        heard = tuple(
            turn
            for turn in open_slice.turns
            if turn.origin.startswith(of_chat) and (after is None or turn.at > after)
        )
        moments = [turn.at for turn in (*heard, *said)]
        return Request(
            now=now,
            zone=self._person.zone,
            language=self._person.language,
            said=said,
            open_slice=Slice(open_slice.slice_id, min(moments), max(moments), turns=heard),
            recalled=Recalled("", "", (), ()),
            scenes=(),
        )

    def _inside(self, recalled: Recalled) -> list[Entry]:
        pointers = recalled.pointers[:LISTED] if recalled.only_time else ()
        found = (self._timeline.entry(pointer.slice_id) for pointer in pointers)
        return [entry for entry in found if entry is not None]


def _labelled(turns: Sequence[Turn], placed: Sequence[Placed]) -> list[Turn]:
    return [replace(turn, label=place.label) for turn, place in zip(turns, placed, strict=True)]
