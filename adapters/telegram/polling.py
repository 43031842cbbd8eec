"""The updates that wait for the bot, asked for again and again, whatever goes wrong between."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from telegram.error import BadRequest, Conflict, TelegramError

from adapters.base import NotLetIn
from adapters.telegram.api import TOKEN_ERRORS, Api, Flood, Json
from adapters.telegram.messages import PLATFORM, Me

log = logging.getLogger(__name__)

HELD = 30
"""Seconds for which the server holds a poll back while nothing comes."""

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds before the next try: each time twice as long, up to the longest."""

_PARTING = 2.0  # seconds

Commands = Mapping[str, Mapping[str, str]]
"""Two-letter language ("" is every other) → command → what it does."""

_REMEDY = (
    "put the token that is good now into the variable which platforms.telegram.token_env names"
)


class Polling:
    """What `done` was told is acknowledged by the next poll, and never comes again."""

    def __init__(
        self, api: Api, pause: Callable[[float], Awaitable[None]], commands: Commands
    ) -> None:
        self._api = api
        self._pause = pause
        self._commands = commands
        self._wait = FIRST_WAIT
        self._me: Me | None = None
        self._done = 0
        self._acknowledged = 0
        self._came: list[Json] = []

    async def next(self) -> tuple[Me, list[Json]]:
        """The bot itself, and the updates that wait; none when the poll's time was up.

        Failures of the network and the server are waited out. Raises NotLetIn.
        """
        while True:
            try:
                if self._me is None:
                    self._me = await self._introduce()
                return self._me, await self._poll()
            except TOKEN_ERRORS as error:
                raise NotLetIn(PLATFORM, self._api.told(error), _REMEDY) from None
            except TelegramError as error:
                await self._recover(error)

    def done(self, update_id: int) -> None:
        """This update, and all before it, were taken."""
        self._done = update_id

    async def settle(self) -> None:
        """Acknowledge what no poll has yet; when that fails, it comes again."""
        if self._done == self._acknowledged:
            return
        try:
            async with asyncio.timeout(_PARTING):
                await self._api.call("getUpdates", offset=self._done + 1, limit=1, timeout=0)
        except (TelegramError, TimeoutError) as error:
            log.debug("the last messages will come again (%s)", type(error).__name__)

    async def _introduce(self) -> Me:
        """Who the bot is; a webhook would keep the updates to itself."""
        try:
            me = Me.of(await self._api.call("getMe"))
        except (ValueError, AttributeError):
            raise TelegramError("the server does not say who the bot is") from None
        await self._api.call("deleteWebhook")
        for language, commands in self._commands.items():
            listed = [{"command": name, "description": what} for name, what in commands.items()]
            try:
                await self._api.call(
                    "setMyCommands", commands=listed, language_code=language or None
                )
            except BadRequest as error:
                log.warning("Telegram did not take the commands: %s", self._api.told(error))
        return me

    async def _poll(self) -> list[Json]:
        if self._came and self._done == self._acknowledged:
            # Nothing of it can be acknowledged, so it would come again at once.
            await self._pause(LONGEST_WAIT)
        offset = self._acknowledged = self._done
        self._came = []
        came = await self._api.call(
            "getUpdates",
            held=HELD,
            offset=offset + 1 if offset else None,
            timeout=HELD,
            allowed_updates=["message"],
        )
        if not isinstance(came, list):
            raise TelegramError("the server sent no list of updates")
        self._came = [one for one in came if isinstance(one, dict)]
        if self._wait > FIRST_WAIT:
            log.info("Telegram answers again.")
        self._wait = FIRST_WAIT
        return self._came

    async def _recover(self, error: TelegramError) -> None:
        why = self._api.told(error)
        if isinstance(error, Conflict):
            self._me = None
            why += " (only one program at a time can listen with this token; stop the other)"
        wait = self._wait
        if isinstance(error, Flood) and error.seconds:
            wait = error.seconds
        # Once for each time that it is away, however long.
        level = logging.WARNING if self._wait == FIRST_WAIT else logging.DEBUG
        log.log(level, "Telegram cannot be listened to: %s. Trying again in %.0f s.", why, wait)
        self._wait = min(2 * self._wait, LONGEST_WAIT)
        await self._pause(wait)
