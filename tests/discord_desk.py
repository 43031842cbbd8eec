"""The Discord adapter on the fake server, and a person at the other end of it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from adapters.base import (
    Chat,
    Deleted,
    Edited,
    Event,
    FileSource,
    Incoming,
    Outgoing,
    Receive,
)
from adapters.discord import DiscordAdapter
from previously_bot.clock import Pause
from tests.fakes import HandClock, at_once
from tests.servers.discord import (
    Channel,
    DiscordServer,
    File,
    Message,
    Person,
    discord_server,
)

NO_COMMANDS: Mapping[str, Mapping[str, str]] = MappingProxyType({})
PATIENCE = 10  # seconds before a test that hangs is called a failure


class Kept:
    """What an inbox is for the adapter: every message that came, and the last of each chat.

    What became of messages afterwards is kept apart.
    """

    def __init__(self, *chats: str) -> None:
        self._last: dict[str, str] = dict.fromkeys(chats, "")
        self.messages: list[Incoming] = []
        self.events: list[Event] = []
        self._fresh: asyncio.Queue[Incoming] = asyncio.Queue()
        self.knows_everybody = True
        self._changed: asyncio.Queue[Edited | Deleted] = asyncio.Queue()

    async def receive(self, event: Event) -> bool:
        self.events.append(event)
        if isinstance(event, Incoming):
            self.messages.append(event)
            self._last[event.chat.chat_id] = event.message_id
            self._fresh.put_nowait(event)
        else:
            self._changed.put_nowait(event)
        return self.knows_everybody

    def last(self, chat_id: str) -> str:
        return self._last[chat_id]

    def chats(self) -> list[str]:
        return list(self._last)

    async def next(self) -> Incoming:
        async with asyncio.timeout(PATIENCE):
            return await self._fresh.get()

    async def change(self) -> Edited | Deleted:
        async with asyncio.timeout(PATIENCE):
            return await self._changed.get()

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.messages]


@dataclass
class DiscordDesk:
    server: DiscordServer
    adapter: DiscordAdapter
    kept: Kept
    clock: HandClock
    mara: Person

    last: Message | None = None
    """What the person sent last."""

    @property
    def files(self) -> FileSource:
        return self.adapter

    def say(self, text: str) -> None:
        self.last = self.mara.says(text)

    def edits(self, text: str) -> None:
        assert self.last is not None
        self.mara.edits(self.last, text)

    def attaches(self, name: str, content: bytes, text: str = "") -> None:
        self.last = self.mara.says(text, files=[File(name, content)])

    def presses(self, label: str) -> None:
        found = [one for row in self._rows() for one in row if one["label"] == label]
        self.mara.presses(self.answers()[-1], found[0]["custom_id"])

    def buttons(self) -> list[list[str]]:
        return [[one["label"] for one in row] for row in self._rows()]

    def _rows(self) -> list[Any]:
        return [row["components"] for row in self.answers()[-1].components]

    def received(self) -> list[tuple[str, bytes]]:
        sent = [file for one in self.answers() for file in one.attachments]
        return [(file.filename, file.content) for file in sent]

    def seen(self) -> str:
        return "\n".join(one.content for one in self.answers())

    def answers(self, channel: Channel | None = None) -> list[Message]:
        """What stands there of the bot."""
        shown = self.mara.sees(channel)
        return [one for one in shown if one.author_id == self.server.bot.id]

    def outgoing(self, text: str, channel: Channel | None = None, **more: Any) -> Outgoing:
        place = channel or self.mara.dm
        return Outgoing(Chat("discord", str(place.id)), text, **more)

    def again(self) -> None:
        """Another process: an adapter that remembers nothing but what is kept."""
        self.adapter = adapter_on(self.server, self.kept, self.clock)

    @asynccontextmanager
    async def listening(
        self, receive: Receive | None = None
    ) -> AsyncIterator["asyncio.Task[None]"]:
        """While the adapter runs, from its first session on."""
        before = self.server.gateway.identified()
        run = asyncio.create_task(self.adapter.run(receive or self.kept.receive))
        try:
            await self.server.until(lambda: self.server.gateway.identified() > before)
            yield run
        finally:
            await self.adapter.close()
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait([run])
        await run


def adapter_on(
    server: DiscordServer,
    kept: Kept,
    clock: HandClock,
    *,
    token: str | None = None,
    patience: float = PATIENCE,
    pause: Pause = at_once,
    commands: Mapping[str, Mapping[str, str]] = NO_COMMANDS,
) -> DiscordAdapter:
    return DiscordAdapter(
        server.token if token is None else token,
        after=kept.last,
        channels=kept.chats,
        now=clock.now,
        pause=pause,
        api_url=server.api_url,
        gateway_url=server.gateway_url,
        commands=commands,
        patience=patience,
    )


@asynccontextmanager
async def at_discord() -> AsyncIterator[DiscordDesk]:
    """A DM that the bot knows, with nothing said in it yet."""
    clock = HandClock()
    async with discord_server(clock) as server:
        mara = server.person(11, "mara")
        kept = Kept(str(mara.dm.id))
        yield DiscordDesk(server, adapter_on(server, kept, clock), kept, clock, mara)
