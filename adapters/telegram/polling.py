"""The updates that wait for the bot, asked for again and again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from telegram.error import BadRequest, Conflict, TelegramError

from adapters.telegram.api import Api, Json
from adapters.telegram.asking import LONGEST_WAIT, Asking
from adapters.telegram.batches import KINDS, before_last_album, ends_in_album
from adapters.telegram.messages import Me

log = logging.getLogger(__name__)

HELD = 30
"""Seconds for which the server holds a poll back while nothing comes."""

ALBUM_IN = 0.5
"""Seconds in which all of an album has come to Telegram."""

_MOST = 100  # updates that the server gives at once
_PARTING = 2.0  # seconds

Commands = Mapping[str, Mapping[str, str]]
"""Two-letter language ("" is every other) → command → what it does."""


class Polling:
    """What `done` was told is acknowledged by the next poll, and never comes again.

    The server holds a poll back for `held` seconds.
    """

    def __init__(
        self,
        api: Api,
        pause: Callable[[float], Awaitable[None]],
        commands: Commands,
        held: int = HELD,
    ) -> None:
        self._api = api
        self._pause = pause
        self._commands = commands
        self._held = held
        self._asking = Asking(api, pause)
        self._me: Me | None = None
        self._is_alone = False
        self._done = 0
        self._acknowledged = 0
        self._came: list[Json] = []

    async def next(self) -> tuple[Me, list[Json]]:
        """The bot itself, and the updates that wait; none when the poll's time was up.

        Failures of the network and the server are waited out. Raises NotLetIn.
        """
        return await self._asking.until_answered(self._next)

    def done(self, update_id: int) -> None:
        """This update, and all before it, were taken."""
        self._done = update_id

    def webhook_is_set(self) -> None:
        """It is taken away again before the next poll."""
        self._is_alone = False

    async def settle(self) -> None:
        """Acknowledge what no poll has yet; when that fails, it comes again."""
        if self._done == self._acknowledged:
            return
        try:
            async with asyncio.timeout(_PARTING):
                await self._api.call("getUpdates", offset=self._done + 1, limit=1, timeout=0)
        except (TelegramError, TimeoutError) as error:
            log.debug("the last messages will come again (%s)", type(error).__name__)
        else:
            self._acknowledged = self._done

    async def rest(self) -> None:
        """Nothing is left open between polls."""

    async def _next(self) -> tuple[Me, list[Json]]:
        if self._me is None:
            self._me = await self._introduce()
        if not self._is_alone:
            # A webhook would keep the updates to itself.
            await self._api.call("deleteWebhook")
            self._is_alone = True
        try:
            return self._me, await self._poll()
        except Conflict:
            self._is_alone = False
            raise

    async def _introduce(self) -> Me:
        """Who the bot is."""
        try:
            me = Me.of(await self._api.call("getMe"))
        except (ValueError, AttributeError):
            raise TelegramError("the server does not say who the bot is") from None
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
        self._acknowledged = self._done
        self._came = []
        came = await self._get(self._held)
        if self._held and ends_in_album(came):
            await self._pause(ALBUM_IN)
            # Nothing is acknowledged by that, so what came comes again, and the rest with it.
            came = await self._get(0)
        if len(came) >= _MOST and ends_in_album(came):
            # The rest comes only when something is acknowledged.
            came = before_last_album(came) or came
        self._came = list(came)
        return self._came

    async def _get(self, held: int) -> Sequence[Json]:
        """All that waits; of nothing more it is said that it was taken."""
        offset = self._acknowledged
        came = await self._api.call(
            "getUpdates",
            held=held,
            offset=offset + 1 if offset else None,
            timeout=held,
            allowed_updates=KINDS,
        )
        if not isinstance(came, list):
            raise TelegramError("the server sent no list of updates")
        return [one for one in came if isinstance(one, dict)]
