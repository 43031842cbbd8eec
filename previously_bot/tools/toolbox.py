"""All tools together: a call in, a text for the model out, whatever the call says."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.errors import TimelineError
from memory.store import Store
from memory.timeline import Timeline
from memory.when import USUAL, Customs
from memory.words import shortened
from previously_bot.account import Used
from previously_bot.errors import BadCall, PathRefused, StateError
from previously_bot.lane import Lane
from previously_bot.model import Call, Tool
from previously_bot.outlook import Outlook
from previously_bot.own_writes import OwnWrites
from previously_bot.prompt.telling import Viewpoint
from previously_bot.recollection import Recollection
from previously_bot.tools.arguments import Arguments
from previously_bot.tools.files import Files
from previously_bot.tools.looking import Looking
from previously_bot.tools.reading import Reading
from previously_bot.tools.used import Asking

_SENTENCE = 400  # code points


class Toolbox:
    """What a model may do for one person; `use` may be called by several at once.

    All that reads or writes goes through the `lane` of the timeline; what is written is `own`.
    """

    def __init__(
        self,
        *,
        timeline: Timeline,
        recollection: Recollection,
        outlook: Outlook,
        store: Store,
        own: OwnWrites,
        lane: Lane,
        zone: ZoneInfo,
        language: str,
        customs: Customs = USUAL,
    ) -> None:
        reading = Reading(timeline, recollection)
        looking = Looking(timeline, outlook, customs)
        instruments = (
            *reading.instruments(),
            *looking.instruments(),
            *Files(store, own).instruments(),
        )
        self._instruments = {one.tool.name: one for one in instruments}
        self._zone = zone
        self._language = language
        self._lane = lane

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What a model is told of the tools; always the same."""
        return tuple(one.tool for one in self._instruments.values())

    def at(self, now: datetime, asked: Collection[str] = ()) -> "InHand":
        """The tools as they are used for one answer; see `use`."""
        return InHand(self, now, asked)

    async def use(self, call: Call, now: datetime, asked: Collection[str] = ()) -> Used:
        """Do what a model calls for, at `now` (aware); its result has at most BUDGET tokens.

        `asked` are labels of turns of the open slice that are the question itself. What cannot
        be done is said in the text; nothing is raised but faults of ours.
        """
        chosen = self._instruments.get(call.name)
        if chosen is None:
            known = ", ".join(self._instruments)
            return _failed(f"There is no tool {call.name[:40]!r}; there are {known}.")
        asking = Asking(Viewpoint(now, self._zone, self._language), frozenset(asked))
        try:
            arguments = Arguments(call)
            return await self._lane.do(chosen.use, arguments, asking)
        except (BadCall, PathRefused, StateError, TimelineError) as error:
            return _failed(str(error))


@dataclass(frozen=True, slots=True)
class InHand:
    """A toolbox for the answer to one question."""

    toolbox: Toolbox
    now: datetime
    asked: Collection[str]

    async def use(self, call: Call) -> Used:
        return await self.toolbox.use(call, self.now, self.asked)


def _failed(sentence: str) -> Used:
    return Used(shortened(sentence, _SENTENCE), failed=True)
