"""The gateway: sessions that outlive their sockets, and events in numbered order."""

import json
from typing import Any

from aiohttp import web

from tests.servers.discord import bits, payloads
from tests.servers.discord.connection import Connection
from tests.servers.discord.packing import packing
from tests.servers.discord.sessions import DISPATCH, REASONS, Closed, Frame, Session
from tests.servers.discord.world import Event, World

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 1, 2, 3, 4, 6
RECONNECT, MEMBERS, INVALID_SESSION, HELLO, ACK, SOUNDS = 7, 8, 9, 10, 11, 31

_TRACE = ["loopback"]


class Gateway:
    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self.url = ""
        self.heartbeat_interval = 41_250
        """In milliseconds."""
        self.acknowledges = True
        """Whether heartbeats are answered; a line that went dead answers none."""
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        """The open ones, with or without a session yet."""
        self.received: list[Frame] = []
        self._made = 0

    @property
    def session(self) -> Session | None:
        """The session that a client is connected to now, if there is one."""
        live = [one for one in self.sessions.values() if one.connection is not None]
        return live[-1] if live else None

    def identified(self) -> int:
        """How many sessions were begun so far."""
        return self._made

    def announce(self, event: Event) -> None:
        for session in self.sessions.values():
            if event.intent & session.intents or not event.intent:
                reads = bool(session.intents & bits.MESSAGE_CONTENT)
                session.dispatch(event.name, event.body(reads))

    def dispatch(self, name: str, body: Any) -> None:
        """An event of any name and shape, numbered like the others."""
        for session in self.sessions.values():
            session.dispatch(name, body)

    def send_text(self, text: str) -> None:
        """A text that need not be JSON, outside of all numbering."""
        for one in self.connections:
            one.put_text(text)

    def send_bytes(self, raw: bytes) -> None:
        """A binary frame as it is, which a packed stream need not understand."""
        for one in self.connections:
            one.put_bytes(raw)

    def ask_heartbeat(self) -> None:
        for one in self.connections:
            one.put(HEARTBEAT)

    def ask_reconnect(self) -> None:
        for one in self.connections:
            one.put(RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """INVALID_SESSION; the session is lost unless it may be resumed."""
        if not resumable:
            self.lose_sessions()
        for one in self.connections:
            one.put(INVALID_SESSION, resumable)

    def lose_sessions(self) -> None:
        """Nothing can be resumed any more: what comes now is in the history only.

        A client that is connected stays so and hears nothing; close its line as well.
        """
        self.sessions.clear()

    def close(self, code: int = 4000) -> None:
        for one in self.connections:
            one.close(code, REASONS.get(code, ""))

    def drop(self) -> None:
        """The lines break without a word."""
        for one in self.connections:
            one.drop()

    async def end(self) -> None:
        for one in list(self.connections):
            await one.end()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        try:
            made = packing(request.query.get("compress", ""))
        except (KeyError, ImportError):
            return web.Response(status=400)
        connection = Connection(request, made)
        await connection.open()
        self.connections.append(connection)
        self._world.changes.tell()
        try:
            await self._talk(connection, request.query.get("v"))
        except Closed as closed:
            connection.close(closed.code, REASONS[closed.code])
            while await connection.receive() is not None:
                pass
        finally:
            self._leave(connection)
            await connection.end()
        return connection.response

    def _leave(self, connection: Connection) -> None:
        """A client that says 1000 or 1001 is done with its session; any other may resume."""
        self.connections.remove(connection)
        for session in list(self.sessions.values()):
            if session.connection is connection:
                session.connection = None
                is_done = connection.close_code in (1000, 1001)
                if is_done and not connection.is_closed_here:
                    del self.sessions[session.id]
        self._world.changes.tell()

    async def _talk(self, connection: Connection, version: str | None) -> None:
        if version != "10":
            raise Closed(4012)
        interval = self.heartbeat_interval
        connection.put(HELLO, {"heartbeat_interval": interval, "_trace": _TRACE})
        while (text := await connection.receive()) is not None:
            try:
                told = json.loads(text)
                frame = Frame(told["op"], told.get("d"))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise Closed(4002) from None
            self.received.append(frame)
            self._take(connection, frame)
            self._world.changes.tell()

    def _take(self, connection: Connection, frame: Frame) -> None:
        has_session = any(one.connection is connection for one in self.sessions.values())
        if frame.op == HEARTBEAT:
            connection.heartbeats.append(frame.body)
            if self.acknowledges:
                connection.put(ACK)
        elif frame.op in (IDENTIFY, RESUME):
            if has_session:
                raise Closed(4005)
            if not isinstance(frame.body, dict):
                raise Closed(4002)
            (self._identify if frame.op == IDENTIFY else self._resume)(connection, frame.body)
        elif frame.op not in (PRESENCE, VOICE, MEMBERS, SOUNDS):
            raise Closed(4001)
        elif not has_session:
            raise Closed(4003)
        elif frame.op == MEMBERS:
            self._tell_members(connection, frame.body)

    def _identify(self, connection: Connection, told: dict[str, Any]) -> None:
        if told.get("token") != self._token:
            raise Closed(4004)
        intents = told.get("intents")
        if not isinstance(told.get("properties"), dict):
            raise Closed(4002)
        if not isinstance(intents, int) or intents & ~bits.KNOWN_INTENTS:
            raise Closed(4013)
        if intents & bits.PRIVILEGED & ~self._world.portal:
            raise Closed(4014)
        if told.get("shard", [0, 1]) != [0, 1]:
            raise Closed(4010)
        self._made += 1
        session = Session(f"{self._made:032x}", intents, connection)
        self.sessions[session.id] = session
        session.dispatch("READY", self._ready(session))
        if intents & bits.GUILDS:
            for guild in self._guilds():
                session.dispatch("GUILD_CREATE", payloads.guild(self._world, guild))

    def _guilds(self) -> list[Any]:
        return [one for one in self._world.guilds.values() if one.has_bot]

    def _ready(self, session: Session) -> dict[str, Any]:
        flags = bits.APPLICATION_READS_CONTENT
        flags = flags if self._world.portal & bits.MESSAGE_CONTENT else 0
        bot = payloads.user(self._world.bot)
        return {
            "v": 10,
            "user": {**bot, "verified": True, "mfa_enabled": True, "email": None, "flags": 0},
            "guilds": [{"id": str(one.id), "unavailable": True} for one in self._guilds()],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": [0, 1],
            "application": {"id": bot["id"], "flags": flags},
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "user_settings": {},
            "geo_ordered_rtc_regions": [],
            "_trace": _TRACE,
        }

    def _resume(self, connection: Connection, told: dict[str, Any]) -> None:
        if told.get("token") != self._token:
            raise Closed(4004)
        session = self.sessions.get(str(told.get("session_id")))
        if session is None:
            connection.put(INVALID_SESSION, False)
            return
        number = told.get("seq")
        if not isinstance(number, int) or number > session.sequence:
            raise Closed(4007)
        if session.connection is not None:
            session.connection.close(4000, REASONS[4000])
        session.connection = connection
        for sequence, name, body in session.sent:
            if sequence > number and name != "RESUMED":
                connection.put(DISPATCH, body, name, sequence)
        session.dispatch("RESUMED", {"_trace": _TRACE})

    def _tell_members(self, connection: Connection, told: Any) -> None:
        guild = self._world.guilds[int(told["guild_id"])]
        people = [self._world.bot, *(self._world.users[one] for one in guild.members)]
        body = {
            "guild_id": str(guild.id),
            "members": [payloads.member(one) for one in people],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        }
        if "nonce" in told:
            body["nonce"] = told["nonce"]
        for session in self.sessions.values():
            if session.connection is connection:
                session.dispatch("GUILD_MEMBERS_CHUNK", body)
