"""What becomes of messages: a command is obeyed, all else is answered; each exactly once."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from adapters.base import Chat, Incoming
from memory.recap import Recap, recap
from memory.slices import Speaker, Turn, instant
from memory.slicing import fell_silent
from memory.timeline import Placed, Timeline
from previously_bot import slash, texts
from previously_bot.account import Account
from previously_bot.answerer import Answerer, Request, StartOver
from previously_bot.answers import Answer, Delivery, NewAnswer
from previously_bot.attachments.shelf import Settled
from previously_bot.batches import Order, after, turns_of
from previously_bot.clock import Clock
from previously_bot.courier import Courier, Show
from previously_bot.discretion import Discreet, discreet
from previously_bot.erasing import Erasure
from previously_bot.errors import ModelError
from previously_bot.forgetting import Forgetting
from previously_bot.inbox import Waiting
from previously_bot.lane import Lane
from previously_bot.parts import Boxes, Minds
from previously_bot.people import Person
from previously_bot.status import Process, Status

log = logging.getLogger(__name__)

_RECAPPED = 40  # slices, of which a recap takes those that were marked


class Answering:
    """Over one person's timeline, which is used through its lane, and the boxes in threads.
    `person` is as the settings say; before anything is said, they become who they chose to be.

    Every method may raise what the timeline and the state raise; whatever was done by then is
    found done when it is called again.
    """

    def __init__(
        self,
        person: Person,
        timeline: Timeline,
        minds: Minds,
        boxes: Boxes,
        courier: Courier,
        clock: Clock,
        process: Callable[[], Process],
    ) -> None:
        self._person = self._of_settings = person
        self._timeline = timeline
        self._minds, self._mind = minds, minds(person)
        self._boxes, self._outbox = boxes, boxes.outbox
        self._courier = courier
        self._clock = clock
        self._process = process
        self._recapped: datetime | None = None
        self.order = Order()

    @property
    def lane(self) -> Lane:
        return self._mind.lane

    @property
    def erasure(self) -> Erasure:
        """Of the mind that answers now."""
        return self._mind.erasure

    @property
    def language(self) -> str:
        """The person's, as far as it was looked up."""
        return self._person.language

    async def greet(self, chat: Chat, welcome: str = "") -> None:
        """What a person sees on coming back: where we were, or who is here; never a turn."""
        await self._become_who_they_chose()
        now = self._clock.now()
        past = await self.lane.do(self._timeline.latest, _RECAPPED)
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
        await self._become_who_they_chose()
        now = self._clock.now()
        desk = slash.Desk(
            self._person,
            self._timeline,
            self._mind.recollection,
            now,
            self._mind.sessions,
            asked.incoming,
            Forgetting(self._person.name, self._timeline, self.erasure, self._boxes),
            lambda: self._boxes.accounts.issue(self._person.name, now),
            self._boxes.accounts,
            self._boxes.preferences,
            lambda: self._status(asked),
            self._boxes.joins,
            self._mind.own,
            self._mind.exports,
            self._mind.earlier,
        )
        said = await self.lane.do(slash.obey, command, desk)
        if said.errand and desk.earlier:
            text = await desk.earlier.soon(said.errand, otherwise=said.text)
            said = replace(said, text=text)
        answer = replace(
            self._new_answer(said.text, asked, on_timeline=False),
            buttons=said.buttons,
            file=said.file,
            shown_as=asked.incoming.pressed,
        )
        await asyncio.to_thread(self._outbox.put, answer, [asked.number])
        await self._courier.deliver(self._person.name)

    async def settled(self, messages: Sequence[Incoming], former: str = "") -> list[Settled]:
        """What is in each of them and came with it, without secrets, for `answer`. `former` is
        as in `discretion`."""
        await self._become_who_they_chose()
        return [await self._on_shelf(one) for one in discreet(messages, former)]

    async def _on_shelf(self, one: Discreet) -> Settled:
        settled = await self._mind.shelf.settled(one.incoming)
        note = one.note(self._person.language)
        return replace(settled, notes=[note, *settled.notes]) if note else settled

    async def tell(self, edited: Incoming, what: str, words: Callable[[str], str]) -> None:
        """Something of a message that was edited when it was answered already, as `words` say
        it in a language; told once."""
        note = NewAnswer(
            person=self._person.name,
            chat=edited.chat,
            text=words(self._person.language),
            at=self._clock.now(),
            origin=f"{what} {edited.origin}",
            on_timeline=False,
        )
        await asyncio.to_thread(self._outbox.put, note, [])

    async def place(self, batch: Sequence[Waiting], settled: Sequence[Settled]) -> list[Placed]:
        """Messages onto the timeline, for `answer`."""
        turns = turns_of(batch, settled)
        await asyncio.to_thread(self._boxes.inbox.seal, [one.number for one in batch], turns)
        await self.lane.do(self._timeline.close_silent, turns[0].at)
        return [await self.lane.do(self._timeline.add, turn) for turn in turns]

    async def answer(
        self, batch: Sequence[Waiting], settled: Sequence[Settled], placed: Sequence[Placed]
    ) -> None:
        turns = turns_of(batch, settled)
        last, briefing, now = batch[-1].incoming, self._mind.briefing, self._clock.now()
        if await self._may_remember(last):
            await self._recap_before(turns[0], placed, batch[0])
            answerer = self._mind.answerer
            request = await self.lane.do(briefing.request, turns, placed, now)
        else:
            answerer = self._mind.apart
            until = await self._told_until(last.chat)
            request = await self.lane.do(
                briefing.exchange, turns, placed, now, last.chat, until
            )
        request = _with_files(request, settled)
        answer = self._new_answer("", batch[0])
        if len(batch) > 1:
            answer = replace(answer, replies_to=last.message_id)
        async with self._courier.writing(answer, last) as show:
            if notes := await self._noted(settled, batch[0]):
                text, account = notes, Account()
            else:
                text, account = await self._ask(answerer, request, show)
        answer = replace(answer, text=text, at=after(turns[-1].at, self._clock.now()))
        numbers = [waiting.number for waiting in batch]
        recorded = await self.record(await asyncio.to_thread(self._outbox.put, answer, numbers))
        # Nobody waits for what the answer leaves behind.
        await self._courier.deliver(self._person.name)
        settle = self._mind.afterwards.settle
        await self.lane.do(settle, request, recorded, account, answer.at)

    async def _noted(self, settled: Sequence[Settled], first: Waiting) -> str:
        """What could not be done with the files of messages: said before the answer; or given
        back to stand in its place, where there is nothing else to answer."""
        notes = "\n\n".join(dict.fromkeys(note for one in settled for note in one.notes))
        if not notes or not any(one.needs_answer for one in settled):
            return notes
        before = self._new_answer(notes, first, on_timeline=False, what="note before")
        await asyncio.to_thread(self._outbox.put, before, [])
        await self._courier.deliver(self._person.name)
        return ""

    async def record(self, answer: Answer) -> Placed:
        """Put an answer on the timeline; that it is there already is found by its origin."""
        at = instant(answer.at)
        self.order.said(at)
        turn = Turn("?", at, Speaker.AGENT, answer.text, answer.origin)
        placed = await self.lane.do(self._timeline.add, turn)
        await asyncio.to_thread(self._outbox.recorded, answer.number)
        return placed

    async def _become_who_they_chose(self) -> None:
        """Also in between two messages; what is made for a person is made for them as they
        are now."""
        person = await asyncio.to_thread(self._boxes.preferences.of, self._of_settings)
        if person != self._person:
            self._timeline.zone = person.zone.key
            self._mind = await self.lane.do(self._minds, person)
            self._person = person

    async def _may_remember(self, incoming: Incoming) -> bool:
        """Whether the person's memory may be told where a message came from."""
        if incoming.is_private:
            return True
        allows = self._boxes.preferences.allows
        return await asyncio.to_thread(allows, self._person.name, incoming.chat)

    async def _told_until(self, chat: Chat) -> datetime | None:
        told_until = self._boxes.preferences.told_until
        return await asyncio.to_thread(told_until, self._person.name, chat)

    async def _recap_before(self, first: Turn, placed: Sequence[Placed], to: Waiting) -> None:
        told = await self.lane.do(self._told_before, first, placed)
        if told:
            person = self._person
            text = texts.previously(told, self._clock.now(), person.zone, person.language)
            opening = self._new_answer(text, to, on_timeline=False, what="recap before")
            await asyncio.to_thread(self._outbox.put, opening, [])

    def _told_before(self, first: Turn, placed: Sequence[Placed]) -> Recap | None:
        """What to recap to somebody who comes back, seen from before their new turns."""
        if not (placed[0].opened and self._is_return(first.at)):
            return None
        new = {place.slice_id for place in placed}
        latest = self._timeline.latest(_RECAPPED)
        past = [one for one in latest if one.slice_id not in new]
        return recap(past, first.at)

    async def _ask(
        self, answerer: Answerer, request: Request, show: Show
    ) -> tuple[str, Account]:
        text, account = "", Account()
        try:
            async for piece in answerer.answer(request):
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
            replies_to="" if to.incoming.is_private else to.incoming.message_id,
        )

    def _status(self, asked: Waiting) -> Status:
        """Without the message that asks for it."""
        name = self._person.name
        waiting = [one for one in self._boxes.inbox.waiting(name) if one.number != asked.number]
        counted = self._outbox.counted(name)
        return Status(
            self._process(),
            waiting=len(waiting),
            queued=counted[Delivery.QUEUED] + counted[Delivery.SENDING],
            unknown=counted[Delivery.UNKNOWN],
            gone=counted[Delivery.GONE],
        )


def _with_files(request: Request, settled: Sequence[Settled]) -> Request:
    return replace(
        request,
        documents=[document for one in settled for document in one.documents],
        images=[image for one in settled for image in one.images],
    )
