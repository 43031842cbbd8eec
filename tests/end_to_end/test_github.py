"""A timeline in a repository on GitHub: talked to, edited there, away, rewritten."""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from memory import paths
from memory.stores.github.mirror import Mirror
from tests.end_to_end.on_github import OnGitHub, said_in
from tests.end_to_end.process import Bot
from tests.servers.github import GitHubServer, Repository, github_server
from tests.servers.github.faults import bad_gateway, silent

NAME = "mara/timeline"


class Home(OnGitHub):
    """A bot whose person has an empty, private repository."""

    def __init__(self, bot: Bot, server: GitHubServer) -> None:
        super().__init__(bot, NAME, server.url, server.token)
        self.server = server
        self.there: Repository = server.repository(NAME)

    def told_there(self) -> list[str]:
        """What the person said, as the slices there have it."""
        return said_in(self.there.files())

    def everything_there(self) -> str:
        """All that the files say, as one sees them there."""
        return "".join(content.decode() for content in self.there.files().values())


@pytest.fixture
def home(bot: Bot) -> Iterator[Home]:
    with github_server(now=lambda: datetime.now(UTC)) as server:
        yield Home(bot, server)


def test_what_is_said_is_in_the_repository_when_the_chat_has_ended(home: Home) -> None:
    home.run("chat", said="I bought a cello\n/close\n")
    assert home.told_there() == ["I bought a cello"]
    assert [one for one in home.there.log() if one.startswith("Slice ")]
    # Another machine, which has nothing of it.
    (home.state).rename(home.bot.home / "old")
    assert "run `previously-bot sync`" in home.run("timeline", status=1)
    home.run("sync")
    (listed,) = json.loads(home.run("timeline", "--json"))
    assert listed["turns"] == 2


def test_a_new_machine_knows_the_past_before_it_answers(home: Home) -> None:
    home.run("chat", said="I bought a cello in Hamm\n/close\n")
    home.state.rename(home.bot.home / "old")
    assert "“I bought a cello in Hamm”" in home.run("chat", said="What did I buy in Hamm?\n")


def test_a_new_machine_says_that_the_past_has_not_come_yet_and_where_it_is(home: Home) -> None:
    home.run("chat", said="I bought a cello in Hamm\n/close\n")
    home.state.rename(home.bot.home / "old")
    home.server.away = True
    line = "What you told me before has not come to this machine from mara/timeline yet"
    told = " ".join(home.run("chat", said="What did I buy in Hamm in January?\n").split())
    assert line in told
    assert "in what is on this machine so far" in told
    assert "Nothing was said then" not in told
    assert line in " ".join(home.run("chat", said="/recall cello\n").split())
    home.run("recall", "cello")
    assert line in home.aside
    home.server.away = False
    assert "nothing of mara/timeline is on this machine yet" in home.run("doctor")
    told = home.run("chat", said="What did I buy in Hamm?\n")
    assert "“I bought a cello in Hamm”" in told
    assert "has not come to this machine" not in told


def test_an_empty_repository_has_no_past_to_wait_for(home: Home) -> None:
    home.run("sync")
    home.server.away = True
    told = home.run("chat", said="What did I buy?\n")
    assert "has not come to this machine" not in told


def test_an_import_says_that_its_files_have_still_to_go_there(home: Home) -> None:
    line = {"at": "2026-03-01T10:00:00Z", "speaker": "user", "text": "I bought a cello"}
    home.run("import", "-", said=json.dumps(line) + "\n")
    said = re.search(r"^([0-9]+) files go to mara/timeline at the next start", home.aside, re.M)
    assert said
    assert home.there.files() == {}
    home.run("sync")
    assert len(home.there.files()) == int(said[1])


def test_that_the_repository_has_another_name_now_is_told_once(home: Home) -> None:
    home.run("chat", said="I bought a cello\n/close\n")
    home.there.rename("mara/life")
    told = " ".join(home.run("chat", said="And a bow\n/close\n").split())
    assert told.count("Your repository mara/timeline is called mara/life now") == 1
    assert "is called" not in home.run("chat", said="And a case\n/close\n")
    assert home.told_there() == ["I bought a cello", "And a bow", "And a case"]
    assert "The settings name mara/timeline, which is called mara/life" in home.run("doctor")
    home.there.archived = True
    told = " ".join(home.run("chat", said="And a stand\n").split())
    assert "to go to mara/life, and will once this is mended: mara/life is" in told


