"""A timeline on a GitHub that was not taught by us: talked to, edited there, fetched anew."""

import json

import pytest

from tests.contracts.github_places import EmulatedPlace
from tests.emulate import Emulated
from tests.end_to_end.on_github import OnGitHub, said_in
from tests.end_to_end.process import Bot

pytestmark = pytest.mark.emulate


def test_a_talk_is_there_an_edit_is_here_and_another_machine_has_both(
    bot: Bot, emulated: Emulated
) -> None:
    there = EmulatedPlace(emulated, "scene")
    home = OnGitHub(bot, there.name, emulated.url, emulated.token)
    home.run("chat", said="I bought a cello\n/close\n")
    assert said_in(there.files()) == ["I bought a cello"]
    assert any(one["message"].startswith("Slice ") for one in there.log())

    (path,) = (one for one in there.files() if "/slices/" in one and one.endswith(".md"))
    edited = there.files()[path].decode().replace("a cello", "a viola")
    there.push({path: edited, "memory/user/profile.md": "Mara\n"})
    home.run("chat", said="It was expensive\n/close\n")
    assert said_in(there.files()) == ["I bought a viola", "It was expensive"]
    assert there.files()["memory/user/profile.md"] == b"Mara\n"

    home.state.rename(bot.home / "another machine")
    home.run("sync")
    first, second = json.loads(home.run("timeline", "--json"))
    assert [first["turns"], second["turns"]] == [2, 2]
    before = len(there.log())
    home.run("sync")
    assert len(there.log()) == before

    there.begin_anew({"README.md": "Begun anew\n"})
    assert "--adopt-remote" in home.run("sync", status=1)
    home.run("sync", "--keep-local")
    assert said_in(there.files()) == ["I bought a viola", "It was expensive"]
