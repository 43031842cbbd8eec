"""What a repository elsewhere does when GitHub says no, breaks off, limits, or keeps silent."""

import logging
import socket
from collections.abc import Callable, Iterator

import pytest

from memory.errors import (
    BranchMissing,
    ChangeRefused,
    HeadMoved,
    IncompleteAnswer,
    LimitReached,
    MayHaveLanded,
    NotPermitted,
    RemoteError,
    RemoteUnreachable,
    RepositoryArchived,
    RepositoryBlocked,
    RepositoryMissing,
    StrangeAnswer,
    TokenRefused,
)
from memory.stores.github.pacing import Pacer
from memory.stores.github.remote import Head, Remote, RemoteChange
from tests.contracts.github_places import SEED, OurPlace, PausingClock
from tests.servers.github import CODELOAD, MOMENT, TOKEN, GitHubServer, faults, github_server

CHANGES = [RemoteChange("a.md", b"by the bot")]
WRITES = ("new tree", "new commit", "move ref")


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with github_server() as made:
        yield made


@pytest.fixture
def place(server: GitHubServer) -> Iterator[OurPlace]:
    repo = server.repository()
    repo.push(SEED)
    made = OurPlace(server, repo)
    yield made
    made.close()


def commit(remote: Remote, head: Head | None = None) -> Head:
    return remote.commit(head or remote.look(), CHANGES, "By the bot", MOMENT)


def asked_for(server: GitHubServer, act: Callable[[], object]) -> dict[str, int]:
    """How many requests that took, by kind."""
    server.asked.clear()
    act()
    return server.counted()


# How many requests


def test_a_commit_is_three_requests(server: GitHubServer, place: OurPlace) -> None:
    remote = place.open()
    head = remote.look()
    changes = [RemoteChange(f"memory/{number}.md", b"text") for number in range(12)]
    assert asked_for(server, lambda: remote.commit(head, changes, "m", MOMENT)) == (
        dict.fromkeys(WRITES, 1)
    )


