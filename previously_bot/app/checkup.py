"""Every part looked at, in the order in which they stand upon each other. Nothing is written,
and a part that is broken keeps none of the others back."""

import asyncio
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from zoneinfo import ZoneInfo

from memory import checking
from memory.errors import NotReadable, TimelineError
from previously_bot.app.lookups import look_everywhere
from previously_bot.app.places import Place, awaited_from, open_store, places_of
from previously_bot.clock import Clock
from previously_bot.errors import BadArgument, BotError, UnusableState
from previously_bot.findings import Finding, of_state, of_timeline
from previously_bot.installation import check_installation
from previously_bot.progress import Watch
from previously_bot.settings import Settings, find_settings_file, read_settings
from previously_bot.texts import doctor


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command was given: settings, a person (None is everybody), a folder in place of
    the configured repository, and a time zone in place of a person's own."""

    config: Path | None = None
    person: str | None = None
    repo: Path | None = None
    zone: str | None = None


def checked(asked: Asked, clock: Clock) -> tuple[Sequence[Finding], str]:
    """How everything is, and the language in which that is said.

    Raises BadArgument for a person or a folder that there is not.
    """
    file = find_settings_file(asked.config)
    try:
        settings = read_settings(file) if file else Settings.default()
    except BotError as error:
        what = doctor.NOTHING_ELSE.say("en", why=error)
        return [_installation("en"), Finding("settings", str(file), ok=False, what=what)], "en"
    places = _places(settings, asked)
    language = places[0].person.language
    found = [_installation(language), _settings(file, settings, language)]
    found.append(_state(settings.state, language))
    found += [_timeline(place) for place in places]
    found += asyncio.run(look_everywhere(settings, places, clock, language))
    return found, language


def _places(settings: Settings, asked: Asked) -> Sequence[Place]:
    people, places = places_of(settings)
    if asked.person is not None or asked.repo is not None:
        person = people.named(asked.person)
        places = [place for place in places if place.person == person]
    if asked.repo is not None:
        folder = asked.repo.expanduser().resolve()
        if not folder.exists():
            raise BadArgument(
                f"{folder} does not exist; name a timeline repository with --repo."
            )
        places = [replace(places[0], folder=folder, repository=None, mirror=None)]
    if asked.zone is not None:
        zone = ZoneInfo(asked.zone)
        places = [replace(one, person=replace(one.person, zone=zone)) for one in places]
    return places


def _installation(language: str) -> Finding:
    ours = version("previously-bot")
    try:
        check_installation()
    except BotError as error:
        return Finding("installation", ours, ok=False, what=str(error))
    what = doctor.WHOLE.say(language, version=ours)
    return Finding("installation", ours, ok=True, what=what)


def _settings(file: Path | None, settings: Settings, language: str) -> Finding:
    if file is None:
        return Finding("settings", "", ok=True, what=doctor.NO_FILE.say(language))
    names = ", ".join(person.name for person in settings.people)
    what = doctor.READ.say(language, file=file, people=names)
    return Finding("settings", str(file), ok=True, what=what)


def _state(folder: Path, language: str) -> Finding:
    """Of the folder, or of the one in which it is to be made."""
    try:
        there = next((one for one in (folder, *folder.parents) if os.path.lexists(one)), folder)
        free = shutil.disk_usage(there).free
        if not there.is_dir():
            raise UnusableState(there, "it is not a folder")
        if not os.access(there, os.R_OK | os.W_OK | os.X_OK):
            raise UnusableState(there, "no permission to write there")
    except OSError as error:
        told = str(UnusableState(folder, error.strerror or "no access"))
        return Finding("state", str(folder), ok=False, what=told)
    except UnusableState as error:
        return Finding("state", str(folder), ok=False, what=str(error))
    return of_state(folder, free, is_made=there == folder, language=language)


def _timeline(place: Place) -> Finding:
    name, language = place.person.name, place.person.language
    try:
        if place.mirror is not None and not place.folder.exists():
            what = doctor.NOT_FETCHED.say(language, place=place.called)
            return Finding("timeline", name, ok=True, what=what)
        with open_store(place) as store:
            report = checking.check(store, Watch("Reading"))
        awaited = awaited_from(place)
    except TimelineError as error:
        return Finding("timeline", name, ok=False, what=str(error))
    except OSError as error:
        why = NotReadable(str(place.folder), error.strerror or "no access")
        return Finding("timeline", name, ok=False, what=str(why))
    return of_timeline(name, str(place.folder), report, language, awaited)
