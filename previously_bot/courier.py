"""Answers on their way from the outbox to the person; each message of them is sent once."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from adapters.base import (
    Adapter,
    AdapterError,
    Chat,
    GoneForGood,
    Incoming,
    MaybeDelivered,
    NotDelivered,
    Outgoing,
)
from previously_bot.answers import Answer, NewAnswer
from previously_bot.clock import Clock, Pause
from previously_bot.enclosed import ids_in
from previously_bot.outbox import Outbox
from previously_bot.preview import Asked, Preview, previewing

log = logging.getLogger(__name__)

Show = Callable[[str], None]


class Courier:
    """`adapters` by their platforms. Every method may raise StateError."""

    def __init__(
        self, outbox: Outbox, adapters: Mapping[str, Adapter], clock: Clock, pause: Pause
    ) -> None:
        self._outbox = outbox
        self._adapters = adapters
        self._clock = clock
        self._pause = pause
        self._not_before: dict[Chat, datetime] = {}
        self._alarms: dict[Chat, asyncio.Task[None]] = {}
        self._wake: dict[str, Callable[[], None]] = {}

    def wakes(self, person: str, wake: Callable[[], None]) -> None:
        """Call this from now on when a chat of the person's need not be waited for any more."""
        self._wake[person] = wake

    async def deliver(self, person: str) -> None:
        """Send what is queued for a person, in order; of a chat that does not take it now,
        nothing more."""
        stuck: set[Chat] = set()
        for answer in await asyncio.to_thread(self._outbox.queued, person):
            adapter = self._adapters.get(answer.chat.platform)
            if adapter is None or answer.chat in stuck or self._must_wait(answer.chat):
                continue
            if not await self._deliver(answer, adapter):
                stuck.add(answer.chat)

    async def resume(self) -> None:
        """At the start, once: go on with answers of which a message was under way when the last
        run ended. That one is not sent again, unless it only edits what is there; those after
        it are."""
        for answer in await asyncio.to_thread(self._outbox.interrupted):
            await self._resume(answer)

    async def _resume(self, answer: Answer) -> None:
        adapter = self._adapters.get(answer.chat.platform)
        if adapter is None:
            return
        parts = answer.parts_sent + (0 if _only_edits(answer) else 1)
        if parts < adapter.parts(answer.text):
            await asyncio.to_thread(self._outbox.go_on, answer.number, parts)

    async def show(
        self, chat: Chat, text: str, *, replies_to: str = "", answers: str = ""
    ) -> None:
        """Send what matters only now; when it does not arrive, it is not sent later."""
        adapter = self._adapters[chat.platform]
        message = Outgoing(chat, text, answers=answers, key=self._clock.now().isoformat())
        try:
            for part in range(adapter.parts(text)):
                quoted = "" if part else replies_to
                await adapter.send(replace(message, part=part, replies_to=quoted))
        except (NotDelivered, GoneForGood, MaybeDelivered) as failed:
            log.warning("%s", failed)

    async def notice(self, incoming: Incoming, *, waits: bool = False) -> None:
        """Show that a message has come, or that it `waits` until another was answered."""
        if adapter := self._adapters.get(incoming.chat.platform):
            await adapter.notice(incoming.chat, incoming.message_id, waits=waits)

    @asynccontextmanager
    async def writing(self, answer: NewAnswer, to: Incoming) -> AsyncIterator[Show]:
        """While an answer to a message is being written: what shows the text so far."""
        adapter = self._adapters.get(answer.chat.platform)
        if adapter is None:
            yield lambda _: None
            return

        async def remember(messages: Sequence[str]) -> None:
            await asyncio.to_thread(self._outbox.shown, answer, messages)

        shown = ids_in(self._outbox.shown_as(answer.origin))
        asked = Asked(answer.chat, to.message_id, answer.replies_to, shown)
        async with previewing(Preview(adapter, asked, self._pause, remember)) as preview:
            yield preview.show

    async def _deliver(self, answer: Answer, adapter: Adapter) -> bool:
        """Whether the chat took it, or never will."""
        parts = adapter.parts(answer.text)
        is_certain, message_id = True, ""
        for part in range(answer.parts_sent, parts):
            await asyncio.to_thread(self._outbox.sending, answer.number)
            try:
                message = _message(answer, part, is_last=part + 1 == parts)
                message_id = await adapter.send(message)
            except NotDelivered as error:
                self._wait(answer, error.retry_after)
                await asyncio.to_thread(self._outbox.back_to_queue, answer.number)
                log.warning("%s", error)
                return False
            except GoneForGood as error:
                await asyncio.to_thread(self._outbox.gone, answer.number)
                chat = answer.chat
                log.warning("an answer for %s chat %s: %s", chat.platform, chat.chat_id, error)
                return True
            except MaybeDelivered as error:
                is_certain = False
                log.warning("%s", error)
            if part + 1 < parts:
                await asyncio.to_thread(self._outbox.part_sent, answer.number, part + 1)
        await self._empty(answer, adapter, parts)
        if is_certain:
            with_buttons = message_id if answer.buttons else ""
            await asyncio.to_thread(self._outbox.sent, answer.number, with_buttons)
        else:
            await asyncio.to_thread(self._outbox.unknown, answer.number)
        return True

    async def _empty(self, answer: Answer, adapter: Adapter, parts: int) -> None:
        """The answer took fewer messages than what was shown of it before."""
        for message_id in ids_in(answer.shown_as)[parts:]:
            try:
                await adapter.send(Outgoing(answer.chat, "", edits=message_id))
            except AdapterError as error:
                log.warning("a draft is left behind: %s", error)

    def _wait(self, answer: Answer, seconds: float | None) -> None:
        if not seconds:
            return
        self._not_before[answer.chat] = self._clock.now() + timedelta(seconds=seconds)
        if (former := self._alarms.get(answer.chat)) is not None:
            former.cancel()
        alarm = asyncio.create_task(self._end_wait(answer, seconds))
        self._alarms[answer.chat] = alarm

    async def _end_wait(self, answer: Answer, seconds: float) -> None:
        await self._pause(seconds)
        self._not_before.pop(answer.chat, None)
        del self._alarms[answer.chat]
        if wake := self._wake.get(answer.person):
            wake()

    def _must_wait(self, chat: Chat) -> bool:
        until = self._not_before.get(chat)
        return until is not None and self._clock.now() < until


def _message(answer: Answer, part: int, *, is_last: bool) -> Outgoing:
    shown = ids_in(answer.shown_as)
    return Outgoing(
        answer.chat,
        answer.text,
        part,
        edits=shown[part] if part < len(shown) else "",
        replies_to="" if part else answer.replies_to,
        answers=answer.answers,
        buttons=answer.buttons if is_last else (),
        file=answer.file if is_last else None,
        # The number alone would begin anew with another state folder.
        key=f"{answer.number} {answer.at.isoformat()}",
    )


def _only_edits(answer: Answer) -> bool:
    """Whether the message under way is one that is there already, and only gets its text."""
    return answer.parts_sent < len(ids_in(answer.shown_as))
