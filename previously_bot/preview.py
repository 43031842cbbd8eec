"""An answer while it is being written: that it is coming, and as much of it as there is.

What is shown is a draft of one message, edited at the platform's pace. The whole goes out by
the outbox and the courier, in the draft's place; where a draft has no id, as a new message.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from adapters.base import Adapter, AdapterError, Chat, NotDelivered, Outgoing
from previously_bot.clock import Pause

log = logging.getLogger(__name__)

FIRST_AFTER = 0.5
"""Seconds from the first words to the first draft: what is complete by then needs none."""

NOTICE_EVERY = 4.0
"""Seconds: Telegram shows for five that somebody is writing, Discord for ten."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The message that is answered, and where its answer is shown already ("" is nowhere)."""

    chat: Chat
    message_id: str
    replies_to: str = ""
    shown_as: str = ""


class Preview:
    """`on_shown` is told the id of the draft's message, once; never where it has none."""

    def __init__(
        self,
        adapter: Adapter,
        asked: Asked,
        pause: Pause,
        on_shown: Callable[[str], Awaitable[None]],
    ) -> None:
        self._adapter = adapter
        self._asked = asked
        self._pause = pause
        self._on_shown = on_shown
        self._draft = Outgoing(
            asked.chat,
            "",
            edits=asked.shown_as,
            replies_to=asked.replies_to,
            goes_on=True,
            answers=asked.message_id,
        )
        self._has_more = asyncio.Event()
        # Held while a draft is under way: what is sent then has an id that must be known.
        self._sending = asyncio.Lock()

    def show(self, text: str) -> None:
        """The text so far, which is shown as soon as the platform's pace allows."""
        if text.strip() and text != self._draft.text:
            self._draft = replace(self._draft, text=text)
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
        message_id = await self._adapter.send(self._draft)
        if message_id and not self._draft.edits:
            self._draft = replace(self._draft, edits=message_id)
            await self._on_shown(message_id)


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
