"""What becomes of a person's messages that they edit or delete in the app, each change once.

A message that waits for an answer is another one then, or waits no more. One that was answered,
or is being answered, changes on the timeline alone: nobody is asked again.
"""

import asyncio
import logging
from datetime import datetime

from adapters.base import Deleted, Edited
from memory.errors import DamagedSlice
from memory.slices import instant
from previously_bot.answering import Answering
from previously_bot.batches import command_of, turn_of
from previously_bot.discretion import Discreet, discreet
from previously_bot.inbox import Waiting
from previously_bot.masking import kinds_in
from previously_bot.parts import Boxes
from previously_bot.revisions import Revision
from previously_bot.texts import merging

log = logging.getLogger(__name__)


class Revising:
    """Of one person, by name. Every method may raise what the timeline and the state raise;
    whatever was done by then is found done when it is called again."""

    def __init__(self, person: str, answering: Answering, boxes: Boxes) -> None:
        self._person = person
        self._answering, self._lane = answering, answering.lane
        self._inbox, self._revisions = boxes.inbox, boxes.revisions

    async def keep(self, event: Edited | Deleted, received: datetime) -> None:
        """It is on disk when this returns."""
        await asyncio.to_thread(self._revisions.put, event, self._person, received=received)

    async def catch_up(self) -> None:
        """Do what is still to be done, in order."""
        for revision in await asyncio.to_thread(self._revisions.waiting, self._person):
            kept = await asyncio.to_thread(self._inbox.find, revision.chat, revision.message_id)
            if _is_of_command(revision, kept):
                await asyncio.to_thread(self._revisions.ignore, revision)
                continue
            seal = kept.seal if kept else ""
            try:
                seal = await self._change_turn(revision, kept)
            except DamagedSlice as error:
                log.warning("a message was edited or deleted, but %s", error)
            await asyncio.to_thread(self._revisions.done, revision, seal)

    async def _change_turn(self, revision: Revision, kept: Waiting | None) -> str:
        """On the timeline, where the message may be already; the seal of its turn then."""
        now = revision.now
        message = kept.incoming if kept else now
        near = instant(message.at) if message else None
        if now is None:
            await self._lane.do(self._answering.erasure.redact, revision.origin, near)
            return ""
        former = await asyncio.to_thread(self._inbox.former, kept.number) if kept else ""
        (settled,) = await self._answering.settled([now], former)
        text = turn_of(now, settled.text).text
        revise, was = self._answering.erasure.revise, kept.seal if kept else ""
        done = await self._lane.do(revise, revision.origin, text, near, was)
        if done and done.is_twofold:
            await self._answering.tell(now, "twofold", merging.BOTH_IN_TURN.say)
        (masked,) = discreet([now], former)
        told = kinds_in(kept.incoming.text) if kept else ()
        if kept and not set(masked.kinds) <= set(told):
            await self._tell_of_secrets(masked, kept)
        return done.seal if done else ""

    async def _tell_of_secrets(self, masked: Discreet, kept: Waiting) -> None:
        """Of those in a message that waits it is told when that is answered."""
        if await asyncio.to_thread(self._inbox.is_answered, kept.number):
            await self._answering.tell(masked.incoming, "masked", masked.note)


def _is_of_command(revision: Revision, kept: Waiting | None) -> bool:
    """Commands are obeyed as they were sent; and what was said becomes none."""
    if revision.now is None:
        return False
    was = command_of(kept.incoming) if kept else None
    return bool(was or command_of(revision.now))
