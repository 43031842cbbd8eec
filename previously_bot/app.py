"""Wiring: real parts put together; only here are tasks started and concrete parts named."""

import asyncio
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from adapters.base import Adapter, Incoming
from adapters.console.adapter import ACCOUNT, CHAT, PLATFORM, ConsoleAdapter
from memory import kept
from memory.errors import DamagedSlice
from memory.store import Store
from memory.stores.folder import FolderStore
from memory.survey import newest
from memory.timeline import Timeline
from previously_bot import slash
from previously_bot.clock import Clock, SystemClock
from previously_bot.errors import BadArgument
from previously_bot.index_file import IndexFile
from previously_bot.models.extractive.answers import ExtractiveModel
from previously_bot.models.extractive.marks import mark
from previously_bot.people import People, Person
from previously_bot.recollection import Recollection
from previously_bot.setting_types import is_zone
from previously_bot.settings import Settings, find_settings_file, read_settings

if TYPE_CHECKING:
    from previously_bot.conversation import Conversation

# How long the boxes keep the texts of what is done with; the timeline keeps them for good.
TEXTS_KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Place:
    """Whose timeline, and where: a folder on this machine, and where its state is kept."""

    person: Person
    folder: Path
    state: Path


def find_place(
    config: Path | None, name: str | None, repo: Path | None, zone: str | None
) -> Place:
    """The timeline that a command is about.

    `repo` stands in for the configured repository. Where no settings say in which zone its
    person lives, its newest slice does, or else this machine; a `zone` overrules all.
    Raises BadArgument, BadSetting, and what the store raises.
    """
    file = find_settings_file(config)
    settings = read_settings(file) if file else Settings.default()
    people = People.of(settings)
    person = people.named(name)
    if repo is None:
        chosen = settings.people[people.everyone.index(person)].repository
        if chosen.folder is None:
            raise BadArgument(
                f"{person.name}'s timeline is on GitHub, which this version cannot reach; "
                "name a copy on this machine with --repo DIR."
            )
        folder, state = chosen.folder, settings.state
    else:
        folder = repo.expanduser().resolve()
        state = settings.state / "repositories" / _key(folder)
    if zone is None and file is None:
        zone = _zone_of(folder)
    return Place(replace(person, zone=ZoneInfo(zone)) if zone else person, folder, state)


def _zone_of(folder: Path) -> str:
    """The zone of the newest slice; "" where there is none, or none that this machine knows."""
    with open_store(folder) as store:
        found = newest(store)
        try:
            last = kept.read(store, found[1], found[0]) if found else None
        except DamagedSlice:
            last = None
    return last.slice.timezone if last and is_zone(last.slice.timezone) else ""


@contextmanager
def open_store(folder: Path, *, writer: str | None = None) -> Iterator[Store]:
    """The files of a repository; with a `writer`, under its lock and made where missing."""
    store = FolderStore(folder, writer=writer)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def open_timeline(place: Place, *, writer: str | None = None) -> Iterator[Timeline]:
    with open_store(place.folder, writer=writer) as store:
        person = place.person
        yield Timeline(store, zone=person.zone.key, mark=mark, customs=person.customs)


def open_recollection(place: Place, timeline: Timeline) -> Recollection:
    return Recollection(timeline, _index_file(place), place.person.customs)


def _index_file(place: Place) -> IndexFile:
    """By the folder, since one state may serve several people."""
    return IndexFile(place.state / "recall" / f"{_key(place.folder)}.index")


def _key(folder: Path) -> str:
    """A short name for a folder, which no other has."""
    return hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]


@contextmanager
def demo_place() -> Iterator[Place]:
    """A fresh copy of a fictional person's memory, in a new temporary folder that stays."""
    home = Path(tempfile.mkdtemp(prefix="previously-demo-"))
    folder = home / "timeline"
    shutil.copytree(Path(__file__).parent / "demo", folder)
    person = Person("Rike", ZoneInfo("Europe/Berlin"), "en")
    with open_timeline(
        Place(person, folder, home), writer="previously-bot chat --demo"
    ) as made:
        made.rebuild()
    yield Place(person, folder, home / "state")


async def chat(place: Place, *, welcome: str = "", clock: Clock | None = None) -> bool:
    """Talk in the terminal until the person leaves; False when something is left waiting."""
    # Only a conversation needs a scheduler, and it takes long to import.
    from previously_bot.schedule import Schedule

    clock = clock or SystemClock()
    people = People((place.person,), {}).with_account(PLATFORM, ACCOUNT, place.person)
    console = ConsoleAdapter(
        clock.now,
        sys.stdin,
        sys.stdout,
        history=place.state / "history",
        commands=slash.NAMES,
    )
    with (
        _conversation(place, "previously-bot chat", console, clock) as conversation,
        Schedule() as schedule,
    ):

        async def receive(incoming: Incoming) -> None:
            """Strangers get silence; the next line is read when this one was dealt with."""
            if people.who(incoming.chat.platform, incoming.account):
                await conversation.receive(incoming)
                await conversation.settled()

        async def talk() -> None:
            conversation.tick()
            await conversation.settled()
            await conversation.greet(CHAT, welcome)
            await console.run(receive)

        schedule.every_now_and_then(conversation.tick)
        await _until_one_ends(conversation.run(), talk())
        return await conversation.is_done()


@contextmanager
def _conversation(
    place: Place, writer: str, adapter: Adapter, clock: Clock
) -> Iterator["Conversation"]:
    """A person's mailbox over their timeline and the boxes on disk."""
    # Only a conversation needs a database, and it takes long to import.
    from previously_bot.conversation import Boxes, Conversation
    from previously_bot.database import Database
    from previously_bot.inbox import Inbox
    from previously_bot.outbox import Outbox

    with (
        open_timeline(place, writer=writer) as timeline,
        closing(Database(place.state)) as database,
    ):
        boxes = Boxes(Inbox(database), Outbox(database))
        boxes.outbox.interrupted()
        boxes.inbox.forget_before(clock.now() - TEXTS_KEPT)
        boxes.outbox.forget_before(clock.now() - TEXTS_KEPT)
        yield Conversation(
            place.person,
            timeline=timeline,
            answerer=ExtractiveModel(),
            boxes=boxes,
            adapters={adapter.traits.platform: adapter},
            clock=clock,
            index_cache=_index_file(place),
        )


async def _until_one_ends(*jobs: Coroutine[None, None, None]) -> None:
    """Run jobs side by side until one ends, well or with an error, which is raised."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in ended:
        task.result()
