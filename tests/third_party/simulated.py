"""The Discord adapter on simcord, a Discord by others that lives in this process.

It takes the place of discord.py's two lines out, HTTP and gateway; all above them is the real
one, as is the adapter. What it leaves out: nonces, resuming, and whatever goes wrong on a line.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

import simcord

from adapters.base import Chat, Outgoing
from adapters.discord import DiscordAdapter
from adapters.discord.client import Client
from adapters.discord.commands import Commands
from adapters.markup import discord_parts
from previously_bot.clock import Pause
from tests.discord_desk import PATIENCE, Kept
from tests.fakes import at_once

Split = Callable[[str], Sequence[str]]


class Simulated:
    """One Discord for all the clients of a test, one after the other."""

    def __init__(self) -> None:
        self._env: simcord.Env | None = None
        self.sessions = 0
        # simcord puts itself in discord.py's place by a context variable.
        self.context = copy_context()
        self._begun = asyncio.Condition()

    @property
    def env(self) -> simcord.Env:
        assert self._env is not None, "no client has come yet"
        return self._env

    def client(self, pause: Pause, api_url: str | None, gateway_url: str | None) -> Client:
        """Made where the adapter makes its own."""
        return _Attached(self, pause)

    async def attach(self, client: Client) -> None:
        if self._env is None:
            self._env = simcord.Env(client)
            await self._env.start()
        else:
            await self._env.restart_bot(client)
        self.context = copy_context()
        async with self._begun:
            self.sessions += 1
            self._begun.notify_all()

    async def until(self, sessions: int) -> None:
        async with asyncio.timeout(PATIENCE), self._begun:
            await self._begun.wait_for(lambda: self.sessions >= sessions)

    async def end(self) -> None:
        """Raises what went wrong in discord.py, which would only have logged it."""
        if self._env is not None:
            await self._env.shutdown()
            self._env.raise_errors()


class _Attached(Client):
    def __init__(self, simulated: Simulated, pause: Pause) -> None:
        super().__init__(pause, None, None)
        self._simulated = simulated

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        await self._simulated.attach(self)
        await asyncio.Event().wait()


@dataclass
class SimulatedDesk:
    simulated: Simulated
    kept: Kept = field(default_factory=Kept)
    split: Split = discord_parts
    commands: Commands = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.again()

    @property
    def env(self) -> simcord.Env:
        return self.simulated.env

    def again(self) -> None:
        """Another process: an adapter that remembers nothing but what is kept."""
        self.adapter = DiscordAdapter(
            "token",
            after=self.kept.last,
            channels=self.kept.chats,
            now=lambda: self.env.now(),
            pause=at_once,
            split=self.split,
            commands=self.commands,
        )

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """While the adapter runs, from its session on."""
        before = self.simulated.sessions
        run = asyncio.create_task(self.adapter.run(self.kept.receive))
        try:
            await self.simulated.until(before + 1)
            yield
        finally:
            await self.adapter.close()
            async with asyncio.timeout(PATIENCE):
                await run

    async def sends(
        self, place: simcord.ChannelHandle | simcord.UserHandle, text: str, **more: Any
    ) -> str:
        channel = place.dm_channel if isinstance(place, simcord.UserHandle) else place
        sending = self.adapter.send(Outgoing(Chat("discord", str(channel.id)), text, **more))
        return await asyncio.create_task(sending, context=self.simulated.context)

    def answers(self, channel: simcord.ChannelHandle) -> list[str]:
        """What stands there of the bot."""
        bot = self.env.bot.user
        return [one.content for one in channel.history() if one.author == bot]
