"""Whose token it is, and which models there are, asked of servers once."""

import json
from collections.abc import AsyncIterator

import pytest

from adapters import discord, telegram
from adapters.base import NotLetIn
from previously_bot.clock import pause
from previously_bot.errors import Refused, Unreachable
from previously_bot.models.openai_compatible.listing import lists
from tests.endpoint import Reply, endpoint
from tests.servers.discord import DiscordServer, bits, discord_server
from tests.servers.telegram import TelegramServer, telegram_server

PATIENCE = 5.0
NOBODY = "http://127.0.0.1:9"
KEY = "sk-made-up-0123456789"


@pytest.fixture
async def there() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as server:
        yield server


@pytest.fixture
async def elsewhere() -> AsyncIterator[DiscordServer]:
    async with discord_server() as server:
        yield server


async def test_telegram_says_who_the_bot_is(there: TelegramServer) -> None:
    name = await telegram.account_of(there.token, there.url, PATIENCE)
    assert name == f"@{there.bot['username']}"


async def test_telegram_takes_no_wrong_token(there: TelegramServer) -> None:
    with pytest.raises(NotLetIn, match="token_env") as refused:
        await telegram.account_of("7123456789:AAF-wrong", there.url, PATIENCE)
    assert "AAF-wrong" not in str(refused.value)


async def test_a_token_for_telegram_that_can_be_none_is_said_to_be_so() -> None:
    with pytest.raises(NotLetIn, match="token_env") as refused:
        await telegram.account_of("712\x7f:AAF", NOBODY, PATIENCE)
    assert "AAF" not in str(refused.value)


async def test_telegram_out_of_reach_is_said_to_be_so() -> None:
    with pytest.raises(NotLetIn, match="no answer: ") as refused:
        await telegram.account_of("7123456789:AAF-secret", NOBODY, PATIENCE)
    assert "AAF-secret" not in str(refused.value)


async def test_discord_says_who_the_bot_is(elsewhere: DiscordServer) -> None:
    name = await discord.account_of(elsewhere.token, elsewhere.api_url, PATIENCE, pause)
    assert elsewhere.bot.name in name


async def test_discord_takes_no_wrong_token(elsewhere: DiscordServer) -> None:
    with pytest.raises(NotLetIn, match="token is not valid"):
        await discord.account_of("wrong", elsewhere.api_url, PATIENCE, pause)


async def test_a_token_for_discord_that_can_be_none_is_said_to_be_so(
    elsewhere: DiscordServer,
) -> None:
    with pytest.raises(NotLetIn) as refused:
        await discord.account_of("made\nup", elsewhere.api_url, PATIENCE, pause)
    assert "made" not in str(refused.value)


async def test_discord_without_the_message_content_intent_is_said_to_be_so(
    elsewhere: DiscordServer,
) -> None:
    elsewhere.world.portal &= ~bits.MESSAGE_CONTENT
    with pytest.raises(NotLetIn, match="Message Content Intent"):
        await discord.account_of(elsewhere.token, elsewhere.api_url, PATIENCE, pause)


async def test_discord_out_of_reach_is_said_to_be_so() -> None:
    with pytest.raises(NotLetIn, match="cannot be reached"):
        await discord.account_of("token", f"{NOBODY}/api/v10", 0.5, pause)


def listed(*names: str) -> Reply:
    told = {"object": "list", "data": [{"id": name, "object": "model"} for name in names]}
    return Reply([json.dumps(told).encode()], headers={"Content-Type": "application/json"})


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (listed("big", "small"), True),
        (listed("big:latest"), True),
        (listed("small"), False),
        (listed(), None),
        (Reply(status=404), None),
        (Reply([b"[1]"], headers={"Content-Type": "application/json"}), None),
        (Reply([b"<html>"], headers={"Content-Type": "text/html"}), None),
    ],
)
async def test_an_endpoint_says_whether_it_has_a_model(
    reply: Reply, found: bool | None
) -> None:
    async with endpoint(reply) as server:
        assert await lists("big", server.url, KEY, PATIENCE) is found
        assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"


async def test_an_endpoint_without_a_key_is_sent_none() -> None:
    async with endpoint(listed("big")) as server:
        await lists("big", server.url, None, PATIENCE)
        assert "authorization" not in server.asked[0].headers


async def test_a_key_that_is_refused_is_said_to_be_so() -> None:
    async with endpoint(Reply([KEY.encode()], status=401)) as server:
        with pytest.raises(Refused, match="key is right") as refused:
            await lists("big", server.url, KEY, PATIENCE)
    assert KEY not in str(refused.value)


async def test_an_endpoint_out_of_reach_is_said_to_be_so() -> None:
    with pytest.raises(Unreachable):
        await lists("big", f"{NOBODY}/v1", KEY, PATIENCE)
