"""`previously-bot history`, as people and programs call it, of a GitHub on loopback."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.process import Bot
from tests.pasts import LOST, Remembered, remembered

NOW = "2026-07-07T14:00:00+02:00"
IN_MARCH = "Sunday 1 March 2026, 13:00 — {} — Slice 2026-02-28 10:00: the cello (Mara)"


@pytest.fixture
def world(bot: Bot) -> Iterator[Remembered]:
    with remembered() as made:
        settings(bot, made)
        yield made


def settings(bot: Bot, world: Remembered, name: str = "mara/timeline") -> None:
    (bot.home / "previously.yaml").write_text(
        "people:\n"
        "  - name: mara\n"
        "    timezone: Europe/Berlin\n"
        f"    repository: {{github: {name}, token_env: TOKEN, api_url: '{world.server.url}'}}\n"
        "  - {name: omar, timezone: UTC, repository: {folder: ./omar}}\n"
        "state: ./state\n"
    )


def history(bot: Bot, world: Remembered, *arguments: str, **about: Any) -> Any:
    variables = about.pop("variables", {"TOKEN": world.server.token})
    return bot.run("history", *arguments, repo=False, variables=variables)


def commits(world: Remembered) -> tuple[str, str]:
    """The older and the newer one."""
    newer = world.repo.head
    return world.repo.objects.commits[newer].parents[0], newer


def test_the_last_commits_are_listed_with_their_moments(bot: Bot, world: Remembered) -> None:
    older, newer = commits(world)
    ended = history(bot, world)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.decode().splitlines() == [
        f"Friday 20 March 2026, 13:00 — {newer[:7]} — Slice 2026-03-20 10:00: at home (Mara)",
        IN_MARCH.format(older[:7]),
    ]
    ended = history(bot, world, "--json", "--limit", "1")
    assert json.loads(ended.stdout) == [
        {
            "commit": newer,
            "at": "2026-03-20T12:00:00+00:00",
            "message": "Slice 2026-03-20 10:00: at home",
            "author": "Mara",
        }
    ]


def test_what_was_held_on_a_day_is_listed_as_the_timeline_is(
    bot: Bot, world: Remembered
) -> None:
    older, _ = commits(world)
    before = world.everything()
    ended = history(bot, world, "--at", "1", "March", "--now", NOW)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.decode().splitlines() == [
        "What I held on Sunday 1 March 2026, 23:59, by commit "
        f"{older[:7]} of Sunday 1 March 2026, 13:00:",
        f"Saturday 28 February 2026, 11:00 — about {LOST} (1 turn)",
    ]
    ended = history(bot, world, "--at", "2026-03-01T12:00:00Z", "--json")
    told = json.loads(ended.stdout)
    assert told["at"] == "2026-03-01T12:00:00+00:00"
    assert told["commit"]["commit"] == older
    assert [one["slice_id"] for one in told["slices"]] == ["2026-02-28-1000"]
    assert told["slices"][0]["path"] == "memory/episodic/slices/2026/02/28/1000.md"
    assert world.everything() == before
    assert not (bot.home / "state").exists()


def test_moments_are_told_in_the_zone_that_is_asked_for(bot: Bot, world: Remembered) -> None:
    ended = history(bot, world, "--at", "2026-03-02 01:30", "--timezone", "Asia/Tokyo")
    assert ended.stdout.decode().startswith("What I held on Monday 2 March 2026, 01:30, by")
    assert "of Sunday 1 March 2026, 21:00:" in ended.stdout.decode()


def test_an_instant_before_the_first_commit_is_too_early(bot: Bot, world: Remembered) -> None:
    ended = history(bot, world, "--at", "2026-03-01T11:59:59Z")
    assert ended.returncode == 1
    assert ended.stderr.decode() == (
        "previously-bot: There is no commit as early as Sunday 1 March 2026, 12:59, so I "
        "cannot tell what I held then; name a later time.\n"
    )


def test_an_empty_repository_has_no_commits(bot: Bot, world: Remembered) -> None:
    world.server.repository("mara/empty")
    settings(bot, world, "mara/empty")
    ended = history(bot, world)
    assert (ended.returncode, ended.stdout) == (0, b"")
    assert ended.stderr.decode() == "There are no commits yet.\n"
    assert json.loads(history(bot, world, "--json").stdout) == []
    assert history(bot, world, "--at", "today").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["--at", "gibberish"], 2, "'gibberish' is not a time"),
        (["--at", "next", "week"], 2, "'next week' is still to come"),
        (["--person", "omar"], 1, "history needs a repository on GitHub"),
        (["--repo", "omar"], 1, "history needs a repository on GitHub"),
        (["--person", "nobody"], 1, "Nobody here is named"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_sentence(
    bot: Bot, world: Remembered, arguments: list[str], status: int, complaint: str
) -> None:
    Path(bot.home / "omar").mkdir()
    ended = history(bot, world, *arguments)
    assert (ended.returncode, ended.stdout) == (status, b"")
    assert complaint in ended.stderr.decode()
    assert ended.stderr.count(b"\n") == 1


def test_without_a_token_or_with_a_wrong_one_nobody_is_let_in(
    bot: Bot, world: Remembered
) -> None:
    ended = history(bot, world, variables={})
    assert ended.returncode == 1
    assert "The environment variable TOKEN" in ended.stderr.decode()
    wrong = "github_pat_wrong_0123456789"
    ended = history(bot, world, variables={"TOKEN": wrong})
    assert ended.returncode == 1
    assert "The token for mara/timeline is wrong" in ended.stderr.decode()
    assert wrong not in ended.stderr.decode()
