"""What every repository elsewhere promises, over a GitHub of ours and one by others."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from memory.errors import BranchMissing, HeadMoved, RepositoryMissing
from memory.store import version_of
from memory.stores.github.remote import Head, Remote, RemoteChange
from memory.stores.github.writing import Author
from tests.contracts.github_places import SEED, EmulatedPlace, InMemoryPlace, OurPlace, Place
from tests.servers.github import github_server

AT = datetime(2026, 7, 7, 15, 58, 3, tzinfo=UTC)
CONTENTS = {
    "empty.md": b"",
    "windows.md": b"one\r\ntwo\r\n",
    "byte-order-mark.md": b"\xef\xbb\xbfmarked\n",
    "no-end-of-line.md": b"end",
    "Übersicht/你好 😀.md": "Grüße, 你好 😀\n".encode(),
    "a b/#1?%41+.md": b"an awkward name\n",
    "photos/cat.jpg": b"\xff\xd8\xff\x00\xfe" * 100,
    "photos/latin-1.txt": "Grüße".encode("latin-1"),
    "nul.txt": b"a\0b",
}


@pytest.fixture(
    params=["ours", "in memory", pytest.param("by others", marks=pytest.mark.emulate)]
)
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """An empty private repository."""
    if request.param == "ours":
        with github_server() as server:
            made: Place = OurPlace(server, server.repository())
            yield made
            made.close()
    elif request.param == "in memory":
        yield InMemoryPlace()
    else:
        emulated = request.getfixturevalue("emulated")
        # Each test has its own; the emulator lives as long as the session.
        name = "".join(c if c.isalnum() else "-" for c in request.node.name)
        made = EmulatedPlace(emulated, name)
        yield made
        made.close()


@pytest.fixture
def begun(place: Place) -> Place:
    """The same, with a few files."""
    remote = place.open()
    write(remote, remote.look(), SEED)
    return place


def write(
    remote: Remote,
    head: Head,
    files: dict[str, str | None] | dict[str, str],
    message: str = "m",
) -> Head:
    changes = [
        RemoteChange(path, None if text is None else text.encode())
        for path, text in files.items()
    ]
    return remote.commit(head, changes, message, AT)


def texts(place: Place, branch: str = "main") -> dict[str, str]:
    return {path: content.decode() for path, content in place.files(branch).items()}


# Looking


def test_an_empty_repository_is_known_as_such(place: Place) -> None:
    head = place.open().look()
    assert (head.empty, head.tree) == (True, "")
    assert (head.name, head.branch, head.default_branch) == (place.name, "main", "main")
    assert (head.private, head.archived) == (True, False)


def test_what_was_committed_is_what_is_there_next(begun: Place) -> None:
    remote = begun.open()
    head = write(remote, remote.look(), {"a.md": "new"})
    assert remote.look() == head
    assert begun.open().look() == head


def test_a_push_of_the_person_is_seen(begun: Place) -> None:
    remote = begun.open()
    before = remote.look()
    commit = begun.push({"a.md": "by hand"})
    assert remote.look().commit == commit != before.commit


def test_the_budget_is_told(begun: Place) -> None:
    remote = begun.open()
    assert remote.budget is None
    remote.look()
    assert remote.budget is not None
    assert 0 < remote.budget.remaining < remote.budget.limit


@pytest.mark.parametrize("branch", ["second", "a/b"])
def test_a_branch_of_the_settings_is_used_instead_of_the_default(
    begun: Place, branch: str
) -> None:
    begun.branch_off(branch)
    remote = begun.open(branch=branch)
    assert remote.look().branch == branch
    write(remote, remote.look(), {"a.md": "there"})
    assert "a.md" in begun.files(branch)
    assert "a.md" not in begun.files("main")


def test_a_branch_that_is_not_there_is_named(begun: Place) -> None:
    with pytest.raises(BranchMissing, match="no branch second"):
        begun.open(branch="second").look()


def test_a_repository_that_is_not_there_is_named(begun: Place) -> None:
    with pytest.raises(RepositoryMissing, match="mara/nowhere"):
        begun.open(name="mara/nowhere").look()


# Writing


def test_every_content_arrives_as_it_is(begun: Place) -> None:
    remote = begun.open()
    changes = [RemoteChange(path, content) for path, content in CONTENTS.items()]
    head = remote.commit(remote.look(), changes, "All kinds", AT)
    assert begun.files() == {
        **{path: text.encode() for path, text in SEED.items()},
        **CONTENTS,
    }
    found = remote.compare("", head).changed
    assert {path: version_of(content) for path, content in CONTENTS.items()}.items() <= (
        found.items()
    )
    for content in CONTENTS.values():
        assert remote.blob(version_of(content)) == content


def test_the_first_files_of_an_empty_repository_arrive(place: Place) -> None:
    remote = place.open()
    head = write(remote, remote.look(), SEED)
    assert texts(place) == SEED
    assert remote.look() == head
    assert [one["message"] for one in place.log()] == ["m", "Begin this timeline"]


def test_a_single_first_file_is_a_single_commit(place: Place) -> None:
    remote = place.open()
    head = write(remote, remote.look(), {"a b/ü?.md": "first"})
    assert texts(place) == {"a b/ü?.md": "first"}
    assert [one["message"] for one in place.log()] == ["m"]
    assert remote.look() == head


def test_files_are_added_changed_and_removed_in_one_commit(begun: Place) -> None:
    remote = begun.open()
    before = len(begun.log())
    changes = {"new.md": "new", "README.md": "changed", "memory/user/profile.md": None}
    write(remote, remote.look(), changes)
    assert texts(begun) == {"new.md": "new", "README.md": "changed"}
    assert len(begun.log()) == before + 1


def test_a_commit_says_what_it_is_for_and_whose_it_is(begun: Place) -> None:
    remote = begun.open(author=Author("Previously", "bot@example.com"))
    message = "Slice 2026-07-07 15:58: moving the workshop to October"
    write(remote, remote.look(), {"a.md": "x"}, message)
    last = begun.log()[0]
    assert last["message"] == message
    assert last["author"]["name"] == "Previously"
    assert last["author"]["email"] == "bot@example.com"
    assert datetime.fromisoformat(last["author"]["date"]) == AT


def test_what_makes_no_difference_makes_no_commit(begun: Place) -> None:
    remote = begun.open()
    head = remote.look()
    assert write(remote, head, SEED) == head
    assert begun.open().look() == head


def test_nothing_is_written_over_a_push_of_the_person(begun: Place) -> None:
    remote = begun.open()
    head = remote.look()
    begun.push({"README.md": "by hand"})
    with pytest.raises(HeadMoved):
        write(remote, head, {"README.md": "by the bot", "a.md": "x"})
    assert texts(begun) == {**SEED, "README.md": "by hand"}
    write(remote, remote.look(), {"a.md": "x"})
    assert texts(begun) == {**SEED, "README.md": "by hand", "a.md": "x"}


def test_an_empty_repository_that_somebody_else_began_is_not_written_over(
    place: Place,
) -> None:
    mine, theirs = place.open(), place.open()
    empty = mine.look()
    write(theirs, theirs.look(), {"README.md": "theirs"})
    with pytest.raises(HeadMoved):
        write(mine, empty, {"README.md": "mine"})
    assert texts(place) == {"README.md": "theirs"}


# Comparing


def test_what_changed_is_told_by_path(begun: Place) -> None:
    remote = begun.open()
    base = remote.look().commit
    begun.push({"README.md": "changed", "memory/user/profile.md": None})
    begun.push({"tasks/a.md": "added", "tasks/b.md": "soon gone"})
    begun.push({"tasks/b.md": None})
    found = remote.compare(base, remote.look())
    assert not found.rewritten
    assert found.changed == {
        "README.md": version_of(b"changed"),
        "memory/user/profile.md": None,
        "tasks/a.md": version_of(b"added"),
    }


def test_a_file_that_was_moved_is_gone_from_where_it_was(begun: Place) -> None:
    remote = begun.open()
    base = remote.look().commit
    begun.push({"README.md": None, "notes/README.md": SEED["README.md"]})
    assert remote.compare(base, remote.look()).changed == {
        "README.md": None,
        "notes/README.md": version_of(SEED["README.md"].encode()),
    }


def test_nothing_changed_since_the_head_itself(begun: Place) -> None:
    remote = begun.open()
    head = remote.look()
    found = remote.compare(head.commit, head)
    assert (found.changed, found.rewritten) == ({}, False)


def test_however_many_files_changed_all_are_told(begun: Place) -> None:
    remote = begun.open()
    base = remote.look().commit
    many = {f"tasks/{number}.md": f"{number}" for number in range(320)}
    begun.push({**many, "README.md": None})
    assert remote.compare(base, remote.look()).changed == {
        "README.md": None,
        **{path: version_of(text.encode()) for path, text in many.items()},
    }


def test_all_files_of_a_commit_are_given_whole(begun: Place) -> None:
    begun.push({f"notes/{number}.md": f"note {number}" for number in range(60)})
    remote = begun.open()
    assert dict(remote.archive(remote.look().commit)) == begun.files()


def test_a_rewritten_history_is_no_change_of_files(begun: Place) -> None:
    remote = begun.open()
    base = remote.look().commit
    begun.begin_anew({"other.md": "x"})
    found = remote.compare(base, remote.look())
    assert (found.changed, found.rewritten) == ({}, True)


def test_a_commit_that_never_was_means_a_rewritten_history(begun: Place) -> None:
    remote = begun.open()
    assert remote.compare("0123456789" * 4, remote.look()).rewritten


# A folder of its own


def test_with_a_prefix_nothing_beside_it_is_seen_or_touched(begun: Place) -> None:
    beside = {**SEED, "previously/a.md": "old", "previously-not/a.md": "beside"}
    begun.push(beside)
    remote = begun.open(prefix="previously")
    head = remote.look()
    assert remote.compare("", head).changed == {"a.md": version_of(b"old")}
    begun.push({"README.md": "by hand", "previously/b.md": "by hand"})
    assert remote.compare(head.commit, remote.look()).changed == {
        "b.md": version_of(b"by hand")
    }
    write(remote, remote.look(), {"c/d.md": "new", "a.md": None})
    assert texts(begun) == {
        **SEED,
        "README.md": "by hand",
        "previously-not/a.md": "beside",
        "previously/b.md": "by hand",
        "previously/c/d.md": "new",
    }


def test_an_empty_repository_begins_below_the_prefix(place: Place) -> None:
    remote = place.open(prefix="deep/down")
    head = write(remote, remote.look(), {"a.md": "x", "b/c.md": "y"})
    assert texts(place) == {"deep/down/a.md": "x", "deep/down/b/c.md": "y"}
    assert remote.compare("", head).changed.keys() == {"a.md", "b/c.md"}
