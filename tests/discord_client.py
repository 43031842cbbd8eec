"""discord.py, pointed at a server on loopback for one client only."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord as discord

from adapters.discord.connector import AddressedConnector
from tests.servers.discord import DiscordServer
from tests.servers.discord.changes import Changes


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
