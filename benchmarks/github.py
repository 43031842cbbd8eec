"""What a timeline on GitHub costs: `python benchmarks/github.py [--quick]`.

Against the GitHub of the tests, over sockets, with a clock that is put forward by hand, so that
a day passes in seconds: a day's talk in commits and requests, beside what the upstream project
spends on it; the first start on a long timeline, and the next one. `--quick` shows within
seconds that all of it can be measured.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import corpus
from table import Row, at_most, no_more, same, table

from memory import paths
from memory.store import Change, Store
from memory.stores.folder import FolderStore
from memory.stores.github.mirror import Mirror, files_of
from memory.stores.github.sync import Sync
from memory.timeline import Timeline
from previously_bot.app.mirroring import Surroundings, open_sync
from previously_bot.app.places import Place, open_store, timeline_of
from previously_bot.models.extractive.marks import mark
from previously_bot.people import Person
from previously_bot.repository_settings import RepositorySettings
from tests.fakes import HandClock
from tests.servers.github import GitHubServer, Repository, github_server

TOKEN_ENV = "GITHUB_OF_THE_BENCHMARK"
APART = timedelta(minutes=80)
"""From the beginning of one conversation to that of the next."""

MOST_COMMITS, MOST_REQUESTS, MOST_FOR_A_SLICE = 80, 400, 5
MOST_AT_START, SECONDS_AT_START = 3, 2.0
UPSTREAM_COMMITS, UPSTREAM_REQUESTS = 1, 5
"""What the upstream project spends on a message with its answer, at least."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Messages of a day, the conversations they are said in, and slices of a long timeline."""

    messages: int
    conversations: int
    slices: int


FULL = Sizes(messages=200, conversations=12, slices=10_000)
QUICK = Sizes(messages=12, conversations=3, slices=100)


