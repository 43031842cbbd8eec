"""The REST side over HTTP: who asks, what is asked, what goes wrong, what is answered."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from aiohttp import web

from tests.servers.discord import refusals
from tests.servers.discord.faults import Faults
from tests.servers.discord.limits import Limits
from tests.servers.discord.routes import Route
from tests.servers.discord.wire import Answer, Asked, Upload
from tests.servers.discord.world import World

Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]
_FRONT_DOOR = {"Via": "1.1 google"}


class Rest:
    def __init__(self, world: World, token: str, faults: Faults) -> None:
        self._world = world
        self._token = token
        self._faults = faults
        self.limits = Limits(world.clock)
        self.asked: list[Asked] = []

    def serving(self, route: Route) -> Serve:
        async def serve(request: web.Request) -> web.StreamResponse:
            asked = await self.note(request, route.path)
            return await self.meet(request, asked, lambda: self._decide(asked, route))

        return serve

    async def note(self, request: web.Request, path: str) -> Asked:
        """Reads the request whole and keeps it."""
        asked = Asked(
            request.method,
            path,
            request.path,
            dict(request.match_info),
            dict(request.query),
            dict(request.headers),
        )
        await _read_body(request, asked)
        self.asked.append(asked)
        self._world.changes.tell()
        return asked

    async def meet(
        self, request: web.Request, asked: Asked, decide: Callable[[], Answer]
    ) -> web.StreamResponse:
        """The answer, unless a fault is queued for it."""
        fault = self._faults.take(asked.key)
        answer = None
        if fault is None or fault.is_late:
            answer = decide()
        if fault is not None:
            await fault.meet()
            if fault.is_cut:
                if request.transport is not None:
                    request.transport.close()
                return web.Response()
            answer = self._instead(asked, fault.answer) or answer or decide()
        assert answer is not None
        asked.status = answer.status
        self._world.changes.tell()
        return web.Response(
            status=answer.status,
            body=answer.content,
            headers={**_FRONT_DOOR, **answer.headers} if answer.is_discords else answer.headers,
            content_type=answer.content_type if answer.content else None,
        )

    def _instead(self, asked: Asked, answer: Answer | None) -> Answer | None:
        """A queued answer, with the headers that Discord itself would give it."""
        if answer is None or not answer.is_discords or "X-RateLimit-Global" in answer.headers:
            return answer
        _, headers = self.limits.spend(asked)
        return replace(answer, headers={**headers, **answer.headers})

    def _decide(self, asked: Asked, route: Route) -> Answer:
        refused, headers = self.limits.spend(asked)
        if refused is not None:
            answer = refused
        elif route.needs_token and asked.headers.get("Authorization") != f"Bot {self._token}":
            answer = refusals.unauthorized().answer
        else:
            try:
                if asked.body is _BROKEN:
                    raise refusals.not_json()
                answer = route.answer(asked)
            except refusals.Refusal as refusal:
                answer = refusal.answer
        return replace(answer, headers={**headers, **answer.headers})


_BROKEN: Any = "<not JSON>"


async def _read_body(request: web.Request, asked: Asked) -> None:
    if not request.can_read_body:
        return
    if not request.content_type.startswith("multipart/"):
        asked.body = _parsed(await request.read())
        return
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        assert not isinstance(part, type(reader))
        content = bytes(await part.read())  # type: ignore[union-attr]
        name = part.name or ""  # type: ignore[union-attr]
        if name == "payload_json":
            asked.body = _parsed(content)
        else:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            filename = part.filename or name  # type: ignore[union-attr]
            asked.uploads.append(Upload(name, filename, content, kind))


def _parsed(content: bytes) -> Any:
    if not content:
        return None
    try:
        return json.loads(content)
    except ValueError:
        return _BROKEN
