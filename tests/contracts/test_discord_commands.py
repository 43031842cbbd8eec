"""The Discord adapter over real sockets: commands in the app, buttons, and their answers."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from adapters.base import (
    Button,
    Chat,
    Event,
    File,
    GoneForGood,
    Incoming,
    MaybeDelivered,
    NotDelivered,
    Outgoing,
)
from previously_bot.clock import Pause
from tests.discord_desk import DiscordDesk, adapter_on, at_discord
from tests.fakes import at_once, never
from tests.servers.discord import (
    Answer,
    Channel,
    Fault,
    Interaction,
    Message,
    answers,
    bits,
    cut,
    held,
    page,
    rate_limited,
    refusals,
)

COMMANDS = "GET /applications/{application_id}/commands"
PUT = "PUT /applications/{application_id}/commands"
CALLBACK = "POST /interactions/{interaction_id}/{token}/callback"
ORIGINAL = "PATCH /webhooks/{application_id}/{token}/messages/{message_id}"
WITHDRAWN = "DELETE /webhooks/{application_id}/{token}/messages/{message_id}"
FOLLOW = "POST /webhooks/{application_id}/{token}"
MESSAGES = "POST /channels/{channel_id}/messages"
MENU = {
    "": {"timeline": "list the conversations of a time", "why": "where it came from"},
    "zh": {"timeline": "列出某段时间的对话", "why": "出处"},
}
PAGES = ((Button("Older", "/timeline 2"),),)
LONG = "\n\n".join(f"{number} " + "word " * 180 for number in range(5))


@asynccontextmanager
async def at_commands(pause: Pause = at_once) -> AsyncIterator[DiscordDesk]:
    """The bot listens, and its commands are there."""
    async with at_discord() as desk:
        desk.adapter = adapter_on(
            desk.server, desk.kept, desk.clock, commands=MENU, pause=pause
        )
        async with desk.listening():
            await desk.server.until(lambda: desk.server.world.commands)
            yield desk


async def ran(desk: DiscordDesk, place: Channel | None = None, **options: str) -> Incoming:
    desk.mara.runs("timeline", place, **options)
    return await desk.kept.next()


async def shown_page(desk: DiscordDesk) -> Message:
    """A message of the bot with a button below it."""
    desk.say("what was there?")
    await desk.kept.next()
    await desk.adapter.send(desk.outgoing("page 1", buttons=PAGES))
    return desk.answers()[-1]


def answer(to: Incoming, text: str, **more: Any) -> Outgoing:
    return Outgoing(to.chat, text, answers=to.message_id, **more)


def shown(desk: DiscordDesk, place: Channel | None = None) -> list[str]:
    return [one.content for one in desk.answers(place)]


# What is offered


async def test_commands_are_offered_in_two_languages() -> None:
    async with at_commands() as desk:
        timeline, why = desk.server.world.commands
        assert timeline["name"] == "timeline"
        assert timeline["description"] == "list the conversations of a time"
        assert timeline["description_localizations"] == {
            "zh-CN": "列出某段时间的对话",
            "zh-TW": "列出某段时间的对话",
        }
        assert timeline["contexts"] == [0, 1]
        [option] = timeline["options"]
        assert (option["name"], option["type"]) == ("text", 3)
        assert not option.get("required")
        assert why["name"] == "why"


async def test_commands_are_registered_only_where_they_differ() -> None:
    async with at_commands() as desk:
        assert len(desk.server.asked(PUT)) == 1
        desk.say("hello")
        await desk.kept.next()
        desk.server.gateway.dispatch("MESSAGE_CREATE", {"id": "5"})
        desk.server.gateway.lose_sessions()
        desk.say("a client later")
        await desk.kept.next()
        assert desk.server.gateway.identified() == 2
        assert len(desk.server.asked(COMMANDS)) == 1
        for name, puts in (("timeline", 1), ("where", 2), ("where", 2)):
            said = {name: "what there was", "why": "where it came from"}
            menu = {"": said if name == "where" else MENU[""], "zh": MENU["zh"]}
            asked = len(desk.server.asked(COMMANDS))
            await desk.adapter.close()
            desk.adapter = adapter_on(desk.server, desk.kept, desk.clock, commands=menu)
            async with desk.listening():
                await desk.server.until(lambda n=asked: len(desk.server.asked(COMMANDS)) > n)
                await desk.server.until(lambda n=puts: len(desk.server.asked(PUT)) >= n)
                desk.say("hello")
                await desk.kept.next()
            assert len(desk.server.asked(PUT)) == puts


@pytest.mark.parametrize(
    "fault",
    [
        cut(),
        answers(rate_limited(900)),
        answers(refusals.missing_access().answer),
        answers(Answer(body=[{"id": "5"}])),
        answers(Answer(body={"message": "no list"})),
    ],
)
async def test_commands_that_cannot_be_offered_are_only_logged(
    caplog: pytest.LogCaptureFixture, fault: Fault
) -> None:
    async with at_discord() as desk:
        desk.adapter = adapter_on(desk.server, desk.kept, desk.clock, commands=MENU)
        desk.server.fails(COMMANDS, fault, cut(), cut())
        async with desk.listening():
            desk.say("hello")
            assert (await desk.kept.next()).text == "hello"
            if fault.answer is not None:
                await desk.server.until(lambda: desk.server.asked(COMMANDS)[0].status)
        assert desk.server.asked(PUT) == []


async def test_messages_do_not_wait_for_commands() -> None:
    async with at_discord() as desk:
        desk.adapter = adapter_on(desk.server, desk.kept, desk.clock, commands=MENU)
        desk.server.fails(COMMANDS, held())
        async with desk.listening():
            desk.say("hello")
            assert (await desk.kept.next()).text == "hello"


# What comes


async def test_a_command_comes_as_what_the_person_would_have_written() -> None:
    async with at_commands() as desk:
        run = desk.mara.runs("timeline", text="  last   week ")
        assert await desk.kept.next() == Incoming(
            Chat("discord", str(desk.mara.dm.id)),
            str(run.id),
            "11",
            run.made,
            "/timeline last week",
        )
        assert run.acknowledged == 5
        assert (await ran(desk)).text == "/timeline"


async def test_in_a_guild_only_the_person_sees_the_answer() -> None:
    async with at_commands() as desk:
        otto = desk.server.person(12, "otto")
        [channel] = desk.server.guild("Harbour", desk.mara, otto).channels
        asked = await ran(desk, channel)
        assert not asked.is_private
        for part in range(desk.adapter.parts(LONG)):
            await desk.adapter.send(answer(asked, LONG, part=part))
        assert len(shown(desk, channel)) == 3
        assert otto.sees(channel) == []


async def test_a_button_is_acknowledged_and_shows_nothing_new() -> None:
    async with at_commands() as desk:
        page_1 = await shown_page(desk)
        press = desk.mara.presses(page_1, "/timeline 2")
        pressed = await desk.kept.next()
        assert (pressed.text, pressed.pressed) == ("/timeline 2", str(page_1.id))
        assert (pressed.message_id, pressed.at) == (str(press.id), press.made)
        await desk.server.until(lambda: press.acknowledged)
        assert press.acknowledged == 6
        assert shown(desk) == ["page 1"]


async def test_it_is_acknowledged_before_what_is_at_hand_is_finished() -> None:
    async with at_discord() as desk:
        desk.adapter = adapter_on(desk.server, desk.kept, desk.clock, commands=MENU)
        reached, go_on = asyncio.Event(), asyncio.Event()

        async def receive(event: Event) -> bool:
            reached.set()
            await go_on.wait()
            return await desk.kept.receive(event)

        desk.say("a long one")
        run = asyncio.create_task(desk.adapter.run(receive))
        await reached.wait()
        await desk.server.until(lambda: desk.server.world.commands)
        command = desk.mara.runs("timeline")
        await desk.server.until(lambda: command.acknowledged)
        assert desk.kept.messages == []
        go_on.set()
        assert [(await desk.kept.next()).text for _ in range(2)] == ["a long one", "/timeline"]
        await desk.adapter.close()
        await run


async def test_it_is_acknowledged_once_it_was_taken() -> None:
    async with at_commands(pause=never) as desk:
        command = desk.mara.runs("timeline")
        await desk.kept.next()
        await desk.server.until(lambda: command.acknowledged)


async def test_a_stranger_is_not_even_told_that_a_command_has_come() -> None:
    async with at_commands(pause=never) as desk:
        desk.kept.knows_everybody = False
        command = desk.mara.runs("timeline")
        await desk.kept.next()
        desk.kept.knows_everybody = True
        later = desk.mara.runs("why")
        await desk.server.until(lambda: later.acknowledged)
        assert command.acknowledged is None
        assert len(desk.server.asked(CALLBACK)) == 1


async def test_what_shows_before_it_is_known_whose_it_is_is_taken_away_again() -> None:
    async with at_discord() as desk:
        desk.adapter = adapter_on(desk.server, desk.kept, desk.clock, commands=MENU)
        command: list[Interaction] = []

        async def receive(event: Event) -> bool:
            await desk.server.until(lambda: command[0].acknowledged)
            assert shown(desk) == [""]
            return False

        async with desk.listening(receive):
            await desk.server.until(lambda: desk.server.world.commands)
            command.append(desk.mara.runs("timeline"))
            await desk.server.until(lambda: desk.server.asked(WITHDRAWN))
            assert shown(desk) == []


async def test_whoever_answers_it_while_it_is_taken_need_not_wait() -> None:
    async with at_discord() as desk:
        desk.adapter = adapter_on(
            desk.server, desk.kept, desk.clock, commands=MENU, pause=never
        )

        async def receive(event: Event) -> bool:
            assert isinstance(event, Incoming)
            await desk.adapter.send(answer(event, "Welcome."))
            return True

        async with desk.listening(receive):
            await desk.server.until(lambda: desk.server.world.commands)
            command = desk.mara.runs("timeline")
            await desk.server.until(lambda: shown(desk) == ["Welcome."])
            assert command.acknowledged == 5


async def test_commands_and_messages_come_in_the_order_in_which_they_were_sent() -> None:
    async with at_commands() as desk:
        desk.say("zero")
        await desk.kept.next()
        desk.say("one")
        desk.mara.runs("timeline")
        desk.say("two")
        desk.mara.runs("why")
        texts = [(await desk.kept.next()).text for _ in range(4)]
        assert texts == ["one", "/timeline", "two", "/why"]


# What is answered


async def test_the_answer_takes_the_place_that_waits_and_the_rest_follows() -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        [waiting] = desk.answers()
        sent = [await desk.adapter.send(answer(asked, LONG, part=part)) for part in range(3)]
        assert [str(one.id) for one in desk.answers()] == sent
        assert sent[0] == str(waiting.id)
        assert [one[:1] for one in shown(desk)] == ["0", "2", "4"]
        assert desk.server.asked(MESSAGES) == []
        assert {one.flags for one in desk.answers()} == {bits.SUPPRESS_EMBEDS}


async def test_drafts_and_the_answer_are_one_message(tmp_path: Path) -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        draft = await desk.adapter.send(answer(asked, "It", goes_on=True, buttons=PAGES))
        assert desk.buttons() == []
        again = Outgoing(asked.chat, "It is", edits=draft, goes_on=True)
        assert await desk.adapter.send(again) == draft
        path = tmp_path / "kept"
        path.write_bytes(b"leaf")
        whole = answer(
            asked, "It is so.", edits=draft, buttons=PAGES, file=File("leaf.txt", path)
        )
        assert await desk.adapter.send(whole) == draft
        assert shown(desk) == ["It is so."]
        assert desk.buttons() == [["Older"]]
        assert desk.received() == [("leaf.txt", b"leaf")]


async def test_two_answers_to_one_command_are_two_messages() -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        for text in ("Yes.", "Yes."):
            await desk.adapter.send(answer(asked, text))
        assert shown(desk) == ["Yes.", "Yes."]


async def test_a_page_is_turned_in_its_place() -> None:
    async with at_commands() as desk:
        page_1 = await shown_page(desk)
        desk.mara.presses(page_1, "/timeline 2")
        pressed = await desk.kept.next()
        turned = answer(pressed, "page 2", edits=pressed.pressed)
        assert await desk.adapter.send(turned) == str(page_1.id)
        assert shown(desk) == ["page 2"]
        assert desk.buttons() == []


async def test_a_page_that_only_one_person_sees_is_turned() -> None:
    async with at_commands() as desk:
        [channel] = desk.server.guild("Harbour", desk.mara).channels
        asked = await ran(desk, channel)
        await desk.adapter.send(answer(asked, "page 1", buttons=PAGES))
        [page_1] = desk.answers(channel)
        assert page_1.flags & bits.EPHEMERAL
        desk.clock.forward(minutes=13)
        press = desk.mara.presses(page_1, "/timeline 2")
        pressed = await desk.kept.next()
        await desk.server.until(lambda: press.acknowledged)
        desk.clock.forward(minutes=13)
        await desk.adapter.send(answer(pressed, "page 2", edits=pressed.pressed))
        await desk.adapter.send(answer(pressed, "and more"))
        assert shown(desk, channel) == ["page 2", "and more"]
        assert all(one.flags & bits.EPHEMERAL for one in desk.answers(channel))


async def test_an_answer_to_a_button_that_turns_no_page_is_a_message() -> None:
    async with at_commands() as desk:
        desk.mara.presses(await shown_page(desk), "/timeline 2")
        await desk.adapter.send(answer(await desk.kept.next(), "Done."))
        assert shown(desk) == ["page 1", "Done."]
        assert desk.buttons() == []


@pytest.mark.parametrize("restart", [False, True])
async def test_what_can_be_answered_no_more_gets_a_message(restart: bool) -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        outgoing = answer(asked, "late", replies_to=asked.message_id)
        if not restart:
            desk.clock.forward(minutes=16)
            await desk.adapter.send(outgoing)
            assert desk.server.asked(ORIGINAL) == []
        else:
            await desk.adapter.close()
            desk.again()
            async with desk.listening():
                desk.say("hello")
                await desk.kept.next()
                await desk.adapter.send(outgoing)
        assert shown(desk)[-1] == "late"
        assert len(desk.server.asked(MESSAGES)) == 1


@pytest.mark.parametrize(
    "refusal", [refusals.invalid_webhook_token(), refusals.unknown_webhook()]
)
async def test_a_token_that_is_over_early_gets_a_message(refusal: refusals.Refusal) -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        desk.server.fails(ORIGINAL, answers(refusal.answer))
        for text in ("one", "two"):
            await desk.adapter.send(answer(asked, text))
        assert shown(desk)[-2:] == ["one", "two"]
        assert len(desk.server.asked(ORIGINAL)) == 1


async def test_a_place_that_was_dismissed_is_not_needed() -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        desk.server.world.delete(desk.answers()[0], 11)
        draft = await desk.adapter.send(answer(asked, "one", goes_on=True))
        desk.server.world.delete(desk.answers()[0], 11)
        fresh = await desk.adapter.send(answer(asked, "two", edits=draft))
        assert await desk.adapter.send(answer(asked, "three", edits=draft)) == fresh
        assert shown(desk) == ["three"]


@pytest.mark.parametrize("late", [False, True])
async def test_the_first_part_may_be_repeated_and_is_there_once(late: bool) -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        desk.server.fails(ORIGINAL, cut(late=late))
        with pytest.raises(NotDelivered):
            await desk.adapter.send(answer(asked, "once"))
        await desk.adapter.send(answer(asked, "once"))
        assert shown(desk) == ["once"]


@pytest.mark.parametrize("fault", [cut(late=True), answers(page(502, "Bad"), late=True)])
async def test_what_follows_is_not_sent_twice(fault: Fault) -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        await desk.adapter.send(answer(asked, LONG))
        desk.server.fails(FOLLOW, fault)
        with pytest.raises(MaybeDelivered):
            await desk.adapter.send(answer(asked, LONG, part=1))
        assert len(shown(desk)) == 2
        assert len(desk.server.asked(FOLLOW)) == 1


async def test_a_busy_discord_is_not_waited_for() -> None:
    async with at_commands() as desk:
        asked = await ran(desk)
        desk.server.fails(ORIGINAL, answers(rate_limited(900)))
        with pytest.raises(NotDelivered) as caught:
            await desk.adapter.send(answer(asked, "once"))
        assert caught.value.retry_after == 900
        desk.server.fails(ORIGINAL, answers(refusals.too_large().answer))
        with pytest.raises(GoneForGood):
            await desk.adapter.send(answer(asked, "once"))


# What goes wrong


@pytest.mark.parametrize(
    "fault",
    [
        answers(refusals.unknown_interaction().answer),
        answers(page(403, "Forbidden")),
        answers(rate_limited(900)),
        cut(),
    ],
)
async def test_a_command_that_cannot_be_acknowledged_is_answered_as_a_message(
    fault: Fault,
) -> None:
    async with at_commands() as desk:
        desk.server.fails(CALLBACK, fault)
        asked = await ran(desk)
        assert asked.text == "/timeline"
        await desk.adapter.send(answer(asked, "here"))
        assert shown(desk) == ["here"]
        assert len(desk.server.asked(MESSAGES)) == 1


async def test_what_was_acknowledged_already_is_answered_in_its_place() -> None:
    async with at_commands() as desk:
        already = refusals.already_acknowledged().answer
        desk.server.fails(CALLBACK, answers(already, late=True))
        asked = await ran(desk)
        await desk.adapter.send(answer(asked, "here"))
        assert shown(desk) == ["here"]
        assert desk.server.asked(MESSAGES) == []


def interaction(desk: DiscordDesk, **more: Any) -> dict[str, Any]:
    whole = {
        "id": "1234567890123456789",
        "application_id": str(desk.server.bot.id),
        "type": 2,
        "data": {"id": "1", "name": "timeline", "type": 1},
        "token": "a-token",
        "version": 1,
        "channel_id": str(desk.mara.dm.id),
        "channel": {"id": str(desk.mara.dm.id), "type": 1},
        "user": {"id": "11", "username": "mara"},
    }
    told = whole | more
    return {name: value for name, value in told.items() if value is not ...}


@pytest.mark.parametrize(
    "more",
    [
        {"type": 1, "data": ...},
        {"type": 4},
        {"type": 5, "data": {"custom_id": "form", "components": []}},
        {"type": 99},
        {"data": {"id": "1", "name": "Who", "type": 2}},
        {"type": 3, "data": {"custom_id": "x", "component_type": 3, "values": ["a"]}},
        {"type": 3, "data": {"custom_id": "x", "component_type": 2}},
        {"user": ...},
        {"user": {"id": None}},
        {"user": ..., "member": {"roles": []}},
        {"channel": ...},
        {"channel": None},
        {"token": ...},
        {"id": "x"},
        {"id": "9" * 40},
        {"data": []},
        {"data": {"name": "timeline", "type": 1, "options": [5]}},
        {"type": {"a": 1}},
    ],
)
async def test_what_is_neither_command_nor_button_is_passed_over(more: dict[str, Any]) -> None:
    async with at_commands() as desk:
        gateway = desk.server.gateway
        for body in (interaction(desk, **more), [], None, 5, "x"):
            gateway.dispatch("INTERACTION_CREATE", body)
        desk.say("behind it")
        assert (await desk.kept.next()).text == "behind it"
        assert gateway.identified() == 1
        assert desk.server.asked(CALLBACK) == []


async def test_no_log_line_shows_a_token_or_what_was_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with at_commands() as desk:
        desk.server.fails(CALLBACK, answers(refusals.unknown_interaction().answer))
        asked = [await ran(desk, text="a secret") for _ in range(2)]
        desk.server.fails(ORIGINAL, answers(rate_limited(0.001)), answers(rate_limited(900)))
        with pytest.raises(NotDelivered):
            await desk.adapter.send(answer(asked[1], "a secret"))
        interactions = desk.server.world.interactions.values()
        tokens = [one.token for one in interactions]
        assert len(tokens) == 2
        assert [one for one in ("secret", *tokens) if one in caplog.text] == []


# Buttons


async def test_buttons_are_laid_out_as_discord_takes_them() -> None:
    async with at_commands() as desk:
        desk.say("hello")
        chat = (await desk.kept.next()).chat
        row = tuple(Button("b" * 90 if not n else f"{n}", f"/pick {n}") for n in range(7))
        twice = (Button("again", "/pick 1"), Button(" ", "/blank"))
        rows = (row, twice, *(((Button(f"row {n}", f"/row {n}"),)) for n in range(5)))
        await desk.adapter.send(Outgoing(chat, "Which?", buttons=rows))
        assert desk.buttons() == [
            ["b" * 80, "1", "2", "3", "4"],
            ["5", "6"],
            ["/blank"],
            ["row 0"],
            ["row 1"],
        ]


async def test_buttons_that_were_sent_are_not_kept_in_memory() -> None:
    async with at_commands() as desk:
        desk.say("hello")
        chat = (await desk.kept.next()).chat
        for number in range(3):
            await desk.adapter.send(Outgoing(chat, f"page {number}", buttons=PAGES))
        gc.collect()
        assert [one for one in gc.get_objects() if isinstance(one, discord.ui.View)] == []