def test_what_is_edited_there_is_known_here_and_never_written_over(home: Home) -> None:
    home.run("chat", said="I bought a cello\n/close\n")
    (path,) = (one for one in home.there.files() if one.endswith(".md") and "slices" in one)
    text = home.there.files()[path].decode()
    home.there.push(
        {path: text.replace("a cello", "a viola"), "memory/user/profile.md": "Mara"}
    )
    home.run("chat", said="It was expensive\n/close\n")
    assert home.told_there() == ["I bought a viola", "It was expensive"]
    assert home.there.files()["memory/user/profile.md"] == b"Mara"


def test_a_sync_beside_a_chat_is_refused_and_told_that_it_is_not_needed(home: Home) -> None:
    home.run("chat", said="I bought a cello\n/close\n")
    (mirror,) = home.state.glob("mirrors/*")
    with closing(Mirror(mirror, writer="previously-bot chat")):
        said = home.run("sync", status=1)
    assert "mara/timeline is in use by previously-bot chat" in said
    assert "syncs by itself" in said


def test_while_github_is_away_one_talks_on_and_it_arrives_later(home: Home) -> None:
    home.server.away = True
    told = home.run("chat", said="I bought a cello\n")
    assert "Kept" in told
    assert "on this machine to go to mara/timeline, and will at the next start" in told
    home.server.away = False
    home.run("sync")
    assert home.told_there() == ["I bought a cello"]


def test_what_only_the_person_can_mend_is_not_said_to_pass_by_the_next_start(
    home: Home,
) -> None:
    home.run("chat", said="I bought a cello\n/close\n")
    home.there.archived = True
    told = " ".join(home.run("chat", said="And a bow\n").split())
    assert "will once this is mended: mara/timeline is archived" in told
    assert "next start" not in told


def test_nothing_is_written_over_a_rewritten_history_without_a_word(home: Home) -> None:
    home.run("chat", said="I bought a cello\n/close\n")
    rewritten = home.there.force_push({"README.md": "Begun anew"})
    assert "--adopt-remote" in home.run("sync", status=1)
    assert home.there.head == rewritten
    home.run("sync", "--keep-local")
    assert home.told_there() == ["I bought a cello"]


def test_what_goes_here_with_a_rewritten_history_is_named(home: Home) -> None:
    home.run("chat", said="I bought a cello\n/close\n")
    (path,) = (one for one in home.there.files() if paths.slice_id_of(one))
    home.there.force_push({"README.md": "Begun anew"})
    home.run("sync", "--adopt-remote")
    assert home.aside.startswith(f"Gone here, because gone there (2 files):\n  {path}\n")
    result = json.loads(home.run("sync", "--adopt-remote", "--json"))
    assert (result["gone"], result["replaced"]) == ([], 0)


def test_what_goes_there_when_what_is_here_is_kept_is_named(home: Home) -> None:
    home.run("chat", said="I bought a cello\n/close\n")
    home.there.force_push({"memory/user/profile.md": "Lin", "tasks/roof.md": "tiles"})
    home.run("sync", "--keep-local")
    named = "  memory/user/profile.md\n  tasks/roof.md\n"
    assert home.aside == f"Gone there, because not here (2 files):\n{named}"
    result = json.loads(home.run("sync", "--keep-local", "--json"))
    assert result["removed_there"] == []


def test_where_both_are_empty_no_commit_is_told(home: Home) -> None:
    assert "mara/timeline is empty, and nothing is here to go there" in home.run("sync")
    assert json.loads(home.run("sync", "--json"))["commit"] == ""


def test_a_public_repository_gets_nothing(home: Home) -> None:
    home.there.private = False
    assert "is public" in home.run("sync", status=1)
    home.run("chat", said="I bought a cello\n")
    assert home.told_there() == []


