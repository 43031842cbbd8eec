"""A mirror upon a GitHub: what a bot's life asks of it, and what the person finds there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.errors import HistoryRewritten, RepositoryPublic
from memory.slices import ClosedBy
from tests.contracts.github_places import OurPlace
from tests.servers.github import GitHubServer, github_server
from tests.servers.github.faults import garbled
from tests.strategies import agent, user
from tests.syncing import Clock, Machine
from tests.timelines import FIRST, put


@pytest.fixture
def github() -> Iterator[GitHubServer]:
    with github_server() as server:
        yield server


@pytest.fixture
def place(github: GitHubServer) -> Iterator[OurPlace]:
    made = OurPlace(github, github.repository())
    yield made
    made.close()


@pytest.fixture
def bot(place: OurPlace, tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path / "a", place.open(), Clock())
    yield machine
    machine.end()


def talk(bot: Machine) -> None:
    bot.add(user("hello", origin="telegram 1"), agent("hi", 1))
    bot.timeline.close(ClosedBy.USER)
    bot.all()


def test_a_closed_slice_with_its_indexes_takes_five_requests(
    bot: Machine, place: OurPlace, github: GitHubServer
) -> None:
    talk(bot)
    bot.add(user("more", 40), agent("and more", 41))
    bot.timeline.close(ClosedBy.USER)
    bot.clock.passes(45)
    github.asked.clear()
    bot.sync.step()
    assert sum(github.counted().values()) <= 5
    assert place.files() == bot.files
    assert place.log()[0]["message"] == "Slice 2026-07-07 16:38: about more"


def test_a_restart_with_nothing_new_takes_three_requests(
    bot: Machine, github: GitHubServer
) -> None:
    talk(bot)
    again = bot.again()
    github.asked.clear()
    again.sync.step()
    assert again.sync.trouble is None
    assert sum(github.counted().values()) <= 3
    again.end()


def test_a_large_repository_is_brought_here_in_few_requests(
    bot: Machine, place: OurPlace, github: GitHubServer, tmp_path: Path
) -> None:
    talk(bot)
    place.push({f"notes/{n}.md": f"{n}\n" for n in range(300)})
    github.asked.clear()
    other = Machine(tmp_path / "b", place.open(), Clock())
    other.sync.pull()
    assert sum(github.counted().values()) <= 6
    assert other.files == place.files()
    other.end()


def test_the_persons_edit_and_the_bots_turn_are_both_there(
    bot: Machine, place: OurPlace
) -> None:
    bot.add(user("hello", origin="telegram 1"))
    put(bot.mirror, "photo.png", b"\x89PNG\x00")
    bot.all()
    text = place.files()[FIRST].decode()
    place.push({FIRST: text.replace("\nhello\n", "\nhello!\n"), "photo.png": None})
    bot.add(agent("hi", 1))
    bot.all()
    assert bot.said == {"2026-07-07-1558": ["hello!", "hi"]}
    assert place.files() == bot.files
    assert place.files().keys() == {FIRST}


def test_a_lost_answer_is_no_second_commit(
    bot: Machine, place: OurPlace, github: GitHubServer
) -> None:
    talk(bot)
    many = len(place.log())
    bot.add(user("more", 40))
    bot.timeline.close(ClosedBy.USER)
    github.fails("move ref", garbled())
    bot.all()
    assert len(place.log()) == many + 1
    assert place.files() == bot.files


def test_a_rewritten_history_is_noticed_and_kept_or_adopted(
    bot: Machine, place: OurPlace
) -> None:
    talk(bot)
    here = bot.files
    before = place.repo.head
    put(bot.mirror, "memory/user/profile.md", "Mara\n")
    bot.all()
    place.repo.reset(before)
    bot.clock.passes(5)
    with pytest.raises(HistoryRewritten):
        bot.sync.pull()
    bot.sync.adopt_remote()
    assert bot.files == here == place.files()
    place.begin_anew({"README.md": "anew\n"})
    with pytest.raises(HistoryRewritten):
        bot.sync.pull()
    bot.sync.keep_local()
    assert place.files() == bot.files == here


def test_a_repository_that_turned_public_gets_nothing(bot: Machine, place: OurPlace) -> None:
    talk(bot)
    place.repo.private = False
    bot.add(user("more", 40))
    bot.clock.passes(1)
    with pytest.raises(RepositoryPublic):
        bot.sync.push()
    assert b"more" not in b"".join(place.files().values())


def test_not_one_commit_goes_to_a_repository_that_turned_public_a_moment_ago(
    bot: Machine, place: OurPlace
) -> None:
    talk(bot)
    place.repo.private = False
    bot.add(user("more", 40))
    with pytest.raises(RepositoryPublic):
        bot.sync.push()
    assert b"more" not in b"".join(place.files().values())
