"""One scene on two Discords: the fake of ours, and simcord by others.

Where both say the same, ours is not judged by itself alone. Not asked is what simcord 3.2.1
does otherwise than Discord: it knows no message again by its nonce, refuses an empty one with
50035 (Discord: 50006), replies to what is not there, tells of a mention that `allowed_mentions`
left out, pages by `after` from the newest message instead of the oldest, and lets a bot delete
a person's message in a DM.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
import simcord

from tests.discord_client import both_chats, connected
from tests.discord_desk import PATIENCE
from tests.fakes import HandClock
from tests.servers.discord import bits, discord_server

COMMAND = {"name": "today", "description": "What there was.", "type": 1}


@dataclass
class Scene:
    """A bot, a person who writes to it in a DM, and channels of a guild: one that is open, one
    where nobody pings everyone, one where nobody writes, and one that nobody sees.

    `says` writes into the DM, and is the message's id. `runs` is a slash command of the person,
    as it came to the bot; `shows` is what the person sees in the DM, oldest first. `later`
    lets seconds pass.
    """

    client: discord.Client
    dm: int
    open: int
    hushed: int
    silent: int
    hidden: int
    says: Callable[[str], Awaitable[int]]
    runs: Callable[[], Awaitable[discord.Interaction]]
    shows: Callable[[], list[str]]
    later: Callable[[float], Awaitable[None]]

    @property
    def place(self) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(self.dm)


On = Callable[[], AbstractAsyncContextManager[Scene]]


@asynccontextmanager
async def on_ours() -> AsyncIterator[Scene]:
    # discord.py judges an interaction's age by the real time.
    clock = HandClock(datetime.now(UTC))
    async with discord_server(clock) as server, connected(server) as client:
        mara = server.person(11, "mara")
        guild = server.guild("Harbour", mara)
        channels = [
            server.channel(guild, f"channel-{denied}", denied).id
            for denied in (0, bits.MENTION_EVERYONE, bits.SEND_MESSAGES, bits.VIEW_CHANNEL)
        ]
        await client.http.bulk_upsert_global_commands(server.bot.id, [COMMAND])

        async def says(text: str) -> int:
            return mara.says(text).id

        async def runs() -> discord.Interaction:
            before = len(client.got("interaction"))
            mara.runs("today")
            found: discord.Interaction = await client.until("interaction", before + 1)
            return found

        def shows() -> list[str]:
            return [one.content for one in mara.sees()]

        async def later(seconds: float) -> None:
            clock.forward(seconds=seconds)

        yield Scene(client, mara.dm.id, *channels, says, runs, shows, later)


@asynccontextmanager
async def on_simcord() -> AsyncIterator[Scene]:
    client = _Listening()
    async with simcord.run(client) as env:
        mara, guild = env.create_user("mara"), env.create_guild()
        guild.add_member(mara)
        channels = [
            guild.create_text_channel(
                "channel", overwrites={guild.default_role: discord.PermissionOverwrite(**may)}
            ).id
            for may in (
                {"mention_everyone": True},
                {"mention_everyone": False},
                {"send_messages": False},
                {"view_channel": False},
            )
        ]
        await client.http.bulk_upsert_global_commands(client.application_id, [COMMAND])

        async def says(text: str) -> int:
            return (await mara.send_dm(text)).id

        async def runs() -> discord.Interaction:
            await mara.slash("today")
            async with asyncio.timeout(PATIENCE):
                return await client.came.get()

        def shows() -> list[str]:
            return [one.content for one in mara.dm_channel.history(viewer=mara)]

        with env.time_context():
            dm = mara.dm_channel.id
            yield Scene(client, dm, *channels, says, runs, shows, env.advance_time)


class _Listening(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=both_chats())
        self.came: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def on_interaction(self, it: discord.Interaction) -> None:
        self.came.put_nowait(it)