def test_what_is_forgotten_goes_in_one_commit_and_the_history_can_be_purged(home: Home) -> None:
    home.run("chat", said="I met Zeppelina in Ulm\n/close\nI bought a cello\n/close\n")
    before = home.there.log()
    assert any("Zeppelina" in message for message in before)
    shown = home.run("chat", said="/forget zeppelina\n")
    token = re.findall(r"/forget yes ([A-Z2-9]{8})", shown)[0]
    receipt = home.run("chat", said=f"/forget yes {token}\n")
    assert f"What of it went to {NAME} goes from there in one commit" in " ".join(
        receipt.split()
    )
    assert "still holds all of that" in " ".join(receipt.split())
    assert home.there.log() == ["Forget what was taken back", *before]
    assert "Zeppelina" not in home.everything_there()
    home.there.empty()
    assert "--keep-local" in home.run("sync", status=1)
    home.run("sync", "--keep-local")
    assert home.told_there() == ["[deleted]", "I bought a cello"]
    assert not any("Zeppelina" in message for message in home.there.log())


def test_of_what_is_forgotten_and_never_went_there_no_history_is_told(home: Home) -> None:
    home.there.private = False
    shown = home.run("chat", said="I met Zeppelina in Ulm\n/forget zeppelina\n")
    found = re.search(r"/forget yes [A-Z2-9]{8}", shown)
    assert found
    receipt = " ".join(home.run("chat", said=f"{found[0]}\n").split())
    assert f"Nothing of it ever went to {NAME}" in receipt
    assert "history" not in receipt


def to_forget(home: Home) -> str:
    """The command that takes back what was said, and is there."""
    home.run("chat", said="I met Zeppelina in Ulm\n/close\nI bought a cello\n/close\n")
    found = re.search(r"/forget yes [A-Z2-9]{8}", home.run("chat", said="/forget zeppelina\n"))
    assert found
    return found[0]


def assert_forgotten(home: Home, before: list[str]) -> None:
    assert home.told_there()[:2] == ["[deleted]", "I bought a cello"]
    assert "eppelina" not in home.everything_there()
    assert b"eppelina" not in home.legible()
    after = home.there.log()[: -len(before)]
    assert after.count("Forget what was taken back") == 1
    assert after[-1] == "Forget what was taken back"


def test_what_is_forgotten_while_github_stumbles_goes_once_and_leaves_nothing(
    home: Home,
) -> None:
    forget, before = to_forget(home), home.there.log()
    home.server.fails("move ref", bad_gateway(503, carried_out=True))
    receipt = home.run("chat", said=f"{forget}\n")
    assert "as soon as that can be reached" in " ".join(receipt.split())
    home.run("chat", said="And a bow\n")
    home.run("sync")
    assert_forgotten(home, before)


def test_ended_between_forgetting_here_and_there_it_goes_at_the_next_start(home: Home) -> None:
    forget, before = to_forget(home), home.there.log()
    home.server.fails("new tree", silent(carried_out=False))
    with subprocess.Popen(
        home.bot.command("chat"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=home.bot.environment | home.variables,
        cwd=home.bot.home,
    ) as chat:
        assert chat.stdin
        assert chat.stdout
        chat.stdin.write(f"{forget}\n".encode())
        chat.stdin.flush()
        while b"Your chat app keeps" not in chat.stdout.readline():
            """Until the receipt is there."""
        chat.kill()
    assert "Zeppelina" in home.everything_there()
    home.run("chat", said="And a bow\n/close\n")
    assert_forgotten(home, before)


def in_chinese(home: Home) -> None:
    """From now on the person reads Chinese."""
    file = home.bot.home / "previously.yaml"
    settings = file.read_text()
    file.write_text(settings.replace("  - name: mara\n", "  - name: mara\n    language: zh\n"))


def test_what_is_wrong_is_told_in_the_language_of_the_person(home: Home) -> None:
    in_chinese(home)
    home.there.private = False
    for _ in range(2):  # and to the next process
        told = "".join(home.run("chat", said="我买了大提琴\n/status\n").split())
        assert f"有点问题：{NAME}是公开的，或者对整个企业开放" in told
        assert f"等着送到{NAME}，等这个问题解决后会送去：{NAME}是公开的" in told
        assert "public," not in told
    home.server.away = True
    assert "cannot be asked" not in home.run("chat", said="/status\n")
    for command in ("sync", "history"):
        assert "现在连不上 mara/timeline（连接中断）；" in home.run(command, status=1)


def test_a_limit_ends_for_a_command_at_a_time_of_the_persons_own(home: Home) -> None:
    home.server.hourly = 0
    for command in ("sync", "history"):
        said = home.run(command, status=1)
        assert re.search(
            r"mara/timeline takes no more requests for now; wait until .* 20", said
        )
        assert "UTC" not in said
