"""Discord's two addresses, led somewhere else for one client."""

import aiohttp
from aiohttp import ClientRequest
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


class AddressedConnector(aiohttp.TCPConnector):
    """Leads what is meant for Discord to `api_url`, the REST root with its version, and to
    `gateway_url`; None is Discord's own.

    Here and not in discord.py's own classes, because all go through it: the client's requests,
    answers to interactions from whatever task, and the gateway.
    """

    def __init__(self, api_url: str | None, gateway_url: str | None) -> None:
        super().__init__(limit=0)
        wanted = {Route.BASE: api_url, str(DiscordWebSocket.DEFAULT_GATEWAY): gateway_url}
        self._addresses = {begins: url for begins, url in wanted.items() if url}

    async def connect(
        self,
        req: ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - as aiohttp has it
    ) -> Connection:
        # What READY says about where to resume fits neither, and is left alone.
        asked = str(req.url)
        for begins, address in self._addresses.items():
            if asked.startswith(begins):
                req.url = URL(address + asked.removeprefix(begins), encoded=True)
                req.headers["Host"] = req.url.host_port_subcomponent or ""
        return await super().connect(req, traces, timeout)
