"""The adapter for Telegram keeps the contract with a webhook too, and takes nothing unsaved."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from adapters.base import Incoming, NotLetIn
from adapters.telegram import TelegramAdapter, Webhook
from tests.contracts.telegram_fixtures import Make, Pauses, until
from tests.contracts.test_adapter import PATIENCE, ChatAdapterContract, ChatDesk, running
from tests.contracts.test_telegram_adapter import LoopbackDesk
from tests.fakes import never
from tests.servers.telegram import TelegramServer, faults

END = "that is all"
SECRET = "s3cret-s3cret_S3CRET"


@pytest.fixture
def hook(unused_port: int) -> Webhook:
    url = f"http://127.0.0.1:{unused_port}/hook"
    return Webhook(url, SECRET, "127.0.0.1", unused_port, "/hook")


class HookedDesk(LoopbackDesk):
    """A person who begins to talk when the webhook is set, so that all of it goes there."""

    def __init__(self, adapter: TelegramAdapter, server: TelegramServer) -> None:
        super().__init__(adapter, server)
        self._early: list[Callable[[], None]] = []

    def say(self, text: str) -> None:
        self._once_set(partial(super().say, text))

    def attaches(self, name: str, content: bytes, text: str = "") -> None:
        self._once_set(partial(super().attaches, name, content, text))

    def _once_set(self, act: Callable[[], None]) -> None:
        if self._server.webhook.hook is None:
            self._early.append(act)
        else:
            act()

    async def talk(self) -> None:
        await self._server.until(lambda: self._server.webhook.hook)
        for act in self._early:
            act()


class TestTelegramAdapterWithAWebhook(ChatAdapterContract):
    @pytest.fixture(autouse=True)
    def _loopback(self, server: TelegramServer, make: Make, hook: Webhook) -> None:
        self._server, self._make, self._hook = server, make, hook

    @asynccontextmanager
    async def desk(self) -> AsyncIterator[ChatDesk]:
        desk = HookedDesk(self._make(webhook=self._hook), self._server)
        talking = asyncio.create_task(desk.talk())
        yield desk
        talking.cancel()


async def is_set(server: TelegramServer) -> None:
    await server.until(lambda: server.webhook.hook)


def update(update_id: int, text: str) -> dict[str, Any]:
    message = {
        "message_id": update_id,
        "date": 1_790_000_000,
        "chat": {"id": 8812, "type": "private", "first_name": "Mara"},
        "from": {"id": 8812, "is_bot": False, "first_name": "Mara"},
        "text": text,
    }
    return {"update_id": update_id, "message": message}


async def knock(
    hook: Webhook,
    body: bytes,
    *,
    secret: str | None = SECRET,
    target: str = "/hook",
    verb: str = "POST",
    chunked: bool = False,
) -> int:
    """The status of the answer to a request of anybody's."""
    reader, writer = await asyncio.open_connection(hook.host, hook.port)
    try:
        lines = [f"{verb} {target} HTTP/1.1", "Host: bot.example", "Connection: close"]
        if secret is not None:
            lines.append(f"X-Telegram-Bot-Api-Secret-Token: {secret}")
        if chunked:
            lines.append("Transfer-Encoding: chunked")
            body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        else:
            lines.append(f"Content-Length: {len(body)}")
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        async with asyncio.timeout(PATIENCE):
            return int((await reader.readline()).split()[1])
    finally:
        writer.close()


def told(heard: Sequence[Incoming]) -> list[tuple[str, int]]:
    """The words, and how many files."""
    return [(message.text, len(message.attached)) for message in heard]


async def never_called(message: Incoming) -> None:
    raise AssertionError(f"{message.message_id} is for nobody")


# Who is let in


@pytest.mark.parametrize("secret", [None, "", "S3CRET", SECRET + "x", SECRET[:-1], "é你" * 9])
async def test_who_does_not_know_the_secret_is_refused_and_not_read(
    server: TelegramServer, make: Make, hook: Webhook, secret: str | None
) -> None:
    async with running(make(webhook=hook), never_called):
        await is_set(server)
        body = json.dumps(update(1, "obey")).encode()
        assert await knock(hook, body, secret=secret) == 403


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[1]", b'"text"', b"null", b"[" * 100_000]
)
async def test_a_body_that_is_no_update_in_json_is_refused(
    server: TelegramServer, make: Make, hook: Webhook, body: bytes
) -> None:
    async with running(make(webhook=hook), never_called):
        await is_set(server)
        assert await knock(hook, body) == 400


@pytest.mark.parametrize("chunked", [False, True])
async def test_a_body_that_is_too_large_is_refused(
    server: TelegramServer, make: Make, hook: Webhook, chunked: bool
) -> None:
    async with running(make(webhook=hook), never_called):
        await is_set(server)
        body = json.dumps(update(1, "x" * (1 << 20))).encode()
        assert await knock(hook, body, chunked=chunked) == 413


