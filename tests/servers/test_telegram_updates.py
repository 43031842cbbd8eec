"""How updates reach a bot that asks for them, by hand and by python-telegram-bot's updater."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from telegram import Bot, Update
from telegram.error import Conflict

from tests.servers.echoing import application
from tests.servers.telegram import TelegramServer, telegram_server


def texts(updates: Sequence[Update]) -> list[str | None]:
    return [one.message.text if one.message else None for one in updates]


async def test_updates_wait_until_they_are_confirmed(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    for text in ("one", "two", "three"):
        mara.says(text)
    first = await bot.get_updates(limit=2)
    assert texts(first) == ["one", "two"]
    assert texts(await bot.get_updates()) == ["one", "two", "three"]
    assert texts(await bot.get_updates(offset=first[1].update_id)) == ["two", "three"]
    assert texts(await bot.get_updates()) == ["two", "three"]
    assert texts(await bot.get_updates(offset=first[1].update_id + 2)) == []
    assert texts(await bot.get_updates(offset=first[0].update_id)) == []


async def test_a_negative_offset_keeps_the_last(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    for text in ("one", "two", "three"):
        mara.says(text)
    assert texts(await bot.get_updates(offset=-2)) == ["two", "three"]
    assert texts(await bot.get_updates()) == ["two", "three"]


async def test_an_offset_far_in_the_future_is_none(server: TelegramServer, bot: Bot) -> None:
    server.person(8812).says("one")
    (update,) = await bot.get_updates()
    assert texts(await bot.get_updates(offset=update.update_id + 1000)) == ["one"]


async def test_ids_grow_when_nothing_is_left(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    mara.says("one")
    (first,) = await bot.get_updates()
    await bot.get_updates(offset=first.update_id + 1)
    mara.says("two")
    (second,) = await bot.get_updates()
    assert second.update_id == first.update_id + 1


async def test_a_poll_ends_when_something_comes(server: TelegramServer, bot: Bot) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await server.until(lambda: server.updates.is_polled)
    server.person(8812).says("now")
    assert texts(await poll) == ["now"]


async def test_a_poll_ends_with_nothing(server: TelegramServer, bot: Bot) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await server.until(lambda: server.updates.is_polled)
    server.updates.time_is_up()
    assert await poll == ()


async def test_the_earlier_of_two_polls_ends(server: TelegramServer, bot: Bot) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=30))
    await server.until(lambda: server.updates.is_polled)
    async with Bot(server.token, base_url=server.base_url) as other:
        second = asyncio.create_task(other.get_updates(timeout=30))
        with pytest.raises(Conflict, match="terminated by other getUpdates request; make"):
            await first
        server.person(8812).says("now")
        assert texts(await second) == ["now"]


async def test_kinds_that_were_not_asked_for_never_come(
    server: TelegramServer, bot: Bot
) -> None:
    mara = server.person(8812)
    said = mara.says("one")
    mara.reacts(said, "👍")
    assert len(await bot.get_updates()) == 1
    await bot.get_updates(allowed_updates=["message_reaction"])
    mara.says("two")
    mara.reacts(said, "🎉")
    *_, last = await bot.get_updates()
    assert last.message_reaction is not None
    assert [one["update_id"] for one in server.updates.waiting] == [700000001, 700000002]
    await bot.get_updates(allowed_updates=[])
    mara.reacts(said, "👍")
    assert len(server.updates.waiting) == 2


async def test_malformed_updates_come_as_they_are(server: TelegramServer, bot: Bot) -> None:
    server.push({"update_id": "seven"})
    server.push({"message": {"text": 5}})
    server.push({"of_tomorrow": True})
    with pytest.raises((TypeError, KeyError)):
        await bot.get_updates()
    assert len(server.updates.waiting) == 3


async def test_two_servers_do_not_know_each_other(server: TelegramServer, bot: Bot) -> None:
    async with telegram_server() as other:
        other.person(8812).says("there")
    assert await bot.get_updates() == ()


# The library's own polling


@asynccontextmanager
async def polling(server: TelegramServer) -> AsyncIterator[None]:
    app = application(server)
    async with app:
        assert app.updater is not None
        await app.updater.start_polling()
        await app.start()
        try:
            yield
        finally:
            await app.updater.stop()
            await app.stop()


async def test_an_application_polls_and_answers(server: TelegramServer) -> None:
    mara = server.person(8812)
    mara.says("before it ran")
    async with polling(server):
        await server.until(lambda: len(mara.texts) == 1)
        mara.says("hello")
        await server.until(lambda: len(mara.texts) == 2)
    assert mara.texts == ["[before it ran]", "[hello]"]
    assert server.updates.waiting == []


async def test_what_was_confirmed_does_not_come_again(server: TelegramServer) -> None:
    mara = server.person(8812)
    async with polling(server):
        mara.says("one")
        await server.until(lambda: mara.texts)
    async with polling(server):
        mara.says("two")
        await server.until(lambda: len(mara.texts) > 1)
    assert mara.texts == ["[one]", "[two]"]


async def test_the_library_does_not_get_past_what_it_cannot_read(
    server: TelegramServer,
) -> None:
    mara = server.person(8812)
    async with polling(server):
        await server.until(lambda: server.updates.is_polled)
        server.push({"message": {"text": 5}})
        mara.says("after it")
        polls = len(server.asked_for("getUpdates"))
        await server.until(lambda: len(server.asked_for("getUpdates")) > polls + 3)
        assert mara.texts == []
        server.updates.forget(server.updates.waiting[0])
        await server.until(lambda: mara.texts)
    assert mara.texts == ["[after it]"]
