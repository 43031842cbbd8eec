"""One socket of the gateway: what is put into it goes out in order."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.servers.discord.packing import Packing


@dataclass(frozen=True)
class Closing:
    code: int
    reason: str = ""


class Connection:
    def __init__(self, request: web.Request, packing: Packing) -> None:
        self._request = request
        self._packing = packing
        self._socket = web.WebSocketResponse(compress=False, timeout=1.0)
        self._queue: asyncio.Queue[str | bytes | Closing] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None
        self.is_closed_here = False
        """Whether it was this side that closed it."""
        self.heartbeats: list[int | None] = []
        """The sequence number of each heartbeat."""

    @property
    def response(self) -> web.WebSocketResponse:
        return self._socket

    async def open(self) -> None:
        await self._socket.prepare(self._request)
        self._writing = asyncio.create_task(self._write())

    async def receive(self) -> str | None:
        """The next text that came; None once there is nothing more to come."""
        message = await self._socket.receive()
        is_text = message.type in (web.WSMsgType.TEXT, web.WSMsgType.BINARY)
        if not is_text:
            return None
        return message.data if isinstance(message.data, str) else message.data.decode()

    @property
    def close_code(self) -> int | None:
        return self._socket.close_code

    def put(
        self, op: int, body: Any = None, name: str | None = None, number: int | None = None
    ) -> None:
        self.put_text(json.dumps({"op": op, "d": body, "s": number, "t": name}))

    def put_text(self, text: str) -> None:
        """A text of any shape, packed like all the others."""
        self._queue.put_nowait(text)

    def put_bytes(self, raw: bytes) -> None:
        """A binary frame as it is, not packed."""
        self._queue.put_nowait(raw)

    def close(self, code: int, reason: str = "") -> None:
        self._queue.put_nowait(Closing(code, reason))

    def drop(self) -> None:
        """The line breaks: no closing frame, nothing."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def end(self) -> None:
        if self._writing is not None:
            if not self.is_closed_here:
                self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)
        await self._socket.close()

    async def _write(self) -> None:
        try:
            while True:
                item = await self._queue.get()
                if isinstance(item, Closing):
                    self.is_closed_here = True
                    await self._socket.close(code=item.code, message=item.reason.encode())
                    return
                packed = self._packing.pack(item) if isinstance(item, str) else item
                if isinstance(packed, str):
                    await self._socket.send_str(packed)
                else:
                    await self._socket.send_bytes(packed)
        except ConnectionError:
            return
