"""Two people become one by a code of one of them; whoever guesses gets nowhere."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import cycle
from pathlib import Path

import pytest

from adapters.base import Chat
from previously_bot.accounts import ALPHABET, GUESSES, Accounts, Outcome
from previously_bot.answers import NewAnswer
from previously_bot.database import Database
from previously_bot.inbox import Inbox
from previously_bot.joins import Joins
from previously_bot.journal import Journal
from previously_bot.outbox import Outbox
from tests.fakes import CHAT, NOON, message

ASKED = message("", "1", NOON)
WRONG = "Z" * 8


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(tmp_path)
    yield made
    made.close()


@pytest.fixture
def accounts(database: Database) -> Accounts:
    letters = cycle(ALPHABET)
    return Accounts(database, lambda _: next(letters))


@pytest.fixture
def joins(database: Database) -> Joins:
    return Joins(database)


def test_asking_changes_nothing_and_agreeing_does_once(
    accounts: Accounts, joins: Joins
) -> None:
    code, told = accounts.issue("mara", NOON), []
    joins.listen(lambda: told.append(1))
    assert joins.offered(code, "lin", ASKED, NOON) == "mara"
    assert (joins.all(), told) == ({}, [])
    assert joins.agree(code, "lin", ASKED, NOON) == "mara"
    assert joins.all() == {"lin": "mara"}
    assert joins.unfinished() == [("lin", "mara")]
    assert joins.agree(code, "zoe", ASKED, NOON) is None
    assert told == [1]
    joins.done("lin")
    assert (joins.unfinished(), joins.all()) == ([], {"lin": "mara"})


def test_a_code_of_one_s_own_or_that_is_over_joins_nobody(
    accounts: Accounts, joins: Joins
) -> None:
    code = accounts.issue("mara", NOON)
    assert joins.agree(code, "mara", ASKED, NOON) is None
    assert joins.agree(code, "lin", ASKED, NOON + timedelta(minutes=10)) is None
    joins.refuse(code, "lin")
    assert joins.agree(code, "lin", ASKED, NOON) is None
    assert joins.all() == {}


def test_whoever_became_somebody_is_followed_and_never_in_a_circle(
    accounts: Accounts, joins: Joins
) -> None:
    old = accounts.issue("lin", NOON)
    joins.agree(accounts.issue("mara", NOON), "lin", ASKED, NOON)
    assert joins.agree(old, "mara", ASKED, NOON) is None
    assert joins.agree(old, "zoe", ASKED, NOON) == "mara"
    joins.agree(accounts.issue("ada", NOON), "mara", ASKED, NOON)
    assert joins.all() == {"lin": "ada", "zoe": "ada", "mara": "ada"}


def test_whoever_guesses_is_soon_not_listened_to_while_there_is_a_code(
    accounts: Accounts, joins: Joins
) -> None:
    for _ in range(GUESSES + 1):
        assert joins.offered(WRONG, "lin", ASKED, NOON) is None
    code = accounts.issue("mara", NOON)
    assert joins.offered(code, "lin", ASKED, NOON) == "mara"
    for _ in range(GUESSES):
        assert joins.offered(WRONG, "lin", ASKED, NOON) is None
    assert joins.offered(code, "lin", ASKED, NOON) is None
    other = replace(ASKED, account="another")
    assert joins.offered(code, "lin", other, NOON) == "mara"


def test_a_code_that_is_over_is_known_as_one_for_a_day(
    accounts: Accounts, joins: Joins
) -> None:
    code = accounts.issue("mara", NOON)
    for person in ("mara", "lin"):
        assert joins.is_code(code, person, ASKED, NOON)
        assert not joins.is_code("THURSDAY", person, ASKED, NOON)
    accounts.redeem(code, "telegram", "9", NOON)
    accounts.issue("mara", NOON)
    for person in ("mara", "lin"):
        assert joins.is_code(code, person, ASKED, NOON + timedelta(hours=23))
        assert not joins.is_code(code, person, ASKED, NOON + timedelta(hours=25))


def test_whoever_has_guessed_too_often_learns_of_no_code_but_their_own(
    accounts: Accounts, joins: Joins
) -> None:
    code = accounts.issue("mara", NOON)
    for _ in range(GUESSES):
        assert not joins.is_code(WRONG, "lin", ASKED, NOON)
    assert not joins.is_code(code, "lin", ASKED, NOON)
    assert joins.is_code(code, "mara", ASKED, NOON)


def test_what_was_decided_is_known_to_whoever_decided_it(
    accounts: Accounts, joins: Joins
) -> None:
    first = accounts.issue("mara", NOON)
    joins.refuse(first, "lin")
    assert joins.decided(first, "lin") == (Outcome.REFUSED, "mara")
    assert joins.decided(first, "zoe") is None
    second = accounts.issue("mara", NOON)
    joins.agree(second, "lin", ASKED, NOON)
    assert joins.decided(second, "mara") == (Outcome.JOINED, "mara")
    assert joins.decided(second, "zoe") is None


def test_what_waits_is_handed_over_and_what_is_done_stays(
    database: Database, joins: Joins
) -> None:
    inbox, outbox = Inbox(database), Outbox(database)
    for number in ("1", "2"):
        inbox.put(message("hello", number, NOON), "lin", received=NOON)
    answer = NewAnswer(person="lin", chat=CHAT, text="a", at=NOON, origin="answers 1")
    outbox.put(answer, [inbox.waiting("lin")[0].number])
    assert joins.hand_over("lin", "mara")
    assert [one.incoming.message_id for one in inbox.waiting("mara")] == ["2"]
    assert [one.text for one in outbox.to_record("mara")] == ["a"]
    assert (inbox.waiting("lin"), outbox.queued("lin")) == ([], [])
    assert not joins.hand_over("lin", "mara")
    assert joins.last_chat("lin") == CHAT
    assert joins.last_chat("nobody") is None


def test_what_files_were_before_is_not_kept_where_nobody_can_take_it_back(
    database: Database, joins: Joins
) -> None:
    journal = Journal(database)
    journal.note("lin", NOON, "memory/notes/a.md", b"a", "v")
    journal.note("mara", NOON, "memory/notes/b.md", b"b", "v")
    joins.hand_over("lin", "mara")
    assert journal.take("lin", "1") == []
    assert [one.before for one in journal.take("mara", "2")] == [b"b"]


def test_where_others_read_along_nothing_is_told(database: Database, joins: Joins) -> None:
    group = replace(message("hi", "1", NOON, Chat("telegram", "g")), is_private=False)
    Inbox(database).put(group, "lin", received=NOON)
    assert joins.last_chat("lin") is None
