"""A memory that has a past on a GitHub: what was held in March, and is not any more."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from memory.past import Past
from memory.slices import Speaker, Turn
from memory.store import Store
from memory.stores.github.pacing import Pacer
from memory.stores.github.wire import Surroundings
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from previously_bot.app.pasts import earlier_over, repository_of
from previously_bot.clock import Pause
from previously_bot.earlier import Earlier
from previously_bot.repository_settings import RepositorySettings
from tests.fakes import MARA, NOON, HandClock, patient
from tests.servers.github import NAME, GitHubServer, Repository, github_server
from tests.timelines import files, opened, put, with_turns

FIRST, SECOND = datetime(2026, 3, 1, 12, tzinfo=UTC), datetime(2026, 3, 20, 12, tzinfo=UTC)
"""The moments of the two commits."""
LOST, THERE = "The cello is in Bruno's workshop in Mitte.", "The cello is at home again."
LOST_PATH = "memory/episodic/slices/2026/02/28/1000.md"
PHOTO = "memory/attachments/2026/02/28/cello.jpg"


@dataclass
class Remembered:
    """`store` is the memory of now, as it is in the last commit too."""

    server: GitHubServer
    repo: Repository
    store: Store
    clock: HandClock
    stack: ExitStack

    @property
    def timeline(self) -> Timeline:
        """The one of now."""
        return opened(self.store)

    def earlier(self, pause: Pause = patient, **settings: Any) -> Earlier:
        """As the product makes it, over a place of its settings."""
        made = earlier_over(self.past(**settings), MARA, self.clock, pause)
        return self.stack.enter_context(closing(made))

    def past(self, **settings: Any) -> Past:
        around = Surroundings(
            self.clock.now, lambda _: None, lambda: 0.5, Pacer(self.clock.now), 5
        )
        given = {"github": NAME, "token_env": "T", "api_url": self.server.url, **settings}
        past = repository_of(RepositorySettings(**given), self.server.token, around)
        return self.stack.enter_context(closing(past))

    def everything(self) -> object:
        """All that there is now, on this side and there, to the last byte."""
        repo = self.repo
        held = set(repo.objects.blobs), set(repo.objects.trees), set(repo.objects.commits)
        return files(self.store), dict(repo.branches), held


def said(text: str, at: datetime, origin: str) -> Turn:
    return Turn("?", at, Speaker.USER, text, origin)


@contextmanager
def remembered(prefix: str = "") -> Iterator[Remembered]:
    """Something is said in February and in March. By the second commit the person has deleted
    what was said in February. Now it is July."""
    clock, store = HandClock(FIRST), InMemoryStore()
    with github_server(clock.now) as server, ExitStack() as stack:
        repo = server.repository()
        timeline = with_turns(store, said(LOST, FIRST - timedelta(days=1, hours=2), "a 1"))
        timeline.close_silent(FIRST)
        put(store, PHOTO, b"\xff\xd8 a photo")
        _push(repo, store, prefix, "Slice 2026-02-28 10:00: the cello")
        clock.forward(seconds=(SECOND - FIRST).total_seconds())
        timeline = with_turns(store, said(THERE, SECOND - timedelta(hours=2), "a 2"))
        timeline.close_silent(SECOND)
        put(store, LOST_PATH, None)
        put(store, "memory/episodic/slices/2026/02/_index.json", None)
        _push(repo, store, prefix, "Slice 2026-03-20 10:00: at home")
        clock.forward(seconds=(NOON - SECOND).total_seconds())
        yield Remembered(server, repo, store, clock, stack)


def _push(repo: Repository, store: Store, prefix: str, message: str) -> None:
    now = {f"{prefix}{path}": content for path, content in files(store).items()}
    gone = {path: None for path in repo.files() if path not in now}
    repo.push({**now, **gone}, message)
