"""`previously-bot doctor`: every part, a line each, whatever is broken; nothing is written."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memory.stores.github.mirror import Mirror
from tests.end_to_end.on_github import OnGitHub
from tests.end_to_end.process import Bot
from tests.endpoint import Reply, endpoint
from tests.servers.discord import discord_server
from tests.servers.github import GitHubServer, github_server
from tests.servers.github.faults import answers, silent
from tests.servers.telegram import telegram_server

NAME = "mara/timeline"
SAID = "I bought a cello in Hamm"
PARTS = ["installation", "settings", "state", "timeline", "repository", "model", "platform"]


class Home(OnGitHub):
    def __init__(self, bot: Bot, server: GitHubServer) -> None:
        super().__init__(bot, NAME, server.url, server.token)
        self.server = server
        self.there = server.repository(NAME)

    def talk(self) -> None:
        self.run("chat", said=f"{SAID}\n/close\n")

    def doctor(self, *, token: str | None = "", status: int) -> dict[str, Any]:
        """What it says of the repository; without a trace, and with no secret in it."""
        given = {} if token is None else {"GH": token or self.server.token}
        before = written(self.bot.home)
        ended = self.bot.run("doctor", "--json", repo=False, variables=given)
        assert ended.stderr == b""
        assert ended.returncode == status, ended.stdout.decode()
        assert written(self.bot.home) == before
        for secret in (self.server.token, token or "", SAID):
            assert not secret or secret not in ended.stdout.decode()
        found = json.loads(ended.stdout)
        assert [one["part"] for one in found] == PARTS
        assert [one["ok"] for one in found if one["part"] != "repository"] == [True] * 6
        told: dict[str, Any] = found[4]
        return told


def written(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file, but for the one in which SQLite notes who is reading."""
    return {
        str(file): (file.stat().st_mtime_ns, file.read_bytes())
        for file in folder.rglob("*")
        if file.is_file() and not file.name.endswith("-shm")
    }


@pytest.fixture
def home(bot: Bot) -> Iterator[Home]:
    with github_server(now=lambda: datetime.now(UTC)) as server:
        yield Home(bot, server)


def test_all_is_well_with_the_last_commit_and_the_budget(home: Home) -> None:
    home.talk()
    pushed, asked = home.there.head, len(home.server.asked)
    told = home.doctor(status=0)
    assert told["ok"]
    assert (told["repository"], told["branch"], told["about"]) == (NAME, "main", "mara")
    assert (told["commit"], told["head"]) == (pushed, pushed)
    assert datetime.now(UTC) - datetime.fromisoformat(told["committed"]) < timedelta(minutes=5)
    assert (told["pending"], told["private"], told["archived"]) == (0, True, False)
    assert told["remaining"] == home.server.hourly - home.server.spent
    assert {one.method for one in home.server.asked[asked:]} == {"GET"}
    text = home.run("doctor").splitlines()
    assert text[4].startswith(f"ok  Repository of mara: {NAME} answers, takes the token and is")
    assert f"Last commit: {pushed[:10]}, " in text[4]
    assert len(text) == len(PARTS)
    assert home.there.head == pushed


def test_on_a_new_machine_there_is_nothing_yet(home: Home) -> None:
    told = home.doctor(status=0)
    assert (told["commit"], told["pending"]) == (None, 0)
    assert not home.state.exists()


def test_one_out_of_reach_is_told_with_what_waits(home: Home) -> None:
    home.talk()
    (files,) = (home.state / "mirrors").glob("*/files")
    (files / "notes.md").write_text("by hand")
    home.server.away = True
    home.run("sync", status=1)
    told = home.doctor(status=1)
    assert not told["ok"]
    assert "cannot be asked" in told["what"]
    assert (told["pending"], told["commit"]) == (1, home.there.head)
    assert told["private"] is None
    home.server.away = False
    assert "The last time, something was in the way" in home.doctor(status=0)["what"]


def test_a_wrong_token_a_missing_one_and_one_that_can_be_none(home: Home) -> None:
    assert "wrong, expired or revoked" in home.doctor(token="ghp_wrong", status=1)["what"]
    assert "wrong, expired or revoked" in home.doctor(token="ghp_\u00e9", status=1)["what"]
    assert "variable GH, which the settings name" in home.doctor(token=None, status=1)["what"]


def test_a_public_one_an_archived_one_and_one_that_is_gone(home: Home) -> None:
    home.there.private = False
    assert "is public" in home.doctor(status=1)["what"]
    home.there.private, home.there.archived = True, True
    assert "is archived" in home.doctor(status=1)["what"]
    home.server.repositories.clear()
    assert "is not there" in home.doctor(status=1)["what"]


def test_what_stopped_the_bot_and_no_look_shows_is_kept_from_it(home: Home) -> None:
    home.talk()
    home.there.force_push({"README.md": "Begun anew"})
    home.run("sync", status=1)
    told = home.doctor(status=1)
    assert "--adopt-remote" in told["what"]
    assert "--adopt-remote" in told["trouble"]
    home.run("sync", "--keep-local")
    assert home.doctor(status=0)["trouble"] == ""


def test_the_words_of_a_commit_are_not_among_what_is_kept(home: Home) -> None:
    for kind in ("new tree", "new commit", "put file"):
        home.server.fails(kind, *[answers(422, f"no {home.server.token}")] * 9)
    home.talk()
    told = home.doctor(status=1)
    assert "does not take this change" in told["what"]
    for file in home.state.rglob("remote.sqlite*"):
        assert home.server.token.encode() not in file.read_bytes()


