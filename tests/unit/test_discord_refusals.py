"""What the fake Discord refuses, in the words and numbers of the real one."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.discord_client import connected, discord
from tests.fakes import HandClock
from tests.servers.discord import Limit, bits, discord_server

NOW = datetime(2026, 7, 7, 12, 0, tzinfo=UTC)
MESSAGES = "POST /channels/{channel_id}/messages"


def refused(caught: pytest.ExceptionInfo[discord.HTTPException]) -> tuple[int, int]:
    return caught.value.status, caught.value.code


@pytest.mark.parametrize(("text", "fits"), [("😀" * 2000, True), ("😀" * 2001, False)])
async def test_the_limit_counts_code_points(text: str, fits: bool) -> None:
    async with discord_server() as server, connected(server) as client:
        place = client.get_partial_messageable(server.person(11).dm.id)
        if fits:
            assert (await place.send(text)).content == text
            return
        with pytest.raises(discord.HTTPException) as caught:
            await place.send(text)
        assert refused(caught) == (400, 50035)
        assert "In content: Must be 2000 or fewer in length." in caught.value.text
        assert server.person(11).sees() == []


@pytest.mark.parametrize("text", ["", "  \n "])
async def test_an_empty_message_is_refused(text: str) -> None:
    async with discord_server() as server, connected(server) as client:
        with pytest.raises(discord.HTTPException) as caught:
            await client.get_partial_messageable(server.person(11).dm.id).send(text)
        assert refused(caught) == (400, 50006)


async def test_white_space_around_a_message_is_lost() -> None:
    async with discord_server() as server, connected(server) as client:
        sent = await client.get_partial_messageable(server.person(11).dm.id).send("  a\n b \n")
        assert sent.content == "a\n b"


async def test_who_takes_no_messages_gets_none() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        user = await client.fetch_user(11)
        theirs = mara.says("hello")
        mara.blocks()
        with pytest.raises(discord.Forbidden) as caught:
            await user.send("hello?")
        assert refused(caught) == (403, 50007)
        message = await user.fetch_message(theirs.id)
        with pytest.raises(discord.Forbidden) as caught:
            await message.add_reaction("👀")
        assert refused(caught) == (403, 90001)
        mara.unblocks()
        await user.send("hello!")
        assert [one.content for one in mara.sees()] == ["hello", "hello!"]


async def test_a_dm_is_one_however_often_it_is_opened() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        opened = await (await client.fetch_user(11)).create_dm()
        assert opened.id == mara.dm.id
        with pytest.raises(discord.HTTPException) as caught:
            await client.http.start_private_message(404)
        assert refused(caught) == (400, 50033)


async def test_permissions_decide_what_may_be_done_in_a_guild() -> None:
    async with discord_server() as server:
        mara = server.person(11)
        guild = server.guild("Harbour", mara)
        hidden = server.channel(guild, "hidden", bits.VIEW_CHANNEL)
        quiet = server.channel(guild, "quiet", bits.SEND_MESSAGES)
        elsewhere = server.guild("Elsewhere", mara, has_bot=False).channels[0]
        unread = server.channel(guild, "unread", bits.READ_HISTORY)
        async with connected(server) as client:
            for place, code in ((hidden, 50001), (quiet, 50013), (elsewhere, 50001)):
                with pytest.raises(discord.Forbidden) as caught:
                    await client.get_partial_messageable(place.id).send("hello")
                assert refused(caught) == (403, code)
            theirs = mara.says("a", channel=unread)
            assert [
                one async for one in client.get_partial_messageable(unread.id).history()
            ] == []
            with pytest.raises(discord.Forbidden) as caught:
                await client.get_partial_messageable(unread.id).send(
                    "b", reference=discord.MessageReference(message_id=theirs.id, channel_id=1)
                )
            assert refused(caught) == (403, 160002)


async def test_what_is_not_there_is_not_found() -> None:
    async with discord_server() as server, connected(server) as client:
        nowhere = client.get_partial_messageable(404)
        for asking in (nowhere.send("a"), nowhere.typing(), client.fetch_channel(404)):
            with pytest.raises(discord.NotFound) as caught:
                await asking
            assert refused(caught) == (404, 10003)
        place = client.get_partial_messageable(server.person(11).dm.id)
        with pytest.raises(discord.NotFound) as caught:
            await place.fetch_message(404)
        assert refused(caught) == (404, 10008)


async def test_rate_limits_show_in_headers_and_hold_by_the_clock() -> None:
    clock = HandClock(NOW)
    async with discord_server(clock) as server, connected(server) as client:
        mara, otto = server.person(11), server.person(12)
        server.rest.limits.of[MESSAGES] = Limit(3, 5.0)
        for who in (mara, mara, otto):
            await client.get_partial_messageable(who.dm.id).send("hello")
        assert {one.remaining for one in client.http._buckets.values() if one.limit == 3} == {
            1,
            2,
        }
        assert await _statuses(client, server.api_url, mara.dm.id, 3) == [200, 429, 429]
        clock.forward(seconds=5)
        assert await _statuses(client, server.api_url, mara.dm.id, 1) == [200]


async def _statuses(client: Any, api_url: str, channel: int, times: int) -> list[int]:
    """Past discord.py, which would wait."""
    session = client.http._HTTPClient__session
    headers = {"Authorization": f"Bot {client.http.token}"}
    found = []
    for _ in range(times):
        url = f"{api_url}/channels/{channel}/messages"
        async with session.post(url, json={"content": "a"}, headers=headers) as response:
            found.append(response.status)
            if response.status == 429:
                assert response.headers["Retry-After"] == "5"
                assert (await response.json())["retry_after"] == 5.0
    return found
