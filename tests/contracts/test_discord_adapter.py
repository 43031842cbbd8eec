"""The Discord adapter over real sockets: what comes in, each once and in order."""

import asyncio
from contextlib import closing
from datetime import UTC
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adapters.base import Chat, Incoming, NotLetIn
from adapters.discord import DiscordAdapter
from adapters.discord.missed import MOST
from previously_bot.database import Database
from previously_bot.inbox import Inbox
from tests.discord_desk import PATIENCE, Kept, adapter_on, at_discord
from tests.fakes import NOON, at_once, never
from tests.servers.discord import (
    Answer,
    File,
    Poll,
    answers,
    bits,
    cut,
    held,
    page,
    rate_limited,
)

CHANNEL = "GET /channels/{channel_id}"
HISTORY = "GET /channels/{channel_id}/messages"
MARA = {"id": "11", "username": "mara", "discriminator": "0", "avatar": None}


def raw(channel_id: int, number: int, **more: Any) -> dict[str, Any]:
    """A message as JSON, with whatever the people of the fake server do not do."""
    lists = {name: [] for name in ("mentions", "mention_roles", "attachments", "embeds")}
    return {
        "id": str(number),
        "channel_id": str(channel_id),
        "author": MARA,
        "content": "hello" if not more else "",
        "timestamp": "2026-07-07T12:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "pinned": False,
        "type": 0,
        **lists,
        **more,
    }


async def test_a_message_in_a_dm_says_all_that_is_known_of_it() -> None:
    async with at_discord() as desk, desk.listening():
        said = desk.mara.says("hello <@11>")
        assert await desk.kept.next() == Incoming(
            Chat("discord", str(desk.mara.dm.id)),
            str(said.id),
            "11",
            said.sent,
            "hello @Mara",
        )
        assert desk.kept.messages[0].at.tzinfo is UTC


async def test_a_reply_quotes_what_it_replies_to() -> None:
    async with at_discord() as desk, desk.listening():
        question = desk.mara.says("Tea?", files=[File("leaf.png", b"", "image/png")])
        assert (await desk.kept.next()).quoted == ""
        desk.mara.says("yes", replies_to=question)
        assert (await desk.kept.next()).quoted == "Tea?\n[image leaf.png]"
        desk.mara.deletes(question)
        desk.mara.says("no", replies_to=question)
        assert (await desk.kept.next()).quoted == ""


async def test_what_is_neither_text_nor_file_is_a_line_in_brackets() -> None:
    async with at_discord() as desk, desk.listening():
        desk.mara.says("look", stickers=["Wave"])
        desk.mara.says(poll=Poll("Tea or coffee?", ["tea", "coffee"]))
        assert [(await desk.kept.next()).text for _ in range(2)] == [
            "look\n[sticker Wave]",
            "[poll: Tea or coffee? — tea; coffee]",
        ]


async def test_a_forward_is_a_quotation_and_no_words_of_the_person() -> None:
    async with at_discord() as desk:
        otto = desk.server.person(12, "otto")
        [channel] = desk.server.guild("Harbour", desk.mara, otto).channels
        async with desk.listening():
            said = otto.says("I am allergic\n\nto nuts", channel=channel)
            desk.mara.forwards(said)
            message = await desk.kept.next()
            assert message.text == "Forwarded:\n\n> I am allergic\n>\n> to nuts"
            assert message.quoted == ""
            assert message.is_private


async def test_in_a_guild_only_what_is_meant_for_the_bot_comes() -> None:
    async with at_discord() as desk:
        [channel] = desk.server.guild("Harbour", desk.mara).channels
        bot = f"<@{desk.server.bot.id}>"
        async with desk.listening():
            desk.mara.says("aside", channel=channel)
            desk.mara.says(f"{bot}, what now?", channel=channel)
            first = await desk.kept.next()
            assert (first.text, first.is_private) == ("what now?", False)
            assert first.chat.chat_id == str(channel.id)
            await desk.adapter.send(desk.outgoing("this", channel))
            [answer] = desk.answers(channel)
            for pings in (True, False):
                desk.mara.says("and then?", channel=channel, replies_to=answer, pings=pings)
            desk.mara.says(f"hey {bot} you <@11> :)", channel=channel)
            desk.mara.says(bot, channel=channel)
            desk.mara.says("@everyone", channel=channel)
            desk.mara.says("alone")
            texts = [(await desk.kept.next()).text for _ in range(5)]
            assert texts == [
                "and then?",
                "and then?",
                "hey you @Mara :)",
                "@previously",
                "alone",
            ]
            assert desk.kept.messages[1].quoted == "this"


