"""discord.py, pointed at a server on loopback for one client only."""

import asyncio
import json
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from aiohttp import ClientRequest
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from yarl import URL

from tests.servers.discord import DiscordServer
from tests.servers.discord.changes import Changes

with warnings.catch_warnings():
    # Voice, which nobody uses here, imports `audioop`: deprecated in 3.11 and 3.12.
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord as discord
    from discord.gateway import DiscordWebSocket
    from discord.http import Route


class AddressedConnector(aiohttp.TCPConnector):
    """Leads what is meant for Discord somewhere else, for the client that is given it.

    Here and not in discord.py's own classes, because all go through it: the client's requests,
    answers to interactions from whatever task, and the gateway.
    """

    def __init__(self, api_url: str, gateway_url: str) -> None:
        super().__init__(limit=0)
        default = str(DiscordWebSocket.DEFAULT_GATEWAY)
        self._addresses = {Route.BASE: api_url, default: gateway_url}

    async def connect(
        self,
        req: ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - as aiohttp has it
    ) -> Connection:
        # What READY says about where to resume fits neither, and is left alone.
        asked = str(req.url)
        for begins, address in self._addresses.items():
            if asked.startswith(begins):
                req.url = URL(address + asked.removeprefix(begins), encoded=True)
                req.headers["Host"] = req.url.host_port_subcomponent or ""
        return await super().connect(req, traces, timeout)


class Client(discord.Client):
    """Notes every event in `events`, as its name and what it carries."""

    def __init__(self, server: DiscordServer, intents: discord.Intents) -> None:
        super().__init__(
            intents=intents,
            connector=AddressedConnector(server.api_url, server.gateway_url),
            guild_ready_timeout=0,
            enable_debug_events=True,
        )
        self.events: list[tuple[str, tuple[Any, ...]]] = []
        self.changes = Changes()

    def dispatch(self, event: str, /, *arguments: Any, **named: Any) -> None:
        self.events.append((event, arguments))
        super().dispatch(event, *arguments, **named)
        if hasattr(self, "changes"):
            self.changes.tell()

    async def before_identify_hook(
        self, shard_id: int | None, *, initial: bool = False
    ) -> None:
        """Where discord.py waits five seconds before a further IDENTIFY; not in tests."""

    def got(self, name: str) -> list[Any]:
        """What the events of one name carried, the first thing of each."""
        return [found[0] if found else None for event, found in self.events if event == name]

    def raw(self, name: str) -> list[Any]:
        """What the gateway sent under that name, as it came."""
        came = (json.loads(one) for one in self.got("socket_raw_receive"))
        return [one["d"] for one in came if one["t"] == name]

    async def until(self, name: str, times: int = 1) -> Any:
        """What the latest event of that name carries, once there were so many."""
        await self.changes.until(lambda: len(self.got(name)) >= times)
        return self.got(name)[-1]


@asynccontextmanager
async def connected(
    server: DiscordServer, intents: discord.Intents | None = None
) -> AsyncIterator[Client]:
    """A client that is ready, and closed in the end."""
    client = Client(server, intents or both_chats())
    running = asyncio.create_task(client.start(server.token))
    try:
        await client.until("ready")
        yield client
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


def both_chats(*, content: bool = True) -> discord.Intents:
    """The intents of a bot that talks in DMs and in guilds."""
    made = discord.Intents.none()
    made.guilds = made.guild_messages = made.dm_messages = True
    made.guild_reactions = made.dm_reactions = made.guild_typing = made.dm_typing = True
    made.message_content = content
    return made
