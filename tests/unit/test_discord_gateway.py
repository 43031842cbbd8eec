"""The gateway of the fake Discord, against the real discord.py over sockets."""

import asyncio
import json

import aiohttp
import pytest

from tests.discord_client import Client, both_chats, connected, discord
from tests.servers.discord import TOKEN, answers, bits, cut, discord_server, page
from tests.servers.discord.server import DiscordServer


async def test_a_client_becomes_ready_with_its_guilds() -> None:
    async with discord_server() as server:
        guild = server.guild("Harbour", server.person(11))
        async with connected(server) as client:
            assert client.user is not None
            assert client.user.id == server.bot.id
            assert [one.name for one in client.guilds] == ["Harbour"]
            assert [one.name for one in client.guilds[0].text_channels] == ["general"]
            assert client.application_id == server.bot.id
            server.channel(guild, "quiet")
            assert (await client.until("guild_channel_create")).name == "quiet"


async def test_the_gateway_is_packed_as_asked_for() -> None:
    async with discord_server() as server, connected(server) as client:
        [asked] = server.asked("GET /gateway")
        assert asked.query["compress"] == "zlib-stream"
        assert client.ws.gateway.port == int(server.gateway_url.rsplit(":")[-1].split("/")[0])
        async with aiohttp.ClientSession() as session:
            url = f"{server.gateway_url}?v=10&encoding=json"
            async with session.ws_connect(url) as socket:
                hello = await socket.receive_json()
        assert hello["op"] == 10
        assert hello["d"]["heartbeat_interval"] == 41_250


async def test_heartbeats_are_acknowledged() -> None:
    async with discord_server() as server:
        server.gateway.heartbeat_interval = 20
        async with connected(server) as client:
            [connection] = server.gateway.connections
            await server.until(lambda: len(connection.heartbeats) >= 3)
            server.gateway.ask_heartbeat()
            assert client.latency < 5
            assert connection.heartbeats[0] is None


async def test_a_wrong_token_is_refused_at_both_doors() -> None:
    async with discord_server() as server:
        client = Client(server, both_chats())
        with pytest.raises(discord.LoginFailure):
            await client.start("wrong")
        await client.close()
        assert await _closed_with(server, _identify("wrong")) == 4004


async def test_intents_that_are_not_switched_on_are_refused() -> None:
    async with discord_server() as server:
        server.world.portal = 0
        client = Client(server, both_chats())
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await client.start(server.token)
        await client.close()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("{", 4002),
        ('{"op": 2, "d": 5}', 4002),
        ('{"op": 77, "d": null}', 4001),
        ('{"op": 3, "d": {}}', 4003),
        (json.dumps({"op": 2, "d": {"token": TOKEN, "properties": {}}}), 4013),
        (
            json.dumps({"op": 2, "d": {"token": TOKEN, "properties": {}, "intents": 1 << 40}}),
            4013,
        ),
    ],
)
async def test_what_is_wrong_closes_the_line(sent: str, code: int) -> None:
    async with discord_server() as server:
        assert await _closed_with(server, sent) == code


async def test_identifying_twice_or_in_an_old_version_closes_the_line() -> None:
    async with discord_server() as server:
        twice = [_identify(TOKEN), _identify(TOKEN)]
        assert await _closed_with(server, *twice) == 4005
        assert await _closed_with(server, version="6") == 4012


async def test_a_lost_line_is_resumed_with_what_was_missed() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        server.gateway.drop()
        await server.until(lambda: server.gateway.session is None)
        mara.says("while you were away")
        await client.until("resumed")
        assert (await client.until("message")).content == "while you were away"
        assert server.gateway.identified() == 1
        assert len(client.got("ready")) == 1
        mara.says("and now")
        assert (await client.until("message", 2)).content == "and now"


async def test_a_lost_session_is_begun_anew_and_leaves_a_gap() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        server.gateway.lose_sessions()
        mara.says("in the history only")
        server.gateway.close(4000)
        await client.until("ready", 2)
        assert server.gateway.identified() == 2
        assert client.got("message") == []
        history = [
            one.content async for one in client.get_partial_messageable(mara.dm.id).history()
        ]
        assert history == ["in the history only"]


