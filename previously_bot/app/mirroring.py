"""Timelines on GitHub: what keeps each mirror on this machine and its repository the same."""

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import ParamSpec, TypeVar

from memory.errors import OutOfTime, RepositoryBusy, TimelineError
from memory.store import Store
from memory.stores.github.mirror import InLane, Mirror
from memory.stores.github.pacing import Pacer
from memory.stores.github.rewritten import Adopted, Overruled
from memory.stores.github.sync import Sync
from memory.timeline import Timeline
from previously_bot.app.pasts import repository_of, token_of
from previously_bot.app.places import Place, open_store, timeline_of
from previously_bot.app.watched import Watched
from previously_bot.clock import Clock, Pause, stand_still
from previously_bot.errors import SyncedElsewhere
from previously_bot.models.extractive.marks import mark
from previously_bot.parts import Boxes
from previously_bot.supervision import Supervisor
from previously_bot.syncing import Syncing, Told
from previously_bot.uniting import Home

# Seconds for each piece of an answer: two tries of them are what there is time for at the end.
_PATIENCE = 10.0

P = ParamSpec("P")
T = TypeVar("T")

BROUGHT_IN = 30.0
"""Seconds for which a new machine waits for the past; the rest comes while one talks."""

FLUSHED_FOR = 20.0
"""Seconds for what is pending at the end; the rest goes at the next start."""


class Surroundings:
    """What all syncs of a process share: the pace, and waits that the end cuts short."""

    def __init__(self, clock: Clock) -> None:
        self.now = clock.now
        self.pacer = Pacer(clock.now)
        self.jitter = secrets.SystemRandom().random
        self._ending = threading.Event()
        self._until: datetime | None = None

    def end(self) -> None:
        """From now on nothing waits for longer than there is time."""
        self._until = self.now() + timedelta(seconds=FLUSHED_FOR)
        self._ending.set()

    def wait(self, seconds: float) -> None:
        """Let seconds pass, in a thread. Raises OutOfTime where the end comes first."""
        if self._until is None and not self._ending.wait(seconds):
            return
        left = self._until - self.now() if self._until else timedelta()
        if left < timedelta(seconds=seconds):
            raise OutOfTime("the repository")
        stand_still(seconds)


@contextmanager
def open_sync(
    place: Place,
    store: Store,
    timeline: Timeline,
    in_lane: InLane,
    around: Surroundings,
    seen: Callable[[], None] | None = None,
) -> Iterator[Sync]:
    """Of a place on GitHub, whose store is its mirror; `seen` is called for each file on its
    way.

    Raises MissingSecret, and TokenRefused for what cannot be a token.
    """
    # The HTTP client takes long to import, and only those need it who have a repository there.
    from memory.stores.github import wire

    chosen = place.repository
    assert chosen is not None
    assert isinstance(store, Mirror)
    at = wire.Surroundings(around.now, around.wait, around.jitter, around.pacer, _PATIENCE)
    token = token_of(place.person, chosen)
    with closing(repository_of(chosen, token, at)) as remote:
        yield Sync(
            Watched(remote, seen) if seen else remote,
            store,
            in_lane=in_lane,
            look_again=timeline.look_again,
            now=around.now,
            jitter=around.jitter,
            pause=around.wait,
            allow_public=chosen.allow_public,
        )


class Way(Enum):
    """What to do where the history there was rewritten."""

    MERGE = "merge"
    ADOPT_REMOTE = "adopt-remote"
    KEEP_LOCAL = "keep-local"


@dataclass(frozen=True, slots=True)
class Synced:
    """Both agree at a commit, "" where there is none; what was merged in which way, what
    became of files here because a history was adopted, and there because it was not."""

    commit: str
    told: Sequence[Told]
    adopted: Adopted
    overruled: Overruled


def sync_now(place: Place, clock: Clock, way: Way, seen: Callable[[], None]) -> Synced:
    """Bring here what is there, and there what is here; `seen` is called for each file.

    Raises SyncedElsewhere, RemoteError, and what opening a timeline raises.
    """
    with ExitStack() as stack:
        try:
            store = stack.enter_context(open_store(place, writer="previously-bot sync"))
        except RepositoryBusy as error:
            raise SyncedElsewhere(place.called, error.holder) from None
        timeline = timeline_of(place, store, mark)
        around = Surroundings(clock)
        with open_sync(place, store, timeline, _here, around, seen) as sync:
            try:
                done = _bring(sync, way)
            except TimelineError as error:
                sync.note(error)
                raise
            sync.note(None)
        assert isinstance(store, Mirror)
        told = store.told()
        store.was_told([one.nth for one in told])
        return Synced(store.head, told, *done)


def _bring(sync: Sync, way: Way) -> tuple[Adopted, Overruled]:
    """What became of files here, and there."""
    adopted, overruled = Adopted(), Overruled()
    match way:
        case Way.MERGE:
            sync.pull()
        case Way.ADOPT_REMOTE:
            adopted = sync.adopt_remote()
        case Way.KEEP_LOCAL:
            overruled = sync.keep_local()
    sync.push()
    return adopted, overruled


def _here(act: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    return act(*args, **named)


@contextmanager
def open_syncing(
    home: Home,
    place: Place,
    boxes: Boxes,
    clock: Clock,
    pause: Pause,
    around: Surroundings,
) -> Iterator[Syncing]:
    """What keeps a home on GitHub up to date while the bot runs."""
    with open_sync(place, home.store, home.timeline, home.lane.call, around) as sync:
        assert isinstance(home.store, Mirror)
        tick: Callable[[], None] = home.mailbox.tick
        person, called = home.person, place.called
        syncing = Syncing(person, called, sync, home.store, boxes, tick, clock, pause)
        try:
            yield syncing
        finally:
            syncing.close()


@asynccontextmanager
async def synced(
    places: Sequence[Place],
    homes: Mapping[str, Home],
    boxes: Boxes,
    clock: Clock,
    pause: Pause,
    supervisor: Supervisor,
) -> AsyncIterator[Mapping[str, Syncing]]:
    """Timelines on GitHub are there too, a while later; at the end what is pending goes there
    as long as there is time. Gives what keeps them so, by the names of their people."""
    around = Surroundings(clock)
    with ExitStack() as stack:
        syncings: dict[str, Syncing] = {}
        for place in (place for place in places if place.mirror):
            home = homes[place.person.name]
            opened = open_syncing(home, place, boxes, clock, pause, around)
            syncings[place.person.name] = stack.enter_context(opened)
        await asyncio.gather(*(one.begin(BROUGHT_IN) for one in syncings.values()))
        work = [
            asyncio.create_task(supervisor.keep(f"The repository of {name}", one.run))
            for name, one in syncings.items()
        ]
        try:
            yield syncings
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            around.end()
            await asyncio.gather(*(one.flush(FLUSHED_FOR) for one in syncings.values()))
