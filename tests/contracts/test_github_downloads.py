"""What is read from GitHub: whole or not at all, wherever the repository has gone."""

import io
import tarfile
from collections.abc import Callable
from contextlib import suppress

import pytest

from memory.errors import (
    IncompleteAnswer,
    RemoteUnreachable,
    RepositoryMissing,
    StrangeAnswer,
)
from tests.contracts.github_places import (
    WRITES,
    OurPlace,
    asked_for,
    commit,
)
from tests.servers.github import CODELOAD, GitHubServer, faults, github_server

# Downloads and listings that are not whole


@pytest.mark.parametrize(
    "fault",
    [
        faults.cut_off(0.5),
        faults.cut_off(0.9),
        faults.altered(lambda packed: b""),
        faults.altered(lambda packed: b"<html>no archive</html>"),
        faults.stalled(),
        faults.cut_before(),
        faults.bad_gateway(),
    ],
)
def test_an_archive_that_breaks_off_is_no_archive(
    github: GitHubServer, place: OurPlace, fault: faults.Fault
) -> None:
    place.push({f"{number}.md": f"{number} " * 5000 for number in range(40)})
    remote = place.open(timeout=1)
    head = remote.look()
    github.fails(CODELOAD, fault)
    with pytest.raises((IncompleteAnswer, RemoteUnreachable)):
        dict(remote.archive(head.commit))
    assert dict(remote.archive(head.commit)) == place.files()