def test_it_works_while_another_process_holds_the_mirror(home: Home) -> None:
    home.talk()
    (mirror,) = (home.state / "mirrors").iterdir()
    holder = Mirror(mirror, writer="previously-bot run")
    try:
        (mirror / "files" / "notes.md").write_text("by hand")
        holder.note(None, datetime.now(UTC) + timedelta(hours=1))
        told = home.doctor(status=0)
        assert told["pending"] == 1
        assert told["well"] > datetime.now(UTC).isoformat()
    finally:
        holder.close()


def test_it_says_honestly_that_what_is_known_here_cannot_be_read(home: Home) -> None:
    home.talk()
    (file,) = (home.state / "mirrors").glob("*/remote.sqlite")
    file.write_bytes(b"no database")
    told = home.doctor(status=1)
    assert "cannot be read" in told["what"]
    assert (told["pending"], told["private"]) == (None, True)


# Without GitHub


def lines(bot: Bot, *arguments: str, status: int, **variables: str) -> list[str]:
    ended = bot.run("doctor", *arguments, repo=False, variables=variables)
    assert ended.returncode == status, (ended.stdout + ended.stderr).decode()
    return ended.stdout.decode().splitlines()


def test_without_settings_it_is_friendly(bot: Bot) -> None:
    told = lines(bot, status=0)
    assert all(line.startswith("ok  ") for line in told)
    assert "there is no previously.yaml" in told[1]
    assert list(bot.home.iterdir()) == []


def test_settings_that_cannot_be_read_are_the_one_thing_to_do(bot: Bot) -> None:
    (bot.home / "previously.yaml").write_text("people: [\n")
    told = lines(bot, status=1)
    assert [line[:2] for line in told] == ["ok", "!!"]
    assert "previously.yaml:2 cannot be used as settings" in told[1]


def test_settings_that_are_named_and_not_there_are_told(bot: Bot) -> None:
    assert "none.yaml" in lines(bot, "--config", "none.yaml", status=1)[1]


BOTH = """\
people:
  - {name: mara, timezone: Europe/Berlin, repository: {folder: ./mara}}
  - {name: bruno, timezone: Europe/Berlin, repository: {folder: ./bruno}}
platforms:
  telegram: {token_env: TG, base_url: "http://127.0.0.1:9"}
  discord: {token_env: DC}
models:
  pro: {base_url: "http://127.0.0.1:9/v1", model: big, api_key_env: KEY}
state: ./state
"""


def test_each_part_that_is_broken_is_a_line_and_stops_no_other(bot: Bot) -> None:
    (bot.home / "previously.yaml").write_text(BOTH)
    (bot.home / "state").write_text("no folder")
    damaged = bot.home / "mara" / "memory/episodic/slices/2026/07/07/1558.md"
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"\xff my secret affair")
    told = lines(bot, status=1, TG="7123456789:AAF-secret", KEY="sk-secret")
    assert [line.split(":")[0] for line in told] == [
        "ok  Installation",
        "ok  Settings",
        "!!  State folder",
        "!!  Timeline of mara",
        "ok  Timeline of bruno",
        "!!  Model pro",
        "!!  Platform telegram",
        "!!  Platform discord",
    ]
    assert "it is not a folder" in told[2]
    assert "previously-bot check" in told[3]
    assert "variable DC" in told[7]
    assert not any(secret in "".join(told) for secret in ("AAF", "sk-secret", "affair"))


def test_of_one_person_and_of_any_folder(bot: Bot) -> None:
    (bot.home / "previously.yaml").write_text(BOTH.split("platforms")[0])
    told = lines(bot, "--person", "Bruno", status=0)
    assert [line for line in told if "Timeline" in line] == [
        f"ok  Timeline of bruno: nothing is in {bot.home / 'bruno'} yet; it begins with the "
        "first message"
    ]
    (bot.home / "any").mkdir()
    assert str(bot.home / "any") in lines(bot, "--repo", "any", status=0)[3]
    assert lines(bot, "--repo", "none", status=1) == []
    assert lines(bot, "--person", "zoe", status=1) == []
    assert lines(bot, "--bogus", status=2) == []


async def test_models_and_platforms_that_let_the_bot_in(bot: Bot) -> None:
    listed = {"object": "list", "data": [{"id": "big", "object": "model"}]}
    reply = Reply([json.dumps(listed).encode()], headers={"Content-Type": "application/json"})
    async with (
        telegram_server() as telegram,
        discord_server() as discord,
        endpoint(reply) as models,
    ):
        written_down = BOTH.replace("http://127.0.0.1:9/v1", models.url)
        written_down = written_down.replace("http://127.0.0.1:9", telegram.url)
        at_discord = f"{{api_url: {discord.api_url}, token_env: DC"
        written_down = written_down.replace("{token_env: DC", at_discord)
        (bot.home / "previously.yaml").write_text(written_down)
        secrets = {"TG": telegram.token, "DC": discord.token, "KEY": "sk-made-up"}
        told = await asyncio.to_thread(lines, bot, status=0, **secrets)
        assert "lists big" in told[5]
        assert f"lets the bot in as @{telegram.bot['username']}" in told[6]
        assert "lets the bot in as previously" in told[7]
        assert not any(secret in "".join(told) for secret in secrets.values())
        discord.world.portal = 0
        told = await asyncio.to_thread(lines, bot, status=1, **secrets)
        assert "Message Content Intent" in told[7]


def test_one_that_goes_silent_is_not_waited_for_long(home: Home) -> None:
    home.server.fails("repository", *[silent()] * 9)
    begun = datetime.now(UTC)
    assert "it took too long" in home.doctor(status=1)["what"]
    assert datetime.now(UTC) - begun < timedelta(seconds=12)
