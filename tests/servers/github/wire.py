"""Connections on loopback: requests in, replies out, whole or broken off on purpose."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from tests.servers.github.faults import Fault
from tests.servers.github.replies import Reply

WHOLE = Fault()

Answering = Callable[[str, str, dict[str, str], bytes], tuple[Reply, Fault]]
"""Method, path with its query, headers in small letters, body."""


@contextmanager
def listening(answer: Answering, closing: threading.Event) -> Iterator[str]:
    """The root address of a server that answers so, until the block ends."""

    class Connection(_Connection):
        answering = staticmethod(answer)
        over = closing
        all_open: ClassVar[set[socket.socket]] = set()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Connection)
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        closing.set()
        server.shutdown()
        thread.join()
        for connection in list(Connection.all_open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        server.server_close()


class _Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    answering: Answering
    over: threading.Event
    all_open: ClassVar[set[socket.socket]]

    def setup(self) -> None:
        super().setup()
        self.all_open.add(self.connection)

    def handle(self) -> None:
        with suppress(ConnectionError):
            super().handle()

    def finish(self) -> None:
        self.all_open.discard(self.connection)
        with suppress(ConnectionError):
            super().finish()

    def handle_any(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        body = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply, fault = type(self).answering(self.command, self.path, headers, body)
        self._tell(reply, fault)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any  # noqa: N815

    def _tell(self, reply: Reply, fault: Fault) -> None:
        body = fault.alter(reply.body)
        lines = [f"HTTP/1.1 {reply.status} {self.responses.get(reply.status, ('',))[0]}"]
        lines += [f"{name}: {value}" for name, value in reply.headers.items()]
        if reply.status not in (204, 304):
            lines.append(f"content-length: {len(body)}")
        head = "\r\n".join([*lines, "", ""]).encode()
        if fault.sent < 1:
            self.close_connection = True
        with suppress(ConnectionError):
            if fault.sent > 0:
                self.wfile.write(head + body[: int(len(body) * fault.sent)])
            if fault.stalls:
                self.over.wait(30)

    def log_message(self, *args: Any) -> None:
        """What was asked is kept by the server itself."""