def test_what_cannot_stand_in_a_tree_is_one_request_more(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    changes = [RemoteChange("a.md", b"text"), RemoteChange("cat.jpg", b"\xff\0")]
    assert asked_for(server, lambda: remote.commit(head, changes, "m", MOMENT)) == (
        {"new blob": 1, **dict.fromkeys(WRITES, 1)}
    )


def test_very_many_files_are_one_commit_all_the_same(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    changes = [RemoteChange(f"{number}.md", b"%d" % number) for number in range(1200)]
    counted = asked_for(server, lambda: remote.commit(head, changes, "m", MOMENT))
    assert counted == {"new tree": 3, "new commit": 1, "move ref": 1}
    assert len(place.files()) == 1200 + len(SEED)


def test_looking_again_costs_nothing_of_the_budget(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    spent = server.spent
    assert [remote.look() for _ in range(5)] == [head] * 5
    assert server.spent == spent
    place.push({"a.md": "by hand"})
    assert remote.look() != head


def test_a_whole_repository_is_one_download(server: GitHubServer, place: OurPlace) -> None:
    place.push({f"{number}.md": f"{number}" for number in range(500)})
    remote = place.open()
    head = remote.look()
    found: dict[str, bytes] = {}
    counted = asked_for(server, lambda: found.update(remote.archive(head.commit)))
    assert found == place.files()
    assert counted == {"tree": 1, "archive": 1, CODELOAD: 1}


# What each no means


@pytest.mark.parametrize(
    ("status", "said", "error", "told"),
    [
        (401, "Bad credentials", TokenRefused, "wrong, expired or revoked"),
        (403, "Resource not accessible by personal access token", NotPermitted, "may not read"),
        (403, "Resource protected by organization SAML enforcement", NotPermitted, "sign-on"),
        (403, "Repository access blocked", RepositoryBlocked, "legal"),
        (404, "Not Found", RepositoryMissing, "the token cannot see it"),
        (410, "Gone", RepositoryMissing, "for good"),
        (451, "Unavailable for legal reasons", RepositoryBlocked, "legal"),
        (418, "I'm a teapot", StrangeAnswer, "418: I'm a teapot"),
    ],
)
def test_a_refusal_to_read_says_what_to_do(
    server: GitHubServer,
    place: OurPlace,
    status: int,
    said: str,
    error: type[RemoteError],
    told: str,
) -> None:
    server.fails("repository", faults.answers(status, said))
    with pytest.raises(error, match=told) as raised:
        place.open().look()
    assert raised.value.name == place.name
    assert server.counted() == {"repository": 1}
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
        (409, "is at 1 but expected 2", HeadMoved, "read it again and merge"),
        (413, "Too large", ChangeRefused, "413: Too large"),
        (422, "Repository rule violations found", ChangeRefused, "422: Repository rule"),
    ],
)
@pytest.mark.parametrize("kind", WRITES)
def test_a_refusal_to_write_says_what_to_do(
    server: GitHubServer,
    place: OurPlace,
    kind: str,
    status: int,
    said: str,
    error: type[RemoteError],
    told: str,
) -> None:
    remote = place.open()
    head = remote.look()
    server.fails(kind, faults.answers(status, said))
    with pytest.raises(error, match=told):
        commit(remote, head)
    assert remote.look() == head


def test_a_revoked_token_is_told_at_the_next_request(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    server.rights.clear()
    with pytest.raises(TokenRefused):
        remote.look()
    with pytest.raises(TokenRefused):
        commit(remote, head)


def test_a_token_that_may_only_read_reads(server: GitHubServer, place: OurPlace) -> None:
    server.rights[TOKEN] = "read"
    remote = place.open()
    assert dict(remote.archive(remote.look().commit)) == place.files()
    with pytest.raises(NotPermitted, match="write access"):
        commit(remote)


def test_what_cannot_be_a_token_is_refused_without_a_request(
    server: GitHubServer, place: OurPlace
) -> None:
    for token in ("", "two\nlines", "schlüssel"):
        with pytest.raises(TokenRefused):
            place.open(token=token)
    assert server.asked == []


def test_what_the_repository_is_is_told(place: OurPlace) -> None:
    remote = place.open()
    assert (remote.look().private, remote.look().archived) == (True, False)
    place.repo.private, place.repo.archived = False, True
    head = remote.look()
    assert (head.private, head.archived) == (False, True)
    with pytest.raises(RepositoryArchived):
        commit(remote, head)


def test_a_branch_that_vanishes_meanwhile_is_named(
    server: GitHubServer, place: OurPlace
) -> None:
    place.branch_off("second")
    remote = place.open(branch="second")
    server.fails("move ref", faults.meanwhile(lambda: place.repo.branches.pop("second")))
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


# Somebody else at the same time


@pytest.mark.parametrize("kind", WRITES)
def test_a_push_in_the_middle_of_a_commit_is_not_written_over(
    server: GitHubServer, place: OurPlace, kind: str
) -> None:
    remote = place.open()
    server.fails(kind, faults.meanwhile(lambda: place.push({"a.md": "by hand"})))
    with pytest.raises(HeadMoved):
        commit(remote)
    assert place.files()["a.md"] == b"by hand"


def test_a_push_into_an_empty_repository_is_not_written_over(server: GitHubServer) -> None:
    place = OurPlace(server, server.repository("mara/fresh"))
    remote = place.open()
    server.fails("put file", faults.meanwhile(lambda: place.push({"README.md": "by hand"})))
    with pytest.raises(HeadMoved):
        commit(remote)
    # What is ours was put beside it, and is found there at the next look.
    assert place.files() == {"README.md": b"by hand", "a.md": b"by the bot"}
    place.close()


# Trouble on the way


@pytest.mark.parametrize(
    "fault",
    [
        faults.bad_gateway(502),
        faults.bad_gateway(503),
        faults.answers(500, "Server Error"),
        faults.cut_before(),
        faults.cut_after(),
        faults.cut_off(),
    ],
)
def test_what_may_be_repeated_is_repeated_at_growing_intervals(
    server: GitHubServer, place: OurPlace, fault: faults.Fault
) -> None:
    remote = place.open()
    server.fails("repository", fault, fault)
    server.fails("new tree", fault)
    server.fails("new commit", fault, fault, fault)
    commit(remote)
    assert place.files()["a.md"] == b"by the bot"
    assert [one["message"] for one in place.log()].count("By the bot") == 1
    assert place.clock.pauses == [1, 2, 1, 1, 2, 4]


@pytest.mark.parametrize("kind", ["repository", "commits", "new tree", "new commit"])
def test_trouble_that_stays_is_told(server: GitHubServer, place: OurPlace, kind: str) -> None:
    remote = place.open()
    server.fails(kind, *[faults.bad_gateway(503)] * 4)
    with pytest.raises(RemoteUnreachable, match="503"):
        commit(remote)
    assert len(place.log()) == 1
    commit(remote)
    assert len(place.log()) == 2


def test_a_commit_that_is_not_known_everywhere_yet_may_be_tried_again(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    server.fails("move ref", faults.answers(422, "Object does not exist"))
    with pytest.raises(RemoteUnreachable):
        commit(remote)
    commit(remote)
    assert len(place.log()) == 2


def test_nobody_there_is_told(place: OurPlace) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{found.getsockname()[1]}"
        with pytest.raises(RemoteUnreachable, match="api_url"):
            place.open(api_url=url).look()
    assert len(place.clock.pauses) == 3


@pytest.mark.parametrize("fault", [faults.silent(), faults.stalled()])
def test_silence_is_not_waited_out(
    server: GitHubServer, place: OurPlace, fault: faults.Fault
) -> None:
    server.fails("repository", *[fault] * 4)
    with pytest.raises(RemoteUnreachable, match="too long"):
        place.open(timeout=0.05).look()


@pytest.mark.parametrize(
    "fault",
    [
        faults.garbled(),
        faults.garbled(b"[]"),
        faults.garbled(b'{"full_name": 3}'),
        faults.garbled(b"<html>Sign in to the hotel's network</html>"),
        faults.garbled(b'{"full_name": "mara/timeline", "default_branch": null}'),
        faults.garbled(b"[" * 100_000),
    ],
)
def test_what_is_no_github_is_told(
    server: GitHubServer, place: OurPlace, fault: faults.Fault
) -> None:
    server.fails("repository", fault)
    with pytest.raises(StrangeAnswer, match="no GitHub"):
        place.open().look()


# Answers that were lost


@pytest.mark.parametrize(
    ("fault", "landed"),
    [
        (faults.cut_after(), True),
        (faults.silent(), True),
        (faults.bad_gateway(carried_out=True), True),
        (faults.garbled(), True),
        (faults.cut_off(), True),
        (faults.bad_gateway(carried_out=False), False),
        (faults.cut_before(), False),
        (faults.silent(carried_out=False), False),
    ],
)
def test_a_lost_answer_is_told_and_a_look_finds_out(
    server: GitHubServer, place: OurPlace, fault: faults.Fault, landed: bool
) -> None:
    remote = place.open(timeout=1)
    head = remote.look()
    server.fails("move ref", fault)
    with pytest.raises(MayHaveLanded) as raised:
        commit(remote, head)
    assert server.counted()["move ref"] == 1
    assert (remote.look().commit == raised.value.commit) is landed
    if not landed:
        commit(remote)
    assert [one["message"] for one in place.log()].count("By the bot") == 1


def test_a_lost_answer_to_the_first_commit_is_told_too(server: GitHubServer) -> None:
    place = OurPlace(server, server.repository("mara/fresh"))
    remote = place.open()
    server.fails("put file", faults.cut_after())
    with pytest.raises(MayHaveLanded):
        commit(remote)
    assert not remote.look().empty
    assert len(place.log()) == 1
    place.close()


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
    server: GitHubServer, place: OurPlace, fault: faults.Fault
) -> None:
    place.push({f"{number}.md": f"{number} " * 5000 for number in range(40)})
    remote = place.open(timeout=1)
    head = remote.look()
    server.fails(CODELOAD, fault)
    with pytest.raises((IncompleteAnswer, RemoteUnreachable)):
        dict(remote.archive(head.commit))
    assert dict(remote.archive(head.commit)) == place.files()


def test_what_an_archive_lacks_is_fetched_or_missed_but_never_left_out(
    server: GitHubServer, place: OurPlace
) -> None:
    half = faults.altered(lambda packed: packed[: len(packed) // 2])
    place.push({f"{number}.md": f"{number} " * 500 for number in range(150)})
    remote = place.open()
    server.fails(CODELOAD, half)
    assert dict(remote.archive(remote.look().commit)) == place.files()
    place.push({f"more/{number}.md": f"{number} " * 500 for number in range(500)})
    server.fails(CODELOAD, half)
    with pytest.raises(IncompleteAnswer):
        dict(remote.archive(remote.look().commit))


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
    server: GitHubServer, place: OurPlace
) -> None:
    place.push({f"{folder}/{number}.md": "x" for folder in "abc" for number in range(9)})
    server.largest_tree = 10
    remote = place.open()
    head = remote.look()
    assert remote.compare("", head).changed.keys() == place.files().keys()
    assert dict(remote.archive(head.commit)) == place.files()


def test_a_listing_that_cannot_be_had_whole_is_none(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    cut = faults.altered(lambda body: body.replace(b'"truncated": false', b'"truncated": true'))
    server.fails("tree", cut, cut)
    with pytest.raises(IncompleteAnswer):
        remote.compare("", head)


@pytest.mark.parametrize(
    "wrong",
    [b'"../../etc/passwd"', b'"/etc/passwd"', b'"a//b"', b"17", b'"a\\u0000b"', b'"\\ud83d"'],
)
def test_a_path_that_leaves_the_repository_is_not_taken(
    server: GitHubServer, place: OurPlace, wrong: bytes
) -> None:
    remote = place.open()
    base = remote.look().commit
    place.push({"README.md": "changed"})
    head = remote.look()
    change = faults.altered(lambda body: body.replace(b'"README.md"', wrong))
    server.fails("compare", change)
    with pytest.raises(StrangeAnswer):
        remote.compare(base, head)
    server.fails("tree", change)
    with pytest.raises(StrangeAnswer):
        remote.compare("", head)


def test_a_blob_that_is_another_one_is_not_taken(server: GitHubServer, place: OurPlace) -> None:
    remote = place.open()
    (sha, *_) = remote.compare("", remote.look()).changed.values()
    assert sha
    server.fails(
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
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    base = remote.look().commit
    place.push({"a.md": "a"})
    head = remote.look()
    server.fails("compare", faults.answers(404, "Not Found"))
    server.fails("commit", faults.answers(404, "Not Found"))
    with pytest.raises(RepositoryMissing):
        remote.compare(base, head)


# Renamed and moved


def test_a_renamed_repository_is_followed_and_its_name_remembered(
    server: GitHubServer, place: OurPlace
) -> None:
    place.repo.rename("mara/memories")
    remote = place.open()
    head = remote.look()
    assert head.name == "mara/memories"
    commit(remote, head)
    assert dict(remote.archive(remote.look().commit)) == place.files()
    seen = asked_for(server, remote.look)
    assert seen == {"repository": 1, "commits": 1}


def test_a_renaming_between_two_requests_changes_nothing(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    place.repo.rename("mara/memories")
    made = commit(remote, head)
    assert place.repo.head == made.commit


def test_the_token_goes_to_no_other_host(server: GitHubServer, place: OurPlace) -> None:
    with github_server() as other:
        other.repository()
        moved = faults.Fault(
            told=faults.Reply(301, b"", {"location": f"{other.url}/repos/mara/timeline"})
        )
        for kind in ("repository", "commits"):
            server.fails(kind, moved)
            with pytest.raises(StrangeAnswer, match="another host"):
                place.open().look()
        assert other.asked == []


def test_a_download_comes_without_the_token(server: GitHubServer, place: OurPlace) -> None:
    remote = place.open()
    assert dict(remote.archive(remote.look().commit)) == place.files()
    assert server.counted()[CODELOAD] == 1
    assert server.leaks == []


def test_going_round_in_circles_ends(server: GitHubServer, place: OurPlace) -> None:
    loop = faults.Fault(told=faults.Reply(301, b"", {"location": "/repos/mara/timeline"}))
    server.fails("repository", *[loop] * 10)
    with pytest.raises(StrangeAnswer):
        place.open().look()
    assert server.counted()["repository"] == 2


# Limits


@pytest.mark.parametrize("status", [403, 429])
def test_retry_after_is_kept_without_a_further_request(
    server: GitHubServer, place: OurPlace, status: int
) -> None:
    remote = place.open()
    head = remote.look()
    server.fails("new tree", faults.secondary_limit(90, status))
    with pytest.raises(LimitReached) as raised:
        commit(remote, head)
    assert (raised.value.until - MOMENT).total_seconds() == 90
    server.asked.clear()
    place.clock.forward(seconds=89)
    with pytest.raises(LimitReached):
        remote.look()
    assert server.asked == []
    place.clock.forward(seconds=1)
    commit(remote, head)
    assert place.files()["a.md"] == b"by the bot"


def test_a_limit_that_does_not_say_how_long_doubles(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    waited = []
    for _ in range(3):
        server.fails("repository", faults.secondary_limit(None))
        before = place.clock.now()
        with pytest.raises(LimitReached) as raised:
            remote.look()
        waited.append((raised.value.until - before).total_seconds())
        place.clock.forward(seconds=waited[-1])
    assert waited == [60, 120, 240]
    remote.look()
    server.fails("repository", faults.secondary_limit(None))
    with pytest.raises(LimitReached) as raised:
        remote.look()
    assert (raised.value.until - place.clock.now()).total_seconds() == 60


def test_a_spent_budget_is_told_with_the_hour_it_is_new(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    remote.look()
    server.spend(server.hourly)
    with pytest.raises(LimitReached) as raised:
        remote.look()
    assert raised.value.until == server.resets
    assert remote.budget is not None
    assert (remote.budget.remaining, remote.budget.resets) == (0, server.resets)


def test_the_last_request_of_the_budget_is_still_answered(
    server: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    server.spend(server.hourly - 2)
    remote.look()
    server.asked.clear()
    with pytest.raises(LimitReached):
        remote.compare("", remote.look())
    assert server.asked == []


def test_all_people_together_stay_below_the_limits_on_writing() -> None:
    clock = PausingClock()
    pacer = Pacer(clock.now)
    with github_server(clock.now) as server:
        places = [OurPlace(server, server.repository(name)) for name in ("mara/a", "lin/b")]
        for place in places:
            place.clock, place.pacer = clock, pacer
            place.push(SEED)
        remotes = [place.open() for place in places]
        heads = [remote.look() for remote in remotes]
        for number in range(50):
            heads = [
                remote.commit(head, [RemoteChange("a.md", b"%d" % number)], "m", MOMENT)
                for remote, head in zip(remotes, heads, strict=True)
            ]
        for place in places:
            place.close()
    # 300 writes, 60 a minute, and never one refused.
    assert sum(clock.pauses) == 240


# Secrets


def test_the_token_and_the_address_of_a_download_are_told_nowhere(
    server: GitHubServer, place: OurPlace, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        remote = place.open()
        told = [repr(remote), str(vars(remote))]
        commit(remote)
        dict(remote.archive(remote.look().commit))
        for status in (400, 401, 403, 404, 422, 500):
            server.fails("new tree", *[faults.answers(status, f"bad token {TOKEN}")] * 4)
            with pytest.raises(RemoteError) as raised:
                commit(remote)
            told += [str(raised.value), repr(raised.value), repr(raised.value.__cause__)]
    told.append(caplog.text)
    assert [text for text in told if TOKEN in text or "legacy.tar.gz" in text] == []
