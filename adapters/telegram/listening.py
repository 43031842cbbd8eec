"""The updates that Telegram brings by itself, to a webhook.

Of one chat Telegram brings nothing more until what it brought was answered, so the rest of an
album never comes before its first message is acknowledged. An album, and whatever waits at the
start, is therefore asked for as without a webhook; nothing of it is acknowledged before it is
taken.
"""

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus

from telegram.error import BadRequest

from adapters.base import NotLetIn
from adapters.telegram.api import Api, Json
from adapters.telegram.asking import Asking
from adapters.telegram.batches import KINDS, begins_album, update_id
from adapters.telegram.door import Arrival, Door
from adapters.telegram.messages import PLATFORM, Me
from adapters.telegram.polling import ALBUM_IN, Commands, Polling
from adapters.telegram.webhook import Webhook

log = logging.getLogger(__name__)

_REMEMBERED = 1000  # updates; Telegram repeats the latest few
_REMEDY = "correct platforms.telegram.webhook.url, or take the webhook out of the settings"


class Listening:
    """An update is answered with 200 when `done` was told of it; until then it comes again."""

    def __init__(
        self,
        api: Api,
        pause: Callable[[float], Awaitable[None]],
        commands: Commands,
        webhook: Webhook,
    ) -> None:
        self._api = api
        self._pause = pause
        self._webhook = webhook
        self._asking = Asking(api, pause)
        self._polling = Polling(api, pause, commands, held=0)
        self._door = Door(webhook)
        self._me: Me | None = None
        self._at_hand: Arrival | None = None
        self._taken: deque[int] = deque(maxlen=_REMEMBERED)

    async def next(self) -> tuple[Me, list[Json]]:
        """The bot itself, and what came. Raises NotLetIn."""
        # What has no number is not told to `done`, and would be brought for ever.
        self._answer(HTTPStatus.OK)
        self._door.listen()
        while True:
            if self._me is None or not self._door.is_open:
                self._me, waiting = await self._polling.next()
                if new := self._new(waiting):
                    return self._me, new
                if waiting:
                    continue
                await self._asking.until_answered(self._set)
            arrival = await self._door.next()
            if update_id(arrival.update) in self._taken:
                arrival.answer(HTTPStatus.OK)
            elif begins_album(arrival.update):
                self._door.turn_away()
                arrival.answer(HTTPStatus.SERVICE_UNAVAILABLE)
                await self._pause(ALBUM_IN)
            else:
                self._at_hand = arrival
                return self._me, [arrival.update]

    def done(self, number: int) -> None:
        """This update was taken."""
        self._taken.append(number)
        if self._at_hand is None:
            self._polling.done(number)
        self._answer(HTTPStatus.OK)

    async def settle(self) -> None:
        """Acknowledge what was taken and is not yet acknowledged."""
        await self._polling.settle()

    async def rest(self) -> None:
        """What is at hand was not taken. The webhook stays, so that Telegram keeps what comes
        and brings it later."""
        self._answer(HTTPStatus.INTERNAL_SERVER_ERROR)
        await self._door.close()

    def _new(self, waiting: Sequence[Json]) -> list[Json]:
        """Without what was taken already, though Telegram did not hear so."""
        new = []
        for update in waiting:
            if update_id(update) not in self._taken:
                new.append(update)
            elif not new:
                self._polling.done(update_id(update))
        return new

    def _answer(self, status: HTTPStatus) -> None:
        arrival, self._at_hand = self._at_hand, None
        if arrival is not None:
            arrival.answer(status)

    async def _set(self) -> None:
        # It may be used before we hear that it is set.
        self._door.is_open = True
        self._polling.webhook_is_set()
        try:
            await self._api.call(
                "setWebhook",
                url=self._webhook.url,
                secret_token=self._webhook.secret,
                allowed_updates=KINDS,
                # Different chats too come in the order in which they were written.
                max_connections=1,
            )
        except BadRequest as error:
            raise NotLetIn(PLATFORM, self._api.told(error), _REMEDY) from None
