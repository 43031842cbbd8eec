"""The body of an answer: no more of it is read than one can have, and for no longer.

An answer is whatever somebody between us and the place makes of it: packed so that a little
becomes very much, or sent so slowly that it never ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import httpx

from memory.errors import RemoteUnreachable, StrangeAnswer
from memory.stores.github.pacing import Now

PACKED = "gzip"
"""How an answer may be packed."""

LARGEST = 160_000_000
"""Bytes of one answer: the largest file there is has 100 MB, and a third more as base64."""

_AN_ANSWER, _A_DOWNLOAD = timedelta(minutes=5), timedelta(hours=1)  # at most


@dataclass(frozen=True, slots=True)
class Whole:
    """An answer that was read to its end."""

    status: int
    headers: httpx.Headers
    content: bytes
    url: httpx.URL
    more: bool
    """Whether it is a list that goes on on another page."""

    @property
    def location(self) -> str:
        location: str = self.headers.get("location", "")
        return location


def whole(name: str, response: httpx.Response, now: Now) -> Whole:
    """Raises StrangeAnswer, RemoteUnreachable and what the client raises."""
    content = bytearray()
    for piece in _pieces(name, response, now, _AN_ANSWER):
        content += piece
        if len(content) > LARGEST:
            raise StrangeAnswer(name, "what came is longer than any answer")
    more = "next" in response.links
    return Whole(response.status_code, response.headers, bytes(content), response.url, more)


def pieces(name: str, response: httpx.Response, now: Now) -> Iterator[bytes]:
    """A long body as it comes; raises the same."""
    return _pieces(name, response, now, _A_DOWNLOAD)


def _pieces(
    name: str, response: httpx.Response, now: Now, longest: timedelta
) -> Iterator[bytes]:
    # Packed twice over, a few bytes could be more than there is memory for in one piece.
    if response.headers.get("content-encoding", "").strip().lower() not in ("", PACKED):
        raise StrangeAnswer(name, "what came is packed in a way that nobody asked for")
    until = now() + longest
    for piece in response.iter_bytes():
        if now() > until:
            raise RemoteUnreachable(name, "it took too long", was_sent=True)
        yield piece
