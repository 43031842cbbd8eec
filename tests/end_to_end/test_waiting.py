"""What is seen of long work with a GitHub: a bar on a terminal, and Ctrl-C ends it whole."""

import os
import pty
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import IO

import pytest

from tests.end_to_end.on_github import OnGitHub, said_in
from tests.end_to_end.process import Bot
from tests.servers.github import CODELOAD, GitHubServer, Repository, faults, github_server

NAME = "mara/timeline"
SLICE = "## Turn 1 — 2026-07-07T12:{nth:02}:00.000Z (user)\n\nnumber {nth}\n"
FILES = {
    f"memory/episodic/slices/2026/07/07/12{nth:02}.md": SLICE.format(nth=nth)
    for nth in range(60)
}
SYNCING, ASKING = "Keeping mara/timeline", "Asking mara/timeline"


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with github_server(now=lambda: datetime.now(UTC)) as made:
        yield made


@pytest.fixture
def there(server: GitHubServer) -> Repository:
    repo = server.repository(NAME)
    repo.push(FILES)
    return repo


@pytest.fixture
def home(bot: Bot, server: GitHubServer) -> OnGitHub:
    return OnGitHub(bot, NAME, server.url, server.token)


@contextmanager
def at_a_terminal(
    bot: Bot, server: GitHubServer, *arguments: str
) -> Iterator[tuple["subprocess.Popen[bytes]", IO[bytes]]]:
    """A command whose messages go to a terminal, and what can be read there."""
    ours, theirs = pty.openpty()
    command = bot.command(*arguments)
    environment = {**bot.environment, "GH": server.token, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
        cwd=bot.home,
    ) as process:
        os.close(theirs)
        try:
            with closing(os.fdopen(ours, "rb", buffering=0)) as screen:
                yield process, screen
        finally:
            process.kill()


def until(screen: IO[bytes], words: str) -> str:
    """What was shown until the words came, or until the end."""
    shown = b""
    while words.encode() not in shown:
        try:
            piece = screen.read(4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    return shown.decode(errors="replace")


@pytest.mark.parametrize(
    ("arguments", "words"), [(("sync",), SYNCING), (("history", "--at", "1 January"), ASKING)]
)
def test_long_work_shows_a_bar_and_can_be_stopped(
    bot: Bot,
    home: OnGitHub,
    server: GitHubServer,
    there: Repository,
    arguments: tuple[str, ...],
    words: str,
) -> None:
    now = ("--now", "2099-07-07T12:00:00Z") if arguments[0] == "history" else ()
    server.fails(CODELOAD, faults.stalled())
    with at_a_terminal(bot, server, *arguments, *now) as (process, screen):
        assert words in until(screen, words)
        process.send_signal(signal.SIGINT)
        assert "what was done until now is whole" in until(screen, "whole")
        assert process.wait(10) == 1
    home.run("sync")
    assert len(said_in(there.files())) == len(FILES)
    (mirror,) = home.state.glob("**/files")
    found = {file.relative_to(mirror).as_posix(): file for file in mirror.rglob("*")}
    here = {
        path: file.read_bytes()
        for path, file in found.items()
        if file.is_file() and not path.startswith(".previously/")
    }
    assert here == there.files()


def test_a_commit_that_was_under_way_is_there_once(
    bot: Bot, home: OnGitHub, server: GitHubServer, there: Repository
) -> None:
    home.run("sync")
    there.private = False  # nothing goes there meanwhile
    home.run("chat", said="I bought a cello\n/close\n")
    there.private = True
    server.fails("move ref", faults.stalled())
    with at_a_terminal(bot, server, "sync") as (process, screen):
        assert SYNCING in until(screen, SYNCING)
        process.send_signal(signal.SIGINT)
        assert "what was done until now is whole" in until(screen, "whole")
        assert process.wait(10) == 1
    home.run("sync")
    assert said_in(there.files()).count("I bought a cello") == 1
    assert len([one for one in there.log() if "bought a cello" in one]) == 1


def test_in_a_pipe_nothing_of_it_is_seen(
    bot: Bot, home: OnGitHub, server: GitHubServer, there: Repository
) -> None:
    ended = bot.run("sync", repo=False, variables={"GH": server.token})
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_what_is_quick_shows_no_bar(
    bot: Bot, home: OnGitHub, server: GitHubServer, there: Repository
) -> None:
    home.run("sync")
    with at_a_terminal(bot, server, "history") as (process, screen):
        assert until(screen, ASKING) == ""
        assert process.wait(10) == 0
