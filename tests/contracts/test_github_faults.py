"""What becomes of a commit when GitHub breaks off, limits, or somebody else is first."""

import socket

import pytest

from memory.errors import (
    HeadMoved,
    LimitReached,
    MayHaveLanded,
    RemoteUnreachable,
    StrangeAnswer,
)
from memory.stores.github.pacing import Pacer
from memory.stores.github.remote import RemoteChange
from tests.contracts.github_places import SEED, WRITES, OurPlace, PausingClock, commit
from tests.servers.github import MOMENT, GitHubServer, faults, github_server

# Somebody else at the same time


@pytest.mark.parametrize("kind", WRITES)
def test_a_push_in_the_middle_of_a_commit_is_not_written_over(
    github: GitHubServer, place: OurPlace, kind: str
) -> None:
    remote = place.open()
    github.fails(kind, faults.meanwhile(lambda: place.push({"a.md": "by hand"})))
    with pytest.raises(HeadMoved):
        commit(remote)
    assert place.files()["a.md"] == b"by hand"


def test_a_push_into_an_empty_repository_is_not_written_over(github: GitHubServer) -> None:
    place = OurPlace(github, github.repository("mara/fresh"))
    remote = place.open()
    github.fails("put file", faults.meanwhile(lambda: place.push({"README.md": "by hand"})))
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
    github: GitHubServer, place: OurPlace, fault: faults.Fault
) -> None:
    remote = place.open()
    github.fails("repository", fault, fault)
    github.fails("new tree", fault)
    github.fails("new commit", fault, fault, fault)
    commit(remote)
    assert place.files()["a.md"] == b"by the bot"
    assert [one["message"] for one in place.log()].count("By the bot") == 1
    assert place.clock.pauses == [1, 2, 1, 1, 2, 4]


@pytest.mark.parametrize("kind", ["repository", "commits", "new tree", "new commit"])
def test_trouble_that_stays_is_told(github: GitHubServer, place: OurPlace, kind: str) -> None:
    remote = place.open()
    github.fails(kind, *[faults.bad_gateway(503)] * 4)
    with pytest.raises(RemoteUnreachable, match="503"):
        commit(remote)
    assert len(place.log()) == 1
    commit(remote)
    assert len(place.log()) == 2


def test_a_commit_that_is_not_known_everywhere_yet_may_be_tried_again(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    github.fails("move ref", faults.answers(422, "Object does not exist"))
    with pytest.raises(RemoteUnreachable):
        commit(remote)
    commit(remote)
    assert len(place.log()) == 2


def test_a_github_that_was_away_is_used_when_it_is_back(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    head = remote.look()
    github.away = True
    for act in (remote.look, lambda: commit(remote, head), lambda: remote.blob("0" * 40)):
        with pytest.raises(RemoteUnreachable):
            act()
    github.away = False
    assert remote.look() == head
    commit(remote, head)


def test_nobody_there_is_told(place: OurPlace) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{found.getsockname()[1]}"
        with pytest.raises(RemoteUnreachable, match="api_url"):
            place.open(api_url=url).look()
    assert len(place.clock.pauses) == 3


def test_a_proxy_that_cannot_be_used_is_told(
    place: OurPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for proxy in ("socks5://127.0.0.1:9", "gopher://127.0.0.1:9"):
        monkeypatch.setenv("ALL_PROXY", proxy)
        with pytest.raises(RemoteUnreachable, match="proxy"):
            place.open()


@pytest.mark.parametrize("fault", [faults.silent(), faults.stalled()])
def test_silence_is_not_waited_out(
    github: GitHubServer, place: OurPlace, fault: faults.Fault
) -> None:
    github.fails("repository", *[fault] * 4)
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
        faults.garbled(b'{"full_name": "../../user", "default_branch": "main"}'),
        faults.garbled(b"[" * 100_000),
    ],
)
def test_what_is_no_github_is_told(
    github: GitHubServer, place: OurPlace, fault: faults.Fault
) -> None:
    github.fails("repository", fault)
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
    github: GitHubServer, place: OurPlace, fault: faults.Fault, landed: bool
) -> None:
    remote = place.open(timeout=1)
    head = remote.look()
    github.fails("move ref", fault)
    with pytest.raises(MayHaveLanded) as raised:
        commit(remote, head)
    assert github.counted()["move ref"] == 1
    assert (remote.look().commit == raised.value.commit) is landed
    if not landed:
        commit(remote)
    assert [one["message"] for one in place.log()].count("By the bot") == 1


@pytest.mark.parametrize("told", [b"{}", b"", b"[]", b"null", b'{"object": {"sha": 1}}'])
def test_an_answer_that_does_not_say_where_the_branch_leads_is_a_lost_one(
    github: GitHubServer, place: OurPlace, told: bytes
) -> None:
    remote = place.open()
    github.fails("move ref", faults.Fault(told=faults.Reply(200, told, {}), carried_out=False))
    with pytest.raises(MayHaveLanded):
        commit(remote)
    commit(remote)
    assert [one["message"] for one in place.log()].count("By the bot") == 1


def test_a_lost_answer_to_the_first_commit_is_told_too(github: GitHubServer) -> None:
    place = OurPlace(github, github.repository("mara/fresh"))
    remote = place.open()
    github.fails("put file", faults.cut_after())
    with pytest.raises(MayHaveLanded):
        commit(remote)
    assert not remote.look().empty
    assert len(place.log()) == 1
    place.close()


# Limits


@pytest.mark.parametrize("status", [403, 429])
def test_retry_after_is_kept_without_a_further_request(
    github: GitHubServer, place: OurPlace, status: int
) -> None:
    remote = place.open()
    head = remote.look()
    github.fails("new tree", faults.secondary_limit(90, status))
    with pytest.raises(LimitReached) as raised:
        commit(remote, head)
    assert (raised.value.until - MOMENT).total_seconds() == 90
    github.asked.clear()
    place.clock.forward(seconds=89)
    with pytest.raises(LimitReached):
        remote.look()
    assert github.asked == []
    place.clock.forward(seconds=1)
    commit(remote, head)
    assert place.files()["a.md"] == b"by the bot"


def test_a_limit_that_does_not_say_how_long_doubles(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    waited = []
    for _ in range(3):
        github.fails("repository", faults.secondary_limit(None))
        before = place.clock.now()
        with pytest.raises(LimitReached) as raised:
            remote.look()
        waited.append((raised.value.until - before).total_seconds())
        place.clock.forward(seconds=waited[-1])
    assert waited == [60, 120, 240]
    remote.look()
    github.fails("repository", faults.secondary_limit(None))
    with pytest.raises(LimitReached) as raised:
        remote.look()
    assert (raised.value.until - place.clock.now()).total_seconds() == 60


def test_a_spent_budget_is_told_with_the_hour_it_is_new(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    remote.look()
    github.spend(github.hourly)
    with pytest.raises(LimitReached) as raised:
        remote.look()
    assert raised.value.until == github.resets
    assert remote.budget is not None
    assert (remote.budget.remaining, remote.budget.resets) == (0, github.resets)


def test_the_last_request_of_the_budget_is_still_answered(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    github.spend(github.hourly - 2)
    remote.look()
    github.asked.clear()
    with pytest.raises(LimitReached):
        remote.compare("", remote.look())
    assert github.asked == []


def test_all_people_together_stay_below_the_limits_on_writing() -> None:
    clock = PausingClock()
    pacer = Pacer(clock.now)
    with github_server(clock.now) as github:
        places = [OurPlace(github, github.repository(name)) for name in ("mara/a", "lin/b")]
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
