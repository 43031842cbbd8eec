"""Whose timeline a command is about, and where it lies; opened."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from zoneinfo import ZoneInfo

from memory import kept
from memory.errors import DamagedSlice
from memory.store import Store
from memory.stores.folder import FolderStore
from memory.survey import newest
from memory.timeline import Marker, Timeline
from previously_bot.app.chosen import as_they_chose, who_became
from previously_bot.errors import BadArgument
from previously_bot.index_file import IndexFile
from previously_bot.model_settings import ModelsSettings
from previously_bot.models.extractive.marks import mark
from previously_bot.people import People, Person
from previously_bot.recollection import Recollection
from previously_bot.setting_types import is_zone
from previously_bot.settings import (
    AttachmentSettings,
    Settings,
    find_settings_file,
    read_settings,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Whose timeline, and where: a folder on this machine, and where its state is kept; and
    which models answer there, and how large a file is kept."""

    person: Person
    folder: Path
    state: Path
    models: ModelsSettings = field(default_factory=ModelsSettings)
    attachments: AttachmentSettings = field(default_factory=AttachmentSettings)


def find_place(
    config: Path | None, name: str | None, repo: Path | None, zone: str | None
) -> Place:
    """The timeline that a command is about: that of whomever its person became.

    `repo` stands in for the configured repository, and is nobody else's. Where no settings say
    in which zone its person lives, its newest slice does, or else this machine; what they chose
    in the chat goes before that, and a `zone` overrules all. Raises BadArgument, BadSetting,
    and what the store and the state raise.
    """
    file = find_settings_file(config)
    settings = read_settings(file) if file else Settings.default()
    people = People.of(settings)
    person = people.named(name)
    if repo is None:
        person = who_became(settings.state, person, people)
        folder, state = _folder(settings, people, person), settings.state
    else:
        folder = repo.expanduser().resolve()
        state = settings.state / "repositories" / _key(folder)
    if zone is None and file is None and (found := _zone_of(folder)):
        person = replace(person, zone=ZoneInfo(found))
    person = as_they_chose(state, person)
    person = replace(person, zone=ZoneInfo(zone)) if zone else person
    return Place(person, folder, state, settings.models, settings.attachments)


def everybody(config: Path | None) -> tuple[Settings, People, list[Place]]:
    """The settings of a bot, who is in them, and everybody's timeline.

    Raises BadArgument where there are no settings, or a timeline that cannot be reached.
    """
    file = find_settings_file(config)
    if file is None:
        raise BadArgument(
            "There are no settings yet; write a previously.yaml as the README shows, or talk "
            "in the terminal with `previously-bot chat`."
        )
    settings = read_settings(file)
    people = People.of(settings)
    places = [
        Place(
            person,
            _folder(settings, people, person),
            settings.state,
            settings.models,
            settings.attachments,
        )
        for person in people.everyone
    ]
    return settings, people, places


def _folder(settings: Settings, people: People, person: Person) -> Path:
    """Where a person's timeline lies on this machine. Raises BadArgument."""
    chosen = settings.people[people.everyone.index(person)].repository
    if chosen.folder is None:
        raise BadArgument(
            f"{person.name}'s timeline is on GitHub, which this version cannot reach; "
            "name a copy on this machine with --repo DIR."
        )
    return chosen.folder


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
        yield timeline_of(place, store, mark)


def timeline_of(place: Place, store: Store, marker: Marker) -> Timeline:
    person = place.person
    return Timeline(store, zone=person.zone.key, mark=marker, customs=person.customs)


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
    shutil.copytree(Path(__file__).parents[1] / "demo", folder)
    person = Person("Rike", ZoneInfo("Europe/Berlin"), "en")
    with open_timeline(
        Place(person, folder, home), writer="previously-bot chat --demo"
    ) as made:
        made.rebuild()
    yield Place(person, folder, home / "state")
