"""The commands of a chat: /help /recap /timeline /when /recall /why /close; no turns."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from memory import when
from memory.recap import recap
from memory.slices import ClosedBy
from memory.timeline import Timeline
from previously_bot import listing, texts
from previously_bot.people import Person
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions

# One word after the slash: "/usr/bin is full" is a message like any other.
_COMMAND = re.compile(r"/([A-Za-z][A-Za-z0-9_]*)(?:\s+(\S[^\n]*?))?\s*")

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What a command may look at; `now` is aware."""

    person: Person
    timeline: Timeline
    recollection: Recollection
    now: datetime
    sessions: Sessions


def command(text: str) -> Command | None:
    """The command that a message is; None for everything else."""
    match = _COMMAND.fullmatch(text)
    return Command(match[1].lower(), match[2] or "") if match else None


def obey(command: Command, desk: Desk) -> str:
    """Do it; returns what to say, as Markdown. Raises what the timeline raises."""
    act = _ACTS.get(command.name)
    if act is None:
        return texts.UNKNOWN_COMMAND.say(desk.person.language, command=f"/{command.name}")
    return act(desk, command.rest)


def _help(desk: Desk, _: str) -> str:
    return texts.HELP.say(desk.person.language)


def _recap(desk: Desk, _: str) -> str:
    told = recap(desk.timeline.entries(), desk.now, anyway=True)
    if told is None:
        return texts.NO_PAST.say(desk.person.language)
    return texts.previously(told, desk.now, desk.person.zone, desk.person.language)


def _timeline(desk: Desk, rest: str) -> str:
    language, zone = desk.person.language, desk.person.zone
    time = when.one_time(rest, desk.now, zone, desk.person.customs)
    if rest and not time:
        return texts.NO_SUCH_TIME.say(language, when=rest)
    entries = desk.timeline.entries(time)
    if not entries:
        empty = texts.NOTHING_THEN.say(language, when=rest) if rest else None
        return empty or texts.TIMELINE_EMPTY.say(language)
    lines = [f"- {listing.line(entry, zone, language)}" for entry in entries[-SHOWN:]]
    if len(entries) > SHOWN:
        lines.insert(0, texts.EARLIER.say(language, count=len(entries) - SHOWN) + "\n")
    return "\n".join(lines)


def _recall(desk: Desk, rest: str) -> str:
    language, zone = desk.person.language, desk.person.zone
    if not rest:
        return texts.RECALL_WHAT.say(language)
    recalled = desk.recollection.recall(rest, desk.now, zone)
    scenes = desk.recollection.scenes(recalled, len(recalled.pointers))
    if not scenes:
        return texts.NOTHING_FOUND.say(language)
    return "\n".join(
        f"- {listing.scene_line(scene, desk.now, zone, language)}" for scene in scenes
    )


def _when(desk: Desk, rest: str) -> str:
    language, zone = desk.person.language, desk.person.zone
    if not rest:
        return texts.WHEN_WHAT.say(language)
    found = listing.times_in(rest, desk.now, zone, desk.person.customs)
    lines = [f"- {one.text}: {listing.time_line(one, zone, language)}" for one in found]
    return "\n".join(lines) or texts.NO_TIME_NAMED.say(language)


def _why(desk: Desk, _: str) -> str:
    return desk.sessions.last() or texts.NOTHING_ANSWERED.say(desk.person.language)


def _close(desk: Desk, _: str) -> str:
    closed = desk.timeline.close(ClosedBy.USER)
    sentence = texts.SLICE_CLOSED if closed else texts.NOTHING_TO_CLOSE
    return sentence.say(desk.person.language)


_ACTS: Mapping[str, Callable[[Desk, str], str]] = {
    "help": _help,
    "recap": _recap,
    "timeline": _timeline,
    "when": _when,
    "recall": _recall,
    "why": _why,
    "close": _close,
}
NAMES = tuple(f"/{name}" for name in _ACTS)