async def test_what_no_person_says_does_not_come() -> None:
    async with at_discord() as desk, desk.listening():
        await desk.adapter.send(desk.outgoing("mine"))
        dm, gateway = desk.mara.dm.id, desk.server.gateway
        gateway.dispatch("MESSAGE_CREATE", raw(dm, 71, author={**MARA, "bot": True}))
        gateway.dispatch("MESSAGE_CREATE", raw(dm, 72, webhook_id="9"))
        gateway.dispatch("MESSAGE_CREATE", raw(dm, 73, type=6))
        gateway.dispatch("MESSAGE_CREATE", raw(dm, 74, content=""))
        desk.say("hers")
        assert (await desk.kept.next()).text == "hers"


async def test_what_was_missed_comes_oldest_first_and_each_once() -> None:
    async with at_discord() as desk:
        async with desk.listening():
            desk.say("0")
            await desk.kept.next()
        for number in range(1, 251):
            desk.say(str(number))
        desk.again()
        async with desk.listening():
            for _ in range(250):
                await desk.kept.next()
            desk.say("251")
            await desk.kept.next()
        assert desk.kept.texts == [str(number) for number in range(252)]


async def test_the_inbox_knows_what_was_missed(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:
        inbox = Inbox(database)

        async def keep(message: Incoming) -> None:
            if inbox.put(message, "mara", received=NOON):
                await desk.kept.receive(message)

        def adapter() -> DiscordAdapter:
            return DiscordAdapter(
                desk.server.token,
                after=partial(inbox.last, "discord"),
                channels=partial(inbox.chats, "discord"),
                now=desk.clock.now,
                pause=at_once,
                api_url=desk.server.api_url,
                gateway_url=desk.server.gateway_url,
            )

        async with at_discord() as desk:
            for text in ("first", "second", "third"):
                desk.adapter = adapter()
                run = asyncio.create_task(desk.adapter.run(keep))
                await desk.server.until(lambda: desk.server.gateway.session)
                desk.say(f"{text}, live")
                while (await desk.kept.next()).text != f"{text}, live":
                    pass  # what was missed comes first
                await desk.adapter.close()
                await run
                desk.say(f"{text}, missed")
        assert desk.kept.texts == [
            "first, live",
            "first, missed",
            "second, live",
            "second, missed",
            "third, live",
        ]


async def test_of_very_many_missed_messages_the_newest_come(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with at_discord() as desk:
        for number in range(MOST + 1):
            desk.say(str(number))
        async with desk.listening():
            for _ in range(MOST):
                await desk.kept.next()
            assert "older ones are passed over" in caplog.text
        assert desk.kept.texts[0] == "1"


async def test_what_was_missed_in_several_chats_comes_in_the_order_of_time() -> None:
    async with at_discord() as desk:
        [channel] = desk.server.guild("Harbour", desk.mara).channels
        bot = f"<@{desk.server.bot.id}>"
        async with desk.listening():
            desk.mara.says(f"{bot} 0", channel=channel)
            await desk.kept.next()
        desk.say("1")
        desk.mara.says("aside", channel=channel)
        desk.mara.says(f"{bot} 2", channel=channel)
        desk.say("3")
        desk.again()
        async with desk.listening():
            assert [(await desk.kept.next()).text for _ in range(3)] == ["1", "2", "3"]
            assert [message.is_private for message in desk.kept.messages] == [
                False,
                True,
                False,
                True,
            ]


async def test_what_comes_while_the_missed_is_fetched_waits() -> None:
    async with at_discord() as desk:
        desk.say("missed")
        fetching = held()
        desk.server.fails(HISTORY, fetching)
        async with desk.listening():
            await fetching.reached.wait()
            desk.say("live")
            fetching.release()
            assert [(await desk.kept.next()).text for _ in range(2)] == ["missed", "live"]
            desk.say("last")
            assert (await desk.kept.next()).text == "last"
        assert desk.kept.texts == ["missed", "live", "last"]


async def test_a_lost_line_is_resumed_without_fetching() -> None:
    async with at_discord() as desk, desk.listening():
        desk.say("before")
        await desk.kept.next()
        fetched = len(desk.server.asked(HISTORY))
        desk.server.gateway.drop()
        await desk.server.until(lambda: desk.server.gateway.session is None)
        desk.say("meanwhile")
        assert (await desk.kept.next()).text == "meanwhile"
        assert desk.server.gateway.identified() == 1
        assert len(desk.server.asked(HISTORY)) == fetched


@pytest.mark.parametrize("code", [4000, 4009, 1000])
async def test_a_session_that_cannot_be_resumed_loses_nothing(code: int) -> None:
    async with at_discord() as desk, desk.listening():
        desk.say("before")
        await desk.kept.next()
        desk.server.gateway.lose_sessions()
        desk.say("lost 1")
        desk.say("lost 2")
        desk.server.gateway.close(code)
        assert [(await desk.kept.next()).text for _ in range(2)] == ["lost 1", "lost 2"]
        desk.say("after")
        assert (await desk.kept.next()).text == "after"
        assert desk.kept.texts == ["before", "lost 1", "lost 2", "after"]


async def test_an_event_that_cannot_be_read_loses_nothing() -> None:
    async with at_discord() as desk, desk.listening() as run:
        desk.say("before")
        await desk.kept.next()
        desk.server.gateway.dispatch("MESSAGE_CREATE", {"id": "5"})
        desk.server.gateway.lose_sessions()
        desk.say("behind it")
        assert (await desk.kept.next()).text == "behind it"
        assert not run.done()
        assert len(desk.server.gateway.connections) == 1, "the old line is closed"
        assert desk.kept.texts == ["before", "behind it"]


async def test_events_that_are_never_readable_end_the_run_in_the_end() -> None:
    async with at_discord() as desk:
        gateway = desk.server.gateway
        run = asyncio.create_task(desk.adapter.run(desk.kept.receive))
        for sessions in range(1, 6):
            await desk.server.until(
                lambda so_many=sessions: gateway.session and gateway.identified() == so_many
            )
            gateway.dispatch("MESSAGE_CREATE", {"id": "5"})
        with pytest.raises(KeyError):
            await run
        assert gateway.identified() == 5
        async with desk.listening():
            desk.say("again")
            assert (await desk.kept.next()).text == "again"


async def test_a_message_at_hand_is_finished_when_the_connection_ends() -> None:
    async with at_discord() as desk:
        reached, go_on = asyncio.Event(), asyncio.Event()

        async def receive(message: Incoming) -> None:
            reached.set()
            await go_on.wait()
            await desk.kept.receive(message)

        desk.say("hello")
        run = asyncio.create_task(desk.adapter.run(receive))
        await reached.wait()
        desk.server.gateway.close(4004)
        await desk.server.until(lambda: not desk.server.gateway.connections)
        assert not run.done()
        go_on.set()
        with pytest.raises(NotLetIn):
            await run
        assert desk.kept.texts == ["hello"]


@pytest.mark.parametrize("lacks", ["id", "author", "type"])
async def test_a_missed_message_that_cannot_be_read_stops_no_other(lacks: str) -> None:
    async with at_discord() as desk:
        dm = desk.mara.dm.id
        broken = raw(dm, 2)
        del broken[lacks]
        found = [raw(dm, 3, content="two"), broken, raw(dm, 1, content="one")]
        desk.server.fails(HISTORY, answers(Answer(body=found)))
        async with desk.listening():
            assert [(await desk.kept.next()).text for _ in range(2)] == ["one", "two"]


async def test_a_message_without_an_author_stops_no_other() -> None:
    async with at_discord() as desk, desk.listening():
        broken = raw(desk.mara.dm.id, 2)
        del broken["author"]
        desk.server.gateway.dispatch("MESSAGE_CREATE", broken)
        desk.say("hello")
        assert (await desk.kept.next()).text == "hello"


async def test_a_message_that_was_not_kept_comes_again() -> None:
    async with at_discord() as desk:
        desk.say("hello")

        async def refuse(message: Incoming) -> None:
            raise OSError("the disk is full")

        with pytest.raises(OSError, match="full"):
            await desk.adapter.run(refuse)
        async with desk.listening():
            assert (await desk.kept.next()).text == "hello"


async def test_a_chat_that_is_closed_keeps_no_other_waiting() -> None:
    async with at_discord() as desk:
        guild = desk.server.guild("Harbour", desk.mara)
        hidden = desk.server.channel(guild, "hidden", bits.VIEW_CHANNEL)
        desk.kept = Kept("404", str(hidden.id), str(desk.mara.dm.id))
        desk.again()
        desk.say("hello")
        async with desk.listening():
            assert (await desk.kept.next()).text == "hello"


async def test_fetching_waits_as_long_as_discord_asks() -> None:
    async with at_discord() as desk:
        desk.say("hello")
        for route in (CHANNEL, HISTORY):
            desk.server.fails(route, answers(rate_limited(900)))
        async with desk.listening():
            assert (await desk.kept.next()).text == "hello"


async def test_what_cannot_be_fetched_ends_the_run_and_comes_in_the_next() -> None:
    async with at_discord() as desk:
        desk.say("hello")
        # aiohttp asks once more by itself when a GET is cut.
        desk.server.fails(HISTORY, cut(), cut())
        with pytest.raises(NotLetIn, match="cannot be reached"):
            await desk.adapter.run(desk.kept.receive)
        async with desk.listening():
            assert (await desk.kept.next()).text == "hello"


async def test_a_wrong_token_is_said_with_its_remedy() -> None:
    async with at_discord() as desk:
        adapter = adapter_on(desk.server, Kept(), desk.clock, token="wrong")
        with pytest.raises(NotLetIn, match=r"token is not valid.*Developer Portal") as caught:
            await adapter.run(desk.kept.receive)
        assert "wrong" not in str(caught.value)


async def test_a_token_that_was_reset_is_said_with_its_remedy() -> None:
    async with at_discord() as desk:
        run = asyncio.create_task(desk.adapter.run(desk.kept.receive))
        await desk.server.until(lambda: desk.server.gateway.session)
        desk.server.gateway.close(4004)
        with pytest.raises(NotLetIn, match="token is not valid"):
            await run


async def test_a_missing_intent_is_said_with_its_remedy() -> None:
    async with at_discord() as desk:
        desk.server.world.portal = 0
        with pytest.raises(NotLetIn, match="switch on the Message Content Intent"):
            await desk.adapter.run(desk.kept.receive)
        desk.server.world.portal = bits.MESSAGE_CONTENT
        async with desk.listening():
            desk.say("hello")
            assert (await desk.kept.next()).text == "hello"


@pytest.mark.parametrize("route", ["GET /users/@me", "GET /gateway"])
async def test_a_discord_out_of_reach_ends_the_run_and_is_found_again(route: str) -> None:
    async with at_discord() as desk:
        desk.server.fails(route, answers(page(503, "Service Unavailable")))
        with pytest.raises(NotLetIn, match="cannot be reached"):
            await desk.adapter.run(desk.kept.receive)
        async with desk.listening():
            desk.say("hello")
            assert (await desk.kept.next()).text == "hello"


async def test_close_ends_a_run_that_is_still_logging_in() -> None:
    async with at_discord() as desk:
        fault = held()
        desk.server.fails("GET /users/@me", fault)
        run = asyncio.create_task(desk.adapter.run(desk.kept.receive))
        await fault.reached.wait()
        await desk.adapter.close()
        async with asyncio.timeout(PATIENCE):
            await run


async def test_close_ends_a_run_that_waits_to_fetch() -> None:
    async with at_discord() as desk:
        asked = asyncio.Event()

        async def pause(seconds: float) -> None:
            asked.set()
            await never(seconds)

        desk.server.fails(HISTORY, answers(rate_limited(900)))
        adapter = adapter_on(desk.server, desk.kept, desk.clock, pause=pause)
        run = asyncio.create_task(adapter.run(desk.kept.receive))
        async with asyncio.timeout(PATIENCE):
            await asked.wait()
            await adapter.close()
            await run
