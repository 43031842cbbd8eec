"""One strange answer of GitHub: no history was rewritten for it, and nothing was deleted."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory.errors import HistoryRewritten, IncompleteAnswer, RemoteError, StrangeAnswer
from tests.contracts.github_places import OurPlace, asked_for
from tests.servers.github import GitHubServer, faults
from tests.servers.github.faults import Fault
from tests.servers.github.replies import Reply
from tests.strategies import agent, user
from tests.syncing import Clock, Machine
from tests.timelines import put

NO_LIST = faults.altered(lambda body: b"[]")
NOT_COMPARED = [faults.answers(status, "Not Found") for status in (404, 409, 422)]


def compared_as(status: bytes) -> Fault:
    return faults.altered(lambda body: body.replace(b'"ahead"', status))


OTHERWISE = [compared_as(status) for status in (b'"identical"', b'"unheard of"', b'""')]


def edited(place: OurPlace) -> str:
    """What the person did there meanwhile; returns the commit from before."""
    base = place.repo.head
    place.push({"README.md": "by hand\n"})
    return base


# Comparing


@pytest.mark.parametrize(
    ("fault", "told"),
    [(one, IncompleteAnswer) for one in NOT_COMPARED]
    + [(one, StrangeAnswer) for one in OTHERWISE],
)
def test_two_commits_that_are_there_and_not_compared_are_no_rewritten_history(
    github: GitHubServer, place: OurPlace, fault: Fault, told: type[RemoteError]
) -> None:
    base, remote = edited(place), place.open()
    head = remote.look()
    github.fails("compare", fault)
    with pytest.raises(told):
        remote.compare(base, head)
    assert remote.compare(base, head).changed.keys() == {"README.md"}


def test_two_histories_that_share_nothing_are_known_although_both_are_there(
    place: OurPlace,
) -> None:
    base = place.repo.head
    place.begin_anew({"b.md": "b"})
    remote = place.open()
    assert remote.compare(base, remote.look()).rewritten


def test_they_are_known_in_whatever_words_that_is_said(
    github: GitHubServer, place: OurPlace
) -> None:
    base = place.repo.head
    place.begin_anew({"b.md": "b"})
    remote = place.open()
    head = remote.look()
    for fault in (faults.answers(404, "Not Found"), faults.answers(422, "")):
        github.fails("compare", fault)
        assert remote.compare(base, head).rewritten
    github.fails("compare", faults.answers(404, "Not Found"))
    github.fails("commits", NO_LIST)
    with pytest.raises(IncompleteAnswer):
        remote.compare(base, head)


@pytest.mark.parametrize("fault", [faults.bad_gateway(), faults.answers(403, "no")])
def test_a_rewriting_that_cannot_be_confirmed_is_none(
    github: GitHubServer, place: OurPlace, fault: Fault
) -> None:
    remote = place.open()
    head = remote.look()
    github.fails("commit", faults.altered(bytes), *[fault] * 4)
    with pytest.raises(RemoteError):
        remote.compare("0123456789" * 4, head)


# Looking


def test_a_branch_that_is_there_without_commits_is_not_empty(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    for fault in (NO_LIST, faults.answers(409, "Git Repository is empty.")):
        github.fails("commits", fault)
        with pytest.raises(IncompleteAnswer):
            remote.look()
        # Nor is what came then remembered as what has not changed since.
        assert remote.look().commit == place.repo.head


def test_a_list_of_no_commits_is_believed_where_there_is_no_branch(
    github: GitHubServer, place: OurPlace
) -> None:
    place.repo.branches.clear()
    remote = place.open()
    assert remote.look().empty
    github.fails("commits", Fault(told=Reply(200, b"[]")))
    github.fails("ref", faults.answers(404, "Not Found"))
    assert remote.look().empty


def test_a_look_takes_no_more_requests_for_all_that(
    github: GitHubServer, place: OurPlace
) -> None:
    base, remote = edited(place), place.open()
    assert asked_for(github, remote.look) == {"repository": 1, "commits": 1}
    head = remote.look()
    assert asked_for(github, lambda: remote.compare(base, head)) == {"compare": 1}


# Reading


@pytest.mark.parametrize("kind", ["tree", "blob"])
def test_what_is_not_found_in_a_repository_that_is_there_makes_it_no_missing_one(
    github: GitHubServer, place: OurPlace, kind: str
) -> None:
    remote = place.open()
    head = remote.look()
    (sha, *_) = remote.compare("", head).changed.values()
    assert sha
    github.fails(kind, faults.answers(404, "Not Found"))
    with pytest.raises(IncompleteAnswer):
        remote.blob(sha) if kind == "blob" else dict(remote.archive(head.commit))


def test_a_submodule_that_somebody_added_is_no_file(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    before = remote.look().commit
    place.push({"notes.md": "new"})
    submodule = {
        "filename": "plugins",
        "status": "added",
        "sha": "1" * 40,
        "patch": "@@ -0,0 +1 @@\n+Subproject commit " + "1" * 40,
    }

    def with_it(told: bytes) -> bytes:
        answer = json.loads(told)
        answer["files"].append(submodule)
        return json.dumps(answer).encode()

    github.fails("compare", faults.altered(with_it))
    assert list(remote.compare(before, remote.look()).changed) == ["notes.md"]


# A whole bot


def after(kind: str, *some: Fault) -> Callable[[GitHubServer], None]:
    return lambda github: github.fails(kind, *some)


@pytest.mark.parametrize(
    "strange",
    [
        *(after("compare", fault) for fault in (*NOT_COMPARED, *OTHERWISE)),
        after("commits", NO_LIST),
        after("commits", faults.answers(409, "Git Repository is empty.")),
    ],
)
def test_a_bot_goes_on_after_one_strange_answer(
    github: GitHubServer,
    place: OurPlace,
    tmp_path: Path,
    strange: Callable[[GitHubServer], None],
) -> None:
    bot = Machine(tmp_path / "a", place.open(), Clock())
    bot.add(user("hello", origin="telegram 1"), agent("hi", 1))
    bot.all()
    here = bot.files
    place.push({"README.md": "by hand\n"})
    put(bot.mirror, "memory/user/profile.md", "Mara, Ulm\n")
    bot.clock.passes(30)
    strange(github)
    bot.sync.step()
    assert isinstance(bot.sync.trouble, IncompleteAnswer | StrangeAnswer)
    assert not isinstance(bot.sync.trouble, HistoryRewritten)
    assert bot.files.keys() == here.keys()
    bot.steps(30)
    assert bot.sync.trouble is None
    assert bot.files == place.files()
    assert bot.files["README.md"] == b"by hand\n"
    assert bot.files["memory/user/profile.md"] == b"Mara, Ulm\n"
    assert bot.mirror.told() == []
    assert github.faults.left == {}
    bot.end()
