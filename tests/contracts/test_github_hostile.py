"""Whatever answers for GitHub: a call ends in an error of ours, soon and in little memory."""

import copy
import gzip
import json
import tarfile
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import (
    IncompleteAnswer,
    LimitReached,
    RemoteError,
    RemoteUnreachable,
    StrangeAnswer,
)
from memory.stores.github import body, reading
from memory.stores.github.remote import Head, RemoteChange
from memory.stores.github.repository import GitHubRepository
from tests.contracts.github_places import SEED, OurPlace
from tests.servers.github import CODELOAD, MOMENT, GitHubServer, faults, github_server
from tests.servers.github.faults import Fault
from tests.servers.github.replies import Reply
from tests.strategies import agent, user
from tests.syncing import Clock, Machine

COMMIT = {"message": "m", "committer": {"date": "2026-03-01T12:00:00Z"}}
Act = Callable[[GitHubRepository, str, Head], object]

ACTS: Mapping[str, Act] = {
    "look": lambda remote, base, head: remote.look(),
    "compare": lambda remote, base, head: remote.compare(base, head),
    "list": lambda remote, base, head: remote.compare("", head),
    "blob": lambda remote, base, head: remote.blob(some_blob(remote, head)),
    "archive": lambda remote, base, head: dict(remote.archive(head.commit)),
    "commit": lambda remote, base, head: remote.commit(head, CHANGES, "m", MOMENT),
    "commits": lambda remote, base, head: remote.commits(many=5),
}
ASKED = {
    "look": ("repository", "commits"),
    "compare": ("compare",),
    "list": ("tree",),
    "blob": ("blob",),
    "archive": ("tree", "archive", CODELOAD),
    "commit": ("new blob", "new tree", "new commit", "move ref"),
    "commits": ("commits",),
}
CHANGES = [RemoteChange("a.md", b"by the bot"), RemoteChange("b.png", b"\xff\0")]
EACH = [(act, kind) for act, kinds in ASKED.items() for kind in kinds]

WRONG = st.sampled_from(
    [
        None,
        True,
        3,
        -1,
        10**30,
        1e308,
        "",
        "x",
        "\ud83d",
        "../..",
        "a\0b",
        "é" * 70_000,
        "0" * 40,
        [],
        {},
        [None],
        [[]],
        {"a": 1},
    ]
)
HEADERS = st.dictionaries(
    st.sampled_from(["retry-after", "x-ratelimit-reset", "x-ratelimit-remaining", "etag"])
    | st.sampled_from(["x-ratelimit-limit", "link", "content-type", "set-cookie", "date"]),
    st.sampled_from(
        [
            "Wed, 21 Oct 2015 07:28:00 GMT",
            "-5",
            "0",
            "1",
            "999999",
            "99999999999",
            "9" * 40,
            "soon",
            "\u00e9",
            "application/json; charset=base64",
            "text/html; charset=undefined",
            '<http://127.0.0.1:1/>; rel="next"',
            "<>;=;;,",
        ]
    ),
)
ADDRESSES = st.sampled_from(
    [
        "",
        "/",
        "//",
        "http://",
        "http://[",
        "http://127.0.0.1:99999/a",
        "http://127.0.0.1:0/a",
        "http://127.0.0.1:-1/a",
        "http://127.0.0.1:1/a",
        "https://127.0.0.1:1/a",
        "ftp://127.0.0.1/a",
        "javascript:alert(1)",
        "http://xn--a/",
        "http://a..b/",
        "\u00e9",
        "x" * 70_000,
        "/repos/mara/timeline",
        "/repos/../..",
    ]
)
BODIES = st.sampled_from(
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"3",
        b'"x"',
        b"<html>Sign in</html>",
        b"[" * 100_000,
        b"1" * 10_000,
        b"NaN",
        b"\xff\xfe",
        b'{"a": 1',
        b"\0",
    ]
)
STATUSES = st.sampled_from(
    [
        *(200, 201, 202, 203, 204, 205, 206, 226, 299, 300, 301, 302, 303, 304, 307, 308),
        *(400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 415, 418, 422, 423, 425, 429),
        *(451, 499, 500, 501, 502, 503, 504, 520, 599, 777, 999),
    ]
)


@pytest.fixture(scope="module")
def server() -> Iterator[GitHubServer]:
    with github_server() as made:
        yield made


def some_blob(remote: GitHubRepository, head: Head) -> str:
    return next(sha for sha in remote.compare("", head).changed.values() if sha)


def tried(server: GitHubServer, act: str, kind: str, *some: Fault) -> object:
    """What an act gives, or the error of ours in which it ends."""
    server.faults = faults.Faults()
    place = OurPlace(server, server.repository(f"mara/n{len(server.repositories)}"))
    place.push(SEED)
    base = place.push({"c.md": "c"})
    place.push({"README.md": "by hand\n"})
    before = place.files()
    remote = place.open(timeout=0.2)
    began = place.clock.now()
    try:
        head = remote.look()
        server.fails(kind, *some)
        return ACTS[act](remote, base, head)
    except RemoteError as error:
        return error
    finally:
        place.close()
        assert place.clock.now() - began < timedelta(minutes=1)
        assert before.items() <= place.files().items()


