"""A discord.py client that only queues what comes, in order."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp
import discord

from adapters.discord.connector import AddressedConnector

Pause = Callable[[float], Awaitable[None]]

# Nobody talks here; discord.py would warn at each start that it cannot.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

# Seconds that discord.py may wait where it is told to ask later; its own least is thirty.
_LONGEST_WAIT = 5.0
_LEAST_OF_DISCORD_PY = 30.0
# Seconds between two IDENTIFYs: https://docs.discord.com/developers/events/gateway#rate-limiting
_BETWEEN_SESSIONS = 5.0


class Client(discord.Client):
    """`arrived` holds messages and, wherever a session begins of which nobody knows what was
    missed before it, None."""

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
        self.arrived: asyncio.Queue[discord.Message | None] = asyncio.Queue()
        self.has_connected = False
        self._pause = pause

    @property
    def is_logged_in(self) -> bool:
        return self.user is not None and not self.is_closed()

    async def on_connect(self) -> None:
        """A session begins. `on_ready` would come seconds later, and messages before it."""
        self.has_connected = True
        self.arrived.put_nowait(None)

    async def on_message(self, message: discord.Message) -> None:
        self.arrived.put_nowait(message)

    async def before_identify_hook(
        self, shard_id: int | None, *, initial: bool = False
    ) -> None:
        """Where discord.py itself would wait."""
        if not initial:
            await self._pause(_BETWEEN_SESSIONS)


def _impatient() -> aiohttp.TraceConfig:
    """Ends a request that is told to wait for long: RateLimited, before discord.py sleeps."""

    async def look(
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        wished = ended.response.headers.get("Retry-After", "")
        if ended.response.status == 429 and wished.isdecimal() and int(wished) > _LONGEST_WAIT:
            ended.response.close()
            raise discord.RateLimited(int(wished))

    made = aiohttp.TraceConfig()
    made.on_request_end.append(look)
    return made
