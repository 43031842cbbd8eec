"""A timeline and its repository elsewhere, kept the same for as long as the bot runs.

Nobody who talks waits for this: it has a thread of its own, and is told of merges and of what
stands in the way by itself.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from memory.errors import (
    HistoryRewritten,
    NotPermitted,
    RepositoryArchived,
    RepositoryBlocked,
    RepositoryMissing,
    RepositoryPublic,
    TimelineError,
    TokenRefused,
)
from memory.standing import Standing
from previously_bot.answers import NewAnswer
from previously_bot.clock import Clock, Pause, within
from previously_bot.lane import Lane
from previously_bot.parts import Boxes
from previously_bot.people import Person
from previously_bot.status import RemoteStatus
from previously_bot.supervision import told
from previously_bot.texts import merging, remotes
from previously_bot.texts.syncing import RENAMED

log = logging.getLogger(__name__)

# What goes on until somebody does something about it; all else passes.
_FOR_THE_PERSON = (
    HistoryRewritten,
    NotPermitted,
    RepositoryArchived,
    RepositoryBlocked,
    RepositoryMissing,
    RepositoryPublic,
    TokenRefused,
)


def needs_the_person(standing: Standing) -> bool:
    """Whether what is in the way there goes on until they do something about it."""
    return standing.kind in {error.__name__ for error in _FOR_THE_PERSON}


class Told(Protocol):
    """Something that the person is to be told of a merge."""

    @property
    def nth(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def beside(self) -> str: ...


class Mirrored(Protocol):
    """The files here; `woken` is to be called after each write, in the thread that wrote."""

    woken: Callable[[], None]
    standing: Standing

    @property
    def has_met(self) -> bool:
        """Whether all that was there came here once."""

    @property
    def has_sent(self) -> bool:
        """Whether anything that is, or was, here may be there too."""

    @property
    def pending(self) -> Collection[str]: ...

    def told(self) -> Sequence[Told]:
        """What is to be said, until it was."""

    def was_told(self, nths: Collection[int]) -> None: ...


class Sync(Protocol):
    """Keeps these files and those elsewhere the same. Its calls wait for the network."""

    trouble: TimelineError | None

    @property
    def name(self) -> str:
        """As the place calls itself; "" before the first look."""

    @property
    def remaining(self) -> int | None:
        """How many requests are left for now; None where nobody says."""

    def step(self) -> datetime:
        """Do what is due; returns when to call again."""

    def flush(self, until: datetime) -> bool:
        """Bring there what is pending, as long as there is time; whether all of it is."""


class Syncing:
    """Of one person, whose settings have the place as `called`. `tick` wakes their mailbox when
    there is something to send."""

    def __init__(
        self,
        person: Person,
        called: str,
        sync: Sync,
        mirror: Mirrored,
        boxes: Boxes,
        tick: Callable[[], None],
        clock: Clock,
        pause: Pause,
    ) -> None:
        self._person = person
        self._called = called
        self._sync, self._mirror = sync, mirror
        self._outbox, self._joins = boxes.outbox, boxes.joins
        self._preferences = boxes.preferences
        self._tick = tick
        self._clock, self._pause = clock, pause
        self._lane = Lane(f"sync of {person.name}")
        self._wake = asyncio.Event()
        self._complained = self._logged = ""

    async def run(self) -> None:
        """Work until cancelled. Raises StateError; it may be run again then."""
        loop = asyncio.get_running_loop()
        self._mirror.woken = partial(_from_a_thread, loop, self._wake.set)
        while True:
            self._wake.clear()
            due = await self._lane.do(self._sync.step)
            await self._tell()
            await self._until(due)

    async def begin(self, seconds: float) -> None:
        """Before anybody is answered: on a new machine the past is brought here first, if that
        takes no longer; else it goes on being brought."""
        if self._mirror.has_met:
            return
        try:
            await within(seconds, self._lane.do(self._sync.step), self._pause)
        except TimeoutError:
            log.warning("the timeline of %s is still being brought here", self._person.name)
        except Exception as error:  # noqa: BLE001 - `run` meets it again, and is begun anew then
            log.error("the timeline of %s is not here yet: %s", self._person.name, told(error))

    async def flush(self, seconds: float) -> bool:
        """Before the end: bring there what is pending, for so long at most."""
        until = self._clock.now() + timedelta(seconds=seconds)
        try:
            done = await self._lane.do(self._sync.flush, until)
        except Exception as error:  # noqa: BLE001 - it is on this machine, and others wait
            log.error("%s's repository could not be told: %s", self._person.name, told(error))
            done = False
        if not done:
            log.info("what is left for the repository of %s goes later", self._person.name)
        return done

    def status(self) -> RemoteStatus:
        mirror, remaining = self._mirror, self._sync.remaining
        return RemoteStatus(
            mirror.standing,
            len(mirror.pending),
            remaining,
            mirror.has_met,
            mirror.has_sent,
            self._sync.name or self._called,
        )

    def close(self) -> None:
        self._lane.close()

    async def _until(self, due: datetime) -> None:
        """Until then, or until something was written."""
        seconds = max((due - self._clock.now()).total_seconds(), 0.0)
        alarm = asyncio.ensure_future(self._pause(seconds))
        woken = asyncio.ensure_future(self._wake.wait())
        try:
            await asyncio.wait((alarm, woken), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in (alarm, woken):
                one.cancel()
            await asyncio.gather(alarm, woken, return_exceptions=True)

    async def _tell(self) -> None:
        """What became of files that both changed, and what stands in the way: once each."""
        merges = self._mirror.told()
        trouble = self._sync.trouble
        if trouble is not None and str(trouble) != self._logged:
            log.warning("%s's repository: %s", self._person.name, trouble)
        self._logged = str(trouble or "")
        why = self._logged if isinstance(trouble, _FOR_THE_PERSON) else ""
        is_new = why not in ("", self._complained)
        lines = await self._in_words(merges, trouble if is_new else None)
        said = bool(lines) and await self._say("\n\n".join(lines))
        # Whoever has never written is told once they have.
        if said or not why:
            self._complained = why
        if said and merges:
            self._mirror.was_told([one.nth for one in merges])
        await self._tell_its_name()

    async def _tell_its_name(self) -> None:
        """That the place was renamed: once, since there is one answer of an origin."""
        name = self._sync.name
        if name.casefold() in ("", self._called.casefold()):
            return
        person = await asyncio.to_thread(self._preferences.of, self._person)
        text = RENAMED.say(person.language, former=self._called, name=name)
        await self._say(text, f"renamed {self._called} {name}")

    async def _in_words(
        self, merges: Sequence[Told], trouble: TimelineError | None
    ) -> Sequence[str]:
        if not merges and trouble is None:
            return []
        person = await asyncio.to_thread(self._preferences.of, self._person)
        language = person.language
        lines = [merging.became(one.kind, one.path, one.beside, language) for one in merges]
        if trouble is not None:
            lines.append(remotes.in_words(trouble, person.zone, language))
        return lines

    async def _say(self, text: str, origin: str = "") -> bool:
        """Where the person wrote last; False for somebody who never did."""
        chat = await asyncio.to_thread(self._joins.last_chat, self._person.name)
        if chat is None:
            return False
        now = self._clock.now()
        said = NewAnswer(
            person=self._person.name,
            chat=chat,
            text=text,
            at=now,
            origin=origin,
            on_timeline=False,
        )
        await asyncio.to_thread(self._outbox.put, said, [])
        self._tick()
        return True


def _from_a_thread(loop: asyncio.AbstractEventLoop, wake: Callable[[], object]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(wake)
