"""Answers on their way from the outbox to where the person is; each of them sent once."""

import asyncio
import logging
from collections.abc import Mapping

from adapters.base import Adapter, Chat, MaybeDelivered, NotDelivered, Outgoing
from previously_bot.outbox import Outbox

log = logging.getLogger(__name__)


class Courier:
    """`adapters` by their platforms. Every method may raise StateError."""

    def __init__(self, outbox: Outbox, adapters: Mapping[str, Adapter]) -> None:
        self._outbox = outbox
        self._adapters = adapters

    async def deliver(self, person: str) -> None:
        """Send what is queued for a person, in order, up to one that cannot be sent now."""
        for answer in await asyncio.to_thread(self._outbox.queued, person):
            adapter = self._adapters.get(answer.chat.platform)
            if adapter is None:
                continue
            await asyncio.to_thread(self._outbox.sending, answer.number)
            try:
                await adapter.send(Outgoing(answer.chat, answer.text))
            except NotDelivered as error:
                await asyncio.to_thread(self._outbox.back_to_queue, answer.number)
                log.warning("%s", error)
                return
            except MaybeDelivered as error:
                await asyncio.to_thread(self._outbox.unknown, answer.number)
                log.warning("%s", error)
            else:
                await asyncio.to_thread(self._outbox.sent, answer.number)

    async def show(self, chat: Chat, text: str) -> None:
        """Send what matters only now; when it does not arrive, it is not sent later."""
        try:
            await self._adapters[chat.platform].send(Outgoing(chat, text))
        except (NotDelivered, MaybeDelivered) as failed:
            log.warning("%s", failed)
