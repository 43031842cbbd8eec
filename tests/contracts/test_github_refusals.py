"""What a no of GitHub means, how often it is asked, and that no secret is told."""

import logging

import pytest

from memory.errors import (
    BranchMissing,
    ChangeRefused,
    HeadMoved,
    LimitReached,
    NotPermitted,
    RemoteError,
    RepositoryArchived,
    RepositoryBlocked,
    RepositoryMissing,
    StrangeAnswer,
    TokenRefused,
)
from memory.stores.github.remote import RemoteChange
from tests.contracts.github_places import CHANGES, SEED, WRITES, OurPlace, asked_for, commit
from tests.servers.github import CODELOAD, MOMENT, TOKEN, GitHubServer, faults

# How many requests


def test_a_commit_is_three_requests(github: GitHubServer, place: OurPlace) -> None:
    remote = place.open()
    head = remote.look()
    changes = [RemoteChange(f"memory/{number}.md", b"text") for number in range(12)]
    assert asked_for(github, lambda: remote.commit(head, changes, "m", MOMENT)) == (
        dict.fromkeys(WRITES, 1)
    )


def test_what_cannot_stand_in_a_tree_is_one_request_more(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    changes = [RemoteChange("a.md", b"text"), RemoteChange("cat.jpg", b"\xff\0")]
    assert asked_for(github, lambda: remote.commit(head, changes, "m", MOMENT)) == (
        {"new blob": 1, **dict.fromkeys(WRITES, 1)}
    )


def test_what_was_sent_before_a_failure_is_not_sent_again(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    changes = [RemoteChange(f"{number}.jpg", b"\xff%d" % number) for number in range(3)]
    github.fails("new tree", faults.secondary_limit(1))
    with pytest.raises(LimitReached):
        remote.commit(head, changes, "m", MOMENT)
    place.clock.forward(seconds=1)
    counted = asked_for(github, lambda: remote.commit(head, changes, "m", MOMENT))
    assert counted == dict.fromkeys(WRITES, 1)


def test_very_many_files_are_one_commit_all_the_same(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    changes = [RemoteChange(f"{number}.md", b"%d" % number) for number in range(1200)]
    counted = asked_for(github, lambda: remote.commit(head, changes, "m", MOMENT))
    assert counted == {"new tree": 3, "new commit": 1, "move ref": 1}
    assert len(place.files()) == 1200 + len(SEED)


def test_looking_again_costs_nothing_of_the_budget(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    spent = github.spent
    assert [remote.look() for _ in range(5)] == [head] * 5
    assert github.spent == spent
    place.push({"a.md": "by hand"})
    assert remote.look() != head


def test_a_whole_repository_is_one_download(github: GitHubServer, place: OurPlace) -> None:
    place.push({f"{number}.md": f"{number}" for number in range(500)})
    remote = place.open()
    head = remote.look()
    found: dict[str, bytes] = {}
    counted = asked_for(github, lambda: found.update(remote.archive(head.commit)))
    assert found == place.files()
    assert counted == {"tree": 1, "archive": 1, CODELOAD: 1}


# What each no means


@pytest.mark.parametrize(
    ("status", "said", "error", "told"),
    [
        (401, "Bad credentials", TokenRefused, "wrong, expired or revoked"),
        (403, "Resource not accessible by personal access token", NotPermitted, "may not read"),
        (
            403,
            "Resource protected by organization SAML enforcement",
            NotPermitted,
            "single sign-on; authorize it there",
        ),
        (403, "Repository access blocked", RepositoryBlocked, "is blocked by the site"),
        (404, "Not Found", RepositoryMissing, "the token cannot see it"),
        (410, "Gone", RepositoryMissing, "for good; name another repository"),
        (
            451,
            "Repository access blocked",
            RepositoryBlocked,
            "is unavailable for legal reasons; ask the support",
        ),
        (418, "I'm a teapot", StrangeAnswer, "418: I'm a teapot"),
    ],
)
def test_a_refusal_to_read_says_what_to_do(
    github: GitHubServer,
    place: OurPlace,
    status: int,
    said: str,
    error: type[RemoteError],
    told: str,
) -> None:
    github.fails("repository", faults.answers(status, said))
    with pytest.raises(error, match=told) as raised:
        place.open().look()
    assert raised.value.name == place.name
    assert github.counted() == {"repository": 1}
    assert not place.clock.pauses


@pytest.mark.parametrize(
    ("status", "said", "error", "told"),
    [
        (401, "Bad credentials", TokenRefused, "token_env"),
        (
            403,
            "Resource not accessible by personal access token",
            NotPermitted,
            "may not write",
        ),
        (403, "Repository was archived so is read-only.", RepositoryArchived, "unarchive"),
        (404, "Not Found", NotPermitted, "may not write"),
        (409, "is at 1 but expected 2", HeadMoved, "nothing was written; read"),
        (413, "Too large", ChangeRefused, "413: Too large"),
        (422, "Repository rule violations found", ChangeRefused, "422: Repository rule"),
    ],
)
@pytest.mark.parametrize("kind", WRITES)
def test_a_refusal_to_write_says_what_to_do(
    github: GitHubServer,
    place: OurPlace,
    kind: str,
    status: int,
    said: str,
    error: type[RemoteError],
    told: str,
) -> None:
    remote = place.open()
    head = remote.look()
    github.fails(kind, faults.answers(status, said))
    with pytest.raises(error, match=told):
        commit(remote, head)
    assert remote.look() == head


def test_a_revoked_token_is_told_at_the_next_request(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    github.rights.clear()
    with pytest.raises(TokenRefused):
        remote.look()
    with pytest.raises(TokenRefused):
        commit(remote, head)


def test_a_token_that_may_only_read_reads(github: GitHubServer, place: OurPlace) -> None:
    github.rights[TOKEN] = "read"
    remote = place.open()
    assert dict(remote.archive(remote.look().commit)) == place.files()
    with pytest.raises(NotPermitted, match="write access"):
        commit(remote)


def test_what_cannot_be_a_token_is_refused_without_a_request(
    github: GitHubServer, place: OurPlace
) -> None:
    for token in ("", "two\nlines", "schlüssel"):
        with pytest.raises(TokenRefused):
            place.open(token=token)
    assert github.asked == []


def test_what_the_repository_is_is_told(place: OurPlace) -> None:
    remote = place.open()
    assert (remote.look().private, remote.look().archived) == (True, False)
    place.repo.private, place.repo.archived = False, True
    head = remote.look()
    assert (head.private, head.archived) == (False, True)
    with pytest.raises(RepositoryArchived):
        commit(remote, head)


def test_what_a_whole_enterprise_can_read_is_not_private(place: OurPlace) -> None:
    place.repo.internal = True
    assert not place.open().look().private


def test_a_message_of_any_text_is_written(place: OurPlace) -> None:
    remote = place.open()
    remote.commit(remote.look(), CHANGES, "half a \ud83d pair\0, 你好", MOMENT)
    assert place.log()[0]["message"] == "half a ? pair, 你好"


def test_a_branch_that_vanishes_meanwhile_is_named(
    github: GitHubServer, place: OurPlace
) -> None:
    place.branch_off("second")
    remote = place.open(branch="second")
    github.fails("move ref", faults.meanwhile(lambda: place.repo.branches.pop("second")))
    with pytest.raises(BranchMissing, match="second"):
        commit(remote)


def test_a_rule_against_direct_commits_is_told(place: OurPlace) -> None:
    place.repo.protected = True
    with pytest.raises(ChangeRefused, match="pull request"):
        commit(place.open())


def test_removing_what_is_not_there_is_refused_not_hidden(place: OurPlace) -> None:
    remote = place.open()
    with pytest.raises(ChangeRefused):
        remote.commit(remote.look(), [RemoteChange("nowhere.md", None)], "m", MOMENT)


# Secrets


def test_the_token_and_the_address_of_a_download_are_told_nowhere(
    github: GitHubServer, place: OurPlace, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        remote = place.open()
        told = [repr(remote), str(vars(remote))]
        commit(remote)
        dict(remote.archive(remote.look().commit))
        for status in (400, 401, 403, 404, 422, 500):
            github.fails("new tree", *[faults.answers(status, f"bad token {TOKEN}")] * 4)
            with pytest.raises(RemoteError) as raised:
                commit(remote)
            told += [str(raised.value), repr(raised.value), repr(raised.value.__cause__)]
    told.append(caplog.text)
    assert [text for text in told if TOKEN in text or "legacy.tar.gz" in text] == []
