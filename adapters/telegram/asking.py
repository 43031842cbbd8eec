"""Asking Telegram until it answers, whatever goes wrong between."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from telegram.error import Conflict, TelegramError

from adapters.base import NotLetIn
from adapters.telegram.api import TOKEN_ERRORS, Api, Flood
from adapters.telegram.messages import PLATFORM

log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds before the next try: each time twice as long, up to the longest."""

TOKEN_REMEDY = (
    "put the token that is good now into the variable which platforms.telegram.token_env names"
)


class Asking:
    def __init__(self, api: Api, pause: Callable[[float], Awaitable[None]]) -> None:
        self._api = api
        self._pause = pause
        self._wait = FIRST_WAIT

    async def until_answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        """What comes of it; failures of the network and the server are waited out. Raises
        NotLetIn."""
        while True:
            try:
                found = await ask()
            except TOKEN_ERRORS as error:
                raise NotLetIn(PLATFORM, self._api.told(error), TOKEN_REMEDY) from None
            except TelegramError as error:
                await self._recover(error)
            else:
                if self._wait > FIRST_WAIT:
                    log.info("Telegram answers again.")
                self._wait = FIRST_WAIT
                return found

    async def _recover(self, error: TelegramError) -> None:
        why = self._api.told(error)
        if isinstance(error, Conflict):
            why += " (only one program at a time can listen with this token; stop the other)"
        wait = self._wait
        if isinstance(error, Flood) and error.seconds:
            wait = error.seconds
        # Once for each time that it is away, however long.
        level = logging.WARNING if self._wait == FIRST_WAIT else logging.DEBUG
        log.log(level, "Telegram cannot be listened to: %s. Trying again in %.0f s.", why, wait)
        self._wait = min(2 * self._wait, LONGEST_WAIT)
        await self._pause(wait)
