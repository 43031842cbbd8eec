"""What a repository on GitHub tells of its past, over a GitHub of ours and one by others."""

from datetime import UTC, datetime, timedelta

import pytest

from memory.errors import BranchMissing, RepositoryMissing
from memory.past import Past
from memory.stores.github.remote import Remote, RemoteChange
from memory.stores.github.writing import Author
from tests.contracts.github_places import OurPlace, Place
from tests.servers.github import GitHubServer, faults
from tests.servers.github.faults import Fault
from tests.servers.github.replies import Reply

BEGAN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
COMMIT = '{"message": "m", "author": null, "committer": {"date": "2026-03-01T12:00:00Z"}}'
AUTHOR = Author("Previously", "bot@example.com")


@pytest.fixture
def place(either_place: Place) -> Place:
    return either_place


def day(nth: int) -> datetime:
    return BEGAN + timedelta(days=nth)


def lived(place: Place, days: int, folder: str = "", **about: str) -> None:
    """A commit a day, which says which one it is."""
    remote: Remote = place.open(author=AUTHOR, **about)
    head = remote.look()
    for nth in range(days):
        change = RemoteChange(f"{folder}a.md", f"day {nth}".encode())
        head = remote.commit(head, [change], f"Day {nth}", day(nth))


def messages(past: Past, until: datetime | None = None, many: int = 100) -> list[str]:
    return [one.message for one in past.commits(until, many=many)]


def test_commits_are_told_newest_first_with_what_they_say_of_themselves(place: Place) -> None:
    lived(place, 3)
    past = place.open()
    found = past.commits(many=10)
    assert [(one.at, one.message) for one in found] == [
        (day(2), "Day 2"),
        (day(1), "Day 1"),
        (day(0), "Day 0"),
    ]
    assert {one.author for one in found} == {"Previously"}
    assert found[0].sha == past.look().commit


def test_no_more_are_told_than_were_asked_for(place: Place) -> None:
    lived(place, 3)
    assert messages(place.open(), many=2) == ["Day 2", "Day 1"]


def test_only_those_until_a_moment_are_told(place: Place) -> None:
    lived(place, 3)
    past = place.open()
    assert messages(past, day(1)) == ["Day 1", "Day 0"]
    assert messages(past, day(1) + timedelta(microseconds=1)) == ["Day 1", "Day 0"]
    assert messages(past, day(1) - timedelta(microseconds=1)) == ["Day 0"]
    assert messages(past, day(99)) == ["Day 2", "Day 1", "Day 0"]


@pytest.mark.parametrize("before", [day(-1), datetime(1969, 1, 1, tzinfo=UTC)])
def test_before_the_first_commit_there_is_none(place: Place, before: datetime) -> None:
    lived(place, 2)
    assert messages(place.open(), before) == []


def test_until_long_after_these_times_is_until_now(place: Place) -> None:
    lived(place, 2)
    assert len(messages(place.open(), datetime(9000, 1, 1, tzinfo=UTC))) == 2


def test_an_empty_repository_has_no_past(place: Place) -> None:
    assert messages(place.open()) == []
    assert messages(place.open(), day(0)) == []


def test_with_a_prefix_only_what_touches_it_counts(place: Place) -> None:
    lived(place, 1, "beside/")
    lived(place, 3, prefix="notes/previously")
    place.push({"README.md": "by hand"})
    past = place.open(prefix="notes/previously")
    assert messages(past) == ["Day 2", "Day 1", "Day 0"]
    assert messages(past, day(1)) == ["Day 1", "Day 0"]


def test_a_branch_of_the_settings_has_a_past_of_its_own(place: Place) -> None:
    lived(place, 1)
    place.branch_off("second")
    place.push({"a.md": "on main"})
    assert messages(place.open(branch="second")) == ["Day 0"]
    assert len(messages(place.open())) == 2


def test_a_branch_that_is_not_there_is_named(place: Place) -> None:
    lived(place, 1)
    with pytest.raises(BranchMissing, match="no branch second"):
        place.open(branch="second").commits(many=1)


def test_a_repository_that_is_not_there_is_named(place: Place) -> None:
    with pytest.raises(RepositoryMissing, match="mara/nowhere"):
        place.open(name="mara/nowhere").commits(many=1)


def test_a_commit_that_comes_between_two_pages_brings_none_twice(
    github: GitHubServer,
) -> None:
    place = OurPlace(github, github.repository())
    for nth in range(105):
        place.push({"a.md": f"push {nth}"})
    wanted = github.repositories[0].objects.commits.copy()
    github.fails("commits", faults.altered(bytes), faults.meanwhile(lambda: late(place)))
    found = [one.sha for one in place.open().commits(many=500)]
    assert len(found) == len(set(found)) == 105
    assert set(found) == set(wanted)
    place.close()


def late(place: Place) -> None:
    place.push({"a.md": "late"})


def test_the_next_page_is_asked_of_no_other_host(github: GitHubServer) -> None:
    place = OurPlace(github, github.repository())
    place.push({"a.md": "x"})
    elsewhere = {"link": '<http://127.0.0.1:1/commits?page=2>; rel="next"'}
    shown = f'[{{"sha": "{"a" * 40}", "commit": {COMMIT}}}]'.encode()
    github.fails("commits", Fault(told=Reply(200, shown, elsewhere)))
    found = place.open().commits(many=9)
    assert [one.sha for one in found] == ["a" * 40]
    assert github.asked[-1].params["page"] == "2"
    place.close()


def test_of_a_history_longer_than_a_page_all_are_told_once(place: Place) -> None:
    lived(place, 1)
    for nth in range(120):
        place.push({"a.md": f"push {nth}"})
    found = place.open().commits(many=500)
    assert len(found) == len({one.sha for one in found}) == 121
    assert found[-1].message == "Day 0"
    assert place.open().commits(many=105) == found[:105]
