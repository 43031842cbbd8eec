"""The commands of a chat, from /help to /link; what they say is no turn."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory import paths, strands, when
from memory.catalog import Entry
from memory.recap import recap
from memory.slices import ClosedBy, Speaker
from memory.timeline import Timeline
from previously_bot import listing, moments, texts
from previously_bot.people import Person
from previously_bot.recollection import Recollection
from previously_bot.sessions import Sessions

# One word after the slash: "/usr/bin is full" is a message like any other.
_COMMAND = re.compile(r"/([A-Za-z][A-Za-z0-9_]*)(?:\s+(\S[^\n]*?))?\s*")

_IN_HELP = re.compile(r"^- /(\w+)[^—\n]* — ([^;；:：\n]+)", re.MULTILINE)

SHOWN = 20

_TAG, _TURN = 40, 280  # code points


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What a command may look at; `now` is aware, and `invite` gives a code for an account."""

    person: Person
    timeline: Timeline
    recollection: Recollection
    now: datetime
    sessions: Sessions
    invite: Callable[[], str]


def menu(language: str) -> dict[str, str]:
    """Each command with what it does in a few words, as the help has it."""
    said = texts.HELP.say(language)
    return {name: what for name, what in _IN_HELP.findall(said) if f"/{name}" in NAMES}


def command(text: str) -> Command | None:
    """The command that a message is; None for everything else."""
    match = _COMMAND.fullmatch(text)
    return Command(match[1].lower(), match[2] or "") if match else None


def obey(command: Command, desk: Desk) -> str:
    """Do it; returns what to say, as Markdown. Raises what the timeline raises."""
    act = _ACTS.get(command.name) or _UNLISTED.get(command.name)
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
    return _listed(desk, entries)


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


def _strands(desk: Desk, rest: str) -> str:
    """All strands with how many slices carry each; of one, these slices."""
    language = desk.person.language
    entries = desk.timeline.entries()
    if not rest:
        counted = strands.counted(entries)
        lines = [f"- {texts.inline(tag, _TAG)} ({many})" for tag, many in counted[:SHOWN]]
        if len(counted) > SHOWN:
            lines.append("\n" + texts.MORE_STRANDS.say(language, count=len(counted) - SHOWN))
        return "\n".join(lines) or texts.NO_STRANDS.say(language)
    name = rest.lstrip("#").strip().casefold()
    found = [
        entry for entry in entries if name in (tag.strip().casefold() for tag in entry.tags)
    ]
    return _listed(desk, found) or texts.NO_SUCH_STRAND.say(language, name=rest)


def _slice(desk: Desk, rest: str) -> str:
    """What was said in one slice."""
    language, zone = desk.person.language, desk.person.zone
    slice_id = paths.slice_id_named(rest.strip())
    entry = desk.timeline.entry(slice_id) if slice_id else None
    if entry is None:
        return texts.NO_SUCH_SLICE.say(language, name=rest)
    slice_ = desk.timeline.read(entry.slice_id)
    said = [
        (texts.YOU_SAID if turn.speaker is Speaker.USER else texts.I_SAID).say(
            language,
            time=moments.clock_time(turn.at, zone),
            words=texts.inline(turn.text, _TURN),
        )
        for turn in slice_.turns[-SHOWN:]
    ]
    corrected = [
        "> " + texts.CORRECTED.say(language, words=texts.inline(one.says, _TURN))
        for one in slice_.amendments
    ]
    left_out = len(slice_.turns) - len(said)
    note = [texts.TURNS_BEFORE.say(language, count=left_out)] if left_out else []
    head = f"**{listing.line(entry, zone, language)}**"
    return "\n\n".join([head, *corrected, *note, *said])


def _link(desk: Desk, _: str) -> str:
    return texts.LINK.say(desk.person.language, code=desk.invite())


def _start(desk: Desk, _: str) -> str:
    return texts.GREETING.say(desk.person.language)


def _listed(desk: Desk, entries: Sequence[Entry]) -> str:
    """The newest of them in a line each, oldest first; "" for none."""
    language = desk.person.language
    lines = [
        f"- {listing.line(entry, desk.person.zone, language)}" for entry in entries[-SHOWN:]
    ]
    if len(entries) > SHOWN:
        lines.insert(0, texts.EARLIER.say(language, count=len(entries) - SHOWN) + "\n")
    return "\n".join(lines)


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
    "strands": _strands,
    "slice": _slice,
    "why": _why,
    "close": _close,
    "link": _link,
}
# What platforms begin with, and another word; nobody needs to be told of them.
_UNLISTED: Mapping[str, Callable[[Desk, str], str]] = {"start": _start, "pair": _link}
NAMES = tuple(f"/{name}" for name in _ACTS)
