"""Commands that look at the timeline, from /recap to /why."""

from collections.abc import Sequence

from memory import paths, strands, when
from memory.catalog import Entry
from memory.recap import recap
from memory.slices import Speaker
from previously_bot import listing, moments, texts
from previously_bot.slash.desk import SHOWN, Acts, Desk
from previously_bot.texts import commands

_TAG, _TURN = 40, 280  # code points


def _recap(desk: Desk, _: str) -> str:
    told = recap(desk.timeline.entries(), desk.now, anyway=True)
    if told is None:
        return commands.NO_PAST.say(desk.person.language)
    return texts.previously(told, desk.now, desk.person.zone, desk.person.language)


def _timeline(desk: Desk, rest: str) -> str:
    language, zone = desk.person.language, desk.person.zone
    time = when.one_time(rest, desk.now, zone, desk.person.customs)
    if rest and not time:
        return commands.NO_SUCH_TIME.say(language, when=rest)
    entries = desk.timeline.entries(time)
    if not entries:
        empty = texts.NOTHING_THEN.say(language, when=rest) if rest else None
        return empty or texts.TIMELINE_EMPTY.say(language)
    return _listed(desk, entries)


def _recall(desk: Desk, rest: str) -> str:
    language, zone = desk.person.language, desk.person.zone
    if not rest:
        return commands.RECALL_WHAT.say(language)
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
        return commands.WHEN_WHAT.say(language)
    found = listing.times_in(rest, desk.now, zone, desk.person.customs)
    lines = [f"- {one.text}: {listing.time_line(one, zone, language)}" for one in found]
    return "\n".join(lines) or texts.NO_TIME_NAMED.say(language)


def _why(desk: Desk, _: str) -> str:
    return desk.sessions.last() or commands.NOTHING_ANSWERED.say(desk.person.language)


def _strands(desk: Desk, rest: str) -> str:
    """All strands with how many slices carry each; of one, these slices."""
    language = desk.person.language
    entries = desk.timeline.entries()
    if not rest:
        counted = strands.counted(entries)
        lines = [f"- {texts.inline(tag, _TAG)} ({many})" for tag, many in counted[:SHOWN]]
        if len(counted) > SHOWN:
            lines.append("\n" + commands.MORE_STRANDS.say(language, count=len(counted) - SHOWN))
        return "\n".join(lines) or commands.NO_STRANDS.say(language)
    name = rest.lstrip("#").strip().casefold()
    found = [
        entry for entry in entries if name in (tag.strip().casefold() for tag in entry.tags)
    ]
    return _listed(desk, found) or commands.NO_SUCH_STRAND.say(language, name=rest)


def _slice(desk: Desk, rest: str) -> str:
    """What was said in one slice."""
    language, zone = desk.person.language, desk.person.zone
    slice_id = paths.slice_id_named(rest.strip())
    entry = desk.timeline.entry(slice_id) if slice_id else None
    if entry is None:
        return commands.NO_SUCH_SLICE.say(language, name=rest)
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
    note = [commands.TURNS_BEFORE.say(language, count=left_out)] if left_out else []
    head = f"**{listing.line(entry, zone, language)}**"
    return "\n\n".join([head, *corrected, *note, *said])


def _listed(desk: Desk, entries: Sequence[Entry]) -> str:
    """The newest of them in a line each, oldest first; "" for none."""
    language = desk.person.language
    lines = [
        f"- {listing.line(entry, desk.person.zone, language)}" for entry in entries[-SHOWN:]
    ]
    if len(entries) > SHOWN:
        lines.insert(0, commands.EARLIER.say(language, count=len(entries) - SHOWN) + "\n")
    return "\n".join(lines)


ACTS: Acts = {
    "recap": _recap,
    "timeline": _timeline,
    "when": _when,
    "recall": _recall,
    "strands": _strands,
    "slice": _slice,
    "why": _why,
}
