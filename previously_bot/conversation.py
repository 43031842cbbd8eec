"""One person's mailbox: messages in order, answered one at a time, each exactly once.

A message waits in the inbox until its answer is in the outbox, and both happen in one
transaction; the timeline takes a turn once per origin. So whatever the moment at which the
process ends, the next start goes on where this one stopped.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from adapters.base import Chat, Deleted, Edited, Incoming
from memory.errors import TimelineError
from memory.timeline import Timeline
from previously_bot import slash, texts
from previously_bot.answering import Answering
from previously_bot.batches import ALTERING, command_of, together, turn_of
from previously_bot.clock import Clock, Pause
from previously_bot.courier import Courier
from previously_bot.errors import StateError
from previously_bot.gathering import Gathering
from previously_bot.inbox import Waiting
from previously_bot.masking.rows import may_go_on
from previously_bot.parts import Boxes, Minds
from previously_bot.people import Person
from previously_bot.revising import Revising
from previously_bot.status import Process
from previously_bot.texts import groups

log = logging.getLogger(__name__)


class Conversation:
    """`receive` may be called from anywhere in the event loop; `run` does the work, in order.

    The timeline is used through its lane, and the database in threads, so that the event loop
    stays free. With a `pause`, what comes in pieces is waited for.
    """

    def __init__(
        self,
        person: Person,
        *,
        timeline: Timeline,
        minds: Minds,
        boxes: Boxes,
        courier: Courier,
        clock: Clock,
        process: Callable[[], Process],
        pause: Pause | None = None,
    ) -> None:
        self._person = person
        self._timeline = timeline
        self._inbox, self._outbox = boxes.inbox, boxes.outbox
        self._courier = courier
        courier.wakes(person.name, self.tick)
        self._answering = Answering(person, timeline, minds, boxes, courier, clock, process)
        self._lane = self._answering.lane
        self._revising = Revising(person.name, self._answering, boxes)
        self._clock = clock
        self._wake, self._settled = asyncio.Event(), asyncio.Event()
        self._gathering = Gathering(pause)
        self._is_answering = False
        # The number of the last message on the timeline while it is answered, if what comes
        # after it may be added; held while something is.
        self._added: int | None = None
        self._adding = asyncio.Lock()
        self._at_work = asyncio.Lock()
        self._is_retired = False
        self._notices: set[asyncio.Task[None]] = set()
        self._told_why = 0  # the number of the last message of which was said why it waits
        self.failure: TimelineError | StateError | None = None
        """Why messages are still waiting, when the last round could not finish."""

    async def receive(self, incoming: Incoming) -> None:
        """Take one message: it is on disk when this returns. Raises StateError otherwise.

        While another one is being answered it goes onto the timeline at once, unless files
        came with it or with one before it, which are fetched first.
        """
        name, now = self._person.name, self._clock.now()
        incoming = self._answering.order.after_all(incoming)
        await asyncio.to_thread(self._inbox.put, incoming, name, received=now)
        may_go_on = self._gathering.came(incoming)
        if self._is_answering:
            self._notice(incoming, waits=True)
            await self._add_meanwhile()
        elif may_go_on:
            self._notice(incoming)
        self.tick()

    async def revise(self, event: Edited | Deleted) -> None:
        """Take what the person did to a message of theirs: it is on disk when this returns.

        It is done before the next message is answered; an answer at hand goes on as it is.
        """
        await self._revising.keep(event, self._clock.now())
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
            async with self._at_work:
                if not self._is_retired:
                    await self._round()
            if not self._wake.is_set():
                self._settled.set()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """What comes meanwhile waits; it begins when what is waiting already was answered, or
        cannot be now."""
        try:
            async with self._at_work:
                yield
        finally:
            self.tick()

    async def retire(self) -> None:
        """As `held`, for good: nothing is answered here any more."""
        async with self._at_work:
            self._is_retired = True

    async def greet(self, chat: Chat, welcome: str = "") -> None:
        """What a person sees on coming back: where we were, or who is here; never a turn."""
        await self._answering.greet(chat, welcome)

    async def _add_meanwhile(self) -> None:
        """What came since an answer was begun goes onto the timeline, in order: up to the first
        whose files must be fetched, or that may be a part of a text in which a secret is cut in
        two, or is a command that closes or forgets; and nothing before what is being answered
        is there."""
        try:
            async with self._adding:
                if self._added is not None:
                    await self._add_after(self._added)
        except (TimelineError, StateError) as error:
            log.warning("a message is added when it is answered: %s", error)

    async def _add_after(self, last: int) -> None:
        waiting = await asyncio.to_thread(self._inbox.waiting, self._person.name)
        is_part = False
        for one in waiting:
            is_rest, is_part = is_part, may_go_on(one.incoming.text)
            if one.number <= last:
                continue
            command = command_of(one.incoming)
            is_altering = command is not None and command.name in ALTERING
            if one.incoming.attached or is_rest or is_part or is_altering:
                return
            if self._added is None:
                return
            if not command:
                turn = turn_of(one.incoming, one.incoming.text)
                await asyncio.to_thread(self._inbox.seal, [one.number], [turn])
                await self._lane.do(self._timeline.add, turn)
            self._added = one.number

    def _notice(self, incoming: Incoming, *, waits: bool = False) -> None:
        """Without waiting for the platform."""
        notice = asyncio.create_task(self._courier.notice(incoming, waits=waits))
        self._notices.add(notice)
        notice.add_done_callback(self._notices.discard)

    async def _round(self) -> None:
        self.failure = None
        try:
            for answer in await asyncio.to_thread(self._outbox.to_record, self._person.name):
                await self._answering.record(answer)
            while waiting := await self._waiting():
                self._is_answering = True
                try:
                    await self._handle(together(waiting), waiting[-1].number)
                finally:
                    self._is_answering = False
                    async with self._adding:
                        self._added = None
            await self._courier.deliver(self._person.name)
            await self._lane.do(self._timeline.close_silent, self._clock.now())
        except (TimelineError, StateError) as error:
            self.failure = error
            log.warning("%s is kept waiting: %s", self._person.name, error)
            await self._go_on_despite(error)

    async def _waiting(self) -> list[Waiting]:
        """What is to be answered, as it is now, and whole."""
        await self._gathering.complete()
        await self._revising.catch_up()
        return await asyncio.to_thread(self._inbox.waiting, self._person.name)

    async def _handle(self, batch: Sequence[Waiting], last: int) -> None:
        """`last` is the number of the last that waits."""
        # At once, before anything is looked up, and even where the answer is quick.
        self._notice(batch[-1].incoming)
        command = command_of(batch[0].incoming)
        if command:
            await self._answering.obey(command, batch[0])
            return
        former = await asyncio.to_thread(self._inbox.former, batch[0].number)
        settled = await self._answering.settled([one.incoming for one in batch], former)
        placed = await self._answering.place(batch, settled)
        if batch[-1].number == last:
            self._added = last
            await self._add_meanwhile()
        await self._answering.answer(batch, settled, placed)

    async def _go_on_despite(self, error: TimelineError | StateError) -> None:
        """What needs nothing that is in the way is done. All else waits in the inbox, so that
        nothing is lost; that is said once, where it came from."""
        try:
            for one in await asyncio.to_thread(self._inbox.waiting, self._person.name):
                command = command_of(one.incoming)
                if command and slash.only_looks(command):
                    await self._answering.obey(command, one)
        except (TimelineError, StateError) as another:
            log.warning("%s is not obeyed either: %s", self._person.name, another)
        try:
            waiting = await asyncio.to_thread(self._inbox.waiting, self._person.name)
        except StateError as another:
            log.warning("%s cannot be told why: %s", self._person.name, another)
            return
        fresh = [one for one in waiting if one.number > self._told_why]
        for incoming in {one.incoming.chat: one.incoming for one in fresh}.values():
            await self._say_why(error, incoming)
        self._told_why = max([self._told_why, *(one.number for one in fresh)])

    async def _say_why(self, error: TimelineError | StateError, incoming: Incoming) -> None:
        """Tell the person that a message waits. Where others read along they are not told which
        file is in the way."""
        language, asked = self._answering.language, incoming.message_id
        if incoming.is_private:
            text = texts.KEPT_WAITING.say(language, why=str(error))
            await self._courier.show(incoming.chat, text, answers=asked)
        else:
            text = groups.KEPT_WAITING.say(language)
            await self._courier.show(incoming.chat, text, replies_to=asked, answers=asked)
