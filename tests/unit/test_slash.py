"""The commands of a chat, asked without one."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from adapters.base import Chat, Incoming
from memory.errors import StoreUnreachable
from memory.recall import Recalled
from memory.slices import Amendment, ClosedBy
from memory.standing import Standing
from memory.stores.in_memory import InMemoryStore
from previously_bot import slash
from previously_bot.account import Account
from previously_bot.accounts import Accounts
from previously_bot.database import Database
from previously_bot.exports import Exports
from previously_bot.joins import Joins
from previously_bot.own_writes import OwnWrites
from previously_bot.people import Person
from previously_bot.preferences import Preferences
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions
from previously_bot.slash import Command, Desk
from previously_bot.status import RemoteStatus, Status
from tests.fakes import process
from tests.strategies import SLICE_ID, START, agent, user
from tests.timelines import with_turns

WHY = Command("why", "")
NOW = datetime(2026, 7, 7, 16, 30, tzinfo=UTC)
ASKED = Incoming(Chat("console", "terminal"), "1", "you", NOW, "/why")


LIMITED = Standing(
    well=NOW,
    trouble="mara/timeline takes no more requests",
    until=NOW + timedelta(hours=2),
    commit="0123456789abcdef",
    committed=NOW - timedelta(days=1),
)

DeskOver = Callable[..., Desk]


@pytest.fixture
def desk_over(tmp_path: Path) -> Iterator[DeskOver]:
    with closing(Database(tmp_path)) as database:
        yield partial(desk_on, database)


def desk_on(database: Database, store: InMemoryStore, language: str = "en") -> Desk:
    person = Person("mara", ZoneInfo("Europe/Berlin"), language)
    timeline = with_turns(store, user("Which boiler?"), agent("The loud one.", 1))
    sessions = Sessions(store, timeline, zone=person.zone, language=language, prices={})
    nothing: Any = None
    recollection = Recollection(timeline)
    return Desk(
        person=person,
        timeline=timeline,
        recollection=recollection,
        now=NOW,
        sessions=sessions,
        asked=ASKED,
        forgetting=nothing,
        invite=lambda: "ABCDEFGH",
        accounts=Accounts(database, lambda letters: letters[0]),
        preferences=Preferences(database),
        status=lambda: Status(process(), waiting=1, queued=0, unknown=0, gone=0),
        joins=Joins(database),
        own=OwnWrites(store, None, person.name),
        exports=Exports(store, Path(os.devnull), person.name),
    )


@pytest.mark.parametrize(
    ("language", "nothing"),
    [
        ("en", "There is no answer yet that I could account for. Ask me something, then /why."),
        ("zh", "还没有哪个回答可以说明来历。先问我点什么，再用 /why。"),
    ],
)
def test_why_says_so_when_nothing_was_answered_yet(
    desk_over: DeskOver, language: str, nothing: str
) -> None:
    assert obeyed(desk_over(InMemoryStore(), language), "why") == nothing


def test_why_tells_how_the_last_answer_came_about(desk_over: DeskOver) -> None:
    desk = desk_over(InMemoryStore())
    desk.sessions.write(SLICE_ID, "1", START, Account(), Recalled("", "", (), ()))
    assert obeyed(desk, "why") == (
        "## Turn 1 — Tuesday 7 July 2026, 17:58\n\n"
        "No model gave this answer: it came from memory alone."
    )


def test_why_does_not_take_a_place_that_is_down_for_an_empty_one(desk_over: DeskOver) -> None:
    store = InMemoryStore()
    desk = desk_over(store)
    store.reachable = False
    with pytest.raises(StoreUnreachable):
        slash.obey(WHY, desk)


def obeyed(desk: Desk, name: str, rest: str = "") -> str:
    return slash.obey(Command(name, rest), desk).text


def test_a_slice_is_told_by_its_name_with_corrections_first(desk_over: DeskOver) -> None:
    desk = desk_over(InMemoryStore())
    right = Amendment("The loud boiler was sold.")
    desk.timeline.annotate(SLICE_ID, lambda one: replace(one, amendments=(right,)))
    told = obeyed(desk, "slice", SLICE_ID)
    assert told.split("\n\n") == [
        "**Tuesday 7 July 2026, 17:58 — still going on (corrected: The loud boiler was sold.) "
        "(2 turns)**",
        "> Corrected later: “The loud boiler was sold.”",
        "You, 17:58: “Which boiler?”",
        "I, 17:59: “The loud one.”",
    ]
    assert obeyed(desk, "slice", "2026/07/07/1558") == told
    for name in ("2026-07-08-0000", "yesterday"):
        assert "There is no conversation" in obeyed(desk, "slice", name)


def test_strands_are_counted_and_one_is_listed(desk_over: DeskOver) -> None:
    desk = desk_over(InMemoryStore())
    assert "no strands yet" in obeyed(desk, "strands")
    desk.timeline.close(ClosedBy.USER)
    desk.timeline.add(user("Which lamp?", 90))
    desk.timeline.close(ClosedBy.USER)
    assert obeyed(desk, "strands") == "- Which (2)\n- The (1)"
    assert obeyed(desk, "strands", "#the") == (
        "1. Tuesday 7 July 2026, 17:58 — about Which boiler? (2 turns)"
    )
    assert "There is no strand “sea”" in obeyed(desk, "strands", "sea")


def test_a_strand_is_one_however_it_is_written(desk_over: DeskOver) -> None:
    desk = desk_over(InMemoryStore())
    desk.timeline.close(ClosedBy.USER)
    for nth, text in enumerate(["which", "which"], start=1):
        desk.timeline.add(user(text, 90 * nth))
        desk.timeline.close(ClosedBy.USER)
    assert obeyed(desk, "strands") == "- which (3)\n- The (1)"


def test_a_code_for_another_account_is_given(desk_over: DeskOver) -> None:
    desk = desk_over(InMemoryStore(), "zh")
    assert obeyed(desk, "link") == obeyed(desk, "pair")
    assert "`ABCDEFGH`" in obeyed(desk, "link")
    assert "Previously" in obeyed(desk, "start")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_menu_has_every_command_in_a_few_words(language: str) -> None:
    menu = slash.menu(language)
    assert {f"/{name}" for name in menu} == set(slash.NAMES)
    assert all(3 <= len(what) <= 100 for what in menu.values())


def test_only_a_terminal_can_be_left(desk_over: DeskOver) -> None:
    desk = desk_over(InMemoryStore())
    assert "/quit" in slash.obey(Command("help", ""), desk).text
    away = replace(desk, asked=replace(ASKED, chat=Chat("telegram", "8812")))
    assert "/quit" not in slash.obey(Command("help", ""), away).text
    assert "- /help" in slash.obey(Command("help", ""), away).text


def test_a_slice_that_is_not_named_is_asked_for(desk_over: DeskOver) -> None:
    said = slash.obey(Command("slice", ""), desk_over(InMemoryStore())).text
    assert said.startswith("Which conversation?")


@pytest.mark.parametrize("name", ["slice", "timeline", "strands", "x" * 3000])
def test_what_nobody_understands_is_not_repeated_at_length(
    name: str, desk_over: DeskOver
) -> None:
    assert len(slash.obey(Command(name, "word " * 600), desk_over(InMemoryStore())).text) < 250


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Your repository was seen last Tuesday 7 July 2026, 18:30; files still to be "
                "brought there: 3",
                "Last commit: 0123456789, Monday 6 July 2026, 18:30",
                "Something is in the way: GitHub takes no more requests until Tuesday 7 July "
                "2026, 20:30; then it goes on by itself",
                "Requests that GitHub still allows for now: 0",
            ],
        ),
        (
            "zh",
            [
                "上次查看你的仓库：2026年7月7日星期二18:30；还要送过去的文件：3 个",
                "最近一次提交：0123456789，2026年7月6日星期一18:30",
                "有点问题：GitHub 在2026年7月7日星期二20:30之前不再接受请求；之后会自己继续",
                "GitHub 目前还允许的请求：0 次",
            ],
        ),
    ],
)
def test_status_tells_how_it_is_with_a_repository_elsewhere(
    desk_over: DeskOver, language: str, told: list[str]
) -> None:
    there = replace(process(), remote=RemoteStatus(LIMITED, pending=3, remaining=0))
    desk = replace(
        desk_over(InMemoryStore(), language),
        status=lambda: Status(there, waiting=0, queued=0, unknown=0, gone=0),
    )
    assert obeyed(desk, "status").splitlines()[-5:-1] == [f"- {line}" for line in told]
