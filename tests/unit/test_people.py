"""Who is who."""

from zoneinfo import ZoneInfo

import pytest

from previously_bot.errors import BadArgument
from previously_bot.people import People, Person
from previously_bot.settings import PersonSettings, RepositorySettings, Settings

MARA = Person("mara", ZoneInfo("Europe/Berlin"), "en")
LIN = Person("Lin", ZoneInfo("Asia/Shanghai"), "zh")


@pytest.fixture
def people(tmp_path) -> People:
    mara = PersonSettings(
        name="mara",
        timezone="Europe/Berlin",
        accounts={"telegram": 8812, "discord": "90210"},
        repository=RepositorySettings(folder=tmp_path / "mara"),
    )
    lin = PersonSettings(
        name="Lin",
        timezone="Asia/Shanghai",
        language="zh",
        accounts={"telegram": "90210"},
        repository=RepositorySettings(folder=tmp_path / "lin"),
    )
    return People.of(Settings(people=(mara, lin)))


@pytest.mark.parametrize(
    ("platform", "account", "person"),
    [
        ("telegram", "8812", MARA),
        ("discord", "90210", MARA),
        ("telegram", "90210", LIN),
        ("discord", "8812", None),
        ("telegram", "88120", None),
        ("telegram", "", None),
        ("telegram", "mara", None),
        ("console", "console", None),
    ],
)
def test_an_account_is_its_owners_and_nobody_elses(people, platform, account, person):
    assert people.who(platform, account) == person


@pytest.mark.parametrize(
    ("name", "person"), [(None, MARA), ("mara", MARA), ("MARA", MARA), ("lin", LIN)]
)
def test_a_person_is_found_by_name_and_the_first_without_one(people, name, person):
    assert people.named(name) == person


def test_an_unknown_name_is_refused_with_the_names_there_are(people):
    with pytest.raises(BadArgument, match=r"'lan'.*choose one of: mara, Lin\.$"):
        people.named("lan")


def test_an_added_account_is_the_persons_and_changes_nothing_else(people):
    with_console = people.with_account("console", "console", LIN)
    assert with_console.who("console", "console") == LIN
    assert with_console.who("telegram", "8812") == MARA
    assert people.who("console", "console") is None


def test_an_account_cannot_be_taken_from_another_person(people):
    with pytest.raises(BadArgument, match="mara's"):
        people.with_account("telegram", "8812", LIN)
    assert people.with_account("telegram", "8812", MARA).who("telegram", "8812") == MARA


def test_a_stranger_cannot_be_given_an_account(people):
    with pytest.raises(BadArgument, match="otto"):
        people.with_account("telegram", "1", Person("otto", ZoneInfo("UTC"), "en"))


def test_the_people_of_the_default_settings_are_one_person():
    people = People.of(Settings.default())
    assert [person.name for person in people.everyone] == ["you"]
