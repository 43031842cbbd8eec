"""Commands that look at the timeline, from /recap to /why."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from adapters.base import Button
from memory import paths, strands, when
from memory.catalog import Entry
from memory.recap import recap
from previously_bot import listing, texts
from previously_bot.as_of import as_of
from previously_bot.slash.desk import SHOWN, Acts, Desk, Reply
from previously_bot.slash.paging import (
    ANYWAY,
    Page,
    Turned,
    opening,
    page,
    page_of,
    returning,
    turned,
    turning,
)
from previously_bot.slash.remembering import recall_as_of
from previously_bot.texts import Sentence, commands, paging

_TAG, _TURN, _NAMED = 40, 280, 60  # code points
_TAGS, _FOUND = 20, 50
_TURNS = 6
"""Of a slice, on one page: so many fit into one message wherever it is read."""


def _recap(desk: Desk, _: str) -> str:
    told = recap(desk.timeline.entries(), desk.now, anyway=True)
    if told is None:
        return commands.NO_PAST.say(desk.person.language)
    return texts.previously(told, desk.now, desk.person.zone, desk.person.language)


def _timeline(desk: Desk, rest: str) -> str | Reply:
    language, zone = desk.person.language, desk.person.zone
    wanted = turned(rest, paths.is_slice_id)
    time = when.one_time(wanted.rest, desk.now, zone, desk.person.customs)
    if wanted.rest and not time:
        return commands.NO_SUCH_TIME.say(language, when=texts.inline(wanted.rest, _NAMED))
    entries = desk.timeline.entries(time)
    if not entries:
        if wanted.rest:
            return texts.NOTHING_THEN.say(language, when=texts.inline(wanted.rest, _NAMED))
        return texts.TIMELINE_EMPTY.say(language)
    return _listed(desk, "timeline", wanted, entries)


def _recall(desk: Desk, rest: str) -> str | Reply:
    """Best first; a page is named by what stands before or after it in that order."""
    language, zone = desk.person.language, desk.person.zone
    wanted = turned(rest, paths.is_slice_id)
    if not wanted.rest:
        return commands.RECALL_WHAT.say(language)
    if asked := as_of(rest, desk.now, zone, desk.person.customs):
        return recall_as_of(desk, asked)
    recalled = desk.recollection.recall(wanted.rest, desk.now, zone, limit=_FOUND)
    found = [one.slice_id for one in recalled.pointers]
    place = found.index(wanted.mark) if wanted.mark in found else 0
    place += wanted.way == ">" and wanted.mark in found
    shown = page(wanted, place, len(found), SHOWN, last_first=False)
    pointers = recalled.pointers[shown.start : shown.stop]
    scenes = desk.recollection.scenes(replace(recalled, pointers=pointers), SHOWN)
    if not scenes:
        return texts.NOTHING_FOUND.say(language)
    lines = [listing.scene_line(scene, desk.now, zone, language) for scene in scenes]
    ids = [scene.slice.slice_id for scene in scenes]
    return _paged(desk, "recall", wanted, shown, lines, ids)


def _when(desk: Desk, rest: str) -> str:
    language, zone = desk.person.language, desk.person.zone
    if not rest:
        return commands.WHEN_WHAT.say(language)
    found = listing.times_in(rest, desk.now, zone, desk.person.customs)
    lines = [f"- {one.text}: {listing.time_line(one, zone, language)}" for one in found]
    return "\n".join(lines) or texts.NO_TIME_NAMED.say(language)


def _why(desk: Desk, _: str) -> str:
    return desk.sessions.last() or commands.NOTHING_ANSWERED.say(desk.person.language)


def _strands(desk: Desk, rest: str) -> str | Reply:
    """All strands with how many slices carry each; of one, these slices."""
    language = desk.person.language
    entries = desk.timeline.entries()
    if not rest:
        counted = strands.counted(entries)
        lines = [f"- {texts.inline(tag, _TAG)} ({many})" for tag, many in counted[:_TAGS]]
        if len(counted) > _TAGS:
            lines.append("\n" + commands.MORE_STRANDS.say(language, count=len(counted) - _TAGS))
        return "\n".join(lines) or commands.NO_STRANDS.say(language)
    wanted = turned(rest, paths.is_slice_id)
    name = wanted.rest.lstrip("#").strip().casefold()
    found = [
        entry for entry in entries if name in (tag.strip().casefold() for tag in entry.tags)
    ]
    if not found:
        return commands.NO_SUCH_STRAND.say(language, name=texts.inline(wanted.rest, _NAMED))
    return _listed(desk, "strands", wanted, found)


def _slice(desk: Desk, rest: str) -> str | Reply:
    """What was said in one slice, a few turns a page, the last first; counted from 1, since
    new ones come at the end."""
    language, zone = desk.person.language, desk.person.zone
    rest, way_back = returning(rest)
    wanted = turned(rest, lambda mark: re.fullmatch("[0-9]{1,6}", mark) is not None)
    if not wanted.rest:
        return commands.SLICE_WHICH.say(language)
    slice_id = paths.slice_id_named(wanted.rest)
    entry = desk.timeline.entry(slice_id) if slice_id else None
    if entry is None:
        return commands.NO_SUCH_SLICE.say(language, name=texts.inline(wanted.rest, _NAMED))
    slice_ = desk.timeline.read(entry.slice_id)
    place = int(wanted.mark or 0) - (wanted.way == "<")
    shown = page(wanted, place, len(slice_.turns), _TURNS)
    said = [
        listing.turn_line(turn, zone, language, _TURN)
        for turn in slice_.turns[shown.start : shown.stop]
    ]
    corrected = [
        "> " + texts.CORRECTED.say(language, words=texts.inline(one.says, _TURN))
        for one in slice_.amendments
    ]
    head = f"**{listing.line(entry, zone, language)}**"
    marks = [f"{shown.start + 1}", f"{shown.stop}"]
    buttons, by_hand = turning("slice", entry.slice_id, shown, marks, language, way_back)
    before = _left_out(paging.TURNS_BEFORE, shown.start, language)
    after = _left_out(paging.TURNS_AFTER, shown.of - shown.stop, language)
    parts = [head, *corrected, before, *said, after, by_hand]
    back = Button(paging.BACK.say(language), way_back or ANYWAY)
    return Reply("\n\n".join(filter(None, parts)), (*buttons, (back,)))


def _listed(desk: Desk, command: str, wanted: Turned, entries: Sequence[Entry]) -> Reply:
    """A page of slices in the order of time, the newest first shown."""
    language, zone = desk.person.language, desk.person.zone
    keys = [(entry.start, entry.slice_id) for entry in entries]
    place = 0
    if wanted.mark:
        beside = desk.timeline.entry(wanted.mark)
        start = beside.start if beside else paths.minute_of(wanted.mark)
        find = bisect_left if wanted.way == "<" else bisect_right
        place = find(keys, (start, wanted.mark))
    shown = page(wanted, place, len(entries), SHOWN)
    on_page = entries[shown.start : shown.stop]
    lines = [listing.line(entry, zone, language) for entry in on_page]
    ids = [entry.slice_id for entry in on_page]
    return _paged(desk, command, wanted, shown, lines, ids)


def _paged(
    desk: Desk,
    command: str,
    wanted: Turned,
    shown: Page,
    lines: Sequence[str],
    ids: Sequence[str],
) -> Reply:
    """Numbered lines, a button that opens each, and those that turn the page."""
    language = desk.person.language
    numbered = "\n".join(f"{nth}. {line}" for nth, line in enumerate(lines, start=1))
    buttons, by_hand = turning(command, wanted.rest, shown, ids, language)
    before = _left_out(paging.BEFORE, shown.start, language)
    after = _left_out(paging.AFTER, shown.of - shown.stop, language)
    text = "\n\n".join(filter(None, (before, numbered, after, by_hand)))
    return Reply(text, (*opening(ids, page_of(command, wanted)), *buttons))


def _left_out(sentence: Sentence, count: int, language: str) -> str:
    return sentence.say(language, count=count) if count else ""


ACTS: Acts = {
    "recap": _recap,
    "timeline": _timeline,
    "when": _when,
    "recall": _recall,
    "strands": _strands,
    "slice": _slice,
    "why": _why,
}
