"""An answer while it is being written: that it is coming, and as much of it as there is.

What is shown are drafts, one for each message that the text takes so far, of which the last is
edited at the platform's pace. The whole goes out by the outbox and the courier, in the drafts'
place. Where a draft has no id there is one alone, of the last of these messages, and the answer
goes out in new ones.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from adapters.base import Adapter, AdapterError, Chat, NotDelivered, Outgoing
from previously_bot.clock import Pause

log = logging.getLogger(__name__)

FIRST_AFTER = 0.5
"""Seconds from the first words to the first draft: what is complete by then needs none."""

NOTICE_EVERY = 4.0
"""Seconds: Telegram shows for five that somebody is writing, Discord for ten."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The message that is answered, and the ids of those that show its answer already."""

    chat: Chat
    message_id: str
    replies_to: str = ""
    shown: tuple[str, ...] = ()


class Preview:
    """`on_shown` is told the ids of the drafts' messages whenever there is another one; never
    where they have none."""

    def __init__(
        self,
        adapter: Adapter,
        asked: Asked,
        pause: Pause,
        on_shown: Callable[[Sequence[str]], Awaitable[None]],
    ) -> None:
        self._adapter = adapter
        self._asked = asked
        self._pause = pause
        self._on_shown = on_shown
        self._text = ""
        self._shown = list(asked.shown)
        # The part that goes on being edited, and whether those before it can be left behind.
        self._part, self._are_messages = 0, True
        self._has_more = asyncio.Event()
        # Held while a draft is under way: what is sent then has an id that must be known.
        self._sending = asyncio.Lock()

    def show(self, text: str) -> None:
        """The text so far, which is shown as soon as the platform's pace allows."""
        if text.strip() and text != self._text:
            self._text = text
            self._has_more.set()

    async def keep_noticing(self) -> None:
        """Until cancelled."""
        while True:
            await self._adapter.notice(self._asked.chat, self._asked.message_id)
            await self._pause(NOTICE_EVERY)

    async def keep_showing(self) -> None:
        """Until cancelled, or until it is clear that nothing can be shown."""
        pace = self._adapter.traits.edit_every
        if pace is None:
            return
        await self._has_more.wait()
        await self._pause(FIRST_AFTER)
        while True:
            await self._has_more.wait()
            self._has_more.clear()
            try:
                async with self._sending:
                    await self._send()
            except NotDelivered as error:
                log.debug("no draft is shown: %s", error)
                await self._pause(error.retry_after or pace)
            except AdapterError as error:
                log.debug("no more drafts are shown: %s", error)
                return
            await self._pause(pace)

    async def end(self, showing: "asyncio.Task[None]") -> None:
        """Nothing is shown any more when this returns."""
        async with self._sending:
            showing.cancel()

    async def _send(self) -> None:
        """One message: the next that is finished, or the last."""
        last = self._adapter.parts(self._text) - 1
        part = min(self._part, last) if self._are_messages else last
        message_id = await self._adapter.send(self._draft(self._text, part))
        self._are_messages = bool(message_id)
        if part == len(self._shown) and message_id:
            self._shown.append(message_id)
            await self._on_shown(self._shown)
        if part < last:
            self._part = part + 1
            self._has_more.set()
        else:
            self._part = part

    def _draft(self, text: str, part: int) -> Outgoing:
        return Outgoing(
            self._asked.chat,
            text,
            part,
            edits=self._shown[part] if part < len(self._shown) else "",
            replies_to="" if part else self._asked.replies_to,
            goes_on=True,
            answers=self._asked.message_id,
        )


@asynccontextmanager
async def previewing(preview: Preview) -> AsyncIterator[Preview]:
    """For as long as the answer is being written."""
    noticing = asyncio.create_task(preview.keep_noticing())
    showing = asyncio.create_task(preview.keep_showing())
    try:
        yield preview
    finally:
        noticing.cancel()
        await preview.end(showing)
        await asyncio.wait([noticing, showing])