@pytest.mark.parametrize("kept", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_an_archive_that_is_short_is_none_or_made_up_for(
    github: GitHubServer, place: OurPlace, kept: float
) -> None:
    place.push({f"{number}.md": f"{number} " * 5000 for number in range(250)})
    remote = place.open()
    head = remote.look()
    short = faults.altered(lambda packed: packed[: int(len(packed) * kept)])
    github.fails(CODELOAD, short)
    found: dict[str, bytes] = {}
    with suppress(IncompleteAnswer):
        found.update(remote.archive(head.commit))
        assert found == place.files()
    assert dict(remote.archive(head.commit)) == place.files()


def test_where_no_archive_can_be_had_every_file_is_fetched(
    github: GitHubServer, place: OurPlace
) -> None:
    place.push({f"{number}.md": f"{number} " for number in range(250)})
    remote = place.open()
    head = remote.look()
    github.fails("archive", faults.answers(404, "Not Found"))
    assert dict(remote.archive(head.commit)) == place.files()
    # A network that lets nobody through to where archives are.
    closed = {"location": "http://127.0.0.1:1/mara/timeline/legacy.tar.gz"}
    github.fails("archive", faults.Fault(told=faults.Reply(302, b"", closed)))
    assert dict(remote.archive(head.commit)) == place.files()


def repacked(keep: Callable[[int], bool], old: bytes = b"", new: bytes = b"") -> faults.Fault:
    """A sound archive of other files: some are left out, and one text stands for another."""

    def alter(packed: bytes) -> bytes:
        made = io.BytesIO()
        with (
            tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as source,
            tarfile.open(fileobj=made, mode="w:gz") as archive,
        ):
            for number, member in enumerate(source):
                content = source.extractfile(member) if member.isreg() else None
                text = content.read().replace(old, new) if content else b""
                member.size = len(text)
                if keep(number):
                    archive.addfile(member, io.BytesIO(text))
        return made.getvalue()

    return faults.altered(alter)


def test_what_an_archive_lacks_is_fetched(github: GitHubServer, place: OurPlace) -> None:
    place.push({f"{number}.md": f"{number}" for number in range(150)})
    remote = place.open()
    github.fails(CODELOAD, repacked(lambda number: number % 2 == 0))
    assert dict(remote.archive(remote.look().commit)) == place.files()


def test_what_a_whole_archive_lacks_is_fetched_however_much_it_is(
    github: GitHubServer, place: OurPlace
) -> None:
    """As with `export-ignore`."""
    place.push({f"{number}.md": f"{number}" for number in range(500)})
    remote = place.open()
    github.fails(CODELOAD, repacked(lambda number: number % 2 == 0))
    assert dict(remote.archive(remote.look().commit)) == place.files()


def test_an_archive_of_which_the_end_is_missing_is_none(
    github: GitHubServer, place: OurPlace
) -> None:
    place.push({f"{number}.md": f"{number}" for number in range(500)})
    remote = place.open()
    head = remote.look()
    github.fails(CODELOAD, faults.altered(lambda packed: packed[:-8]))
    with pytest.raises(IncompleteAnswer, match="breaks off"):
        dict(remote.archive(head.commit))
    assert "blob" not in github.counted()


def test_what_an_archive_has_otherwise_is_fetched_as_it_is(
    github: GitHubServer, place: OurPlace
) -> None:
    """As with `export-subst`, which fills something in."""
    place.push({"version.md": "version $Format:%H$\n"})
    remote = place.open()
    github.fails(CODELOAD, repacked(lambda number: True, b"$Format:%H$", b"0123456"))
    assert dict(remote.archive(remote.look().commit)) == place.files()


def test_what_is_not_exported_is_fetched_all_the_same(place: OurPlace) -> None:
    place.push({".gitattributes": "tasks/* export-ignore\n", "tasks/a.md": "a", "b.md": "b"})
    remote = place.open()
    assert dict(remote.archive(remote.look().commit)) == place.files()


def test_links_are_no_files(place: OurPlace) -> None:
    files = place.files()
    place.repo.link("link.md", "README.md")
    remote = place.open()
    head = remote.look()
    assert dict(remote.archive(head.commit)) == files
    assert remote.compare("", head).changed.keys() == files.keys()


def test_an_archive_has_what_is_below_the_prefix_only(place: OurPlace) -> None:
    place.push({"mine/a.md": "a", "mine/b/c.md": "c", "mine-not/d.md": "d"})
    remote = place.open(prefix="mine")
    assert dict(remote.archive(remote.look().commit)) == {"a.md": b"a", "b/c.md": b"c"}


def test_a_truncated_listing_is_read_folder_by_folder(
    github: GitHubServer, place: OurPlace
) -> None:
    place.push({f"{folder}/{number}.md": "x" for folder in "abc" for number in range(9)})
    github.largest_tree = 10
    remote = place.open()
    head = remote.look()
    assert remote.compare("", head).changed.keys() == place.files().keys()
    assert dict(remote.archive(head.commit)) == place.files()


def test_a_truncated_listing_is_read_down_to_the_prefix_and_not_beside_it(
    github: GitHubServer, place: OurPlace
) -> None:
    place.push({f"{folder}/{number}.md": "x" for folder in "abc" for number in range(9)})
    place.push({"deep/down/a.md": "a", "deep/down/b/c.md": "c", "deep/beside.md": "d"})
    github.largest_tree = 10
    remote = place.open(prefix="deep/down")
    head = remote.look()
    found = {}
    counted = asked_for(github, lambda: found.update(remote.compare("", head).changed))
    assert found.keys() == {"a.md", "b/c.md"}
    assert counted == {"tree": 3}


def test_a_listing_that_cannot_be_had_whole_is_none(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    cut = faults.altered(lambda body: body.replace(b'"truncated": false', b'"truncated": true'))
    github.fails("tree", cut, cut)
    with pytest.raises(IncompleteAnswer):
        remote.compare("", head)


@pytest.mark.parametrize(
    "wrong",
    [b'"../../etc/passwd"', b'"/etc/passwd"', b'"a//b"', b"17", b'"a\\u0000b"', b'"\\ud83d"'],
)
def test_a_path_that_leaves_the_repository_is_not_taken(
    github: GitHubServer, place: OurPlace, wrong: bytes
) -> None:
    remote = place.open()
    base = remote.look().commit
    place.push({"README.md": "changed"})
    head = remote.look()
    change = faults.altered(lambda body: body.replace(b'"README.md"', wrong))
    github.fails("compare", change)
    with pytest.raises(StrangeAnswer):
        remote.compare(base, head)
    github.fails("tree", change)
    with pytest.raises(StrangeAnswer):
        remote.compare("", head)


def test_a_blob_that_is_another_one_is_not_taken(github: GitHubServer, place: OurPlace) -> None:
    remote = place.open()
    (sha, *_) = remote.compare("", remote.look()).changed.values()
    assert sha
    github.fails(
        "blob", faults.altered(lambda body: body.replace(b'"content": "', b'"content": "AAAA'))
    )
    with pytest.raises(IncompleteAnswer):
        remote.blob(sha)


# Histories that were rewritten


def test_a_branch_that_was_set_back_was_rewritten(place: OurPlace) -> None:
    old = place.repo.head
    base = place.push({"a.md": "a"})
    place.repo.reset(old)
    remote = place.open()
    assert remote.compare(base, remote.look()).rewritten


def test_a_place_that_has_not_heard_of_the_last_commit_tells_of_no_rewriting(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    old = remote.look()
    made = commit(remote, old)
    late = faults.altered(lambda body: body.replace(made.commit.encode(), old.commit.encode()))
    github.fails("commits", late)
    with pytest.raises(IncompleteAnswer):
        remote.compare(made.commit, remote.look())
    found = remote.compare(made.commit, place.open().look())
    assert (found.changed, found.rewritten) == ({}, False)


def test_a_commit_that_was_collected_means_a_rewritten_history(place: OurPlace) -> None:
    base = place.push({"a.md": "a"})
    place.begin_anew({"b.md": "b"})
    place.repo.purge(base)
    remote = place.open()
    assert remote.compare(base, remote.look()).rewritten


def test_a_repository_that_was_emptied_was_rewritten(place: OurPlace) -> None:
    base = place.repo.head
    place.repo.branches.clear()
    remote = place.open()
    found = remote.compare(base, remote.look())
    assert (found.rewritten, found.changed) == (True, {})


def test_no_access_is_not_taken_for_a_rewritten_history(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    base = remote.look().commit
    place.push({"a.md": "a"})
    head = remote.look()
    github.fails("compare", faults.answers(404, "Not Found"))
    github.fails("commit", faults.answers(404, "Not Found"))
    with pytest.raises(RepositoryMissing):
        remote.compare(base, head)


# Renamed and moved


def test_a_renamed_repository_is_followed_and_its_name_remembered(
    github: GitHubServer, place: OurPlace
) -> None:
    place.repo.rename("mara/memories")
    remote = place.open()
    head = remote.look()
    assert head.name == "mara/memories"
    commit(remote, head)
    assert dict(remote.archive(remote.look().commit)) == place.files()
    seen = asked_for(github, remote.look)
    assert seen == {"repository": 1, "commits": 1}


def test_a_renaming_between_two_requests_changes_nothing(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    place.repo.rename("mara/memories")
    counted = asked_for(github, lambda: commit(remote, head))
    assert place.files()["a.md"] == b"by the bot"
    # Sent on once, and then remembered.
    assert counted == {**dict.fromkeys(WRITES, 1), "new tree": 2}


def test_the_token_goes_to_no_other_host(github: GitHubServer, place: OurPlace) -> None:
    with github_server() as other:
        other.repository()
        moved = faults.Fault(
            told=faults.Reply(301, b"", {"location": f"{other.url}/repos/mara/timeline"})
        )
        for kind in ("repository", "commits"):
            github.fails(kind, moved)
            with pytest.raises(StrangeAnswer, match="another host"):
                place.open().look()
        assert other.asked == []


def test_a_download_comes_without_the_token(github: GitHubServer, place: OurPlace) -> None:
    remote = place.open()
    assert dict(remote.archive(remote.look().commit)) == place.files()
    assert github.counted()[CODELOAD] == 1
    assert github.leaks == []


@pytest.mark.parametrize("address", ["http://[", "ftp://127.0.0.1/a"])
def test_an_address_that_is_none_is_not_followed(
    github: GitHubServer, place: OurPlace, address: str
) -> None:
    remote = place.open()
    remote.look()
    nowhere = {"location": address}
    github.fails("repository", faults.Fault(told=faults.Reply(301, b"", nowhere)))
    with pytest.raises(StrangeAnswer):
        remote.look()


def test_an_archive_of_another_kind_of_address_is_not_followed(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    nowhere = {"location": "ftp://127.0.0.1/a"}
    github.fails("archive", faults.Fault(told=faults.Reply(302, b"", nowhere)))
    with pytest.raises(StrangeAnswer):
        dict(remote.archive(head.commit))


def test_going_round_in_circles_ends(github: GitHubServer, place: OurPlace) -> None:
    loop = faults.Fault(told=faults.Reply(301, b"", {"location": "/repos/mara/timeline"}))
    github.fails("repository", *[loop] * 10)
    with pytest.raises(StrangeAnswer):
        place.open().look()
    assert github.counted()["repository"] == 2
