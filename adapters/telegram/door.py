"""Where Telegram brings its updates: an HTTP server that lets in who knows the secret."""

import asyncio
import hmac
import json
import socket
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPConnection,
    HTTPHeaders,
    HTTPMessageDelegate,
    HTTPServerConnectionDelegate,
    RequestStartLine,
    ResponseStartLine,
)

from adapters.base import NotLetIn
from adapters.telegram.api import Json
from adapters.telegram.messages import PLATFORM
from adapters.telegram.webhook import Webhook

LARGEST = 1 << 20
"""Bytes of a body; an update has some thousands."""

_MOST_THROWN_AWAY = 64 << 20  # bytes, so that whoever sends too much still hears why
_PATIENCE = 30.0  # seconds for the head of a request, and for its body
_SECRET = "X-Telegram-Bot-Api-Secret-Token"


@dataclass(frozen=True, slots=True)
class Arrival:
    """An update that came, and who waits at the door for an answer."""

    update: Json
    answer: Callable[[HTTPStatus], None]


class Door(HTTPServerConnectionDelegate):
    """While `is_open`, what comes is given by `next`, in order; else Telegram is asked to
    come again."""

    def __init__(self, webhook: Webhook) -> None:
        self._webhook = webhook
        self._server: HTTPServer | None = None
        self._came: asyncio.Queue[Arrival] = asyncio.Queue()
        self._at_the_door: set[_Visit] = set()
        self.is_open = False

    def listen(self) -> None:
        """Once or again. Raises NotLetIn where that address cannot be had."""
        if self._server is not None:
            return
        server = HTTPServer(
            self,
            idle_connection_timeout=_PATIENCE,
            body_timeout=_PATIENCE,
            max_body_size=_MOST_THROWN_AWAY,
        )
        host, port = self._webhook.host, self._webhook.port
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            # The server's own way leaves a socket behind when the port is taken.
            listening = socket.create_server((host, port), family=family)
        except OSError as error:
            why = f"nothing can listen at {host}:{port}: {error.strerror or 'no such address'}"
            remedy = "let platforms.telegram.webhook.listen name an address that is free here"
            raise NotLetIn(PLATFORM, why, remedy) from None
        listening.setblocking(False)
        server.add_socket(listening)
        self._server = server

    async def next(self) -> Arrival:
        return await self._came.get()

    def turn_away(self) -> None:
        """Let in nobody else, and send away those who wait: they come again."""
        self.is_open = False
        while not self._came.empty():
            self._came.get_nowait().answer(HTTPStatus.SERVICE_UNAVAILABLE)

    async def close(self) -> None:
        """Whoever was not answered comes again."""
        self.turn_away()
        for visit in list(self._at_the_door):
            visit.answer(HTTPStatus.SERVICE_UNAVAILABLE)
        server, self._server = self._server, None
        if server is not None:
            server.stop()
            await server.close_all_connections()

    # For the server

    def start_request(
        self, server_conn: object, request_conn: HTTPConnection
    ) -> HTTPMessageDelegate:
        return _Visit(self, request_conn, self._at_the_door)

    def refusal(self, asked: RequestStartLine, headers: HTTPHeaders) -> HTTPStatus | None:
        """Why this request is not read; None when it is."""
        if asked.path.partition("?")[0] != self._webhook.path:
            return HTTPStatus.NOT_FOUND
        if asked.method != "POST":
            return HTTPStatus.METHOD_NOT_ALLOWED
        given = headers.get(_SECRET, "").encode("utf-8", "replace")
        if not hmac.compare_digest(given, self._webhook.secret.encode()):
            return HTTPStatus.FORBIDDEN
        return None

    def bring(self, update: Json, answer: Callable[[HTTPStatus], None]) -> None:
        if self.is_open:
            self._came.put_nowait(Arrival(update, answer))
        else:
            answer(HTTPStatus.SERVICE_UNAVAILABLE)


class _Visit(HTTPMessageDelegate):
    """One request. What is refused is still taken to its end, unread: a connection that is
    closed before that may lose the answer."""

    def __init__(
        self, door: Door, connection: HTTPConnection, at_the_door: "set[_Visit]"
    ) -> None:
        self._door = door
        self._connection = connection
        self._at_the_door = at_the_door
        self._body = bytearray()
        self._refusal: HTTPStatus | None = None

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> None:
        assert isinstance(start_line, RequestStartLine)
        # Not before: until then the connection only stays open, and takes no answer.
        self._at_the_door.add(self)
        self._refusal = self._door.refusal(start_line, headers)

    def _more(self, chunk: bytes) -> None:
        if self._refusal is None and len(self._body) + len(chunk) > LARGEST:
            self._refusal = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if self._refusal is None:
            self._body += chunk

    data_received = _more  # as the server calls it

    def finish(self) -> None:
        if self._refusal is not None:
            self.answer(self._refusal)
            return
        try:
            update = json.loads(self._body)
        except (ValueError, RecursionError):
            update = None
        if isinstance(update, dict):
            self._door.bring(update, self.answer)
        else:
            self.answer(HTTPStatus.BAD_REQUEST)

    def on_connection_close(self) -> None:
        """They did not wait; the update comes again."""
        self._at_the_door.discard(self)

    def answer(self, status: HTTPStatus) -> None:
        """Once; later ones, and those that nobody waits for, are nothing."""
        if self not in self._at_the_door:
            return
        self._at_the_door.discard(self)
        line = ResponseStartLine("HTTP/1.1", status, status.phrase)
        self._connection.write_headers(line, HTTPHeaders({"Content-Length": "0"}))
        self._connection.finish()