class Hurried(Surroundings):
    """Whoever waits puts the clock forward."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__(clock)
        self._clock = clock

    def wait(self, seconds: float) -> None:
        self._clock.forward(seconds=seconds)


@dataclass
class Bot:
    """A timeline, opened as the bot opens it; `due` is when its sync wants to be called."""

    timeline: Timeline
    store: Store
    sync: Sync
    clock: HandClock
    server: GitHubServer

    def __post_init__(self) -> None:
        self.due = self.clock.now()
        self.on_the_path = 0

    def passes(self, by: timedelta) -> None:
        """Time, in which each step is done when it is due."""
        until = self.clock.now() + by
        while self.due <= until:
            wait = max(self.due - self.clock.now(), timedelta())
            self.clock.forward(seconds=wait.total_seconds())
            self.due = self.sync.step()
        left = max(until - self.clock.now(), timedelta())
        self.clock.forward(seconds=left.total_seconds())

    def does(self, act: Callable[[], object]) -> None:
        """Something that writes, and wakes the sync when it has written."""
        before = len(self.server.asked)
        act()
        self.on_the_path += len(self.server.asked) - before
        self.due = self.sync.step()

    def says(self, chance: random.Random, number: int) -> None:
        """A turn; an answer comes with the account of how it came about."""
        turn = corpus.short_turn(chance, number, self.clock.now())
        placed = self.timeline.add(turn)
        if number % 2:
            path = paths.session_path(placed.slice_id)
            there = self.store.read(path)
            told = (there.content if there else b"") + f"## {placed.label}\n".encode()
            change = Change(path, told, there.version if there else None)
            self.store.write([change], message="Tell how it came about")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, within seconds")
    sizes = QUICK if parser.parse_args().quick else FULL
    clock = HandClock()
    with (
        tempfile.TemporaryDirectory(prefix="previously-benchmark-") as home,
        github_server(clock.now) as server,
    ):
        os.environ[TOKEN_ENV] = server.token
        rows = [
            *_day(Path(home) / "day", server, clock, sizes),
            *_starts(Path(home) / "long", server, clock, sizes),
        ]
    print(table(rows))


@contextmanager
def _opened(
    home: Path, repo: Repository, server: GitHubServer, clock: HandClock
) -> Iterator[Bot]:
    chosen = RepositorySettings(github=repo.name, token_env=TOKEN_ENV, api_url=server.url)
    person, mirror = Person("mara", ZoneInfo(corpus.ZONE), "en"), home / "mirror"
    place = Place(person, files_of(mirror), home, repository=chosen, mirror=mirror)
    with open_store(place, writer="the benchmark") as store:
        timeline = timeline_of(place, store, mark)
        around = Hurried(clock)
        with open_sync(
            place, store, timeline, lambda act, *a, **n: act(*a, **n), around
        ) as sync:
            yield Bot(timeline, store, sync, clock, server)


def _day(home: Path, server: GitHubServer, clock: HandClock, sizes: Sizes) -> Iterator[Row]:
    """Conversations of about as many messages each; in between it is silent for long enough."""
    chance = random.Random(corpus.SEED)
    repo = server.repository("mara/day")
    repo.push({"README.md": "Mine.\n"})
    name = f"a day of {sizes.messages} messages in {sizes.conversations} slices"
    with _opened(home, repo, server, clock) as bot:
        bot.passes(timedelta(minutes=1))
        server.asked.clear()
        before, for_slices = len(repo.log()), []
        for nth in range(sizes.conversations):
            ends = clock.now() + APART
            first, last = (
                sizes.messages * one // sizes.conversations for one in (nth, nth + 1)
            )
            for number in range(last - first):
                bot.passes(timedelta(seconds=chance.randint(20, 90)))
                bot.does(lambda: bot.says(chance, 2 * number))  # noqa: B023 - done at once
                bot.passes(timedelta(seconds=chance.randint(2, 15)))
                bot.does(lambda: bot.says(chance, 2 * number + 1))  # noqa: B023
            bot.passes(timedelta(minutes=31))
            asked = len(server.asked)
            bot.does(lambda: bot.timeline.close_silent(clock.now()))
            for_slices.append(len(server.asked) - asked)
            bot.passes(ends - clock.now())
        yield from _spent(name, len(repo.log()) - before, len(server.asked), sizes)
        yield no_more(
            "a closed slice with its indexes", max(for_slices), MOST_FOR_A_SLICE, "requests"
        )
        yield no_more("on the path of a message", bot.on_the_path, 0, "requests")
        yield same(f"{name}: files here and there", _here(bot.store), repo.files())


def _spent(name: str, commits: int, requests: int, sizes: Sizes) -> Iterator[Row]:
    """Ours, and beside it what is known of the upstream project."""
    upstream = (UPSTREAM_COMMITS * sizes.messages, UPSTREAM_REQUESTS * sizes.messages)
    yield no_more(name, commits, MOST_COMMITS, "commits")
    yield Row("  the upstream project", f"at least {upstream[0]:,} commits")
    yield no_more(name, requests, MOST_REQUESTS, "requests")
    yield Row("  the upstream project", f"at least {upstream[1]:,} requests")


def _starts(home: Path, server: GitHubServer, clock: HandClock, sizes: Sizes) -> Iterator[Row]:
    repo = server.repository("mara/long")
    repo.push(_long(home / "written", sizes.slices))
    for name in ("the first start", "the next start"):
        server.asked.clear()
        began, worked = time.perf_counter(), time.process_time()
        with _opened(home, repo, server, clock) as bot:
            bot.sync.step()
            seconds, worked = time.perf_counter() - began, time.process_time() - worked
            if bot.sync.trouble:
                raise bot.sync.trouble
            what, asked = f"{name} with {sizes.slices:,} slices", len(server.asked)
            if name == "the first start":
                yield Row(what, f"{asked} requests")
                yield Row(what, f"{seconds:.2f} s")
            else:
                yield no_more(what, asked, MOST_AT_START, "requests")
                yield at_most(what, seconds, SECONDS_AT_START, "s")
            yield Row(f"{what}: of the processor", f"{worked:.2f} s")
            yield same(f"{what}: all are there", len(bot.timeline.slice_ids()), sizes.slices)


def _long(folder: Path, slices: int) -> dict[str, str]:
    """The files of a long timeline, indexes and all."""
    corpus.write(folder, slices)
    store = FolderStore(folder, writer="the benchmark")
    Timeline(store, zone=corpus.ZONE, mark=mark).rebuild()
    store.close()
    return {
        file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8")
        for file in folder.rglob("*")
        if file.is_file() and not file.name.startswith(".")
    }


def _here(store: Store) -> dict[str, bytes]:
    assert isinstance(store, Mirror)
    found = ((path, store.read(path)) for path in store.tree.local)
    return {path: stored.content for path, stored in found if stored}


if __name__ == "__main__":
    main()
