"""One person's mailbox: messages in order, answered one at a time, each exactly once.

A message waits in the inbox until its answer is in the outbox, and both happen in one
transaction; the timeline takes a turn once per origin. So whatever the moment at which the
process ends, the next start goes on where this one stopped.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from adapters.base import Chat, Incoming
from memory.errors import TimelineError
from memory.recap import Recap, recap
from memory.slices import Speaker, Turn, instant
from memory.slicing import fell_silent
from memory.timeline import Placed, Timeline
from previously_bot import slash, texts
from previously_bot.account import Account
from previously_bot.accounts import Accounts
from previously_bot.afterwards import Afterwards
from previously_bot.answerer import Answerer, Request, StartOver
from previously_bot.batches import together, turn_of
from previously_bot.briefing import Briefing
from previously_bot.clock import Clock
from previously_bot.courier import Courier, Show
from previously_bot.errors import ModelError, StateError
from previously_bot.inbox import Inbox, Waiting
from previously_bot.lane import Lane
from previously_bot.outbox import Answer, NewAnswer, Outbox
from previously_bot.people import Person
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions

log = logging.getLogger(__name__)

_RECAPPED = 40  # slices, of which a recap takes those that were marked


@dataclass(frozen=True, slots=True)
class Boxes:
    """What is still to be answered, still to be delivered, and who was let in; on disk."""

    inbox: Inbox
    outbox: Outbox
    accounts: Accounts


@dataclass(frozen=True, slots=True)
class Mind:
    """What is asked on the way from a message to its answer."""

    recollection: Recollection
    briefing: Briefing
    answerer: Answerer
    afterwards: Afterwards
    sessions: Sessions
    lane: Lane


class Conversation:
    """`receive` may be called from anywhere in the event loop; `run` does the work, in order.

    The timeline is used through its lane, and the database in threads, so that the event loop
    stays free.
    """

    def __init__(
        self,
        person: Person,
        *,
        timeline: Timeline,
        mind: Mind,
        boxes: Boxes,
        courier: Courier,
        clock: Clock,
    ) -> None:
        self._person = person
        self._timeline = timeline
        self._mind, self._lane = mind, mind.lane
        self._inbox, self._outbox = boxes.inbox, boxes.outbox
        self._accounts = boxes.accounts
        self._courier = courier
        self._clock = clock
        self._wake, self._settled = asyncio.Event(), asyncio.Event()
        self._recapped: datetime | None = None
        self._is_answering = False
        self._notices: set[asyncio.Task[None]] = set()
        self.failure: TimelineError | StateError | None = None
        """Why messages are still waiting, when the last round could not finish."""

    async def receive(self, incoming: Incoming) -> None:
        """Take one message: it is on disk when this returns. Raises StateError otherwise.

        While another one is being answered it goes onto the timeline at once.
        """
        name, now = self._person.name, self._clock.now()
        await asyncio.to_thread(self._inbox.put, incoming, name, received=now)
        if self._is_answering:
            await self._take_meanwhile(incoming)
        self.tick()

    def tick(self) -> None:
        """Look whether the open slice has fallen silent, and whether anything was left over."""
        self._settled.clear()
        self._wake.set()

    async def settled(self) -> None:
        """Wait until there is nothing left to do, or what is left cannot be done now."""
        await self._settled.wait()

    async def is_done(self) -> bool:
        """Whether every message was answered, and no answer waits to be delivered."""
        queued = await asyncio.to_thread(self._outbox.queued, self._person.name)
        return self.failure is None and not queued

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._round()
            if not self._wake.is_set():
                self._settled.set()

    async def greet(self, chat: Chat, welcome: str = "") -> None:
        """What a person sees on coming back: where we were, or who is here; never a turn."""
        now = self._clock.now()
        past = await self._lane.do(self._timeline.latest, _RECAPPED)
        told = recap(past, now)
        parts = [welcome] if welcome else []
        if told:
            self._recapped = now
            parts.append(texts.previously(told, now, self._person.zone, self._person.language))
        elif not welcome and not past:
            parts.append(texts.GREETING.say(self._person.language))
        for part in parts:
            await self._courier.show(chat, part)

    async def _take_meanwhile(self, incoming: Incoming) -> None:
        notice = asyncio.create_task(self._courier.notice(incoming))
        self._notices.add(notice)
        notice.add_done_callback(self._notices.discard)
        if slash.command(incoming.text):
            return
        try:
            await self._lane.do(self._timeline.add, turn_of(incoming))
        except TimelineError as error:
            log.warning("a message is added when it is answered: %s", error)

    async def _round(self) -> None:
        self.failure = None
        waiting: list[Waiting] = []
        try:
            for answer in await asyncio.to_thread(self._outbox.to_record, self._person.name):
                await self._record(answer)
            while waiting := await asyncio.to_thread(self._inbox.waiting, self._person.name):
                self._is_answering = True
                try:
                    await self._handle(together(waiting))
                finally:
                    self._is_answering = False
            await self._courier.deliver(self._person.name)
            await self._lane.do(self._timeline.close_silent, self._clock.now())
        except (TimelineError, StateError) as error:
            self.failure = error
            log.warning("%s is kept waiting: %s", self._person.name, error)
            await self._say_why(error, waiting)

    async def _handle(self, batch: Sequence[Waiting]) -> None:
        command = slash.command(batch[0].incoming.text)
        if command:
            await self._obey(command, batch[0])
        else:
            await self._answer(batch)

    async def _obey(self, command: slash.Command, asked: Waiting) -> None:
        desk = slash.Desk(
            self._person,
            self._timeline,
            self._mind.recollection,
            self._clock.now(),
            self._mind.sessions,
            lambda: self._accounts.issue(self._person.name, self._clock.now()),
        )
        text = await self._lane.do(slash.obey, command, desk)
        answer = self._new_answer(text, asked, on_timeline=False)
        await asyncio.to_thread(self._outbox.put, answer, [asked.number])
        await self._courier.deliver(self._person.name)

    async def _answer(self, batch: Sequence[Waiting]) -> None:
        turns = [turn_of(waiting.incoming) for waiting in batch]
        await self._lane.do(self._timeline.close_silent, turns[0].at)
        placed = [await self._lane.do(self._timeline.add, turn) for turn in turns]
        told = await self._lane.do(self._told_before, turns[0], placed)
        if told:
            person = self._person
            text = texts.previously(told, self._clock.now(), person.zone, person.language)
            opening = self._new_answer(text, batch[0], on_timeline=False, what="recap before")
            await asyncio.to_thread(self._outbox.put, opening, [])
        now = self._clock.now()
        request = await self._lane.do(self._mind.briefing.request, turns, placed, now)
        answer = self._new_answer("", batch[0])
        if len(batch) > 1:
            answer = replace(answer, replies_to=batch[-1].incoming.message_id)
        async with self._courier.writing(answer, batch[-1].incoming) as show:
            text, account = await self._ask(request, show)
        answer = replace(answer, text=text, at=self._clock.now())
        numbers = [waiting.number for waiting in batch]
        recorded = await self._record(
            await asyncio.to_thread(self._outbox.put, answer, numbers)
        )
        # Nobody waits for what the answer leaves behind.
        await self._courier.deliver(self._person.name)
        settle = self._mind.afterwards.settle
        await self._lane.do(settle, request, recorded, account, answer.at)

    def _told_before(self, first: Turn, placed: Sequence[Placed]) -> Recap | None:
        """What to recap to somebody who comes back, seen from before their new turns."""
        if not (placed[0].opened and self._is_return(first.at)):
            return None
        new = {place.slice_id for place in placed}
        latest = self._timeline.latest(_RECAPPED)
        past = [one for one in latest if one.slice_id not in new]
        return recap(past, first.at)

    async def _ask(self, request: Request, show: Show) -> tuple[str, Account]:
        text, account = "", Account()
        try:
            async for piece in self._mind.answerer.answer(request):
                if isinstance(piece, Account):
                    account = piece
                else:
                    text = "" if isinstance(piece, StartOver) else text + piece
                    show(text)
        except ModelError as error:
            log.warning("no answer from the model: %s", error)
            text = ""
        return text.strip() or texts.NO_ANSWER_NOW.say(self._person.language), account

    async def _record(self, answer: Answer) -> Placed:
        """Put an answer on the timeline; that it is there already is found by its origin."""
        at = instant(answer.at)
        turn = Turn("?", at, Speaker.AGENT, answer.text, answer.origin)
        placed = await self._lane.do(self._timeline.add, turn)
        await asyncio.to_thread(self._outbox.recorded, answer.number)
        return placed

    async def _say_why(
        self, error: TimelineError | StateError, waiting: Sequence[Waiting]
    ) -> None:
        """Tell the person that a message waits; it is in the inbox, so nothing is lost."""
        if not waiting:
            return
        text = texts.KEPT_WAITING.say(self._person.language, why=str(error))
        await self._courier.show(waiting[0].incoming.chat, text)

    def _is_return(self, at: datetime) -> bool:
        return self._recapped is None or fell_silent(self._recapped, at)

    def _new_answer(
        self, text: str, to: Waiting, *, on_timeline: bool = True, what: str = "answers"
    ) -> NewAnswer:
        return NewAnswer(
            person=self._person.name,
            chat=to.incoming.chat,
            text=text,
            at=self._clock.now(),
            origin=f"{what} {to.incoming.origin}",
            on_timeline=on_timeline,
        )
