"""An account that a code let in is taken away: shown, asked, and nobody's afterwards."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from memory.stores.in_memory import InMemoryStore
from previously_bot import slash
from previously_bot.database import Database
from previously_bot.slash import Command, Desk, Reply
from tests.unit.test_slash import NOW, desk_on

PHONE, DESK = ("telegram", "4711"), ("discord", "99")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with closing(Database(tmp_path)) as database:
        made = desk_on(database, InMemoryStore())
        for account in (PHONE, DESK):
            code = made.accounts.issue("mara", NOW)
            assert made.accounts.redeem(code, *account, NOW) == "mara"
        yield replace(made, person=replace(made.person, accounts=(("telegram", "8812"),)))


def obeyed(desk: Desk, rest: str) -> Reply:
    return slash.obey(Command("unlink", rest), desk)


def pressed(desk: Desk, reply: Reply, label: str) -> Reply:
    (command,) = (one.command for row in reply.buttons for one in row if label in one.label)
    return obeyed(desk, command.removeprefix("/unlink").strip())


def test_an_account_is_taken_away_after_two_presses(desk: Desk) -> None:
    listed = obeyed(desk, "")
    assert "2. `telegram 4711`" in listed.text
    assert "`telegram 8812` (in the settings)" in listed.text
    asked = pressed(desk, listed, "2")
    assert set(desk.accounts.all()) == {PHONE, DESK}
    assert "is nobody's now" in pressed(desk, asked, "Yes").text
    assert set(desk.accounts.all()) == {DESK}
    # The same press again finds another list.
    assert "no such account" in pressed(desk, asked, "Yes").text


def test_a_number_that_is_another_account_by_now_takes_nothing_away(desk: Desk) -> None:
    asked = obeyed(desk, "1")
    desk.accounts.remove(*DESK, ["mara"])
    assert "no such account" in pressed(desk, asked, "Yes").text
    assert set(desk.accounts.all()) == {PHONE}


def test_nobody_takes_away_the_account_they_write_from_nor_somebody_elses(desk: Desk) -> None:
    chat = replace(desk.asked.chat, platform="telegram")
    here = replace(desk, asked=replace(desk.asked, chat=chat, account="4711"))
    assert "writing from" in obeyed(here, "2").text
    other = replace(desk, person=replace(desk.person, name="jo"))
    assert "no such account" in obeyed(other, "1").text
    assert not desk.accounts.remove(*PHONE, ["jo"])
    assert set(desk.accounts.all()) == {PHONE, DESK}
