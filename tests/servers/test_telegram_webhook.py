"""Updates that are delivered to a webhook: in order, with the secret, until they are taken."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from telegram import Bot
from telegram.error import BadRequest, Conflict

from tests.servers.echoing import application
from tests.servers.telegram import Seen, TelegramServer
from tests.servers.telegram.wire import Request, answer, read_request


class Receiver:
    """The bot's side of a webhook; answers with its statuses, the last again and again."""

    def __init__(self, *statuses: int, body: bytes = b"") -> None:
        self.statuses = list(statuses)
        self.body = body
        self.requests: list[Request] = []
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await read_request(reader)
        assert request is not None
        self.requests.append(request)
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        writer.write(answer(status, self.body))
        await writer.drain()
        writer.close()

    @property
    def texts(self) -> list[str]:
        return [json.loads(one.body)["message"]["text"] for one in self.requests]


@asynccontextmanager
async def receiver(*statuses: int, body: bytes = b"") -> AsyncIterator[Receiver]:
    made = Receiver(*statuses, body=body)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    try:
        yield made
    finally:
        server.close()
        await server.wait_closed()


async def test_a_webhook_gets_updates_with_its_secret(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    mara.says("before")
    async with receiver(200) as hook:
        await bot.set_webhook(hook.url, secret_token="s3cret")
        mara.says("after")
        await server.until(lambda: len(server.webhook.attempts) == 2)
        assert hook.texts == ["before", "after"]
        secrets = {one.headers["x-telegram-bot-api-secret-token"] for one in hook.requests}
        assert secrets == {"s3cret"}
        with pytest.raises(
            Conflict, match="can't use getUpdates method while webhook is active"
        ):
            await bot.get_updates()
        await bot.delete_webhook()
    assert await bot.get_updates() == ()


async def test_an_update_is_tried_until_it_is_taken(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    async with receiver(500, 503, 200) as hook:
        await bot.set_webhook(hook.url)
        mara.says("one")
        mara.says("two")
        await server.until(lambda: len(server.webhook.attempts) == 2)
        told = await bot.get_webhook_info()
        assert told.pending_update_count == 2
        assert told.last_error_message == (
            "Wrong response from the webhook: 503 Service Unavailable"
        )
        server.webhook.again()
        await server.until(lambda: len(server.webhook.attempts) == 4)
        assert hook.texts == ["one", "one", "one", "two"]
        await bot.delete_webhook()


async def test_nobody_listens(server: TelegramServer, bot: Bot) -> None:
    async with receiver(200) as hook:
        url = hook.url
    await bot.set_webhook(url)
    server.person(8812).says("one")
    await server.until(lambda: len(server.webhook.attempts) == 2)
    assert (await bot.get_webhook_info()).last_error_message == "Connection refused"
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()


async def test_an_answer_may_carry_a_method(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    asked = {"method": "sendMessage", "chat_id": 8812, "text": "at once"}
    async with receiver(200, body=json.dumps(asked).encode()) as hook:
        await bot.set_webhook(hook.url)
        mara.says("one")
        await server.until(lambda: mara.texts)
        await bot.delete_webhook()
    assert mara.seen == [Seen("message", "at once", mara.messages[0].message_id)]


async def test_setting_a_webhook_ends_a_poll(server: TelegramServer, bot: Bot) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await server.until(lambda: server.updates.is_polled)
    await bot.set_webhook("http://127.0.0.1:9/hook")
    with pytest.raises(Conflict, match="terminated by setWebhook request"):
        await poll


@pytest.mark.parametrize(
    ("url", "secret", "words"),
    [
        ("ftp://a.example", "", "Invalid webhook url specified"),
        ("http://a.example", "", "Bad webhook: an https url must be provided"),
        ("https://a.example:5000", "", "only on ports 80, 88, 443 or 8443"),
        ("https://a.example", "a b", "Secret token contains unallowed characters"),
        ("https://a.example", "a" * 257, "Secret token is too long"),
    ],
)
async def test_bad_webhooks_are_refused(
    server: TelegramServer, bot: Bot, url: str, secret: str, words: str
) -> None:
    with pytest.raises(BadRequest, match=words):
        await bot.set_webhook(url, secret_token=secret)
    assert (await bot.get_webhook_info()).url == ""


async def test_an_application_listens_to_its_webhook(server: TelegramServer) -> None:
    async with receiver(200) as unused:
        port = int(unused.url.split(":")[2].split("/")[0])
    mara = server.person(8812)
    app = application(server)
    async with app:
        assert app.updater is not None
        await app.updater.start_webhook(
            "127.0.0.1",
            port,
            "hook",
            webhook_url=f"http://127.0.0.1:{port}/hook",
            secret_token="x",
        )
        await app.start()
        mara.says("hello")
        await server.until(lambda: mara.texts)
        await app.updater.stop()
        await app.stop()
    assert mara.texts == ["[hello]"]