async def test_being_asked_to_reconnect_resumes() -> None:
    async with discord_server() as server, connected(server) as client:
        server.gateway.ask_reconnect()
        await client.until("resumed")
        server.gateway.invalidate(resumable=True)
        await client.until("resumed", 2)
        assert server.gateway.identified() == 1


@pytest.mark.parametrize("code", [1000, 4000, 4007, 4009])
async def test_a_closing_code_that_allows_it_leads_back(code: int) -> None:
    async with discord_server() as server, connected(server) as client:
        server.gateway.close(code)
        await client.until("disconnect")
        await client.until("resumed")


async def test_a_closing_code_that_forbids_it_ends_the_client() -> None:
    async with discord_server() as server:
        client = Client(server, both_chats())
        running = asyncio.create_task(client.start(server.token))
        await client.until("ready")
        server.gateway.close(4004)
        with pytest.raises(discord.ConnectionClosed) as caught:
            await running
        assert caught.value.code == 4004


async def test_an_upgrade_can_fail_first() -> None:
    async with discord_server() as server:
        # aiohttp asks once more by itself when a GET is cut.
        server.fails("GET /gateway", answers(page(502, "Bad Gateway")), cut(), cut())
        for _ in range(2):
            with pytest.raises(aiohttp.ClientError):
                await _closed_with(server)
        assert server.faults.left == {}


async def test_an_event_that_cannot_be_parsed_ends_connecting() -> None:
    async with discord_server() as server:
        client = Client(server, both_chats())
        running = asyncio.create_task(client.start(server.token))
        await client.until("ready")
        server.gateway.dispatch("MESSAGE_CREATE", {"id": "5"})
        with pytest.raises(KeyError):
            await running
        assert server.gateway.session is not None, "the old socket is left open"
        await client.close()


async def test_an_unknown_event_is_passed_over() -> None:
    async with discord_server() as server, connected(server) as client:
        server.gateway.dispatch("SOMETHING_NEW", {"id": "5"})
        server.person(11).says("still here")
        assert (await client.until("message")).content == "still here"


@pytest.mark.parametrize("has_intent", [True, False])
async def test_content_is_empty_without_the_intent(has_intent: bool) -> None:
    async with discord_server() as server:
        mara = server.person(11)
        [channel] = server.guild("Harbour", mara).channels
        async with connected(server, both_chats(content=has_intent)) as client:
            mara.says("aside", channel=channel)
            mara.says(f"<@{server.bot.id}> you", channel=channel)
            mara.says("alone")
            await client.until("message", 3)
            aside, named, alone = client.got("message")
            assert aside.content == ("aside" if has_intent else "")
            assert "you" in named.content
            assert alone.content == "alone"
            own = await aside.channel.send("mine")
            assert (await client.until("message", 4)).content == own.content == "mine"


async def test_only_what_a_session_asked_for_is_sent() -> None:
    async with discord_server() as server:
        mara = server.person(11)
        intents = both_chats()
        intents.guild_messages = False
        async with connected(server, intents) as client:
            [channel] = server.guild("Harbour", mara).channels
            mara.says("not for you", channel=channel)
            mara.says("for you")
            assert (await client.until("message")).content == "for you"
            assert len(client.got("message")) == 1


async def test_a_channel_out_of_sight_sends_nothing() -> None:
    async with discord_server() as server:
        mara = server.person(11)
        hidden = server.channel(server.guild("Harbour", mara), "hidden", bits.VIEW_CHANNEL)
        async with connected(server) as client:
            mara.says("psst", channel=hidden)
            mara.says("hello")
            assert (await client.until("message")).content == "hello"


async def test_no_repr_shows_the_token() -> None:
    async with discord_server() as server, connected(server) as client:
        assert client.http.token == TOKEN
        shown = repr((server.gateway.received, server.asked()))
        assert TOKEN not in shown
        assert any(
            frame.body["token"] == TOKEN for frame in server.gateway.received if frame.op == 2
        )


def _identify(token: str) -> str:
    return json.dumps({"op": 2, "d": {"token": token, "properties": {}, "intents": 0}})


async def _closed_with(server: DiscordServer, *sent: str, version: str = "10") -> int | None:
    """The code with which the gateway closes on what was sent."""
    url = f"{server.gateway_url}?v={version}&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        for text in sent:
            await socket.send_str(text)
        async for _ in socket:
            pass
        return socket.close_code
