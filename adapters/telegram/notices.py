"""That a message has come: typing while it is answered, eyes on it while it has to wait."""

import asyncio
import logging
from collections import defaultdict
from typing import Any

from telegram.error import TelegramError

from adapters.telegram.api import Api, Json
from adapters.telegram.pressing import names_message

log = logging.getLogger(__name__)

_EYES: list[Json] = [{"type": "emoji", "emoji": "👀"}]


class Notices:
    def __init__(self, api: Api) -> None:
        self._api = api
        self._waiting: dict[str, set[int]] = defaultdict(set)
        # Eyes that are put on and taken away arrive in this order.
        self._looking = asyncio.Lock()

    async def show(self, chat_id: str, message_id: str, *, waits: bool) -> None:
        """Typing for five seconds. The eyes go when this message, or a later one of the chat,
        waits no more; what fails is nothing."""
        await self._try("sendChatAction", chat_id=chat_id, action="typing")
        if not names_message(message_id):
            return
        number, waiting = int(message_id), self._waiting[chat_id]
        async with self._looking:
            if waits:
                waiting.add(number)
                await self._look(chat_id, number, _EYES)
                return
            for seen in sorted(one for one in waiting if one <= number):
                waiting.discard(seen)
                await self._look(chat_id, seen, [])

    async def _look(self, chat_id: str, message_id: int, reaction: list[Json]) -> None:
        await self._try(
            "setMessageReaction", chat_id=chat_id, message_id=message_id, reaction=reaction
        )

    async def _try(self, method: str, **parameters: Any) -> None:
        try:
            await self._api.call(method, **parameters)
        except TelegramError as error:
            log.debug("Telegram does not do %s: %s", method, self._api.told(error))
