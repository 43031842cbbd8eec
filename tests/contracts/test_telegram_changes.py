"""Edits on Telegram, and buttons that people press, in whatever shape they come."""

import asyncio
import copy
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from adapters.base import COMMAND_LIMIT, Button, Chat, Edited, Event, Incoming, Outgoing
from adapters.telegram import TelegramAdapter
from tests.contracts.telegram_fixtures import Make, events, hear
from tests.contracts.test_adapter import PATIENCE, heard_by, running
from tests.fakes import NOON
from tests.servers.telegram import Gate, Person, TelegramServer, faults, origins
from tests.servers.telegram.every_update import every_kind_of_message
from tests.servers.telegram.world import BEGAN

CHAT = Chat("telegram", "8812")
END = "that is all"
CHOICE = Outgoing(
    CHAT, "Which?", buttons=((Button("One", "/pick 1"), Button("Two", "/pick 2")),)
)


@pytest.fixture
def mara(server: TelegramServer) -> Person:
    return server.person(8812, first_name="Mara")


async def edits(mara: Person, adapter: TelegramAdapter) -> list[Incoming]:
    """What the messages that changed are now."""
    mara.says(END)
    return [one.now for one in await events(adapter) if isinstance(one, Edited)]


# Edits


async def test_an_edit_is_the_message_as_it_is_now_and_sent_when_it_was(
    mara: Person, adapter: TelegramAdapter
) -> None:
    said = mara.says("oen", reply_to=mara.says("how many?"))
    mara.edits(said, "one")
    (now,) = await edits(mara, adapter)
    at = datetime.fromtimestamp(BEGAN + 1, UTC)
    assert now == Incoming(CHAT, str(said.message_id), "8812", at, "one", "how many?")


async def test_a_caption_is_edited_and_taken_away(
    mara: Person, adapter: TelegramAdapter
) -> None:
    photo = mara.sends_photo(caption="the laek")
    mara.edits(photo, "the lake")
    mara.edits(photo, "")
    told = [(now.text, len(now.attached)) for now in await edits(mara, adapter)]
    assert told == [("the lake", 1), ("", 1)]


async def test_another_file_in_place_of_the_first_is_an_edit(
    mara: Person, adapter: TelegramAdapter
) -> None:
    sent = mara.sends_document(b"one", "one.txt")
    mara.replaces(sent, {"document": {"file_id": "d2", "file_name": "two.txt"}})
    (now,) = await edits(mara, adapter)
    assert [(one.reference, one.name) for one in now.attached] == [("d2", "two.txt")]


async def test_of_an_album_the_message_that_was_edited_is_told(
    mara: Person, adapter: TelegramAdapter
) -> None:
    first, second = mara.sends_album([b"one", b"two"], "At the laek")
    mara.edits(first, "At the lake")
    mara.edits(second, "And here")
    told = [(now.message_id, now.text, len(now.attached)) for now in await edits(mara, adapter)]
    assert told == [
        (str(first.message_id), "At the lake", 1),
        (str(second.message_id), "And here", 1),
    ]


