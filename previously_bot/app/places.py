"""Whose timeline a command is about, and where it lies; opened."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from zoneinfo import ZoneInfo

from memory import kept
from memory.errors import DamagedSlice, RepositoryBusy, StoreError
from memory.store import Store
from memory.stores.folder import FolderStore
from memory.stores.github.mirror import Mirror, files_of
from memory.stores.lock import WriterLock
from memory.survey import newest
from memory.timeline import Marker, Timeline
from previously_bot.app.chosen import as_they_chose, who_became
from previously_bot.errors import BadArgument, StateInUse, UnusableState
from previously_bot.index_file import IndexFile
from previously_bot.model_settings import ModelsSettings
from previously_bot.models.extractive.marks import mark
from previously_bot.people import People, Person
from previously_bot.recollection import Recollection
from previously_bot.repository_settings import RepositorySettings
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
    which models answer there, and how large a file is kept. A `repository` on GitHub has the
    folder inside of its `mirror`."""

    person: Person
    folder: Path
    state: Path
    models: ModelsSettings = field(default_factory=ModelsSettings)
    attachments: AttachmentSettings = field(default_factory=AttachmentSettings)
    repository: RepositorySettings | None = None
    mirror: Path | None = None

    @property
    def called(self) -> str:
        """Where it lies, for the person."""
        return (self.repository and self.repository.github) or str(self.folder)


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
    place = _configured(settings, people, person)
    if repo is not None:
        folder = repo.expanduser().resolve()
        state = settings.state / "repositories" / _key(folder)
        place = Place(person, folder, state, settings.models, settings.attachments)
    if zone is None and file is None and (found := _zone_of(place.folder)):
        person = replace(person, zone=ZoneInfo(found))
    person = as_they_chose(place.state, person)
    person = replace(person, zone=ZoneInfo(zone)) if zone else person
    return replace(place, person=person)


def everybody(config: Path | None) -> tuple[Settings, People, list[Place]]:
    """The settings of a bot, who is in them, and everybody's timeline.

    Raises BadArgument where there are no settings.
    """
    file = find_settings_file(config)
    if file is None:
        raise BadArgument(
            "There are no settings yet; write a previously.yaml as the README shows, or talk "
            "in the terminal with `previously-bot chat`."
        )
    settings = read_settings(file)
    return settings, *places_of(settings)


def places_of(settings: Settings) -> tuple[People, list[Place]]:
    """Who is in the settings, and everybody's timeline."""
    people = People.of(settings)
    return people, [_configured(settings, people, person) for person in people.everyone]


def _configured(settings: Settings, people: People, person: Person) -> Place:
    """Where the settings say that a person's timeline lies."""
    chosen = settings.people[people.everyone.index(person)].repository
    place = Place(person, Path(), settings.state, settings.models, settings.attachments)
    if chosen.folder is not None:
        return replace(place, folder=chosen.folder)
    mirror = settings.state / "mirrors" / _key(Path(chosen.place))
    return replace(place, folder=files_of(mirror), repository=chosen, mirror=mirror)


def _zone_of(folder: Path) -> str:
    """The zone of the newest slice; "" where there is none, or none that this machine knows."""
    with closing(FolderStore(folder)) as store:
        found = newest(store)
        try:
            last = kept.read(store, found[1], found[0]) if found else None
        except DamagedSlice:
            last = None
    return last.slice.timezone if last and is_zone(last.slice.timezone) else ""


@contextmanager
def held_state(state: Path, writer: str) -> Iterator[None]:
    """Nobody else answers from a state folder meanwhile; it is made where it is missing.

    Raises StateInUse, UnusableState, and what the lock raises.
    """
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableState(state, error.strerror or "no access") from error
    try:
        # In a folder of its own: a repository may lie where the state does.
        lock = WriterLock(state / "running", writer)
    except RepositoryBusy as error:
        raise StateInUse(state, error.holder) from None
    try:
        yield
    finally:
        lock.release()


def awaited_from(place: Place) -> str:
    """The repository of which nothing came here yet, although there is a place for it; "" for a
    folder, and where that cannot be known."""
    if place.mirror is None:
        return ""
    from memory.stores.github.glance import glance

    try:
        seen = glance(place.mirror)
    except StoreError:
        return ""
    return "" if seen is None or seen.standing.has_met else place.called


@contextmanager
def open_store(place: Place, *, writer: str | None = None) -> Iterator[Store]:
    """The files of a repository; with a `writer`, under its lock and made where missing.

    Raises BadArgument for one on GitHub of which nothing was fetched yet.
    """
    store: Store
    if place.mirror is not None and writer is not None:
        store = Mirror(place.mirror, writer=writer)
    else:
        if place.mirror is not None and not place.folder.exists():
            raise BadArgument(
                f"Nothing of {place.called} is on this machine yet; run `previously-bot sync`."
            )
        store = FolderStore(place.folder, writer=writer)
    with closing(store):
        yield store


@contextmanager
def open_timeline(place: Place, *, writer: str | None = None) -> Iterator[Timeline]:
    with open_store(place, writer=writer) as store:
        yield timeline_of(place, store, mark)


def timeline_of(place: Place, store: Store, marker: Marker) -> Timeline:
    person = place.person
    return Timeline(store, zone=person.zone.key, mark=marker, customs=person.customs)


def open_recollection(place: Place, timeline: Timeline) -> Recollection:
    person = place.person
    return Recollection(timeline, _index_file(place), person.customs, person.language)


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
