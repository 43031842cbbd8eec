"""An endpoint for chat completions on loopback that sends exactly the bytes it is told to."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from previously_bot.model import Call, Completion, Usage

DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True)
class Reply:
    """`ending` is how it ends: whole, cut (the connection breaks), or silent (nothing more)."""

    chunks: Sequence[bytes] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    ending: str = "whole"


@dataclass(frozen=True)
class Asked:
    headers: dict[str, str]
    body: Any


Replying = Reply | Callable[[Any], Reply]
"""A function is handed the body of the request."""


class Endpoint:
    """Gives its replies one after the other, the last of them again and again."""

    def __init__(self, replies: Sequence[Replying]) -> None:
        self.replies = list(replies)
        self.asked: list[Asked] = []
        self.left = asyncio.Event()
        """Set when a client went away from a reply that had not ended."""
        self.url = ""

    @property
    def bodies(self) -> list[Any]:
        return [asked.body for asked in self.asked]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            pairs = (line.split(": ", 1) for line in head.strip().split("\r\n")[1:])
            headers = {name.lower(): value for name, value in pairs}
            sent = await reader.readexactly(int(headers.get("content-length", 0)))
            is_json = headers.get("content-type", "").startswith("application/json")
            body = json.loads(sent) if is_json else sent
            self.asked.append(Asked(headers, body))
            reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
            given = reply if isinstance(reply, Reply) else reply(body)
            await self._give(given, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.left.set()
        finally:
            writer.close()

    async def _give(
        self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        headers = {"Content-Type": "text/event-stream", **reply.headers}
        lines = [f"HTTP/1.1 {reply.status} Said", *(f"{a}: {b}" for a, b in headers.items())]
        lines += ["Transfer-Encoding: chunked", "Connection: close", "", ""]
        writer.write("\r\n".join(lines).encode("latin-1"))
        for chunk in reply.chunks:
            writer.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
            await writer.drain()
        if reply.ending == "silent":
            await reader.read()
            self.left.set()
        elif reply.ending == "whole":
            writer.write(b"0\r\n\r\n")
            await writer.drain()


@asynccontextmanager
async def endpoint(*replies: Replying) -> AsyncIterator[Endpoint]:
    made = Endpoint(replies)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield made
    finally:
        server.close()
        await server.wait_closed()


def event(piece: object) -> bytes:
    return f"data: {json.dumps(piece)}\n\n".encode()


def chunk(finish: str | None = None, **delta: object) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return event({"object": "chat.completion.chunk", "choices": [choice]})


def usage_chunk(usage: Usage) -> bytes:
    counts = {
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.answer,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
    }
    return event({"object": "chat.completion.chunk", "choices": [], "usage": counts})


def call_chunk(index: int, call: Call) -> bytes:
    function = {"name": call.name, "arguments": call.arguments}
    told = {"index": index, "id": call.call_id, "type": "function", "function": function}
    return chunk(tool_calls=[told])


def said(*texts: str, finish: str = "stop") -> list[bytes]:
    """A stream of texts from its beginning to its end."""
    return [chunk(role="assistant"), *(chunk(content=t) for t in texts), chunk(finish), DONE]


def streamed(whole: Completion, size: int = 3) -> Reply:
    """How a server sends a completion, in texts of a few characters."""
    texts = [whole.text[n : n + size] for n in range(0, len(whole.text), size)]
    finish = "length" if whole.is_cut else "tool_calls" if whole.calls else "stop"
    calls = [call_chunk(n, call) for n, call in enumerate(whole.calls)]
    *body, done = said(*texts, finish=finish)
    return Reply([*body[:-1], *calls, body[-1], usage_chunk(whole.usage), done])


def refusing(status: int, message: str = "no", headers: Any = None, **error: object) -> Reply:
    told = json.dumps({"error": {"message": message, **error}}).encode()
    return Reply([told], status, {"Content-Type": "application/json", **(headers or {})})
