"""What can go wrong with a request, on purpose: queued by method, taken one by one."""

import asyncio
import json
from collections import defaultdict, deque
from dataclasses import dataclass, field

from tests.servers.telegram import refusals, wire
from tests.servers.telegram.refusals import Refusal

GATEWAY_PAGE = (
    b"<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n"
    b"<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.18.0</center>\r\n"
    b"</body>\r\n</html>\r\n"
)


class Gate:
    """Holds a request until the test lets it go."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        """Set when the request stands before the gate."""
        self._open = asyncio.Event()

    def let_go(self) -> None:
        self._open.set()

    async def passed(self) -> None:
        self.reached.set()
        await self._open.wait()


@dataclass(frozen=True)
class Fault:
    """`carried_out` says whether the method still does what it does, before anything is told.

    `told` is the whole response instead of the true one; without it, and with `cut`, the
    connection closes with no response. A `gate` holds the response, or, when the method is
    held `before`, all of it.
    """

    carried_out: bool = False
    told: bytes | None = None
    cut: bool = False
    gate: Gate | None = None
    before: bool = False


def refusing(refusal: Refusal) -> Fault:
    body = json.dumps(refusal.body).encode()
    return Fault(told=wire.answer(refusal.code, body, headers=refusal.headers))


def flood(seconds: int) -> Fault:
    """429: come back after this many seconds."""
    return refusing(refusals.too_many(seconds))


def blocked() -> Fault:
    return refusing(refusals.blocked())


def kicked(kind: str = "group") -> Fault:
    return refusing(refusals.kicked(kind))


def migrated(to: int) -> Fault:
    return refusing(refusals.migrated(to))


def too_large() -> Fault:
    return refusing(refusals.too_large())


def refused(code: int, description: str) -> Fault:
    """Any refusal, in the words given."""
    return refusing(Refusal(code, description))


def bad_gateway(*, carried_out: bool = False) -> Fault:
    """502 with a page in HTML, from the proxy before the server."""
    told = wire.answer(502, GATEWAY_PAGE, content_type="text/html")
    return Fault(carried_out=carried_out, told=told)


def garbled(body: bytes = b'{"ok":tru', *, carried_out: bool = True) -> Fault:
    """200 with a body that is no JSON."""
    return Fault(carried_out=carried_out, told=wire.answer(200, body))


def unmeasured(body: bytes) -> Fault:
    """200 with a body of which only the end of the connection says where it ends."""
    return Fault(told=b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body)


def cut_short(body: bytes, size: int) -> Fault:
    """200 with a body that says it has this size, and the connection closes before its end."""
    head = f"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {size}\r\n\r\n"
    return Fault(told=head.encode() + body)


def cut_before() -> Fault:
    """The connection closes and nothing has happened."""
    return Fault(cut=True)


def cut_after() -> Fault:
    """The connection closes when it has happened: what was sent has arrived."""
    return Fault(carried_out=True, cut=True)


def held(gate: Gate, *, before: bool = False) -> Fault:
    """The answer waits at the gate; with `before`, what was asked for waits too."""
    return Fault(carried_out=True, gate=gate, before=before)


@dataclass
class Faults:
    """The faults to come, by method."""

    _queues: dict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))

    def add(self, method: str, *faults: Fault) -> None:
        self._queues[method.lower()].extend(faults)

    def take(self, method: str) -> Fault | None:
        queue = self._queues[method.lower()]
        return queue.popleft() if queue else None

    @property
    def left(self) -> dict[str, int]:
        """How many have not been met, by method in lower case."""
        return {method: len(queue) for method, queue in self._queues.items() if queue}