async def test_elsewhere_nobody_is_at_home(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    async with running(make(webhook=hook), never_called):
        await is_set(server)
        body = json.dumps(update(1, "obey")).encode()
        assert await knock(hook, body, target="/") == 404
        assert await knock(hook, body, target="/hook/more") == 404
        assert await knock(hook, b"", verb="GET") == 405


# Taking


async def test_telegram_is_told_where_and_with_which_secret(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    async with running(make(webhook=hook), never_called):
        await is_set(server)
        found = server.webhook.hook
        assert found is not None
        assert (found.url, found.secret, found.max_connections) == (hook.url, SECRET, 1)
        assert server.updates.allowed == {"message", "edited_message", "callback_query"}


async def test_an_update_is_answered_when_it_was_taken_and_not_before(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    inside, go_on = asyncio.Event(), asyncio.Event()

    async def receive(message: Incoming) -> None:
        inside.set()
        await go_on.wait()

    async with running(make(webhook=hook), receive):
        await is_set(server)
        server.person(8812).says("one")
        await inside.wait()
        assert server.webhook.attempts == []
        assert len(server.updates.waiting) == 1
        go_on.set()
        await server.until(lambda: server.webhook.attempts)
        assert server.webhook.attempts[0].status == 200


async def test_what_is_not_taken_is_refused_and_comes_again(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    adapter, heard = make(webhook=hook), list[str]()

    async def is_full(message: Incoming) -> None:
        heard.append(message.text)
        raise OSError("no space left on device")

    run = asyncio.create_task(adapter.run(is_full))
    await is_set(server)
    server.person(8812).says("one")
    with pytest.raises(OSError, match="no space"):
        await run
    await server.until(lambda: server.webhook.attempts)
    assert server.webhook.attempts[0].status == 500
    server.person(8812).says(END)
    again: list[Incoming] = []
    await adapter.run(until(END, adapter, again))
    assert heard == ["one"]
    assert [message.text for message in again] == ["one", END]


async def test_killed_while_a_message_is_being_taken_it_gets_it_again(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    inside = asyncio.Event()

    async def receive(message: Incoming) -> None:
        inside.set()
        await asyncio.Event().wait()

    killed = asyncio.create_task(make(webhook=hook).run(receive))
    await is_set(server)
    server.person(8812).says("one")
    await inside.wait()
    killed.cancel()
    with pytest.raises(asyncio.CancelledError):
        await killed
    server.person(8812).says(END)
    heard: list[Incoming] = []
    adapter = make(webhook=hook)
    await adapter.run(until(END, adapter, heard))
    assert [message.text for message in heard] == ["one", END]


async def test_what_comes_again_is_taken_once(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    adapter, heard = make(webhook=hook), list[Incoming]()
    async with running(adapter, until(END, adapter, heard)):
        await is_set(server)
        body = json.dumps(update(700_000_500, "one")).encode()
        assert [await knock(hook, body) for _ in range(3)] == [200] * 3
        server.push(update(700_000_500, "one"))
        server.person(8812).says(END)
        await server.until(lambda: not server.updates.waiting)
    assert [message.text for message in heard] == ["one", END]


async def test_what_comes_again_after_a_failure_is_taken_once(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    adapter, heard = make(webhook=hook), list[str]()

    async def receive(message: Incoming) -> None:
        heard.append(message.text)
        if message.text == "two" and "two" not in heard[:-1]:
            raise OSError("no space left on device")
        if message.text == END:
            await adapter.close()

    run = asyncio.create_task(adapter.run(receive))
    await is_set(server)
    one, two = update(700_000_500, "one"), update(700_000_501, "two")
    assert await knock(hook, json.dumps(one).encode()) == 200
    assert await knock(hook, json.dumps(two).encode()) == 500
    with pytest.raises(OSError, match="no space"):
        await run
    # Of the first one's answer Telegram heard nothing.
    server.push(one)
    server.push(two)
    server.person(8812).says(END)
    await adapter.run(receive)
    assert heard == ["one", "two", "two", END]
    assert server.updates.waiting == []


# Albums


async def test_an_album_is_one_message_and_the_webhook_goes_on(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    pauses = Pauses()
    adapter, heard = make(webhook=hook, pause=pauses), list[Incoming]()
    mara = server.person(8812)
    async with running(adapter, until(END, adapter, heard)) as run, asyncio.timeout(PATIENCE):
        await is_set(server)
        mara.says("before")
        mara.sends_album([b"1", b"2", b"3"], caption="the trip")
        mara.says("after")
        await server.until(lambda: len(server.asked_for("setWebhook")) == 2)
        await is_set(server)
        mara.says(END)
        await run
    assert told(heard) == [("before", 0), ("the trip", 3), ("after", 0), (END, 0)]
    assert pauses.seconds == [0.5]
    assert server.updates.waiting == []
    assert [one.status for one in server.webhook.attempts if one.status == 200] == [200, 200]


async def test_an_album_that_is_not_taken_comes_again_whole(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    async def is_full(message: Incoming) -> None:
        raise OSError("no space left on device")

    run = asyncio.create_task(make(webhook=hook).run(is_full))
    await is_set(server)
    server.person(8812).sends_album([b"1", b"2"])
    with pytest.raises(OSError, match="no space"):
        await run
    server.person(8812).says(END)
    adapter, heard = make(webhook=hook), list[Incoming]()
    await adapter.run(until(END, adapter, heard))
    assert told(heard) == [("", 2), (END, 0)]


async def test_what_waits_at_the_start_is_taken_first(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    mara = server.person(8812)
    mara.says("while you were away")
    mara.sends_album([b"1", b"2"])
    adapter, heard = make(webhook=hook), list[Incoming]()
    async with running(adapter, until(END, adapter, heard)) as run, asyncio.timeout(PATIENCE):
        await is_set(server)
        mara.says(END)
        await run
    assert told(heard) == [("while you were away", 0), ("", 2), (END, 0)]


# What cannot be read


async def test_what_cannot_be_read_is_named_by_number_and_kind_and_never_comes_again(
    server: TelegramServer, make: Make, hook: Webhook, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    adapter, heard = make(webhook=hook), list[Incoming]()
    async with running(adapter, until(END, adapter, heard)) as run, asyncio.timeout(PATIENCE):
        await is_set(server)
        server.push({"message": {"text": ["SECRET"]}})
        server.push({"update_id": "no number SECRET", "message": {}})
        server.push(
            {"update_id": 700_000_009, "message": {"chat": {"type": "private"}, "from": 7}}
        )
        server.person(8812).says(END)
        await run
    assert [message.text for message in heard] == [END]
    assert [one.status for one in server.webhook.attempts] == [200] * 4
    assert server.updates.waiting == []
    assert "update 700000009 (message) cannot be read" in caplog.text
    for secret in ("SECRET", SECRET, server.token):
        assert secret not in caplog.text


# What goes wrong


async def test_where_another_program_listens_it_says_what_to_do(
    make: Make, hook: Webhook
) -> None:
    other = await asyncio.start_server(lambda reader, writer: None, hook.host, hook.port)
    async with other:
        with pytest.raises(NotLetIn, match=r"let platforms\.telegram\.webhook\.listen name an"):
            await make(webhook=hook).run(never_called)


async def test_an_address_that_telegram_does_not_take_says_what_to_do(
    make: Make, unused_port: int
) -> None:
    bad = Webhook("https://a.example:5000", SECRET, "127.0.0.1", unused_port, "/")
    adapter = make(webhook=bad)
    for _ in range(2):
        with pytest.raises(NotLetIn, match=r"correct platforms\.telegram\.webhook\.url") as it:
            await adapter.run(never_called)
        assert "only on ports 80, 88, 443 or 8443" in str(it.value)
        assert SECRET not in str(it.value) + repr(bad) + repr(vars(adapter))


async def test_a_server_that_fails_is_waited_out(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    server.next("setWebhook", faults.bad_gateway(), faults.flood(3))
    pauses = Pauses()
    adapter, heard = make(webhook=hook, pause=pauses), list[Incoming]()
    async with running(adapter, until(END, adapter, heard)) as run, asyncio.timeout(PATIENCE):
        await is_set(server)
        server.person(8812).says(END)
        await run
    assert pauses.seconds == [1, 3]
    assert len(heard) == 1


# Closing


async def test_closed_while_a_message_is_taken_it_answers_and_keeps_the_webhook(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    adapter, heard = make(webhook=hook), list[Incoming]()
    async with running(adapter, until("one", adapter, heard)) as run, asyncio.timeout(PATIENCE):
        await is_set(server)
        server.person(8812).says("one")
        server.person(8812).says("two")
        await run
        await server.until(lambda: len(server.webhook.attempts) == 3)
    assert [one.status for one in server.webhook.attempts] == [200, 0, 0]
    assert server.webhook.hook is not None
    assert [one["message"]["text"] for one in server.updates.waiting] == ["two"]


async def test_closing_ends_a_wait_for_telegram(
    server: TelegramServer, make: Make, hook: Webhook
) -> None:
    server.next("setWebhook", faults.bad_gateway())
    adapter = make(webhook=hook, pause=never)
    async with running(adapter, never_called), asyncio.timeout(PATIENCE):
        await server.until(lambda: not server.faults.left)
