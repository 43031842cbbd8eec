"""The Adapter for Telegram: a bot that asks for its messages, or is brought them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from adapters.base import Chat, NotDelivered, NotFetched, Outgoing, Receive, Traits
from adapters.markup import TelegramPart
from adapters.telegram.api import ROOT, Api
from adapters.telegram.batches import PRESS, bundles
from adapters.telegram.documents import Documents
from adapters.telegram.drafts import Drafts
from adapters.telegram.events import read
from adapters.telegram.fetching import fetch
from adapters.telegram.messages import PLATFORM, Me
from adapters.telegram.notices import Notices
from adapters.telegram.parts import LIMIT, messages_of
from adapters.telegram.polling import Commands, Polling
from adapters.telegram.pressing import let_go
from adapters.telegram.sending import attempt, deliver
from adapters.telegram.webhook import Webhook

if TYPE_CHECKING:
    from adapters.telegram.listening import Listening

log = logging.getLogger(__name__)

Split = Callable[[str], Sequence[TelegramPart]]
"""A text in Markdown as the messages that it takes, at least one; always the same ones."""

T = TypeVar("T")

_PATIENCE = 20.0  # seconds
_NO_COMMANDS: Commands = MappingProxyType({})


class TelegramAdapter:
    """One bot's account. `base_url` is the server's root (default: Telegram's own); `split`
    makes messages of a text; `commands` are shown in the app; `now` is an aware moment, `pause`
    lets seconds pass; `patience` is how many seconds the server may take over an answer.
    With a `webhook` the messages are brought there, else they are asked for.

    Private chats are heard whole; in groups only what mentions the bot or replies to it. An
    album is one message, if all of it comes within a moment; edited, it is what was edited. The
    id of a message is Telegram's, or `<chat>/<id>` where its group has become a supergroup.
    """

    traits = Traits(PLATFORM, limit=LIMIT, edit_every=1.0)

    def __init__(
        self,
        token: str,
        *,
        now: Callable[[], datetime],
        pause: Callable[[float], Awaitable[None]],
        base_url: str | None = None,
        split: Split = messages_of,
        commands: Commands = _NO_COMMANDS,
        webhook: Webhook | None = None,
        patience: float = _PATIENCE,
    ) -> None:
        self._api = Api(token, (base_url or ROOT).rstrip("/"), patience)
        self._source = _source(self._api, pause, commands, webhook)
        self._drafts = Drafts(self._api)
        self._notices = Notices(self._api)
        self._documents = Documents(self._api)
        self._now = now
        self._split = split
        self._closing = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_receiving = False

    async def run(self, receive: Receive) -> None:
        """Bring each message to `receive`, and acknowledge it when that has returned.

        What cannot be read is logged by its number and kind, and skipped. When `receive`
        raises, so does this, and the message is brought again. Raises NotLetIn.
        """
        self._idle.clear()
        try:
            while not self._closing.is_set():
                found = await self._unless_closed(self._source.next())
                if found is not None:
                    await self._hand_on(*found, receive)
            await self._source.settle()
        finally:
            try:
                await self._source.rest()
            finally:
                self._idle.set()
                if self._closing.is_set():
                    await self._api.close()

    def parts(self, text: str) -> int:
        return len(self._split(text))

    async def send(self, outgoing: Outgoing) -> str:
        """Send a part, or edit a message into it; link previews are off.

        What goes on shows as a draft in private chats, where it is no message. Of what
        Telegram refuses, the markup, the reply or the edit is left out in turn.
        Raises NotDelivered, GoneForGood or MaybeDelivered.
        """
        if self._is_over():
            raise NotDelivered(PLATFORM, "the bot is stopping")
        part = self._split(outgoing.text)[outgoing.part]
        first = attempt(outgoing, part)
        if not outgoing.goes_on:
            self._drafts.over(first.chat_id)
        elif await self._drafts.show(first):
            return ""
        if outgoing.file:
            return await self._documents.send(outgoing, outgoing.file, part)
        return await deliver(self._api, first)

    async def notice(self, chat: Chat, message_id: str, *, waits: bool = False) -> None:
        """Show "typing" in the chat, for five seconds, and eyes on what waits."""
        if not self._is_over():
            await self._notices.show(chat.chat_id, message_id, waits=waits)

    async def fetch(self, reference: str, most: int) -> bytes:
        """A file of a message. Raises NotFetched or NoSuchFile."""
        if self._is_over():
            raise NotFetched(PLATFORM, "the bot is stopping")
        return await fetch(self._api, reference, most)

    async def close(self) -> None:
        """End `run`: at once when it waits, else when `receive` has returned. What is sent
        after that is not delivered."""
        self._closing.set()
        if not self._is_receiving:
            await self._idle.wait()
            await self._api.close()

    def _is_over(self) -> bool:
        return self._closing.is_set() and self._idle.is_set()

    async def _hand_on(
        self, me: Me, updates: Sequence[dict[str, Any]], receive: Receive
    ) -> None:
        for bundle in bundles(updates):
            if self._closing.is_set():
                return
            event = read(bundle, me, self._now)
            if bundle.kind == PRESS:
                await self._unless_closed(let_go(self._api, bundle.brought))
                if self._closing.is_set():
                    return
            if event is not None:
                self._is_receiving = True
                try:
                    await receive(event)
                finally:
                    self._is_receiving = False
            if bundle.update_id:
                self._source.done(bundle.update_id)

    async def _unless_closed(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What comes of the work; None when `close` came first."""
        doing = asyncio.ensure_future(work)
        closing = asyncio.ensure_future(self._closing.wait())
        try:
            await asyncio.wait((doing, closing), return_when=asyncio.FIRST_COMPLETED)
            return doing.result() if doing.done() else None
        finally:
            doing.cancel()
            closing.cancel()
            await asyncio.wait((doing, closing))


def _source(
    api: Api,
    pause: Callable[[float], Awaitable[None]],
    commands: Commands,
    webhook: Webhook | None,
) -> "Polling | Listening":
    if webhook is None:
        return Polling(api, pause, commands)
    # Its server takes a while to import, and nobody waits for one that is not used.
    from adapters.telegram.listening import Listening

    return Listening(api, pause, commands, webhook)
