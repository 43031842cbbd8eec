"""How the adapter for Telegram sends: what is refused, and what is lost on the way."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.base import (
    AdapterError,
    Chat,
    File,
    GoneForGood,
    MaybeDelivered,
    NotDelivered,
    Outgoing,
)
from adapters.markup import TelegramPart as Part
from adapters.telegram import TelegramAdapter
from tests.contracts.telegram_fixtures import Make
from tests.servers.telegram import TOKEN, Gate, Person, Seen, TelegramServer, faults
from tests.servers.telegram.faults import Fault

CHAT = Chat("telegram", "8812")
ANSWER = Outgoing(CHAT, "an answer")


@pytest.fixture
def mara(server: TelegramServer) -> Person:
    return server.person(8812)


async def sent(adapter: TelegramAdapter, text: str = "a draft") -> Outgoing:
    """The answer, which edits a message that is there."""
    return replace(ANSWER, edits=await adapter.send(Outgoing(CHAT, text)))


# Sending


async def test_a_message_is_named_by_its_id(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    message_id = await adapter.send(ANSWER)
    assert [str(one.message_id) for one in mara.messages] == [message_id]
    assert mara.texts == ["an answer"]
    (asked,) = server.asked_for("sendMessage")
    assert json.loads(asked.text("link_preview_options")) == {"is_disabled": True}


async def test_markup_is_sent_as_html(mara: Person, make: Make) -> None:
    adapter = make(split=lambda text: [Part(f"<b>{text}</b>", text)])
    await adapter.send(ANSWER)
    (message,) = mara.messages
    assert (message.text, message.entities[0]["type"]) == ("an answer", "bold")


async def test_markdown_is_shown_and_signs_of_html_are_signs(
    mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.send(Outgoing(CHAT, '<b>1 & 2<b> "3" **4** `x < y`'))
    assert mara.texts == ['<b>1 & 2<b> "3" 4 x < y']
    assert [one["type"] for one in mara.messages[0].entities] == ["bold", "code"]


@pytest.mark.parametrize(
    "text",
    [
        "😀" * 5000,
        "word " * 2000,
        "a line of words\n\n" * 700,
        "x" * 4096 + "\n" + "y" * 4096,
        "x" * 4000 + " " * 5000 + "y",
        "&<>" * 3000,
    ],
)
async def test_every_part_of_a_long_text_is_taken(
    mara: Person, adapter: TelegramAdapter, text: str
) -> None:
    count = adapter.parts(text)
    for part in range(count):
        await adapter.send(Outgoing(CHAT, text, part))
    assert len(mara.texts) == count
    assert "".join("".join(mara.texts).split()) == "".join(text.split())


async def test_a_text_is_cut_between_lines_or_else_words(
    mara: Person, adapter: TelegramAdapter
) -> None:
    assert adapter.parts("") == adapter.parts("short") == 1
    lines, words = "a" * 3000 + "\n\nb" + "b" * 2000, "a" * 3000 + " " + "b" * 2000
    for text in (lines, words):
        assert adapter.parts(text) == 2
        await adapter.send(Outgoing(CHAT, text, 1))
    assert mara.texts == ["b" * 2001, "b" * 2000]


async def test_halves_of_a_character_do_not_stop_a_message(
    mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.send(Outgoing(CHAT, "so \ud83d\ude00 \ud83d"))
    assert mara.texts == ["so 😀 �"]


# Replies and edits


async def test_an_answer_replies_to_its_message(mara: Person, adapter: TelegramAdapter) -> None:
    asked = mara.says("a question")
    await adapter.send(replace(ANSWER, replies_to=str(asked.message_id)))
    assert mara.messages[0].shown["reply_to_message"]["text"] == "a question"


async def test_a_message_that_is_gone_is_answered_without_a_reply(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.send(replace(ANSWER, replies_to="4711"))
    assert mara.texts == ["an answer"]
    said = "Bad Request: message to be replied not found"
    server.next("sendMessage", faults.refused(400, said))
    await adapter.send(replace(ANSWER, text="another", replies_to="4711"))
    assert mara.texts == ["an answer", "another"]
    assert server.asked[-1].text("reply_parameters") == ""


async def test_an_edit_keeps_the_message(mara: Person, adapter: TelegramAdapter) -> None:
    draft = await sent(adapter)
    assert await adapter.send(draft) == draft.edits
    assert mara.texts == ["an answer"]


async def test_an_edit_that_changes_nothing_is_done(
    mara: Person, adapter: TelegramAdapter
) -> None:
    draft = await sent(adapter, "an answer")
    assert await adapter.send(draft) == draft.edits
    assert mara.texts == ["an answer"]


async def test_in_place_of_a_message_that_is_gone_a_new_one_is_sent(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    asked = mara.says("a question")
    draft = replace(await sent(adapter), replies_to=str(asked.message_id))
    server.message(8812, int(draft.edits)).is_deleted = True
    assert await adapter.send(draft) != draft.edits
    assert mara.texts == ["an answer"]
    assert mara.messages[0].shown["reply_to_message"]["text"] == "a question"


async def test_in_place_of_a_message_that_cannot_be_edited_a_new_one_is_sent(
    mara: Person, adapter: TelegramAdapter
) -> None:
    not_ours = mara.says("mine")
    await adapter.send(replace(ANSWER, edits=str(not_ours.message_id)))
    assert mara.texts == ["an answer"]


# Markup and length


@pytest.mark.parametrize("html", ["<b>an answer", "<nothing>an answer</nothing>"])
@pytest.mark.parametrize("is_edit", [False, True])
async def test_markup_that_is_refused_is_left_out(
    mara: Person, make: Make, html: str, is_edit: bool
) -> None:
    outgoing = await sent(make()) if is_edit else ANSWER
    await make(split=lambda text: [Part(html, text)]).send(outgoing)
    assert mara.texts == ["an answer"]


@pytest.mark.parametrize("is_edit", [False, True])
async def test_what_is_too_long_is_sent_without_markup_and_cut(
    mara: Person, make: Make, is_edit: bool
) -> None:
    outgoing = await sent(make()) if is_edit else ANSWER
    too_long = "x" * 4097
    await make(split=lambda text: [Part(too_long, too_long)]).send(outgoing)
    assert mara.texts == ["x" * 4096]


async def test_a_refusal_that_cannot_be_helped_is_for_good(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    server.next("sendMessage", *[faults.refused(400, "Bad Request: TOPIC_CLOSED")] * 2)
    with pytest.raises(GoneForGood, match="Topic_closed"):
        await adapter.send(ANSWER)
    assert server.faults.left == {}


# Chats that are closed, or have moved


@pytest.mark.parametrize(
    "fault",
    [
        faults.blocked(),
        faults.kicked(),
        faults.refused(403, "Forbidden: user is deactivated"),
        faults.refused(400, "Bad Request: chat not found"),
    ],
)
@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
async def test_a_closed_chat_is_gone_for_good(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, fault: Fault, method: str
) -> None:
    outgoing = ANSWER if method == "sendMessage" else await sent(adapter)
    server.next(method, fault)
    with pytest.raises(GoneForGood):
        await adapter.send(outgoing)
    assert server.faults.left == {}


@pytest.mark.parametrize(
    "outgoing", [replace(ANSWER, chat=Chat("telegram", "nobody")), replace(ANSWER, edits="x")]
)
async def test_an_id_that_is_none_is_gone_for_good(
    adapter: TelegramAdapter, outgoing: Outgoing
) -> None:
    with pytest.raises(GoneForGood):
        await adapter.send(outgoing)


@pytest.mark.parametrize("is_edit", [False, True])
async def test_all_of_an_answer_goes_to_the_topic_of_the_message_that_it_answers(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    tmp_path: Path,
    is_edit: bool,
) -> None:
    group, file = server.group(-55, [mara]), tmp_path / "notes.txt"
    file.write_text("notes")
    topic = {"message_thread_id": 45, "is_topic_message": True}
    asked = str(mara.says("@prev_bot and?", to=group, **topic).message_id)
    long = "word " * 1200
    edits = "4711" if is_edit else ""  # which is not there any more
    first = Outgoing(Chat("telegram", "-55"), long, replies_to=asked, answers=asked)
    await adapter.send(replace(first, edits=edits))
    rest = replace(first, part=1, replies_to="", file=File("notes.txt", file))
    await adapter.send(replace(rest, goes_on=True, file=None))
    await adapter.send(rest)
    sent = [one.shown for one in group.messages[1:]]
    assert [one.get("message_thread_id") for one in sent] == [45] * 4


async def test_a_group_that_became_a_supergroup_is_followed(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-55, [mara])
    chat = Chat("telegram", "-55")
    before = await adapter.send(Outgoing(chat, "before"))
    onward = group.becomes_supergroup(-100777)
    for number in range(int(before) + 3):
        mara.says(f"message {number}", to=onward)
    draft = await adapter.send(Outgoing(chat, "after", replies_to=before))
    assert draft.startswith("-100777/")
    assert await adapter.send(Outgoing(chat, "after all", edits=draft)) == draft
    ours = [one for one in onward.messages if one.shown["from"] == server.bot]
    assert [one.text for one in ours] == ["after all"]
    assert "reply_to_message" not in ours[0].shown


async def test_what_stood_in_the_group_before_it_moved_is_not_edited_after(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-55, [mara])
    chat = Chat("telegram", "-55")
    before = await adapter.send(Outgoing(chat, "before"))
    onward = group.becomes_supergroup(-100777)
    await adapter.send(Outgoing(chat, "after", edits=before))
    ours = [one for one in onward.messages if one.shown["from"] == server.bot]
    assert [one.text for one in ours] == ["after"]


async def test_a_group_is_followed_once(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    server.next("sendMessage", faults.migrated(-100777), faults.migrated(-100778))
    with pytest.raises(GoneForGood):
        await adapter.send(ANSWER)


# Floods, and what is lost on the way


@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
async def test_a_flood_is_told_at_once(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, method: str
) -> None:
    outgoing = ANSWER if method == "sendMessage" else await sent(adapter)
    server.next(method, faults.flood(1000))
    with pytest.raises(NotDelivered) as raised:
        await adapter.send(outgoing)
    assert raised.value.retry_after == 1000
    assert isinstance(raised.value.retry_after, float)
    await adapter.send(outgoing)
    assert mara.texts == ["an answer"]


async def test_a_flood_that_does_not_say_how_long(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    server.next("sendMessage", faults.refused(429, "Too Many Requests"))
    with pytest.raises(NotDelivered) as raised:
        await adapter.send(ANSWER)
    assert raised.value.retry_after is None


LOST = [
    (faults.cut_before(), []),
    (faults.cut_after(), ["an answer"]),
    (faults.bad_gateway(), []),
    (faults.bad_gateway(carried_out=True), ["an answer"]),
    (faults.garbled(), ["an answer"]),
    (faults.garbled(b'{"ok": true, "result": true}'), ["an answer"]),
    (faults.refused(500, "Internal Server Error"), []),
]


@pytest.mark.parametrize(("fault", "arrived"), LOST)
async def test_whether_a_message_arrived_may_not_be_known(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    fault: Fault,
    arrived: list[str],
) -> None:
    server.next("sendMessage", fault)
    with pytest.raises(MaybeDelivered):
        await adapter.send(ANSWER)
    assert mara.texts == arrived
    assert len(server.asked_for("sendMessage")) == 1


@pytest.mark.parametrize(
    "fault", [faults.cut_before(), faults.cut_after(), faults.bad_gateway()]
)
async def test_an_edit_may_be_made_again(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, fault: Fault
) -> None:
    draft = await sent(adapter)
    server.next("editMessageText", fault)
    with pytest.raises(NotDelivered):
        await adapter.send(draft)
    assert await adapter.send(draft) == draft.edits
    assert mara.texts == ["an answer"]


async def test_of_a_server_that_takes_too_long_nobody_knows(
    server: TelegramServer, mara: Person, make: Make
) -> None:
    server.next("sendMessage", faults.held(Gate()))
    with pytest.raises(MaybeDelivered, match="Timed out"):
        await make(patience=0.05).send(ANSWER)
    assert mara.texts == ["an answer"]


async def test_where_nothing_listens_nothing_arrived(make: Make, unused_port: int) -> None:
    with pytest.raises(NotDelivered):
        await make(base_url=f"http://127.0.0.1:{unused_port}").send(ANSWER)


async def test_with_a_token_that_is_not_known_nothing_arrived(make: Make) -> None:
    with pytest.raises(NotDelivered):
        await make(token="7123456789:AAF-another").send(ANSWER)


async def test_once_it_is_closed_nothing_is_sent(
    mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.close()
    with pytest.raises(NotDelivered, match="stopping"):
        await adapter.send(ANSWER)
    await adapter.notice(CHAT, "1")
    assert mara.seen == []


@pytest.mark.parametrize(
    "fault",
    [
        faults.refused(400, f"Bad Request: /bot{TOKEN}/"),
        faults.refused(403, f"Forbidden: /bot{TOKEN}/"),
        faults.refused(500, f"/bot{TOKEN}/"),
    ],
)
async def test_no_error_says_the_token(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, fault: Fault
) -> None:
    server.next("sendMessage", *[fault] * 2)
    with pytest.raises(AdapterError, match="<token>") as raised:
        await adapter.send(ANSWER)
    assert TOKEN.lower() not in str(raised.value).lower()
    assert raised.value.__suppress_context__


# Typing


async def test_a_notice_shows_typing(mara: Person, adapter: TelegramAdapter) -> None:
    await adapter.notice(CHAT, "1")
    assert mara.seen == [Seen("action", "typing")]


@pytest.mark.parametrize("fault", [faults.flood(9), faults.blocked(), faults.cut_before()])
async def test_a_notice_that_fails_is_nothing(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    fault: Fault,
    caplog: pytest.LogCaptureFixture,
) -> None:
    server.next("sendChatAction", fault)
    await adapter.notice(CHAT, "1")
    assert mara.seen == []
    assert caplog.records == []


async def test_a_message_that_waits_is_looked_at_until_its_turn_has_come(
    mara: Person, adapter: TelegramAdapter
) -> None:
    first, second, third = (str(mara.says(text).message_id) for text in ("1", "2", "3"))
    await asyncio.gather(*(adapter.notice(CHAT, one, waits=True) for one in (first, third)))
    looked_at = [one for one in mara.seen if one.kind == "reaction"]
    assert {(one.value, one.message_id) for one in looked_at} == {("👀", 1), ("👀", 3)}
    mara.seen.clear()
    for _ in range(2):
        await adapter.notice(CHAT, second)
    assert mara.seen == [
        Seen("action", "typing"),
        Seen("reaction", "", int(first)),
        Seen("action", "typing"),
    ]


async def test_eyes_that_fail_are_nothing(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked = str(mara.says("a question").message_id)
    server.next("setMessageReaction", faults.refused(400, "Bad Request: REACTION_INVALID"))
    await adapter.notice(CHAT, asked, waits=True)
    assert mara.seen == [Seen("action", "typing")]
    assert caplog.records == []


async def test_sends_go_side_by_side(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    gate = Gate()
    server.next("sendMessage", faults.held(gate))
    slow = asyncio.create_task(adapter.send(ANSWER))
    await gate.reached.wait()
    await adapter.send(Outgoing(CHAT, "another"))
    gate.let_go()
    await slow
    assert mara.texts == ["an answer", "another"]
