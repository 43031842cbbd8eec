"""What goes wrong on purpose on the fake Discord."""

import asyncio
from typing import Any

import aiohttp
import pytest

from tests.discord_client import Client, both_chats, connected, discord
from tests.servers.discord import (
    DiscordServer,
    Refusal,
    answers,
    cut,
    discord_server,
    held,
    page,
    rate_limited,
)

MESSAGES = "POST /channels/{channel_id}/messages"


async def test_a_cut_line_tells_not_whether_the_message_is_there() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        place = client.get_partial_messageable(mara.dm.id)
        server.fails(MESSAGES, cut(), cut(late=True))
        for text in ("lost", "stored"):
            with pytest.raises(aiohttp.ClientError):
                await place.send(text)
        assert [one.content for one in mara.sees()] == ["stored"]
        assert [one.status for one in server.asked(MESSAGES)] == [None, None]


async def test_an_answer_is_held_until_it_is_let_go() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        place = client.get_partial_messageable(mara.dm.id)
        before, after = held(), held(late=True)
        server.fails(MESSAGES, before, after)
        first = asyncio.create_task(place.send("first"))
        await before.reached.wait()
        assert mara.sees() == []
        before.release()
        await first
        second = asyncio.create_task(place.send("second"))
        await after.reached.wait()
        assert [one.content for one in mara.sees()] == ["first", "second"]
        assert not second.done()
        after.release()
        await second


async def test_a_held_answer_does_not_outlive_the_server() -> None:
    async with discord_server() as server:
        fault = held()
        server.fails("GET /users/@me", fault)
        client = Client(server, both_chats())
        running = asyncio.create_task(client.start(server.token))
        await fault.reached.wait()
    await asyncio.gather(running, return_exceptions=True)
    await client.close()


async def test_discord_py_waits_and_asks_again_when_told_to() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        server.fails(
            MESSAGES, answers(rate_limited(0)), answers(rate_limited(0, is_global=True))
        )
        await client.get_partial_messageable(mara.dm.id).send("hello")
        assert [one.status for one in server.asked(MESSAGES)] == [429, 429, 200]
        assert len(mara.sees()) == 1


async def test_a_message_can_be_stored_behind_a_proxys_error() -> None:
    async with discord_server() as server:
        mara = server.person(11)
        server.fails(MESSAGES, answers(page(502, "Bad Gateway"), late=True))
        answer = await _post(server, f"/channels/{mara.dm.id}/messages", {"content": "hello"})
        assert answer[0] == 502
        assert answer[1]["Content-Type"] == "text/html"
        assert b"<title>502 Bad Gateway</title>" in answer[2]
        assert [one.content for one in mara.sees()] == ["hello"]


async def test_any_refusal_can_be_queued_for_any_route() -> None:
    async with discord_server() as server, connected(server) as client:
        user = server.person(11)
        refusal = Refusal(403, 50013, "Missing Permissions")
        server.fails("POST /channels/{channel_id}/typing", answers(refusal.answer))
        place = client.get_partial_messageable(user.dm.id)
        with pytest.raises(discord.Forbidden) as caught:
            await place.typing()
        assert caught.value.code == 50013
        await place.typing()
        assert server.faults.left == {}


async def test_a_limit_says_in_its_headers_what_it_is_for() -> None:
    async with discord_server() as server:
        everywhere = answers(rate_limited(64.5, is_global=True))
        server.fails(MESSAGES, everywhere, answers(rate_limited(2.5)))
        status, headers, _ = await _post(server, "/channels/1/messages", {"content": "a"})
        assert (status, headers["Retry-After"]) == (429, "65")
        assert headers["X-RateLimit-Global"] == "true"
        assert headers["X-RateLimit-Scope"] == "global"
        status, headers, body = await _post(server, "/channels/1/messages", {"content": "a"})
        assert (status, headers["Retry-After"]) == (429, "3")
        assert b'"retry_after": 2.5' in body
        assert headers["X-RateLimit-Scope"] == "user"
        assert headers["X-RateLimit-Remaining"] == "0"
        assert headers["X-RateLimit-Bucket"]


@pytest.mark.parametrize(
    ("path", "token", "status", "code"),
    [
        ("/channels/1/messages", "wrong", 401, 0),
        ("/channels/1/messages", None, 404, 10003),
        ("/nothing/here", None, 404, 0),
        ("/users/@me", None, 405, 0),
    ],
)
async def test_each_answer_has_discords_number(
    path: str, token: str | None, status: int, code: int
) -> None:
    async with discord_server() as server:
        found, _, body = await _post(server, path, {"content": "a"}, token)
        assert found == status
        assert f'"code": {code}'.encode() in body


async def test_a_body_that_is_not_json_is_refused() -> None:
    async with discord_server() as server:
        dm = server.person(11).dm.id
        status, headers, body = await _post(server, f"/channels/{dm}/messages", "{")
        assert (status, b"50109" in body) == (400, True)
        assert headers["X-RateLimit-Remaining"] == "9999"


async def _post(
    server: DiscordServer, path: str, body: Any, token: str | None = None
) -> tuple[int, Any, bytes]:
    """Past discord.py, which would wait and ask again."""
    headers = {"Authorization": f"Bot {token or server.token}"}
    told = {"data": body} if isinstance(body, str) else {"json": body}
    asking = aiohttp.request("POST", server.api_url + path, headers=headers, **told)
    async with asking as response:
        return response.status, response.headers, await response.read()
