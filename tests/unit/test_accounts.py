"""A code lets one account in, once and for ten minutes; guessing leads nowhere."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import cycle
from pathlib import Path

import pytest

from previously_bot.accounts import ALPHABET, GUESSES, OF_ALL, Accounts, code_in
from previously_bot.database import Database
from tests.fakes import NOON

WRONG = "Z" * 8


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    letters = cycle(ALPHABET)

    def choose(_: Sequence[str]) -> str:
        return next(letters)

    database = Database(tmp_path)
    yield Accounts(database, choose)
    database.close()


def test_whoever_sends_the_code_is_the_person_from_then_on(accounts: Accounts) -> None:
    code = accounts.issue("mara", NOON)
    assert code == "ABCDEFGH"
    later = NOON + timedelta(minutes=9)
    assert accounts.redeem(code, "telegram", "8812", later) == "mara"
    assert accounts.all() == {("telegram", "8812"): "mara"}


def test_a_code_is_good_once(accounts: Accounts) -> None:
    code = accounts.issue("mara", NOON)
    accounts.redeem(code, "telegram", "8812", NOON)
    assert accounts.redeem(code, "telegram", "666", NOON) is None
    assert len(accounts.all()) == 1


def test_a_code_is_good_for_ten_minutes(accounts: Accounts) -> None:
    code = accounts.issue("mara", NOON)
    assert accounts.redeem(code, "telegram", "8812", NOON + timedelta(minutes=10)) is None


def test_a_new_code_takes_the_place_of_the_last(accounts: Accounts) -> None:
    first, second = accounts.issue("mara", NOON), accounts.issue("mara", NOON)
    other = accounts.issue("lin", NOON)
    assert accounts.redeem(first, "telegram", "8812", NOON) is None
    assert accounts.redeem(second, "telegram", "8812", NOON) == "mara"
    assert accounts.redeem(other, "discord", "7", NOON) == "lin"


def test_an_account_that_guesses_is_soon_not_listened_to(accounts: Accounts) -> None:
    code = accounts.issue("mara", NOON)
    for _ in range(GUESSES):
        assert accounts.redeem(WRONG, "telegram", "666", NOON) is None
    assert accounts.redeem(code, "telegram", "666", NOON) is None
    assert accounts.redeem(code, "telegram", "8812", NOON) == "mara"


def test_nor_are_many_accounts_together_for_an_hour(accounts: Accounts) -> None:
    for nth in range(OF_ALL):
        assert accounts.redeem(WRONG, "telegram", f"bot {nth}", NOON) is None
    later = NOON + timedelta(minutes=59)
    assert accounts.redeem(accounts.issue("mara", later), "telegram", "8812", later) is None
    after = NOON + timedelta(minutes=61)
    code = accounts.issue("mara", after)
    assert accounts.redeem(code, "telegram", "8812", after) == "mara"


def test_the_code_is_legible_in_no_file(accounts: Accounts, tmp_path: Path) -> None:
    code = accounts.issue("mara", NOON)
    assert all(code.encode() not in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ABCDEFGH", "ABCDEFGH"),
        (" abcd-efgh ", "ABCDEFGH"),
        ("/start ABCDEFGH", "ABCDEFGH"),
        ("/link abcdefgh", "ABCDEFGH"),
        ("ABCDEFG", None),
        ("ABCDEFG0", None),
        ("ABCD EFGH", None),
        ("/start", None),
        ("", None),
        ("I say ABCDEFGH", None),
    ],
)
def test_a_code_is_known_by_its_look(text: str, code: str | None) -> None:
    assert code_in(text) == code
