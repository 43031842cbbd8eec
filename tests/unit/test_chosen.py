"""Commands on the command line know what people chose in the chat, and whom they became."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from previously_bot.app.places import find_place
from previously_bot.cli import run
from previously_bot.database import Database
from previously_bot.parts import Boxes
from tests.fakes import NOON, boxes, message

SETTINGS = """
people:
  - {name: mara, timezone: Europe/Berlin, repository: {folder: ./mara}}
  - {name: lin, timezone: Asia/Shanghai, language: zh, repository: {folder: ./lin}}
state: ./state
"""
Act = Callable[[Boxes], object]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "previously.yaml"
    path.write_text(SETTINGS, encoding="utf-8")
    return path


def kept(state: Path, act: Act) -> None:
    """What somebody did in the chat."""
    database = Database(state)
    act(boxes(database))
    database.close()


def join(there: Boxes) -> None:
    code = there.accounts.issue("mara", NOON)
    assert there.joins.agree(code, "lin", replace(message("", "1", NOON)), NOON) == "mara"


def test_what_they_chose_goes_before_the_settings_and_an_argument_before_that(
    config: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    kept(state, lambda there: there.preferences.choose("mara", "timezone", "Asia/Tokyo"))
    kept(state, lambda there: there.preferences.choose("mara", "language", "zh"))
    person = find_place(config, None, None, None).person
    assert (person.zone.key, person.language) == ("Asia/Tokyo", "zh")
    assert find_place(config, "lin", None, None).person.zone.key == "Asia/Shanghai"
    assert find_place(config, None, None, "Europe/Paris").person.zone.key == "Europe/Paris"


def test_in_a_folder_of_its_own_it_is_what_they_chose_there(
    config: Path, tmp_path: Path
) -> None:
    place = find_place(config, None, tmp_path / "other", None)
    assert place.person.zone.key == "Europe/Berlin"
    kept(place.state, lambda there: there.preferences.choose("mara", "language", "zh"))
    assert find_place(config, None, tmp_path / "other", None).person.language == "zh"
    assert find_place(config, None, None, None).person.language == "en"


def test_who_became_somebody_else_is_told_and_has_that_one_s_timeline(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path / "state", join)
    place = find_place(config, "lin", None, None)
    assert (place.person.name, place.folder.name) == ("mara", "mara")
    assert find_place(config, "lin", tmp_path / "lin", None).person.name == "lin"
    assert run(["check", "--config", str(config), "--person", "Lin", "--json"]) == 0
    assert "Lin is mara now, and this is mara's timeline" in capsys.readouterr().err
    assert run(["check", "--config", str(config), "--person", "MARA", "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_whoever_they_became_may_have_left_the_settings(config: Path, tmp_path: Path) -> None:
    kept(tmp_path / "state", join)
    left = SETTINGS.splitlines()
    config.write_text("\n".join(line for line in left if "mara" not in line), encoding="utf-8")
    assert find_place(config, "lin", None, None).person.name == "lin"


def test_where_nothing_was_chosen_no_database_is_made_nor_imported(
    config: Path, tmp_path: Path
) -> None:
    code = (
        "import sys; from previously_bot.cli import run;"
        f"run(['check', '--config', {str(config)!r}, '--json']);"
        "sys.exit('sqlalchemy' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert ended.returncode == 0
    assert not (tmp_path / "state").exists()
