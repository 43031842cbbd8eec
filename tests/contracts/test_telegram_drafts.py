"""An answer on Telegram while it is written: a draft in private chats, else edited messages."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.base import AdapterError, Chat, GoneForGood, Incoming, NotDelivered, Outgoing
from adapters.markup import TelegramPart as Part
from adapters.telegram import TelegramAdapter
from previously_bot.answers import NewAnswer
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.outbox import Outbox
from tests.contracts.telegram_fixtures import Make
from tests.fakes import NOON, HandClock
from tests.servers.telegram import Person, Seen, TelegramServer, faults
from tests.servers.telegram.faults import Fault

CHAT = Chat("telegram", "8812")
TO = Incoming(CHAT, "1", "8812", NOON, "a question")
ANSWER = NewAnswer(person="mara", chat=CHAT, text="It is done.", at=NOON, origin="answers 1")
UNKNOWN = faults.refused(404, "Not Found: method not found")
NO_TOPICS = faults.refused(400, "Bad Request: TEXTDRAFT_PEER_INVALID")


@pytest.fixture
def mara(server: TelegramServer) -> Person:
    return server.person(8812)


@pytest.fixture
def outbox(tmp_path: Path) -> Iterator[Outbox]:
    database = Database(tmp_path)
    yield Outbox(database)
    database.close()


def draft(text: str, chat: Chat = CHAT, edits: str = "") -> Outgoing:
    return Outgoing(chat, text, edits=edits, goes_on=True)


async def first_second(seconds: float) -> None:
    """A pause that is over at once up to a second; longer ones never are."""
    if seconds > 1:
        await asyncio.Event().wait()


# Drafts


async def test_a_draft_is_no_message_and_grows(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    assert [await adapter.send(draft(text)) for text in ("It", "It **is**")] == ["", ""]
    assert (mara.messages, mara.drafts) == ([], ["It is"])
    ids = [one.number("draft_id") for one in server.asked_for("sendMessageDraft")]
    assert ids[0] == ids[1] != 0


async def test_each_answer_has_a_draft_of_its_own(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.send(draft("one"))
    assert await adapter.send(Outgoing(CHAT, "one.")) != ""
    assert mara.drafts == []
    await adapter.send(draft("two"))
    first, second = [one.number("draft_id") for one in server.asked_for("sendMessageDraft")]
    assert first != second


async def test_of_a_long_draft_the_first_part_is_shown(
    mara: Person, adapter: TelegramAdapter
) -> None:
    await adapter.send(draft("word " * 2000))
    assert [len(text) for text in mara.drafts] == [4094]


async def test_markup_that_is_refused_is_left_out(
    server: TelegramServer, mara: Person, make: Make
) -> None:
    adapter = make(split=lambda text: [Part(f"<b>{text}", text)])
    assert await adapter.send(draft("It is")) == ""
    assert mara.drafts == ["It is"]


async def test_in_a_group_a_message_is_edited(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    server.group(-100, [mara])
    chat = Chat("telegram", "-100")
    shown = await adapter.send(draft("It", chat))
    assert await adapter.send(draft("It is", chat, edits=shown)) == shown
    assert server.message(-100, int(shown)).text == "It is"
    assert server.asked_for("sendMessageDraft") == []


async def test_a_message_that_shows_it_already_is_edited_on(
    mara: Person, adapter: TelegramAdapter
) -> None:
    shown = await adapter.send(Outgoing(CHAT, "It"))
    assert await adapter.send(draft("It is", edits=shown)) == shown
    assert (mara.texts, mara.drafts) == (["It is"], [])


# Refused


@pytest.mark.parametrize("fault", [UNKNOWN, NO_TOPICS])
async def test_where_drafts_are_refused_messages_are_edited_and_it_is_not_asked_again(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    fault: Fault,
    caplog: pytest.LogCaptureFixture,
) -> None:
    server.next("sendMessageDraft", fault, fault)
    with caplog.at_level(logging.INFO):
        shown = await adapter.send(draft("It"))
        assert await adapter.send(draft("It is", edits=shown)) == shown
        await adapter.send(Outgoing(CHAT, "It is done.", edits=shown))
        assert await adapter.send(draft("Another")) != ""
    assert mara.texts == ["It is done.", "Another"]
    asked = len(server.asked_for("sendMessageDraft"))
    assert asked == (2 if fault is NO_TOPICS else 1)
    assert caplog.text.count("Telegram shows no drafts") == 1
    assert server.token not in caplog.text


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (faults.flood(7), NotDelivered),
        (faults.bad_gateway(), NotDelivered),
        (faults.cut_after(), NotDelivered),
        (faults.blocked(), GoneForGood),
        (faults.refused(400, "Bad Request: chat not found"), GoneForGood),
    ],
)
async def test_a_draft_that_fails_is_told_and_drafts_go_on(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    fault: Fault,
    error: type[AdapterError],
) -> None:
    server.next("sendMessageDraft", fault)
    with pytest.raises(error) as raised:
        await adapter.send(draft("It"))
    assert server.token not in str(raised.value)
    assert getattr(raised.value, "retry_after", None) in (None, 7)
    assert await adapter.send(draft("It is")) == ""
    assert (mara.messages, mara.drafts) == ([], ["It is"])


# The whole answer


@pytest.mark.parametrize("refusals", [[], [UNKNOWN]])
async def test_the_answer_takes_the_draft_s_place_whole_and_once(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    outbox: Outbox,
    refusals: list[Fault],
) -> None:
    server.next("sendMessageDraft", *refusals)
    courier = Courier(outbox, {"telegram": adapter}, HandClock(), first_second)
    async with courier.writing(ANSWER, TO) as show:
        for text in ("It", "It is"):
            show(text)
            await server.until(lambda text=text: text in [*mara.drafts, *mara.texts])
    outbox.put(ANSWER, [])
    await courier.deliver("mara")
    assert (mara.texts, mara.drafts) == (["It is done."], [])
    assert Seen("action", "typing") in mara.seen
    assert outbox.queued("mara") == []


async def test_killed_while_a_draft_is_shown_the_answer_comes_as_one_message(
    server: TelegramServer, mara: Person, make: Make, outbox: Outbox
) -> None:
    killed = Courier(outbox, {"telegram": make()}, HandClock(), first_second)
    async with killed.writing(ANSWER, TO) as show:
        show("Something else")
        await server.until(lambda: mara.drafts)
    assert outbox.shown_as(ANSWER.origin) == ""
    courier = Courier(outbox, {"telegram": make()}, HandClock(), first_second)
    await courier.resume()
    async with courier.writing(ANSWER, TO) as show:
        show("It is")
        await server.until(lambda: mara.drafts == ["It is"])
    outbox.put(ANSWER, [])
    await courier.deliver("mara")
    assert mara.texts == ["It is done."]
