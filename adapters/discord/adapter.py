"""The Adapter for Discord: messages come by the gateway, answers go by the REST API."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from types import MappingProxyType

import discord

from adapters.base import (
    Chat,
    Deleted,
    Edited,
    Event,
    NotDelivered,
    Outgoing,
    Receive,
    Traits,
)
from adapters.discord.acknowledging import Pause
from adapters.discord.client import Asked, Changed, Client
from adapters.discord.commands import Commands, offer
from adapters.discord.delivery import Delivery
from adapters.discord.files import content_of
from adapters.discord.missed import missed
from adapters.discord.parts import messages_of
from adapters.discord.reading import PLATFORM, incoming
from adapters.discord.refusals import UNDONE, UNREACHABLE, ended, not_let_in
from adapters.markup.discord_markdown import LIMIT

log = logging.getLogger(__name__)

_BEGINNINGS = 5  # in one run: an event that cannot be read ends a client
_GOODBYE = 5.0  # seconds for leaving; a line that is dead says nothing
_NOTICED_IN = 5.0  # seconds for showing that somebody writes
_REMEMBERED = 1000  # edits
_NO_COMMANDS: Commands = MappingProxyType({})


class DiscordAdapter:
    """DMs with the bot, and what is said to it in guilds.

    `channels` are the chats known from before, and `after` is the id of the last message of a
    chat that is kept already, "" where none is: what came later is fetched wherever a session
    begins, before anything newer is handed on. Both are called in a thread. `split` makes
    messages of a text. `api_url` is the REST root with its version, `gateway_url` the
    gateway's address; None is Discord's own. A `send` may take `patience` seconds. `commands`
    are offered in the app.

    Edits and deletions are heard while a session lasts; of those before it nothing is known.
    """

    traits = Traits(PLATFORM, limit=LIMIT, edit_every=1.2)

    def __init__(
        self,
        token: str,
        *,
        after: Callable[[str], str],
        channels: Callable[[], Iterable[str]],
        now: Callable[[], datetime],
        pause: Pause,
        api_url: str | None = None,
        gateway_url: str | None = None,
        split: Callable[[str], Sequence[str]] = messages_of,
        commands: Commands = _NO_COMMANDS,
        patience: float = 20.0,
    ) -> None:
        self._token = token
        self._after = after
        self._channels = channels
        self._pause = pause
        self._api_url = api_url
        self._gateway_url = gateway_url
        self._split = split
        self._commands = commands
        self._are_offered = False
        self._patience = patience
        self._delivery = Delivery(now, patience)
        self._client: Client | None = None
        self._closing = asyncio.Event()
        # Held while a message is handed on: it is brought to its end before a run ends.
        self._at_hand = asyncio.Lock()
        self._dealt_with: dict[str, int] = {}
        """The latest message of each chat, by this process."""
        self._edits: OrderedDict[int, datetime | None] = OrderedDict()
        """The latest edit of each message."""

    async def run(self, receive: Receive) -> None:
        """Bring each message to `receive`, and what was missed before it.

        The gateway knows no acknowledgement: a message counts as delivered once `receive` has
        returned, and is fetched again otherwise. An event that discord.py cannot parse ends
        its client, not this. Raises NotLetIn, and what `receive` raises.
        """
        beginnings = 0
        while not self._closing.is_set():
            beginnings += 1
            self._client = client = Client(self._pause, self._api_url, self._gateway_url)
            try:
                fault = await self._listen(client, receive)
            finally:
                self._client = None
                await _leave(client)
            if fault is None:
                return
            if not client.has_connected or beginnings == _BEGINNINGS:
                raise fault
            log.warning(
                "Discord's events broke off (%s); listening anew.", type(fault).__name__
            )

    def parts(self, text: str) -> int:
        return len(self._messages(text))

    async def send(self, outgoing: Outgoing) -> str:
        """Deliver one message. It pings nobody, and its links show no previews."""
        client = self._client
        if client is None or not client.is_logged_in:
            raise NotDelivered(PLATFORM, "there is no connection")
        content = self._messages(outgoing.text)[outgoing.part]
        return await self._delivery.deliver(client, outgoing, content)

    async def fetch(self, reference: str, most: int) -> bytes:
        """Raises NotFetched and NoSuchFile."""
        return await content_of(self._client, reference, most, self._patience)

    async def notice(self, chat: Chat, message_id: str, *, waits: bool = False) -> None:
        """Discord shows for ten seconds that the bot is typing."""
        client = self._client
        if client is None or not client.is_logged_in:
            return
        try:
            async with asyncio.timeout(_NOTICED_IN):
                await client.get_partial_messageable(int(chat.chat_id)).typing()
        except UNDONE as error:
            log.debug("typing is not shown in channel %s: %s", chat.chat_id, error)

    async def close(self) -> None:
        """End `run`: at once while it waits, else when `receive` has returned."""
        self._closing.set()

    def _messages(self, text: str) -> Sequence[str]:
        """At least one, and none of them empty: Discord refuses such."""
        return self._split(text) or [text.strip()[:LIMIT] or "…"]

    async def _listen(self, client: Client, receive: Receive) -> Exception | None:
        """One client until it ends, and why it did: None by `close`. Raises as `run` does."""
        connecting = asyncio.create_task(client.start(self._token, reconnect=False))
        handing = asyncio.create_task(self._hand_on_all(client, receive))
        closing = asyncio.create_task(self._closing.wait())
        offering = asyncio.create_task(self._offer(client))
        tasks = (connecting, handing, closing, offering)
        try:
            await asyncio.wait(tasks[:3], return_when=asyncio.FIRST_COMPLETED)
            async with self._at_hand:
                handing.cancel()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        if not handing.cancelled() and (error := handing.exception()) is not None:
            raise error
        fault = None if connecting.cancelled() else connecting.exception() or ended()
        if self._closing.is_set() or fault is None:
            return None
        if isinstance(fault, UNREACHABLE):
            raise not_let_in(fault) from fault
        if not isinstance(fault, Exception):
            raise fault
        return fault

    async def _offer(self, client: Client) -> None:
        """The commands, once in a process; messages do not wait for it."""
        await client.logged_in.wait()
        if not self._are_offered:
            self._are_offered = True
            await offer(client, self._commands)

    async def _hand_on_all(self, client: Client, receive: Receive) -> None:
        """What arrives, one after the other; where a session begins, what was missed first."""
        fetched: set[int] = set()
        while True:
            arrived = await client.arrived.get()
            if arrived is None:
                found = await self._missed(client)
                fetched = {one.id for one in found}
                for one in found:
                    await self._hand_on(client, one, receive)
            elif not isinstance(arrived, discord.Message) or arrived.id not in fetched:
                await self._hand_on(client, arrived, receive)

    async def _missed(self, client: Client) -> list[discord.Message]:
        chats = await asyncio.to_thread(lambda: list(self._channels()))
        since: dict[str, int] = {}
        for chat_id in dict.fromkeys([*chats, *self._dealt_with]):
            kept = await asyncio.to_thread(self._after, chat_id)
            since[chat_id] = max(int(kept or 0), self._dealt_with.get(chat_id, 0))
        try:
            return await missed(client, since.items(), self._pause)
        except UNREACHABLE as error:
            raise not_let_in(error) from error

    async def _hand_on(
        self,
        client: Client,
        arrived: discord.Message | Changed | Deleted | Asked,
        receive: Receive,
    ) -> None:
        async with self._at_hand:
            if self._closing.is_set() or client.user is None:
                return
            if isinstance(arrived, Asked):
                await self._hand_on_asked(arrived, receive)
            elif (event := self._event(client.user.id, arrived)) is not None:
                await receive(event)
            if isinstance(arrived, discord.Message):
                chat_id = str(arrived.channel.id)
                self._dealt_with[chat_id] = max(arrived.id, self._dealt_with.get(chat_id, 0))

    async def _hand_on_asked(self, asked: Asked, receive: Receive) -> None:
        interaction, acknowledgement = asked.interaction, asked.acknowledgement
        # Whoever answers it must know by then where the answer goes.
        self._delivery.answers.keep(interaction, acknowledgement.given)
        is_taken = False
        try:
            is_taken = await receive(interaction.incoming)
        finally:
            if is_taken:
                acknowledgement.take()
            else:
                acknowledgement.leave()
                self._delivery.answers.drop(interaction)

    def _event(self, bot: int, arrived: discord.Message | Changed | Deleted) -> Event | None:
        if isinstance(arrived, Changed):
            now = incoming(arrived.message, bot) if self._is_new(arrived) else None
            return None if now is None else Edited(now)
        if isinstance(arrived, Deleted):
            return arrived
        return incoming(arrived, bot)

    def _is_new(self, changed: Changed) -> bool:
        """Whether there was an edit, and not one that was told of already."""
        message = changed.message
        is_new = self._edits.get(message.id) != message.edited_at
        self._edits[message.id] = message.edited_at
        self._edits.move_to_end(message.id)
        while len(self._edits) > _REMEMBERED:
            self._edits.popitem(last=False)
        return is_new


async def _leave(client: Client) -> None:
    """Close all that a client has open; a fault of discord.py leaves its socket open."""
    try:
        async with asyncio.timeout(_GOODBYE):
            await client.close()
    except TimeoutError:
        log.debug("Discord did not answer the goodbye")
        await client.http.close()
