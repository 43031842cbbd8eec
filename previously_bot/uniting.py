"""Two people who turn out to be one: what is the one's is brought over to the other's.

That they are one is on disk before anything is brought; bringing may be begun again however far
it got. Nothing is ever taken from where it comes from.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from memory import kept
from memory.errors import DamagedSlice, TimelineError
from memory.joining import Joining
from memory.slices import Slice
from memory.store import Store
from memory.timeline import Timeline
from previously_bot.answers import NewAnswer
from previously_bot.clock import Clock
from previously_bot.conversation import Conversation
from previously_bot.copying import copy, other_files
from previously_bot.lane import Lane
from previously_bot.parts import Boxes
from previously_bot.people import Person
from previously_bot.texts import Sentence, joining

log = logging.getLogger(__name__)

_AT_ONCE = 20
"""Slices, or files: so many are a moment's work, after which others have their turn."""

_NAMED = 5  # paths that could not be copied


@dataclass(frozen=True, slots=True)
class Home:
    """A person's timeline, the store it is on, what both are used through, and who answers."""

    person: Person
    store: Store
    timeline: Timeline
    lane: Lane
    mailbox: Conversation


class Uniting:
    """`homes` by the names of their people."""

    def __init__(self, homes: Mapping[str, Home], boxes: Boxes, clock: Clock) -> None:
        self._homes = homes
        self._joins, self._outbox = boxes.joins, boxes.outbox
        self._clock = clock
        self._wake = asyncio.Event()

    def tick(self) -> None:
        """Look whether anything is left over."""
        self._wake.set()

    async def run(self) -> None:
        """Work until cancelled. Raises what the timelines and the state raise; what was done
        by then is found done when it is run again."""
        self._joins.listen(partial(_from_a_thread, asyncio.get_running_loop(), self.tick))
        while True:
            for person, into in await asyncio.to_thread(self._joins.unfinished):
                if person in self._homes and into in self._homes:
                    await self._unite(self._homes[person], self._homes[into])
                else:
                    log.warning("%s cannot become %s, who is not here", person, into)
            await self.hand_over()
            await self._wake.wait()
            self._wake.clear()

    async def hand_over(self) -> None:
        """Nobody who became somebody else is answered as they were: what came for them is the
        other's to answer."""
        for person, into in (await asyncio.to_thread(self._joins.all)).items():
            if into not in self._homes:
                continue
            if person in self._homes:
                await self._homes[person].mailbox.retire()
            if await asyncio.to_thread(self._joins.hand_over, person, into):
                self._homes[into].mailbox.tick()

    async def _unite(self, other: Home, into: Home) -> None:
        await other.mailbox.retire()
        async with into.mailbox.held():
            names = other.person.name, into.person.name
            await asyncio.to_thread(self._joins.hand_over, *names)
            try:
                slices = await self._bring_slices(other, into)
                files, left_out = await self._bring_files(other, into, slices)
            except TimelineError as error:
                await self._tell(other, into, "waits", joining.WAITS, why=str(error))
                raise
            said = {"other": names[0], "name": names[1]}
            counted = {"slices": len(slices), "files": files}
            await self._tell(other, into, "is done", joining.JOINED, **said, **counted)
            if left_out:
                paths = ", ".join(left_out[:_NAMED]) + (" …" if left_out[_NAMED:] else "")
                found = {"count": len(left_out), "other": names[0], "paths": paths}
                await self._tell(other, into, "lacks", joining.LEFT_OUT, **found)
            await asyncio.to_thread(self._joins.done, names[0])
            log.info("%s and %s are one", *names)

    async def _bring_slices(self, other: Home, into: Home) -> list[str]:
        """The ids of the slices that came, by a pass for turns and one for the rest."""
        bringing = Joining(into.timeline)
        slice_ids = await other.lane.do(lambda: sorted(other.timeline.slice_ids()))
        brought: list[str] = []
        for some in _pieces(slice_ids):
            slices = await other.lane.do(_whole, other, some)
            await into.lane.do(bringing.bring, slices)
            brought += [one.slice_id for one in slices]
        for some in _pieces(brought):
            for slice_ in await other.lane.do(_whole, other, some):
                await into.lane.do(bringing.settle, slice_)
        return brought

    async def _bring_files(
        self, other: Home, into: Home, slice_ids: Sequence[str]
    ) -> tuple[int, list[str]]:
        """How many others came, and the paths of those that did not."""
        brought = {other.timeline.path(one) for one in slice_ids}
        paths = await other.lane.do(other_files, other.store, brought)
        owner = other.person.name
        left_out: list[str] = []
        for path in paths:
            if not await into.lane.do(copy, path, other.store, into.store, owner):
                left_out.append(path)
        return len(paths) - len(left_out), left_out

    async def _tell(
        self, other: Home, into: Home, what: str, sentence: Sentence, /, **said: object
    ) -> None:
        """Say something, once, where either of them wrote last."""
        text = sentence.say(into.person.language, **said)
        names = other.person.name, into.person.name
        chats = {await asyncio.to_thread(self._joins.last_chat, name) for name in names}
        for chat in filter(None, chats):
            answer = NewAnswer(
                person=names[1],
                chat=chat,
                text=text,
                at=self._clock.now(),
                origin=f"joining {names[0]} {what} {chat.platform} {chat.chat_id}",
                on_timeline=False,
            )
            await asyncio.to_thread(self._outbox.put, answer, [])


def _from_a_thread(loop: asyncio.AbstractEventLoop, tick: Callable[[], None]) -> None:
    loop.call_soon_threadsafe(tick)


def _whole(home: Home, slice_ids: Sequence[str]) -> list[Slice]:
    """The slices that can be read whole and say anything; the others are brought as files."""
    found = []
    for slice_id in slice_ids:
        try:
            one = kept.read(home.store, home.timeline.path(slice_id), slice_id)
        except DamagedSlice:
            continue
        if one and not one.damage and one.slice.turns:
            found.append(one.slice)
    return found


def _pieces(slice_ids: Sequence[str]) -> Iterator[list[str]]:
    left = iter(slice_ids)
    while piece := list(islice(left, _AT_ONCE)):
        yield piece
