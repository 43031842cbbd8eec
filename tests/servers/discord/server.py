"""A Discord on loopback, as strict as the real one where a bot could get it wrong."""

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from previously_bot.clock import Clock, SystemClock
from tests.servers.discord import refusals
from tests.servers.discord.account_routes import AccountRoutes
from tests.servers.discord.faults import Fault, Faults
from tests.servers.discord.gateway import Gateway
from tests.servers.discord.interaction_routes import InteractionRoutes
from tests.servers.discord.message_routes import MessageRoutes
from tests.servers.discord.people import Person
from tests.servers.discord.rest import Rest
from tests.servers.discord.routes import Route
from tests.servers.discord.things import Channel, Guild, Message, Seen, User
from tests.servers.discord.wire import Answer, Asked
from tests.servers.discord.world import World

API = "/api/v10"
GATEWAY = "/gateway"
ATTACHMENT = "/attachments/{channel_id}/{attachment_id}/{filename}"
TOKEN = "NzAwMDAwMDAw.loopback.not-a-secret"  # what a token looks like, and opens nothing
_BODY_LIMIT = 64 * 1024 * 1024


class DiscordServer:
    """Everything that a test needs of it; `token` is the one the bot has to come with."""

    def __init__(self, clock: Clock | None = None, token: str = TOKEN) -> None:
        self.token = token
        self.world = World(clock or SystemClock())
        self.gateway = Gateway(self.world, token)
        self.world.announce = self.gateway.announce
        self.faults = Faults()
        self.rest = Rest(self.world, token, self.faults)
        self.api_url = ""
        self.gateway_url = ""

    def settle(self, port: int) -> None:
        """Where it will listen."""
        self.world.origin = f"http://127.0.0.1:{port}"
        self.api_url = self.world.origin + API
        self.gateway_url = self.gateway.url = f"ws://127.0.0.1:{port}{GATEWAY}"

    @property
    def bot(self) -> User:
        return self.world.bot

    @property
    def seen(self) -> list[Seen]:
        """What showed in all channels, in order."""
        return self.world.seen

    def asked(self, key: str | None = None) -> list[Asked]:
        """The requests that came so far; with `key`, those of one route."""
        return [one for one in self.rest.asked if key in (None, one.key)]

    def person(self, number: int, name: str = "") -> Person:
        return Person(self.world, self.world.user(number, name))

    def guild(self, name: str, *people: Person, has_bot: bool = True) -> Guild:
        """A guild with one channel, `general`."""
        return self.world.add_guild(name, *(one.id for one in people), has_bot=has_bot)

    def channel(self, guild: Guild, name: str, denied: int = 0) -> Channel:
        """One more channel of a guild; `denied` are the permissions the bot lacks there."""
        return self.world.add_channel(guild, name, denied)

    def purge(self, *messages: Message) -> None:
        """Somebody who may do so deletes messages of one channel at once."""
        self.world.purge(messages)

    def looks_at_links(self, it: Message) -> None:
        """Some time after a message, Discord shows what its links lead to."""
        self.world.embed(it)

    def fails(self, key: str, *faults: Fault) -> None:
        """Queues misfortunes for a route, such as POST /channels/{channel_id}/messages."""
        self.faults.add(key, *faults)

    async def until(self, predicate: Callable[[], object], seconds: float = 10.0) -> None:
        """Waits for something to have happened here; TimeoutError if it does not."""
        await self.world.changes.until(predicate, seconds)

    def application(self) -> web.Application:
        made = web.Application(client_max_size=_BODY_LIMIT)
        tables = (
            AccountRoutes(self.world, self.gateway_url).table(),
            MessageRoutes(self.world).table(),
            InteractionRoutes(self.world).table(),
        )
        for route in (route for table in tables for route in table):
            made.router.add_route(route.method, API + route.path, self.rest.serving(route))
        for path in (GATEWAY, f"{GATEWAY}/"):
            made.router.add_get(path, self._serve_gateway)
        attachment = Route("GET", ATTACHMENT, self._attachment, needs_token=False)
        made.router.add_get(ATTACHMENT, self.rest.serving(attachment))
        made.router.add_route("*", "/{tail:.*}", self._serve_nothing)
        return made

    async def _serve_gateway(self, request: web.Request) -> web.StreamResponse:
        """The upgrade meets the faults of GET /gateway, as any other route does."""
        asked = await self.rest.note(request, GATEWAY)
        upgrade = Answer(101)
        response = await self.rest.meet(request, asked, lambda: upgrade)
        return await self.gateway.serve(request) if asked.status == 101 else response

    def _attachment(self, asked: Asked) -> Answer:
        found = self.world.attachments.get(asked.number("attachment_id"))
        expiry = int(asked.query.get("ex", "0"), 16)
        is_over = self.world.clock.now().timestamp() >= expiry
        if found is None or found.is_gone or is_over:
            gone = b"This content is no longer available."
            return Answer(404, gone, content_type="text/plain")
        kind = found.content_type or "application/octet-stream"
        return Answer(body=found.content, content_type=kind.partition(";")[0])

    async def _serve_nothing(self, request: web.Request) -> web.StreamResponse:
        asked = await self.rest.note(request, request.path)
        resource = await self._known_path(request)
        refusal = refusals.wrong_method() if resource else refusals.not_found()
        return await self.rest.meet(request, asked, lambda: refusal.answer)

    async def _known_path(self, request: web.Request) -> bool:
        """Whether the path is one of the routes', whatever its method."""
        resources = list(request.app.router.resources())[:-1]
        return any([(await one.resolve(request))[1] for one in resources])


@asynccontextmanager
async def discord_server(
    clock: Clock | None = None, token: str = TOKEN
) -> AsyncIterator[DiscordServer]:
    """On a free port of 127.0.0.1; held answers are let go when it ends."""
    made = DiscordServer(clock, token)
    listener = socket.create_server(("127.0.0.1", 0))
    made.settle(listener.getsockname()[1])
    runner = web.AppRunner(made.application(), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.SockSite(runner, listener).start()
    try:
        yield made
    finally:
        made.faults.release()
        await made.gateway.end()
        await runner.cleanup()
