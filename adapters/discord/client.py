"""A discord.py client that only queues what comes, in order."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from adapters.base import Chat, Deleted
from adapters.discord import hooks, interactions
from adapters.discord.acknowledging import Acknowledgement, Pause
from adapters.discord.connector import AddressedConnector
from adapters.discord.interactions import Interaction
from adapters.discord.reading import PLATFORM, UNREADABLE
from adapters.discord.refusals import UNDONE, Reply, Unanswered, is_reply

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Changed:
    """A message as it is now. Discord says so of an edit, and also when it has looked at a
    link or pinned the message: then the time of its last edit is the same as before."""

    message: discord.Message


@dataclass(frozen=True, slots=True)
class Asked:
    """An interaction, which is acknowledged once it was taken."""

    interaction: Interaction
    acknowledgement: Acknowledgement


Arrived = discord.Message | Changed | Deleted | Asked | None

# Nobody talks here; discord.py would warn at each start that it cannot.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

# Seconds that discord.py may wait where it is told to ask later; its own least is thirty.
_LONGEST_WAIT = 5.0
_LEAST_OF_DISCORD_PY = 30.0
# Seconds between two IDENTIFYs: https://docs.discord.com/developers/events/gateway#rate-limiting
_BETWEEN_SESSIONS = 5.0
# Seconds for acknowledging an interaction, and then it fails:
# https://docs.discord.com/developers/interactions/receiving-and-responding
_IN_TIME = 3.0
# A fault in one of these is a fault of that event: nothing is missed that could be fetched.
_PASSED_OVER = ("MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")


class Client(discord.Client):
    """`arrived` holds what comes and, wherever a session begins of which nobody knows what was
    missed before it, None. Interactions are acknowledged in time, whatever waits."""

    def __init__(self, pause: Pause, api_url: str | None, gateway_url: str | None) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__(
            intents=intents,
            connector=AddressedConnector(api_url, gateway_url),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_ratelimit_timeout=_LEAST_OF_DISCORD_PY,
            http_trace=_impatient(),
        )
        self.arrived: asyncio.Queue[Arrived] = asyncio.Queue()
        self.has_connected = False
        self.logged_in = asyncio.Event()
        self._pause = pause
        self._giving: set[asyncio.Task[None]] = set()
        parsers = self._connection.parsers
        # By an event of our own, which comes in turn with those of discord.py.
        parsers["INTERACTION_CREATE"] = partial(self.dispatch, "asked")
        for name in _PASSED_OVER:
            parsers[name] = _careful(name, parsers[name])

    @property
    def is_logged_in(self) -> bool:
        return self.user is not None and not self.is_closed()

    async def on_connect(self) -> None:
        """A session begins. `on_ready` would come seconds later, and messages before it."""
        self.has_connected = True
        self.arrived.put_nowait(None)

    async def on_message(self, message: discord.Message) -> None:
        self.arrived.put_nowait(message)

    async def setup_hook(self) -> None:
        """Once, and before anything is heard."""
        self.logged_in.set()

    async def on_raw_message_edit(self, told: discord.RawMessageUpdateEvent) -> None:
        self.arrived.put_nowait(Changed(told.message))

    async def on_raw_message_delete(self, told: discord.RawMessageDeleteEvent) -> None:
        self._take_deleted(told.channel_id, told.message_id)

    async def on_raw_bulk_message_delete(self, told: discord.RawBulkMessageDeleteEvent) -> None:
        for message_id in sorted(told.message_ids):
            self._take_deleted(told.channel_id, message_id)

    async def on_asked(self, raw: Any) -> None:
        interaction = interactions.read(raw)
        if interaction is None:
            log.debug("an interaction that is neither a command nor a button is passed over")
            return
        acknowledgement = Acknowledgement(
            partial(self._acknowledge, interaction),
            partial(self._withdraw, interaction),
            self._pause,
        )
        giving = asyncio.create_task(acknowledgement.run())
        self._giving.add(giving)
        giving.add_done_callback(self._giving.discard)
        self.arrived.put_nowait(Asked(interaction, acknowledgement))

    async def close(self) -> None:
        for giving in self._giving:
            giving.cancel()
        await super().close()

    def _take_deleted(self, channel_id: int, message_id: int) -> None:
        self.arrived.put_nowait(Deleted(Chat(PLATFORM, str(channel_id)), str(message_id)))

    async def _acknowledge(self, interaction: Interaction) -> bool:
        try:
            async with asyncio.timeout(_IN_TIME):
                await hooks.acknowledge(self, interaction)
        except (*UNDONE, *UNREADABLE) as error:
            if is_reply(error, Reply.ACKNOWLEDGED):
                return True
            status = error.status if isinstance(error, discord.HTTPException) else ""
            log.warning(
                "Interaction %d is answered as a message would be: %s %s.",
                interaction.id,
                type(error).__name__,
                status,
            )
            return False
        return True

    async def _withdraw(self, interaction: Interaction) -> None:
        """Take away the place for an answer, where there will be none."""
        try:
            async with asyncio.timeout(_IN_TIME):
                await hooks.withdraw(self, interaction)
        except UNDONE as error:
            log.warning(
                "Interaction %d is not withdrawn (%s).", interaction.id, type(error).__name__
            )

    async def before_identify_hook(
        self, shard_id: int | None, *, initial: bool = False
    ) -> None:
        """Where discord.py itself would wait."""
        if not initial:
            await self._pause(_BETWEEN_SESSIONS)


def _careful(name: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """Passes over what discord.py cannot read, of which it would die."""

    def take(raw: Any) -> None:
        try:
            parse(raw)
        except UNREADABLE as error:
            log.warning("%s cannot be read (%s); passed over.", name, type(error).__name__)

    return take


def _impatient() -> aiohttp.TraceConfig:
    """Ends a request that discord.py would repeat although nobody wants that.

    One that is told to wait for long: RateLimited, before it sleeps. And one more message for
    an interaction, which may be there behind an error: Unanswered.
    """

    async def look(
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        status = ended.response.status
        wished = ended.response.headers.get("Retry-After", "")
        if status == 429 and wished.isdecimal() and int(wished) > _LONGEST_WAIT:
            ended.response.close()
            raise discord.RateLimited(int(wished))
        if status >= 500 and ended.method == "POST" and "/webhooks/" in ended.url.path:
            ended.response.close()
            raise Unanswered

    made = aiohttp.TraceConfig()
    made.on_request_end.append(look)
    return made
