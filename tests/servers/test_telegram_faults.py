"""What goes wrong on purpose, and how python-telegram-bot tells of it; tokens; raw requests."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from telegram import Bot
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from tests.servers.telegram import (
    DOWNLOAD,
    Gate,
    Seen,
    TelegramServer,
    faults,
    telegram_server,
)
from tests.servers.telegram.wire import read_headers

FORM = "application/x-www-form-urlencoded"


async def test_a_flood_says_how_long(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    server.next("sendMessage", faults.flood(3))
    with pytest.raises(RetryAfter) as raised:
        await bot.send_message(8812, "a")
    assert raised.value.retry_after == timedelta(seconds=3)
    assert mara.texts == []
    await bot.send_message(8812, "a")
    assert mara.texts == ["a"]


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        (faults.blocked(), Forbidden, "Forbidden: bot was blocked by the user"),
        (faults.kicked(), Forbidden, "Forbidden: bot was kicked from the group chat"),
        (faults.migrated(-100777), ChatMigrated, "-100777"),
        (faults.too_large(), NetworkError, "Request Entity Too Large"),
        (faults.refused(400, "Bad Request: TOPIC_CLOSED"), BadRequest, "Topic_closed"),
        (faults.refused(500, "Internal Server Error: restart"), NetworkError, "restart"),
        (faults.bad_gateway(), NetworkError, r"Bad Gateway \(502\)"),
    ],
)
async def test_refusals_of_every_kind(
    server: TelegramServer,
    bot: Bot,
    fault: faults.Fault,
    error: type[TelegramError],
    words: str,
) -> None:
    mara = server.person(8812)
    server.next("sendMessage", fault)
    with pytest.raises(error, match=words):
        await bot.send_message(8812, "a")
    assert mara.texts == []
    assert len(server.asked_for("sendMessage")) == 1


@pytest.mark.parametrize(
    ("fault", "arrived"),
    [
        (faults.cut_before(), []),
        (faults.cut_after(), ["a"]),
        (faults.bad_gateway(carried_out=True), ["a"]),
        (faults.garbled(), ["a"]),
    ],
)
async def test_only_the_other_side_knows_whether_it_arrived(
    server: TelegramServer, bot: Bot, fault: faults.Fault, arrived: list[str]
) -> None:
    mara = server.person(8812)
    server.next("sendMessage", fault)
    with pytest.raises(TelegramError):
        await bot.send_message(8812, "a")
    assert mara.texts == arrived


async def test_a_slow_answer_is_held_after_the_message_arrived(
    server: TelegramServer, bot: Bot
) -> None:
    mara = server.person(8812)
    gate = Gate()
    server.next("sendMessage", faults.held(gate))
    sending = asyncio.create_task(bot.send_message(8812, "a"))
    await gate.reached.wait()
    assert mara.texts == ["a"]
    assert not sending.done()
    gate.let_go()
    assert (await sending).text == "a"


async def test_a_message_is_held_before_it_arrives(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    gate = Gate()
    server.next("sendMessage", faults.held(gate, before=True))
    sending = asyncio.create_task(bot.send_message(8812, "a"))
    await gate.reached.wait()
    assert mara.texts == []
    gate.let_go()
    await sending
    assert mara.texts == ["a"]


async def test_a_bot_may_lose_patience(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    server.next("sendMessage", faults.held(Gate()))
    with pytest.raises(TimedOut):
        await bot.send_message(8812, "a", read_timeout=0.05)
    assert mara.texts == ["a"]


async def test_faults_are_taken_in_order_and_by_method(
    server: TelegramServer, bot: Bot
) -> None:
    mara = server.person(8812)
    server.next("sendMessage", faults.flood(1), faults.bad_gateway())
    server.next("sendChatAction", faults.flood(9))
    with pytest.raises(RetryAfter):
        await bot.send_message(8812, "a")
    with pytest.raises(NetworkError):
        await bot.send_message(8812, "a")
    await bot.send_message(8812, "a")
    assert server.faults.left == {"sendchataction": 1}
    assert mara.seen == [Seen("message", "a", mara.messages[0].message_id)]


async def test_polls_can_fail_too(server: TelegramServer, bot: Bot) -> None:
    server.person(8812).says("one")
    server.next("getUpdates", faults.bad_gateway(), faults.cut_before())
    for _ in range(2):
        with pytest.raises(NetworkError):
            await bot.get_updates()
    assert len(await bot.get_updates()) == 1


async def test_downloads_can_fail_too(server: TelegramServer, bot: Bot) -> None:
    sent = server.person(8812).sends_document(b"notes")
    file = await bot.get_file(sent.shown["document"]["file_id"])
    server.next(DOWNLOAD, faults.cut_before(), faults.refused(404, "Not Found"))
    with pytest.raises(NetworkError):
        await file.download_as_bytearray()
    with pytest.raises(InvalidToken):
        await file.download_as_bytearray()
    assert bytes(await file.download_as_bytearray()) == b"notes"
    assert [one.text("path") for one in server.asked_for(DOWNLOAD)] == [
        "documents/file_0.txt"
    ] * 3


async def test_what_breaks_in_the_server_itself_does_not_go_by() -> None:
    async def with_no_button() -> None:
        async with telegram_server() as made:
            made.person(8812)
            markup = quote(json.dumps({"inline_keyboard": [["no button"]]}))
            with contextlib.suppress(asyncio.IncompleteReadError):
                path = f"/bot{made.token}/sendMessage"
                await asked(made, f"{path}?chat_id=8812&text=a&reply_markup={markup}")

    with pytest.raises(AttributeError):
        await with_no_button()


# Tokens


async def test_a_wrong_token_is_unauthorized(server: TelegramServer) -> None:
    bot = Bot("7123456789:AAF-another", base_url=server.base_url)
    with pytest.raises(InvalidToken, match="rejected by the server"):
        await bot.initialize()
    await bot.shutdown()
    assert server.asked == []
    told = await asked(server, "/bot7123456789:AAF-another/getMe")
    assert told == (401, {"ok": False, "error_code": 401, "description": "Unauthorized"})


@pytest.mark.parametrize("path", ["/botnonsense/getMe", "/bot:a/getMe", "/getMe", "/", "/bot"])
async def test_a_malformed_token_is_not_found(server: TelegramServer, path: str) -> None:
    told = await asked(server, path)
    assert told == (404, {"ok": False, "error_code": 404, "description": "Not Found"})


async def test_the_token_does_not_show(server: TelegramServer, bot: Bot) -> None:
    await bot.set_webhook(f"http://127.0.0.1:9/{server.token}", secret_token="s3cret")
    shown = repr(server.asked)
    assert server.token not in shown
    assert "s3cret" not in shown
    assert "<token>" in shown
    await bot.delete_webhook()


# Requests as others send them


async def asked(
    server: TelegramServer,
    path: str,
    body: bytes = b"",
    content_type: str = FORM,
    verb: str = "POST",
) -> tuple[int, dict[str, Any]]:
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = [
        f"{verb} {path} HTTP/1.1",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    try:
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        size = int(read_headers(rest)["content-length"])
        return int(first.split(" ")[1]), json.loads(await reader.readexactly(size))
    finally:
        writer.close()
        await writer.wait_closed()


def multipart(fields: Mapping[str, str]) -> bytes:
    parts = (
        f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    return "".join([*parts, "--edge--\r\n"]).encode()


@pytest.mark.parametrize(
    ("verb", "query", "body", "content_type"),
    [
        ("GET", "?chat_id=8812&text=gr%C3%BC%C3%9Fe", b"", FORM),
        ("POST", "", b"chat_id=8812&text=gr%C3%BC%C3%9Fe", FORM),
        ("POST", "", '{"chat_id": 8812, "text": "grüße"}'.encode(), "application/json"),
        (
            "POST",
            "?chat_id=8812",
            multipart({"text": "grüße"}),
            "multipart/form-data; boundary=edge",
        ),
    ],
)
async def test_every_way_of_sending_parameters(
    server: TelegramServer, verb: str, query: str, body: bytes, content_type: str
) -> None:
    mara = server.person(8812)
    path = f"/bot{server.token}/SENDmessage{query}"
    status, told = await asked(server, path, body, content_type, verb)
    assert (status, told["ok"]) == (200, True)
    assert mara.texts == ["grüße"]
    assert server.asked[0].verb == verb


async def test_unknown_methods_are_not_found(server: TelegramServer) -> None:
    status, told = await asked(server, f"/bot{server.token}/sendPigeon")
    assert (status, told["description"]) == (404, "Not Found: method not found")


async def test_a_flood_has_its_header(server: TelegramServer) -> None:
    server.next("getMe", faults.flood(7))
    status, told = await asked(server, f"/bot{server.token}/getMe")
    assert status == 429
    assert told == {
        "ok": False,
        "error_code": 429,
        "description": "Too Many Requests: retry after 7",
        "parameters": {"retry_after": 7},
    }


async def test_broken_json_is_refused(server: TelegramServer) -> None:
    path = f"/bot{server.token}/getMe"
    assert (await asked(server, path, b"{", "application/json"))[0] == 400


@pytest.mark.parametrize("name", ["documents/file_0.txt", "", "../secret"])
async def test_a_path_is_downloaded_from_once_it_was_told(
    server: TelegramServer, name: str
) -> None:
    server.person(8812).sends_document(b"notes")
    status, _ = await asked(server, f"/file/bot{server.token}/{name}", verb="GET")
    assert status == 404
