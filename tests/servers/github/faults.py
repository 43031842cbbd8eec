"""What can go wrong with a request, on purpose: queued by kind, taken one by one."""

import threading
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.servers.github import replies
from tests.servers.github.replies import Reply

GATEWAY_PAGE = b"<html><head><title>502 Bad Gateway</title></head><body>Unicorn!</body></html>"


@dataclass(frozen=True)
class Fault:
    """`carried_out` says whether what was asked for is done before anything is told.

    `told` stands in for the true reply. Only the share `sent` of the body goes out (of 0 not
    even the head), then the connection closes; with `stalls` it stays open and silent instead.
    `meanwhile` happens just before the request is looked at.
    """

    carried_out: bool = True
    told: Reply | None = None
    sent: float = 1.0
    stalls: bool = False
    meanwhile: Callable[[], Any] | None = None
    alter: Callable[[bytes], bytes] = bytes


def answers(status: int, message: str = "no", *, carried_out: bool = False) -> Fault:
    """Any refusal, in the words given."""
    return Fault(carried_out, replies.refusal(status, message))


def bad_gateway(status: int = 502, *, carried_out: bool = False) -> Fault:
    """A page in HTML, from the proxy before the server."""
    return Fault(carried_out, Reply(status, GATEWAY_PAGE, {"content-type": "text/html"}))


def garbled(body: bytes = b'{"sha": "4b8', *, carried_out: bool = True) -> Fault:
    """200 with a body that is no JSON."""
    return Fault(carried_out, Reply(200, body, {"content-type": "application/json"}))


def secondary_limit(retry_after: int | None = 60, status: int = 403) -> Fault:
    return Fault(carried_out=False, told=replies.secondary_limit(retry_after, status))


def conflict() -> Fault:
    """Somebody else is writing to the same branch at this moment."""
    return answers(409, "is at 0000000 but expected 1111111")


def cut_before() -> Fault:
    """The connection closes and nothing has happened."""
    return Fault(carried_out=False, sent=0)


def cut_after() -> Fault:
    """The connection closes when it has happened."""
    return Fault(sent=0)


def cut_off(share: float = 0.5) -> Fault:
    """The connection closes in the middle of the body."""
    return Fault(sent=share)


def silent(*, carried_out: bool = True) -> Fault:
    """No answer, and the connection stays open."""
    return Fault(carried_out, sent=0, stalls=True)


def stalled(share: float = 0.5) -> Fault:
    """The body stops in the middle, and the connection stays open."""
    return Fault(sent=share, stalls=True)


def meanwhile(act: Callable[[], Any]) -> Fault:
    """Something happens between the requests of one caller."""
    return Fault(meanwhile=act)


def altered(alter: Callable[[bytes], bytes]) -> Fault:
    """The true reply with another body."""
    return Fault(alter=alter)


@dataclass
class Faults:
    """The faults to come, by kind of request."""

    _queues: dict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kind: str, *faults: Fault) -> None:
        with self._lock:
            self._queues[kind].extend(faults)

    def take(self, kind: str) -> Fault | None:
        with self._lock:
            queue = self._queues[kind]
            return queue.popleft() if queue else None

    @property
    def left(self) -> dict[str, int]:
        """How many have not been met, by kind."""
        with self._lock:
            return {kind: len(queue) for kind, queue in self._queues.items() if queue}
