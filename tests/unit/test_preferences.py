"""What people chose in the chat, kept in the state folder."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from adapters.base import Chat
from previously_bot.database import Database
from previously_bot.preferences import LANGUAGE, TIMEZONE, Preferences
from tests.fakes import MARA, NOON

GROUP, OTHER = Chat("telegram", "-100123"), Chat("discord", "-100123")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path)) as opened:
        yield opened


def test_what_was_chosen_goes_before_the_settings_and_survives(database: Database) -> None:
    assert Preferences(database).of(MARA) == MARA
    Preferences(database).choose("mara", TIMEZONE, "Asia/Tokyo")
    Preferences(database).choose("mara", LANGUAGE, "en")
    Preferences(database).choose("mara", LANGUAGE, "zh")
    Preferences(database).choose("lin", TIMEZONE, "Europe/Paris")
    chosen = Preferences(database).of(MARA)
    assert (chosen.zone, chosen.language) == (ZoneInfo("Asia/Tokyo"), "zh")
    assert (chosen.name, chosen.customs) == (MARA.name, MARA.customs)


def test_what_cannot_be_used_any_more_is_as_if_it_was_not_chosen(database: Database) -> None:
    Preferences(database).choose("mara", TIMEZONE, "Mars/Olympus")
    Preferences(database).choose("mara", LANGUAGE, "tlh")
    assert Preferences(database).of(MARA) == MARA


def test_a_group_is_allowed_by_one_person_on_one_platform(database: Database) -> None:
    preferences = Preferences(database)
    preferences.allow("mara", GROUP)
    preferences.allow("mara", GROUP)
    assert preferences.allows("mara", GROUP)
    assert not preferences.allows("mara", OTHER)
    assert not preferences.allows("lin", GROUP)
    assert preferences.groups("mara") == [GROUP]
    assert preferences.of(MARA) == MARA


def test_a_group_that_is_allowed_no_more_is_known_to_have_been(database: Database) -> None:
    preferences = Preferences(database)
    assert not preferences.forbid("mara", GROUP, NOON)
    assert preferences.told_until("mara", GROUP) is None
    preferences.allow("mara", GROUP)
    assert preferences.told_until("mara", GROUP) is None
    assert preferences.forbid("mara", GROUP, NOON)
    assert not preferences.forbid("mara", GROUP, NOON + timedelta(hours=1))
    assert not preferences.allows("mara", GROUP)
    assert preferences.groups("mara") == []
    assert preferences.told_until("mara", GROUP) == NOON
    preferences.allow("mara", GROUP)
    assert preferences.allows("mara", GROUP)
