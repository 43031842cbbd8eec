"""Whose an edited or deleted message is, and who does not get to change anything."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from adapters.base import Button, Chat, Deleted, Edited, Event, Incoming
from previously_bot.answers import NewAnswer
from previously_bot.courier import Courier
from previously_bot.database import Database
from previously_bot.household import Household
from previously_bot.parts import Boxes
from previously_bot.people import People, Person
from previously_bot.texts.joining import SPOILT
from tests.fakes import CHAT, MARA, NOON, HandClock, PaperAdapter, boxes, message, never

LIN = Person("lin", ZoneInfo("Asia/Shanghai"), "zh")
PEOPLE = People((MARA, LIN), {("telegram", "8812"): MARA, ("telegram", "77"): LIN})


class Mailbox:
    def __init__(self) -> None:
        self.revised: list[Event] = []
        self.heard: list[tuple[str, str]] = []

    async def receive(self, incoming: Incoming) -> None:
        self.heard.append((incoming.text, incoming.pressed))

    async def revise(self, event: Event) -> None:
        self.revised.append(event)


class House:
    def __init__(self, database: Database) -> None:
        self.boxes: Boxes = boxes(database)
        self.mailboxes = {"mara": Mailbox(), "lin": Mailbox()}
        self.platform = PaperAdapter()
        clock = HandClock()
        self.receive = Household(
            PEOPLE,
            self.boxes,
            cast(Any, self.mailboxes),
            Courier(self.boxes.outbox, {"telegram": self.platform}, clock, never),
            clock,
        ).receive

    @property
    def heard(self) -> list[str]:
        return [text for box in self.mailboxes.values() for text, _ in box.heard]

    @property
    def revised(self) -> dict[str, list[Event]]:
        return {name: box.revised for name, box in self.mailboxes.items() if box.revised}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    database = Database(tmp_path)
    made = House(database)
    made.boxes.inbox.put(message("one", "1", NOON), "mara", received=NOON)
    yield made
    database.close()


async def test_it_says_whether_it_is_anybody_s_we_know(house: House) -> None:
    stranger = replace(message("hello", "9", NOON), account="666")
    assert await house.receive(message("hello", "8", NOON))
    assert not await house.receive(stranger)
    assert not await house.receive(Edited(stranger))
    assert await house.receive(Edited(message("hello!", "8", NOON)))
    assert not await house.receive(Deleted(CHAT, "9"))
    assert await house.receive(Deleted(CHAT, "1"))


async def test_a_deleted_message_is_whose_the_inbox_says_it_is(house: House) -> None:
    await house.receive(Deleted(CHAT, "1"))
    assert house.revised == {"mara": [Deleted(CHAT, "1")]}


@pytest.mark.parametrize(
    "event",
    [
        Deleted(CHAT, "2"),
        Deleted(Chat("discord", CHAT.chat_id), "1"),
        Deleted(Chat("telegram", "77"), "1"),
    ],
)
async def test_what_nobody_knows_is_dropped(house: House, event: Event) -> None:
    await house.receive(event)
    assert house.revised == {}


async def test_an_edit_is_its_writers(house: House) -> None:
    event = Edited(message("two", "1", NOON))
    await house.receive(event)
    assert house.revised == {"mara": [event]}


async def test_an_edit_of_a_message_that_the_inbox_has_given_up_may_be_on_the_timeline(
    house: House,
) -> None:
    event = Edited(message("two", "old", NOON))
    await house.receive(event)
    assert house.revised == {"mara": [event]}


async def test_an_edit_in_a_group_counts_where_the_message_did(house: House) -> None:
    event = Edited(replace(message("two", "1", NOON), is_private=False))
    await house.receive(event)
    assert house.revised == {"mara": [event]}


@pytest.mark.parametrize(
    "change",
    [
        {"account": "77"},
        {"account": "5"},
        {"is_private": False, "message_id": "not for us"},
    ],
)
async def test_nobody_edits_what_others_said_nor_what_was_not_for_us(
    house: House, change: dict[str, Any]
) -> None:
    await house.receive(Edited(replace(message("two", "1", NOON), **change)))
    assert house.revised == {}


PAGES = NewAnswer(
    person="mara", chat=CHAT, text="1 to 9", at=NOON, buttons=((Button("On", "/timeline 2"),),)
)


@pytest.mark.parametrize(
    ("account", "below", "is_private", "heard"),
    [
        ("8812", "m7", False, [("/timeline 2", "m7")]),
        ("77", "m7", False, []),
        ("77", "m8", False, [("/timeline 2", "")]),
        ("77", "m8", True, [("/timeline 2", "m8")]),
    ],
)
async def test_buttons_in_a_group_are_theirs_to_whom_they_were_sent(
    house: House, account: str, below: str, is_private: bool, heard: list[tuple[str, str]]
) -> None:
    outbox = house.boxes.outbox
    number = outbox.put(PAGES, []).number
    outbox.sending(number)
    outbox.sent(number, "m7")
    press = replace(message("/timeline 2", "9", NOON), account=account, pressed=below)
    assert await house.receive(replace(press, is_private=is_private))
    assert [one for box in house.mailboxes.values() for one in box.heard] == heard


async def test_a_code_that_is_no_good_is_still_no_word_to_be_kept(house: House) -> None:
    code = house.boxes.accounts.issue("mara", NOON)
    await house.receive(message(code.lower(), "10", NOON))
    house.boxes.accounts.redeem(code, "discord", "7", NOON)
    await house.receive(replace(message(code, "11", NOON), account="77"))
    await house.receive(message("thursday", "12", NOON))
    assert house.heard == [f"/link {code}", "thursday", f"/link {code}"]


GROUP = Chat("telegram", "-55")


@pytest.mark.parametrize(
    ("account", "told"),
    [
        ("8812", [(GROUP, "10", "en")]),
        ("77", [(CHAT, "", "en"), (GROUP, "10", "zh")]),
        ("666", [(CHAT, "", "en")]),
    ],
)
async def test_a_code_that_is_said_in_a_group_is_told_to_be_good_no_more(
    house: House, account: str, told: list[tuple[Chat, str, str]]
) -> None:
    code = house.boxes.accounts.issue("mara", NOON)
    here = replace(message(code, "10", NOON, GROUP), account=account, is_private=False)
    assert await house.receive(here) == (account != "666")
    shown = [(one.chat, one.replies_to, one.text) for one in house.platform.sent]
    assert shown == [(chat, to, SPOILT.say(language)) for chat, to, language in told]
    assert house.heard == []
    assert house.boxes.accounts.redeem(code, "telegram", "9", NOON) is None


async def test_a_message_of_somebody_who_was_taken_out_of_the_settings_is_nobodys(
    house: House,
) -> None:
    house.boxes.inbox.put(message("one", "9", NOON), "gone", received=NOON)
    await house.receive(Deleted(CHAT, "9"))
    assert house.revised == {}
