"""The adapter for Telegram keeps the contract, and polls as it should, whatever happens."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapters.base import Chat, Event, NotLetIn, Outgoing
from adapters.telegram import TelegramAdapter
from tests.contracts.telegram_fixtures import Make, Pauses, hear, until
from tests.contracts.test_adapter import (
    PATIENCE,
    ChatAdapterContract,
    ChatDesk,
    running,
    text_of,
)
from tests.fakes import never
from tests.servers.telegram import TelegramServer, faults
from tests.servers.telegram.every_update import every_kind_of_message, every_kind_of_update

CHAT = Chat("telegram", "8812")
END = "that is all"


class LoopbackDesk:
    """A person in the private chat with the bot."""

    def __init__(self, adapter: TelegramAdapter, server: TelegramServer) -> None:
        self.adapter = self.files = adapter
        self._server = server
        self._person = server.person(8812)

    def say(self, text: str) -> None:
        self._said = self._person.says(text)

    def seen(self) -> str:
        return "\n".join(self._person.texts)

    def edits(self, text: str) -> None:
        self._person.edits(self._said, text)

    def attaches(self, name: str, content: bytes, text: str = "") -> None:
        self._person.sends_document(content, name, caption=text)

    def presses(self, label: str) -> None:
        message = self._person.messages[-1]
        (command,) = [
            one["callback_data"]
            for row in message.buttons
            for one in row
            if one["text"] == label
        ]
        self._person.presses(message, command)

    def buttons(self) -> list[list[str]]:
        return [[one["text"] for one in row] for row in self._person.messages[-1].buttons]

    def received(self) -> list[tuple[str, bytes]]:
        documents = [one.shown.get("document") for one in self._person.messages]
        files = self._server.world.files.by_id
        return [(one["file_name"], files[one["file_id"]].content) for one in documents if one]


class TestTelegramAdapter(ChatAdapterContract):
    @pytest.fixture(autouse=True)
    def _loopback(self, server: TelegramServer, make: Make) -> None:
        self._server, self._make = server, make

    @asynccontextmanager
    async def desk(self) -> AsyncIterator[ChatDesk]:
        yield LoopbackDesk(self._make(), self._server)


# Acknowledging


async def test_what_is_taken_is_acknowledged_by_the_next_poll(
    server: TelegramServer, adapter: TelegramAdapter
) -> None:
    mara = server.person(8812)
    mara.says("one")
    waiting: list[int] = []

    async def receive(event: Event) -> None:
        waiting.append(len(server.updates.waiting))

    async with running(adapter, receive):
        await server.until(lambda: server.updates.is_polled)
        assert server.updates.waiting == []
    assert waiting == [1]


async def test_a_message_that_is_not_taken_comes_again(
    server: TelegramServer, adapter: TelegramAdapter
) -> None:
    mara = server.person(8812)
    for text in ("one", "two", END):
        mara.says(text)
    heard = []

    async def is_full(event: Event) -> None:
        heard.append(text_of(event))
        if heard[-1] == "two":
            raise OSError("no space left on device")

    with pytest.raises(OSError, match="no space"):
        await adapter.run(is_full)
    assert heard == ["one", "two"]
    assert [message.text for message in await hear(adapter)] == ["two"]


async def test_a_process_killed_before_it_acknowledged_gets_the_message_again(
    server: TelegramServer, make: Make
) -> None:
    server.person(8812).says("one")
    taken: list[Event] = []

    async def receive(event: Event) -> None:
        taken.append(event)
        # From here on nothing of this process reaches the server.
        server.next("getUpdates", faults.cut_before())

    killed = asyncio.create_task(make(pause=never).run(receive))
    await server.until(
        lambda: not server.faults.left and len(server.asked_for("getUpdates")) == 2
    )
    killed.cancel()
    with pytest.raises(asyncio.CancelledError):
        await killed
    server.person(8812).says(END)
    assert await hear(make()) == taken


async def test_killed_while_a_message_is_being_taken_it_gets_it_again(
    server: TelegramServer, make: Make
) -> None:
    server.person(8812).says("one")
    inside = asyncio.Event()

    async def receive(event: Event) -> None:
        inside.set()
        await asyncio.Event().wait()

    killed = asyncio.create_task(make().run(receive))
    await inside.wait()
    killed.cancel()
    with pytest.raises(asyncio.CancelledError):
        await killed
    server.person(8812).says(END)
    assert [message.text for message in await hear(make())] == ["one"]


async def test_closed_while_a_message_is_taken_it_acknowledges_that_one(
    server: TelegramServer, adapter: TelegramAdapter
) -> None:
    mara = server.person(8812)
    for text in ("one", "two"):
        mara.says(text)
    heard: list[Event] = []
    await adapter.run(until("one", adapter, heard))
    assert [update["message"]["text"] for update in server.updates.waiting] == ["two"]


async def test_that_the_last_acknowledgement_fails_does_no_harm(
    server: TelegramServer, make: Make
) -> None:
    server.person(8812).says("one")
    adapter = make()

    async def receive(event: Event) -> None:
        server.next("getUpdates", faults.bad_gateway())
        await adapter.close()

    await adapter.run(receive)
    assert len(server.updates.waiting) == 1


# What cannot be read


async def test_every_kind_of_update_goes_by_and_polling_goes_on(
    server: TelegramServer, adapter: TelegramAdapter, caplog: pytest.LogCaptureFixture
) -> None:
    mara = server.person(8812)
    mara.says("first")
    heard: list[Event] = []
    async with running(adapter, until(END, adapter, heard)) as run, asyncio.timeout(PATIENCE):
        await server.until(lambda: server.updates.is_polled)
        server.updates.allow("[]")
        for update in every_kind_of_update().values():
            server.push({name: one for name, one in update.items() if name != "update_id"})
        for message in every_kind_of_message().values():
            server.push({"message": message})
        mara.says(END)
        await run
    assert [text_of(heard[0]), text_of(heard[-1])] == ["first", END]
    assert server.updates.waiting == []
    assert "cannot be read" not in caplog.text


BROKEN = [
    {"message": {}},
    {"message": None},
    {"message": "hello"},
    {"message": {"chat": {"type": "private"}, "from": {"id": 1}, "text": "no ids SECRET"}},
    {"message": {"chat": {"id": 1, "type": "private"}, "from": {"id": 1}, "text": ["SECRET"]}},
    {
        "message": {
            "message_id": 1,
            "date": 10**30,
            "chat": {"id": 1, "type": "private"},
            "from": {"id": 1},
            "text": "SECRET",
        }
    },
    {
        "message": {
            "message_id": 1,
            "date": 1,
            "chat": {"id": 1, "type": "private"},
            "from": {"id": 1},
            "photo": "SECRET",
            "caption": "x",
            "entities": ["SECRET"],
        }
    },
    {"brand_new_kind": {"text": "SECRET"}},
    {},
    {"update_id": "no number SECRET"},
]


async def test_what_cannot_be_read_is_skipped_and_named_by_number_and_kind(
    server: TelegramServer, adapter: TelegramAdapter, caplog: pytest.LogCaptureFixture
) -> None:
    for update in BROKEN:
        server.push(update)
    server.person(8812).says(END)
    caplog.set_level(logging.DEBUG)
    assert await hear(adapter) == []
    assert "update 700000004 (message) cannot be read" in caplog.text
    assert "SECRET" not in caplog.text


async def test_what_cannot_be_acknowledged_makes_no_busy_loop(
    server: TelegramServer, make: Make
) -> None:
    server.push({"update_id": "none", "message": {}})
    pauses = Pauses()
    adapter = make(pause=pauses)
    async with running(adapter, never_called):
        await server.until(lambda: len(server.asked_for("getUpdates")) == 3)
    assert pauses.seconds[:2] == [60.0, 60.0]


async def test_halves_of_a_character_do_not_stop_anything(
    server: TelegramServer, adapter: TelegramAdapter
) -> None:
    server.person(8812).says("so \ud83d\ude00 \ud83d")
    server.person(8812).says(END)
    assert [message.text for message in await hear(adapter)] == ["so 😀 �"]


async def never_called(event: Event) -> None:
    raise AssertionError(f"{event} is for nobody")


# What goes wrong


async def test_failures_of_the_network_and_the_server_are_waited_out(
    server: TelegramServer, make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    server.next("getMe", faults.cut_before())
    server.next("deleteWebhook", faults.refused(500, "Internal Server Error"))
    server.next(
        "getUpdates",
        faults.bad_gateway(),
        faults.garbled(),
        faults.garbled(b'{"ok": true, "result": {}}'),
        faults.flood(7),
    )
    server.person(8812).says(END)
    pauses = Pauses()
    with caplog.at_level(logging.INFO):
        assert await hear(make(pause=pauses)) == []
    assert pauses.seconds == [1, 2, 4, 8, 16, 7]
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


async def test_a_server_that_is_not_there_is_waited_for(
    make: Make, unused_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    asked = asyncio.Event()

    async def pause(seconds: float) -> None:
        asked.set()
        await never(seconds)

    adapter = make(base_url=f"http://127.0.0.1:{unused_port}", pause=pause)
    async with running(adapter, never_called), asyncio.timeout(PATIENCE):
        await asked.wait()
    assert "Telegram cannot be listened to" in caplog.text


async def test_waits_grow_to_a_minute_and_begin_anew(
    server: TelegramServer, make: Make
) -> None:
    pauses = Pauses()
    server.next("getUpdates", *[faults.bad_gateway()] * 8)
    mara = server.person(8812)
    async with running(make(pause=pauses), never_called):
        await server.until(lambda: server.updates.is_polled)
        server.next("getUpdates", faults.bad_gateway())
        mara.sends({"new_chat_title": "nothing for us"})
        await server.until(lambda: len(pauses.seconds) == 9)
    assert pauses.seconds == [1, 2, 4, 8, 16, 32, 60, 60, 1]


@pytest.mark.parametrize("token", ["7123456789:AAF-another", "nonsense"])
async def test_a_token_that_is_not_known_ends_the_run_with_the_remedy(
    make: Make, token: str
) -> None:
    with pytest.raises(
        NotLetIn, match=r"the variable which platforms\.telegram\.token_env"
    ) as it:
        await make(token=token).run(never_called)
    assert token not in str(it.value) + repr(it.value)


async def test_a_webhook_is_taken_away(server: TelegramServer, make: Make) -> None:
    server.webhook.url = "https://127.0.0.1/hook"
    server.updates.webhook_was_set()
    server.person(8812).says(END)
    assert await hear(make()) == []


async def test_a_webhook_that_is_set_later_is_taken_away_again(
    server: TelegramServer, adapter: TelegramAdapter
) -> None:
    async with running(adapter, never_called):
        await server.until(lambda: server.updates.is_polled)
        server.updates.webhook_was_set()
        await server.until(lambda: len(server.asked_for("deleteWebhook")) == 2)


async def test_another_program_that_listens_is_named_and_waited_for(
    server: TelegramServer, make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = Pauses()
    server.next("getUpdates", faults.refused(409, "Conflict: terminated by other getUpdates"))
    server.person(8812).says(END)
    assert await hear(make(pause=pauses)) == []
    assert pauses.seconds == [1]
    assert "only one program at a time can listen" in caplog.text


# At the start


async def test_the_commands_are_shown_in_each_language(
    server: TelegramServer, make: Make
) -> None:
    server.person(8812).says(END)
    commands = {"": {"help": "this list"}, "zh": {"help": "帮助"}, "xx": {"No Name": "bad"}}
    assert await hear(make(commands=commands)) == []
    assert server.world.commands == {
        ("default", ""): [{"command": "help", "description": "this list"}],
        ("default", "zh"): [{"command": "help", "description": "帮助"}],
    }


async def test_only_messages_edits_and_presses_are_asked_for(
    server: TelegramServer, adapter: TelegramAdapter
) -> None:
    server.person(8812).says(END)
    await hear(adapter)
    assert server.updates.allowed == {"message", "edited_message", "callback_query"}


# Closing


async def test_closing_ends_a_wait(server: TelegramServer, make: Make) -> None:
    server.next("getMe", faults.bad_gateway())
    adapter = make(pause=never)
    async with running(adapter, never_called), asyncio.timeout(PATIENCE):
        await server.until(lambda: not server.faults.left)


# Secrets


async def test_the_token_and_what_people_write_stand_in_no_log(
    server: TelegramServer, make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    mara = server.person(8812)
    mara.says("mine alone")
    mara.says(END)
    body = f'{{"ok": true, "result": "mine alone {server.token}'
    refusal = faults.refused(400, f"Bad Request: /bot{server.token}/getUpdates")
    server.next("getUpdates", faults.garbled(body.encode()), refusal, faults.cut_before())
    adapter = make()
    await adapter.notice(CHAT, "1")
    await adapter.send(Outgoing(CHAT, "ours alone"))
    server.next("sendChatAction", refusal)
    await adapter.notice(CHAT, "1")
    assert len(await hear(adapter)) == 1
    assert "Telegram cannot be listened to" in caplog.text
    for secret in (server.token, "mine alone", "ours alone"):
        assert secret not in caplog.text
    assert server.token not in repr(vars(adapter))