async def test_what_changes_by_itself_is_no_edit(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    place = mara.sends_location(52.5, 13.4)
    mara.replaces(place, {"location": {"latitude": 52.6, "longitude": 13.5}})
    mara.replaces(mara.says("oen"), {"text": ""})
    channel = server.group(-100600, [mara], kind="channel")
    mara.edits(mara.says("a post", to=channel), "another", to=channel)
    assert await edits(mara, adapter) == []


async def test_in_a_group_only_edits_that_are_meant_for_the_bot_are_told(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-55, [mara])
    said = mara.says("@prev_bot on Tuseday", to=group)
    mara.edits(said, "@prev_bot on Tuesday", to=group)
    mara.edits(said, "on Wednesday", to=group)
    mara.edits(mara.says("to all", to=group), "to all of you", to=group)
    told = [(now.text, now.is_private) for now in await edits(mara, adapter)]
    assert told == [("on Tuesday", False)]


async def test_an_edit_that_is_not_taken_comes_again(mara: Person, make: Make) -> None:
    mara.edits(mara.says("oen"), "one")

    async def is_full(event: Event) -> None:
        if isinstance(event, Edited):
            raise OSError("no space left on device")

    with pytest.raises(OSError, match="no space"):
        await make().run(is_full)
    assert [now.text for now in await edits(mara, make())] == ["one"]


# Presses


async def test_a_press_is_a_message_named_by_the_query_at_the_moment_it_came(
    mara: Person, make: Make
) -> None:
    shown = await make().send(CHOICE)
    query_id = mara.presses(mara.messages[0], "/pick 2")
    mara.says(END)
    assert await hear(make()) == [
        Incoming(CHAT, query_id, "8812", NOON, "/pick 2", pressed=shown)
    ]


async def test_the_app_is_told_at_once_that_a_press_came(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.send(CHOICE)
    mara.presses(mara.messages[0], "/pick 1")
    waiting: list[int] = []

    async def receive(event: Event) -> None:
        waiting.append(len(server.world.queries))

    async with running(adapter, receive):
        await server.until(lambda: waiting)
    assert waiting == [0]


async def test_what_answers_a_press_replies_to_nothing(mara: Person, make: Make) -> None:
    await make().send(CHOICE)
    query_id = mara.presses(mara.messages[0], "/pick 2")
    await make().send(Outgoing(CHAT, "Two.", replies_to=query_id, answers=query_id))
    assert mara.texts == ["Which?", "Two."]


async def test_a_press_that_is_noticed_takes_no_eyes_from_what_waits(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.send(CHOICE)
    query_id = mara.presses(mara.messages[0], "/pick 2")
    waiting = str(mara.says("and then?").message_id)
    await adapter.notice(CHAT, waiting, waits=True)
    await adapter.notice(CHAT, query_id)
    await adapter.notice(CHAT, query_id, waits=True)
    reactions = [seen.value for seen in mara.seen if seen.kind == "reaction"]
    assert reactions == ["👀"]
    assert len(server.asked_for("setMessageReaction")) == 1


@pytest.mark.parametrize(
    "fault", [faults.flood(9), faults.cut_before(), faults.refused(400, "Bad Request: no")]
)
async def test_that_the_app_cannot_be_told_does_no_harm(
    server: TelegramServer, mara: Person, make: Make, fault: Any
) -> None:
    await make().send(CHOICE)
    mara.presses(mara.messages[0], "/pick 1")
    mara.says(END)
    server.next("answerCallbackQuery", fault)
    assert [message.text for message in await hear(make())] == ["/pick 1"]


async def test_closing_while_the_app_is_told_ends_at_once_and_the_press_comes_again(
    server: TelegramServer, mara: Person, make: Make
) -> None:
    await make().send(CHOICE)
    mara.presses(mara.messages[0], "/pick 1")
    gate = Gate()
    server.next("answerCallbackQuery", faults.held(gate))
    async with asyncio.timeout(PATIENCE), heard_by(make()) as heard:
        await gate.reached.wait()
    assert heard.is_all()
    mara.says(END)
    assert [message.text for message in await hear(make())] == ["/pick 1"]


async def test_presses_that_say_nothing_are_answered_and_dropped(
    server: TelegramServer, mara: Person, make: Make
) -> None:
    await make().send(CHOICE)
    (message,) = mara.messages
    mara.deletes(message)
    mara.presses(message, "/pick 1")
    sender = {"id": 8812, "is_bot": False, "first_name": "Mara"}
    for query in (
        {"id": server.world.ask_query(mara.chat), "from": sender, "game_short_name": "chess"},
        {"id": server.world.ask_query(mara.chat), "from": sender, "inline_message_id": "i1"}
        | {"data": "/pick 1"},
    ):
        server.push({"callback_query": query})
    mara.says(END)
    assert await hear(make()) == []
    assert server.world.queries == {}


async def test_in_a_group_a_press_is_whose_it_is(
    server: TelegramServer, mara: Person, make: Make
) -> None:
    jo = server.person(90210)
    group = server.group(-100777, [mara, jo], kind="supergroup")
    await make().send(replace(CHOICE, chat=Chat("telegram", "-100777")))
    (message,) = group.messages
    jo.presses(message, "/pick 1", to=group)
    mara.says(END)
    (press,) = await hear(make())
    assert (press.account, press.chat.chat_id) == ("90210", "-100777")
    assert not press.is_private


# Buttons


async def test_a_button_takes_the_longest_command(
    mara: Person, adapter: TelegramAdapter
) -> None:
    command = "/pick " + "好" * ((COMMAND_LIMIT - 6) // 3)
    await adapter.send(replace(CHOICE, buttons=((Button("😀 \ud83d", command),),)))
    (((button,),),) = [one.buttons for one in mara.messages]
    assert button == {"text": "😀 \ufffd", "callback_data": command}


@pytest.mark.parametrize("command", ["", "x" * 65, "好" * 22])
async def test_a_button_that_says_too_much_is_left_out(
    mara: Person, adapter: TelegramAdapter, command: str, caplog: pytest.LogCaptureFixture
) -> None:
    rows = ((Button("odd", command), Button("One", "/pick 1")), (Button("odd", command),))
    await adapter.send(replace(CHOICE, buttons=rows))
    (message,) = mara.messages
    assert [[one["text"] for one in row] for row in message.buttons] == [["One"]]
    assert "a button is left out" in caplog.text


async def test_buttons_that_are_refused_do_not_take_the_text_with_them(
    mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.send(replace(CHOICE, text="**Which?**", buttons=((Button("", "/pick"),),)))
    (message,) = mara.messages
    assert (message.text, message.buttons) == ("Which?", [])
    assert message.entities[0]["type"] == "bold"


async def test_an_edit_that_changes_the_buttons_alone_is_made(
    mara: Person, adapter: TelegramAdapter
) -> None:
    shown = await adapter.send(CHOICE)
    assert await adapter.send(Outgoing(CHAT, "Which?", edits=shown)) == shown
    assert await adapter.send(Outgoing(CHAT, "Which?", edits=shown)) == shown
    (message,) = mara.messages
    assert (message.buttons, len(message.history)) == ([], 1)


async def test_a_message_that_goes_on_elsewhere_has_its_buttons_there(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    shown = await adapter.send(Outgoing(CHAT, "a draft"))
    mara.deletes(mara.messages[0])
    await adapter.send(replace(CHOICE, edits=shown))
    (message,) = mara.messages
    assert [one["callback_data"] for one in message.buttons[0]] == ["/pick 1", "/pick 2"]


# Whatever shape


async def test_every_kind_of_message_may_be_edited_or_have_a_button(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    sender = {"id": 8812, "is_bot": False, "first_name": "Mara"}
    for message in every_kind_of_message().values():
        server.push({"edited_message": {**message, "edit_date": message["date"]}})
        query = {"id": "1", "from": sender, "message": message, "data": "/pick"}
        server.push({"callback_query": query})
    mara.says(END)
    heard = await events(adapter)
    assert len(heard) >= len(every_kind_of_message())
    assert server.updates.waiting == []


ODD: list[Any] = [None, [], {}, "SECRET", "", -1, 0, True, 1.5, 10**30, ["SECRET"], {"id": []}]


def paths(of: Any, *before: str | int) -> Iterator[tuple[str | int, ...]]:
    """To everything in a JSON value."""
    inside = of.items() if isinstance(of, dict) else enumerate(of)
    for name, one in inside:
        yield (*before, name)
        if isinstance(one, dict | list):
            yield from paths(one, *before, name)


def broken(update: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The update with one thing missing, or of another kind; each in every place."""
    for *way, name in paths(update):
        for odd in [..., *ODD]:
            made = copy.deepcopy(update)
            place: Any = made
            for step in way:
                place = place[step]
            if odd is ...:
                del place[name]
            else:
                place[name] = odd
            yield made


def whole_updates(server: TelegramServer, mara: Person) -> list[dict[str, Any]]:
    """An edit and a press with everything in them that is read."""
    quoted = mara.says("the whole of it")
    group = server.group(-100777, [mara], kind="supergroup")
    content = {"document": {"file_id": "d1", "file_name": "a.txt", "file_size": 5}}
    server.world.bot_says(group.chat, {"text": "an answer"})
    sent = mara.sends({"caption": "x", **content}, to=group, reply_to=group.messages[0])
    mara.edits(sent, "@prev_bot look", to=group)
    mara.edits(mara.sends({"photo": [{"file_id": "p1"}], "caption": "x"}), "/why@prev_bot")
    mara.edits(mara.says("that", reply_to=quoted, quote="whole"), "that part")
    mara.edits(mara.forwards("x", origins.from_channel(-1, "News", 12)), "y")
    mara.edits(mara.forwards("x", origins.from_user(7, "Jon")), "y")
    keyboard = {"inline_keyboard": [[{"text": "One", "callback_data": "/pick 1"}]]}
    server.world.bot_says(mara.chat, {"text": "Which?", "reply_markup": keyboard})
    mara.presses(mara.messages[0], "/pick 1")
    return [one for one in server.updates.waiting if "message" not in one]


async def test_nothing_that_is_broken_stops_the_polling(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    caplog: pytest.LogCaptureFixture,
) -> None:
    updates = whole_updates(server, mara)
    assert len(updates) == 6
    server.updates.forget_all()
    for update in updates:
        for made in broken({name: one for name, one in update.items() if name != "update_id"}):
            server.push(made)
    mara.says(END)
    caplog.set_level(logging.DEBUG)
    async with running(adapter, _nothing), asyncio.timeout(6 * PATIENCE):
        await server.until(lambda: server.updates.is_polled)
    assert server.updates.waiting == []
    assert "cannot be read" in caplog.text
    assert "SECRET" not in caplog.text


async def _nothing(event: Event) -> None:
    message = event.now if isinstance(event, Edited) else event
    assert isinstance(message, Incoming)
    json.dumps(message.text).encode()
    assert message.text or message.attached