def changed(packed: bytes, where: int, value: Any) -> bytes:
    """JSON in which one value, at whatever place, is another."""
    content = json.loads(packed)
    places = list(_places(content))
    if not places:
        return json.dumps(value).encode()
    content = copy.deepcopy(content)
    *path, last = places[where % len(places)]
    inside = content
    for step in path:
        inside = inside[step]
    inside[last] = value
    return json.dumps(content).encode()


def _places(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = content.items() if isinstance(content, dict) else enumerate(content)
    for step, value in inside:
        yield (*path, step)
        if isinstance(value, dict | list):
            yield from _places(value, (*path, step))


@pytest.mark.parametrize(
    ("act", "kind"), [one for one in EACH if one[1] not in ("archive", CODELOAD)]
)
@given(where=st.integers(0, 200), value=WRONG)
def test_a_value_that_is_another_is_told_or_makes_no_difference(
    server: GitHubServer, act: str, kind: str, where: int, value: Any
) -> None:
    tried(server, act, kind, faults.altered(lambda packed: changed(packed, where, value)))


@pytest.mark.parametrize(("act", "kind"), EACH)
@given(status=STATUSES, content=BODIES, headers=HEADERS, address=ADDRESSES | st.none())
def test_whatever_is_answered_the_error_is_ours(
    server: GitHubServer,
    act: str,
    kind: str,
    status: int,
    content: bytes,
    headers: Mapping[str, str],
    address: str | None,
) -> None:
    location = {} if address is None else {"location": address}
    told = Fault(carried_out=False, told=Reply(status, content, {**headers, **location}))
    tried(server, act, kind, *[told] * 5)


# Too much, and never whole


@pytest.fixture
def place(github: GitHubServer) -> Iterator[OurPlace]:
    repo = github.repository()
    repo.push({**SEED, **{f"{nth}.md": f"{nth}\n" for nth in range(9)}})
    made = OurPlace(github, repo)
    yield made
    made.close()


def packed(content: bytes, coding: str = "gzip", status: int = 200) -> Fault:
    headers = {"content-type": "application/json", "content-encoding": coding}
    return Fault(told=Reply(status, content, headers))


@pytest.mark.parametrize("kind", ["repository", "commits"])
def test_what_is_packed_so_that_it_becomes_very_much_is_not_unpacked(
    github: GitHubServer, place: OurPlace, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body, "LARGEST", 1_000_000)
    bomb = gzip.compress(b'"' + b"0" * 50_000_000 + b'"')
    for fault in (packed(bomb), packed(bomb, status=404), packed(bomb, "gzip, gzip")):
        github.fails(kind, fault)
        with pytest.raises(StrangeAnswer):
            place.open().look()


@pytest.mark.parametrize(
    "fault",
    [
        packed(b"no gzip at all"),
        packed(gzip.compress(b'{"full_name": "mara/timeline"}')[:-9]),
        packed(b""),
        packed(b"{}", "br"),
        packed(b"{}", "unheard of"),
    ],
)
def test_what_is_packed_badly_is_told(
    github: GitHubServer, place: OurPlace, fault: Fault
) -> None:
    github.fails("repository", *[fault] * 4)
    with pytest.raises((StrangeAnswer, RemoteUnreachable)):
        place.open().look()


def chunked(content: bytes, sent: float = 1.0) -> Fault:
    return Fault(told=Reply(200, content, {"transfer-encoding": "chunked"}), sent=sent)


@pytest.mark.parametrize("content", [b"5\r\n[{}", b"zz\r\n[]", b"-1\r\n[]", b"f" * 99])
def test_chunks_that_break_off_are_told(
    github: GitHubServer, place: OurPlace, content: bytes
) -> None:
    github.fails("repository", *[chunked(content, 0.99)] * 4)
    with pytest.raises(RemoteUnreachable):
        place.open(timeout=0.2).look()


def test_an_answer_that_never_ends_is_given_up(github: GitHubServer, place: OurPlace) -> None:
    remote = place.open()
    asked = place.clock.now

    def now() -> Any:
        place.clock.forward(minutes=6)
        return asked()

    place.clock.now = now  # type: ignore[method-assign]
    slow = place.open()
    with pytest.raises(RemoteUnreachable, match="too long"):
        slow.look()
    place.clock.now = asked  # type: ignore[method-assign]
    assert remote.look().commit == place.repo.head


def header(name: str, kind: bytes, size: int) -> bytes:
    made = tarfile.TarInfo(name)
    made.type, made.size = kind, size
    return made.tobuf(tarfile.GNU_FORMAT)


@pytest.mark.parametrize(
    "kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_SPARSE]
)
def test_an_archive_that_would_fill_the_memory_is_no_archive(
    github: GitHubServer, place: OurPlace, kind: bytes
) -> None:
    many = 60_000_000
    bomb = gzip.compress(header("a/README.md", kind, many) + bytes(many), 1)
    github.fails(CODELOAD, faults.altered(lambda _: bomb))
    remote = place.open()
    head = remote.look()
    tracemalloc.start()
    try:
        found = dict(remote.archive(head.commit))
    except IncompleteAnswer:
        found = {}
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 30_000_000
    assert found in ({}, place.files())


def test_an_archive_may_hold_very_many_things_that_nobody_wants(
    github: GitHubServer, place: OurPlace
) -> None:
    one = header("a/" + "x" * 90, tarfile.DIRTYPE, 0)
    bomb = gzip.compress(one * 15_000 + bytes(1024), 1)
    github.fails(CODELOAD, faults.altered(lambda _: bomb))
    remote = place.open()
    head = remote.look()
    tracemalloc.start()
    found = dict(remote.archive(head.commit))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6_000_000
    assert found == place.files()


def test_folders_without_end_are_no_listing(
    github: GitHubServer, place: OurPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    remote = place.open()
    head = remote.look()
    inside = {"path": "a", "type": "tree", "mode": "040000", "sha": head.tree}

    def told(truncated: bool) -> Fault:
        shown = {"sha": head.tree, "tree": [inside], "truncated": truncated}
        return Fault(told=Reply(200, json.dumps(shown).encode()))

    monkeypatch.setattr(reading, "_MOST_FOLDERS", 20)
    github.fails("tree", *[told(True), told(False)] * 40)
    with pytest.raises(IncompleteAnswer, match="without end"):
        remote.compare("", head)


def test_the_same_commits_over_and_over_are_no_history(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    on = {"link": '</?page=2>; rel="next"'}
    page = json.dumps([{"sha": "a" * 40, "commit": COMMIT}]).encode()
    github.fails("commits", *[Fault(told=Reply(200, page, on))] * 9)
    with pytest.raises(IncompleteAnswer):
        remote.commits(many=500)
    assert github.counted()["commits"] == 2


def test_a_wait_of_many_years_is_asked_about_in_between(
    github: GitHubServer, place: OurPlace
) -> None:
    remote = place.open()
    absurd = {"limit": "5000", "remaining": "0", "reset": "99999999999"}
    headers = {f"x-ratelimit-{name}": told for name, told in absurd.items()}
    for some in (headers, {"retry-after": "999999"}):
        github.fails("repository", Fault(told=Reply(403, b"{}", some)))
        with pytest.raises(LimitReached) as raised:
            remote.look()
        assert raised.value.until - place.clock.now() <= timedelta(hours=2)
        place.clock.forward(hours=2)
        assert remote.look().commit == place.repo.head


def test_a_cookie_stops_nothing_that_follows(github: GitHubServer, place: OurPlace) -> None:
    remote = place.open()
    github.fails("repository", Fault(told=Reply(404, b"", {"set-cookie": "a=\u00e9; path=/"})))
    with pytest.raises(RemoteError):
        remote.look()
    assert remote.look().commit == place.repo.head
    assert all("cookie" not in one.headers for one in github.asked)


# A whole bot

Lie = Callable[[Any], Any]

# Of more than 300 files that changed it is the listings that tell.
LIES: Sequence[tuple[str, int, Lie]] = [
    ("tree", 301, lambda body: {**body, "tree": []}),
    ("tree", 301, lambda body: {**body, "truncated": None}),
    ("tree", 301, lambda body: {**body, "tree": [{**one, "mode": 3} for one in body["tree"]]}),
    ("tree", 301, lambda body: {**body, "tree": [{**one, "type": ""} for one in body["tree"]]}),
    ("compare", 2, lambda body: {**body, "files": []}),
    ("compare", 2, lambda body: {**body, "files": None}),
    ("compare", 2, lambda body: {**body, "files": [None]}),
    ("commits", 2, lambda body: []),
]


@pytest.mark.parametrize(("kind", "many", "lie"), LIES)
def test_nothing_is_deleted_or_overlooked_for_a_lie(
    github: GitHubServer,
    place: OurPlace,
    tmp_path: Path,
    kind: str,
    many: int,
    lie: Lie,
) -> None:
    place.push({f"notes/{nth}.md": f"{nth}\n" for nth in range(many)})
    bot = Machine(tmp_path / "a", place.open(), Clock())
    bot.add(user("hello", origin="telegram 1"), agent("hi", 1))
    bot.all()
    here = bot.files
    place.push({f"notes/{nth}.md": f"{nth} by hand\n" for nth in range(many)})
    bot.clock.passes(30)
    lied = faults.altered(lambda body: json.dumps(lie(json.loads(body))).encode())
    github.fails(kind, *[faults.altered(bytes)] * (kind == "tree"), lied)
    bot.sync.step()
    assert bot.files == here
    bot.steps(60)
    assert bot.files == place.files()
    assert bot.sync.trouble is None
    bot.end()
