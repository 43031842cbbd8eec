"""HTTP/1.1 as far as a Bot API server needs it: requests and their parameters, and answers."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qsl, unquote, urlsplit

LONGEST_HEAD = 64 * 1024
LARGEST_BODY = 50 * 1024 * 1024
"""More than this many bytes are refused with 413, as uploads over 50 MB are."""


class BodyTooLarge(Exception):
    """The body was read to its end and thrown away."""


@dataclass(frozen=True)
class Upload:
    """A file of a multipart body."""

    filename: str
    content: bytes = field(repr=False)
    content_type: str = "application/octet-stream"


@dataclass(frozen=True)
class Request:
    """A request as it came; `target` is the path and the query, as they were sent."""

    verb: str
    target: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def path(self) -> str:
        return unquote(urlsplit(self.target).path)

    @property
    def stays_open(self) -> bool:
        return self.headers.get("connection", "").lower() != "close"


async def read_request(reader: asyncio.StreamReader) -> Request | None:
    """The next request of a connection; None when the client is gone."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *rest = head.decode("latin-1").strip().split("\r\n")
    verb, target, _ = first.split(" ", 2)
    headers = read_headers(rest)
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return Request(verb, target, headers, await _chunks(reader))
    size = int(headers.get("content-length", 0))
    if size > LARGEST_BODY:
        await _throw_away(reader, size)
        raise BodyTooLarge
    return Request(verb, target, headers, await reader.readexactly(size))


def read_headers(lines: list[str]) -> dict[str, str]:
    """Header lines by their names in lower case."""
    pairs = (line.partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return bytes(body)


async def _throw_away(reader: asyncio.StreamReader, size: int) -> None:
    while size > 0:
        piece = await reader.read(min(size, 1 << 20))
        if not piece:
            return
        size -= len(piece)


def answer(
    status: int,
    body: bytes,
    *,
    content_type: str = "application/json",
    headers: Mapping[str, str] | None = None,
) -> bytes:
    """A whole response."""
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
        "",
        "",
    ]
    return "\r\n".join(lines).encode("latin-1") + body


def stays_open(response: bytes) -> bool:
    """Whether the connection may be used again after a response."""
    return b"connection: close" not in response.partition(b"\r\n\r\n")[0].lower()


# Parameters


def parameters(request: Request) -> tuple[dict[str, str], dict[str, Upload]]:
    """What was asked for, whichever way it was sent; whatever is not a text is in JSON.

    Raises ValueError for a JSON body that is none.
    """
    found = dict(parse_qsl(urlsplit(request.target).query, keep_blank_values=True))
    uploads: dict[str, Upload] = {}
    kind = request.headers.get("content-type", "")
    if kind.startswith("application/x-www-form-urlencoded"):
        found.update(parse_qsl(request.body.decode(), keep_blank_values=True))
    elif kind.startswith("application/json"):
        found.update(_json_fields(request.body))
    elif boundary := re.search(r'multipart/form-data;.*boundary="?([^";]+)', kind):
        for name, part in _parts(request.body, boundary[1].encode()):
            if isinstance(part, Upload):
                uploads[name] = part
            else:
                found[name] = part
    return found, uploads


def _json_fields(body: bytes) -> dict[str, str]:
    if not body:
        return {}
    fields = json.loads(body)
    if not isinstance(fields, dict):
        raise ValueError("not an object")
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in fields.items()
        if value is not None
    }


def _parts(body: bytes, boundary: bytes) -> Iterator[tuple[str, str | Upload]]:
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary)[1:]:
        if part.startswith(b"--"):
            return
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        headers = read_headers(head.decode().split("\r\n"))
        disposition = headers.get("content-disposition", "")
        name = re.search(r'\bname="([^"]*)"', disposition)
        filename = re.search(r'\bfilename="([^"]*)"', disposition)
        if name and filename:
            kind = headers.get("content-type", "application/octet-stream")
            yield name[1], Upload(filename[1].replace("%22", '"'), content, kind)
        elif name:
            yield name[1], content.decode()
