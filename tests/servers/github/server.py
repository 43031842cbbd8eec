"""GitHub on loopback: repositories, tokens and limits, with the faults that a test queues."""

import hashlib
import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.servers.github import archives, changing, faults, listing, looking, replies, wire
from tests.servers.github.asked import Asked
from tests.servers.github.faults import Fault, Faults
from tests.servers.github.replies import Refused, Reply, shown
from tests.servers.github.repository import Repository

TOKEN = "github_pat_loopback_only_0123456789ABCDEF"
NAME = "mara/timeline"
MOMENT = datetime(2026, 7, 7, 16, 0, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
# The real limits on what is created, by whatever counts there are.
WRITES_A_MINUTE, WRITES_AN_HOUR = 80, 500
CODELOAD = "codeload"
"""What the downloads themselves are called among the requests and the faults."""

KINDS = (
    ("GET", "", "repository"),
    ("GET", "/commits", "commits"),
    ("GET", "/compare/", "compare"),
    ("GET", "/git/commits/", "commit"),
    ("GET", "/git/ref/", "ref"),
    ("GET", "/git/trees/", "tree"),
    ("GET", "/git/blobs/", "blob"),
    ("GET", "/tarball/", "archive"),
    ("POST", "/git/blobs", "new blob"),
    ("POST", "/git/trees", "new tree"),
    ("POST", "/git/commits", "new commit"),
    ("POST", "/git/refs", "new ref"),
    ("PATCH", "/git/refs/", "move ref"),
    ("PUT", "/contents/", "put file"),
)
"""Method, path below the repository, and what it is called among requests and faults."""

LOOKING: dict[str, Callable[[Repository, Asked], Any]] = {
    "repository": looking.repository,
    "compare": looking.compare,
    "commit": looking.commit,
    "ref": looking.ref,
    "blob": looking.blob,
}
CHANGING: dict[str, Callable[[Repository, Asked], Any]] = {
    "new blob": changing.new_blob,
    "new tree": changing.new_tree,
    "new commit": changing.new_commit,
    "new ref": changing.new_ref,
    "move ref": changing.move_ref,
    "put file": changing.put_file,
}


class GitHubServer:
    """`url` is the root of the API. Time stands still unless a test gives a clock."""

    def __init__(self, now: Callable[[], datetime] = lambda: MOMENT) -> None:
        self.url = ""
        self.codeload_url = ""
        self.token = TOKEN
        self.rights: dict[str, str] = {TOKEN: "write"}
        """Token → write or read; a token that is not here is none."""
        self.away = False
        """Whether every connection closes and nothing happens, whatever is asked."""
        self.hourly = 5000
        self.largest_tree = 100_000
        """Entries in a recursive tree, before it is truncated."""
        self.asked: list[Asked] = []
        """Every request, as it came."""
        self.leaks: list[str] = []
        """Downloads that came with a token."""
        self.faults = Faults()
        self.repositories: list[Repository] = []
        self._now = now
        self._lock = threading.RLock()
        self._spent = 0
        self.resets = now() + HOUR
        self._writes: deque[datetime] = deque()
        self._broken: list[BaseException] = []

    # For tests

    def repository(self, name: str = NAME, **about: Any) -> Repository:
        """A new one, empty."""
        made = Repository(1_300_192 + len(self.repositories), [name], self._now, **about)
        self.repositories.append(made)
        return made

    def fails(self, kind: str, *faults: Fault) -> None:
        """What happens to the next requests of a kind, one after the other."""
        self.faults.add(kind, *faults)

    def counted(self) -> dict[str, int]:
        """How many requests came, by kind."""
        return dict(Counter(one.kind for one in self.asked))

    @property
    def spent(self) -> int:
        """How much of the hour's budget is gone."""
        return self._spent

    def spend(self, requests: int) -> None:
        """What the same person's other programs ask."""
        self._spent += requests

    def must_be_sound(self) -> None:
        """Raise what went wrong in the server itself."""
        if self._broken:
            raise self._broken[0]

    # Requests

    def answer(
        self, method: str, target: str, headers: dict[str, str], body: bytes
    ) -> tuple[Reply, Fault]:
        parts = urlsplit(target)
        params = dict(parse_qsl(parts.query, keep_blank_values=True))
        token = headers.pop("authorization", "").removeprefix("Bearer ")
        found = re.match(r"/repositories/([0-9]+)|/repos/([^/]+/[^/]+)", parts.path)
        below = parts.path[found.end() :] if found else parts.path
        kind, rest = _kind(method, below)
        asked = Asked(method, kind, rest, params, headers, body, token)
        fault = self._met(asked)
        where = f"{below}?{parts.query}" if parts.query else below
        with self._lock:
            reply = self._limited(asked, found, where) if fault.carried_out else Reply(500)
        return fault.told or reply, fault

    def codeload(
        self, method: str, target: str, headers: dict[str, str], body: bytes
    ) -> tuple[Reply, Fault]:
        """Downloads; whoever has the address may have them."""
        parts = urlsplit(target)
        params = dict(parse_qsl(parts.query))
        if "authorization" in headers:
            self.leaks.append(target)
        fault = self._met(Asked(method, CODELOAD, parts.path, params, headers))
        owner, name, _, commit = parts.path.strip("/").split("/")
        repo = self._named(f"{owner}/{name}")
        if repo is None or params.get("token") != _pass(commit):
            return fault.told or Reply(404, b"404: Not Found"), fault
        packed = archives.tarball(repo, commit)
        return fault.told or Reply(200, packed, {"content-type": "application/x-gzip"}), fault

    def _met(self, asked: Asked) -> Fault:
        with self._lock:
            self.asked.append(asked)
            fault = self.faults.take(asked.kind) or wire.WHOLE
        if self.away:
            return faults.cut_before()
        if fault.meanwhile:
            fault.meanwhile()
        return fault

    def _named(self, name: str, number: str = "") -> Repository | None:
        for one in self.repositories:
            if str(one.number) == number or name.lower() in [n.lower() for n in one.names]:
                return one
        return None

    def _limited(self, asked: Asked, found: re.Match[str] | None, where: str) -> Reply:
        """The reply, with what is left of the budget; what was not modified costs nothing."""
        now = self._now()
        if now >= self.resets:
            self._spent, self.resets = 0, now + HOUR
        if self._spent >= self.hourly:
            reply = replies.primary_limit()
        else:
            reply = self._replied(asked, found, where, now)
            self._spent += reply.status != 304
        left = {
            "x-ratelimit-limit": str(self.hourly),
            "x-ratelimit-remaining": str(max(self.hourly - self._spent, 0)),
            "x-ratelimit-used": str(self._spent),
            "x-ratelimit-reset": str(int(self.resets.timestamp())),
            "x-ratelimit-resource": "core",
        }
        return replace(reply, headers={**reply.headers, **left})

    def _replied(
        self, asked: Asked, found: re.Match[str] | None, where: str, now: datetime
    ) -> Reply:
        try:
            repo = self._entered(asked, found, now)
            if found and found[2] and found[2].lower() != repo.name.lower():
                address = f"{self.url}/repositories/{repo.number}{where}"
                status = 307 if asked.writes else 301
                content = {"message": "Moved Permanently", "url": address}
                return shown(content, status, location=address)
            return _tagged(asked, self._routed(asked, repo))
        except Refused as refused:
            return refused.reply
        except Exception as error:
            self._broken.append(error)
            raise

    def _entered(self, asked: Asked, found: re.Match[str] | None, now: datetime) -> Repository:
        """The repository, when this token may do this there now."""
        if "user-agent" not in asked.headers:
            raise replies.refused(403, "Request forbidden by administrative rules.")
        if asked.token and asked.token not in self.rights:
            raise replies.bad_credentials()
        if asked.writes:
            self._count_write(now)
        repo = self._named(found[2] or "", found[1] or "") if found else None
        if repo is None or (repo.private and not asked.token):
            raise replies.not_found()
        if repo.blocked:
            raise replies.blocked()
        if asked.writes and self.rights.get(asked.token) != "write":
            raise replies.not_permitted()
        if asked.writes and repo.archived:
            raise replies.archived()
        return repo

    def _count_write(self, now: datetime) -> None:
        while self._writes and self._writes[0] <= now - HOUR:
            self._writes.popleft()
        recent = sum(at > now - MINUTE for at in self._writes)
        if recent >= WRITES_A_MINUTE or len(self._writes) >= WRITES_AN_HOUR:
            raise Refused(replies.secondary_limit())
        self._writes.append(now)

    def _routed(self, asked: Asked, repo: Repository) -> Reply:
        if asked.kind in LOOKING:
            return shown(LOOKING[asked.kind](repo, asked))
        if asked.kind == "commits":
            found, links = listing.commits(repo, asked, self.url)
            return shown(found, **links)
        if asked.kind in CHANGING:
            made = CHANGING[asked.kind](repo, asked)
            return shown(made, 200 if asked.kind == "move ref" else 201)
        if asked.kind == "tree":
            return shown(looking.tree(repo, asked, self.largest_tree))
        if asked.kind == "archive":
            commit = looking.resolved(repo, asked.rest)
            path = f"{repo.name}/legacy.tar.gz/{commit}?token={_pass(commit)}"
            return Reply(302, b"", {"location": f"{self.codeload_url}/{path}"})
        raise replies.not_found()


def _kind(method: str, below: str) -> tuple[str, str]:
    """What a request is called, and what stands after the part that tells it."""
    for verb, start, kind in KINDS:
        same = below.startswith(start) if start.endswith("/") else below == start
        if verb == method and same:
            return kind, unquote(below.removeprefix(start))
    return "unknown", below


def _pass(commit: str) -> str:
    return hashlib.sha256(commit.encode()).hexdigest()[:20].upper()


def _tagged(asked: Asked, reply: Reply) -> Reply:
    """With an ETag; not again for whoever has it already."""
    if asked.method != "GET" or reply.status != 200:
        return reply
    tag = f'W/"{hashlib.sha256(reply.body).hexdigest()}"'
    if asked.headers.get("if-none-match") == tag:
        return Reply(304, b"", {"etag": tag})
    return replace(reply, headers={**reply.headers, "etag": tag})


@contextmanager
def github_server(now: Callable[[], datetime] = lambda: MOMENT) -> Iterator[GitHubServer]:
    """A server until the block ends; what went wrong inside it is raised then."""
    made = GitHubServer(now)
    closing = threading.Event()
    with (
        wire.listening(made.answer, closing) as url,
        wire.listening(made.codeload, closing) as codeload_url,
    ):
        made.url, made.codeload_url = url, codeload_url
        yield made
        closing.set()
    made.must_be_sound()
