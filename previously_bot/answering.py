"""What becomes of messages: a command is obeyed, all else is answered; each exactly once."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from adapters.base import Chat
from memory.recap import Recap, recap
from memory.slices import Speaker, Turn, instant
from memory.slicing import fell_silent
from memory.timeline import Placed, Timeline
from previously_bot import slash, texts
from previously_bot.account import Account
from previously_bot.answerer import Request, StartOver
from previously_bot.batches import turn_of
from previously_bot.clock import Clock
from previously_bot.courier import Courier, Show
from previously_bot.errors import ModelError
from previously_bot.inbox import Waiting
from previously_bot.outbox import Answer, NewAnswer
from previously_bot.parts import Boxes, Mind
from previously_bot.people import Person

log = logging.getLogger(__name__)

_RECAPPED = 40  # slices, of which a recap takes those that were marked


class Answering:
    """Over one person's timeline, which is used through its lane, and the boxes in threads.

    Every method may raise what the timeline and the state raise; whatever was done by then is
    found done when it is called again.
    """

    def __init__(
        self,
        person: Person,
        timeline: Timeline,
        mind: Mind,
        boxes: Boxes,
        courier: Courier,
        clock: Clock,
    ) -> None:
        self._person = person
        self._timeline = timeline
        self._mind, self._lane = mind, mind.lane
        self._outbox, self._accounts = boxes.outbox, boxes.accounts
        self._courier = courier
        self._clock = clock
        self._recapped: datetime | None = None

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

    async def obey(self, command: slash.Command, asked: Waiting) -> None:
        desk = slash.Desk(
            self._person,
            self._timeline,
            self._mind.recollection,
            self._clock.now(),
            self._mind.sessions,
            asked.incoming,
            lambda: self._accounts.issue(self._person.name, self._clock.now()),
        )
        said = await self._lane.do(slash.obey, command, desk)
        answer = replace(
            self._new_answer(said.text, asked, on_timeline=False),
            buttons=said.buttons,
            file=said.file,
            shown_as=asked.incoming.pressed,
        )
        await asyncio.to_thread(self._outbox.put, answer, [asked.number])
        await self._courier.deliver(self._person.name)

    async def answer(self, batch: Sequence[Waiting]) -> None:
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
        recorded = await self.record(await asyncio.to_thread(self._outbox.put, answer, numbers))
        # Nobody waits for what the answer leaves behind.
        await self._courier.deliver(self._person.name)
        settle = self._mind.afterwards.settle
        await self._lane.do(settle, request, recorded, account, answer.at)

    async def record(self, answer: Answer) -> Placed:
        """Put an answer on the timeline; that it is there already is found by its origin."""
        at = instant(answer.at)
        turn = Turn("?", at, Speaker.AGENT, answer.text, answer.origin)
        placed = await self._lane.do(self._timeline.add, turn)
        await asyncio.to_thread(self._outbox.recorded, answer.number)
        return placed

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
            answers=to.incoming.message_id,
        )
