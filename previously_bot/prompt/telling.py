"""A slice as text for a model, within a budget of tokens; what is left out is said (pure).

First what it was and when, then its corrections, what it was about, and its turns. Where not
all of it fits, long turns are cut before turns are left out, and turns are left out before
corrections are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.catalog import Entry
from memory.slices import Amendment, Slice
from memory.words import one_line, shortened
from previously_bot import moments
from previously_bot.prompt.tokens import Sheet, cost_of_line
from previously_bot.prompt.turns import WHOLE, Part, add_turns, wanted

# Code points of what a header says; of listed things the latest.
_FOCUS, _SUMMARY, _ABOUT, _SAYING, _WORD = 120, 300, 100, 100, 40
_TAGS, _SAYINGS = 8, 4

# What comes before turns may take so much of a budget.
_SHARE_OF_MARK = 3


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """From where one looks back: a moment (aware), and the person's zone and language."""

    now: datetime
    zone: ZoneInfo
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Told:
    """A slice as text, and the labels of the turns of which it tells something."""

    text: str
    turns: tuple[str, ...] = ()


def tell(slice_: Slice, budget: int, seen: Viewpoint, part: Part = WHOLE) -> Told:
    """A slice in at most `budget` tokens, or a part of its turns."""
    sheet = Sheet(budget)
    # What is corrected must not stand there without its corrections.
    if not _begin(slice_, sheet, seen):
        return Told(sheet.text)
    mark = Sheet(sheet.left // _SHARE_OF_MARK)
    for line in _about(slice_):
        mark.add(line)
    sheet.add(*mark.lines)
    order = wanted(slice_.turns, part)
    if not order and slice_.turns:
        sheet.add("(No turn of it matches; its beginning and its end follow.)")
        order = wanted(slice_.turns, WHOLE)
    labels = add_turns(sheet, slice_.turns, order, seen.zone)
    return Told(sheet.text, labels)


def tell_head(slice_: Slice, budget: int, seen: Viewpoint) -> Told:
    """What a slice was about, with its corrections and without its turns."""
    sheet = Sheet(budget)
    if _begin(slice_, sheet, seen):
        for line in _about(slice_):
            sheet.add(line)
    return Told(sheet.text)


def tell_entry(entry: Entry, seen: Viewpoint) -> str:
    """ "2026-07-07-1558: Tuesday 7 July 2026, 8 days ago; 17:58 — moving out (4 turns)"."""
    day = moments.day_and_distance(entry.start, seen.now, seen.zone, seen.language)
    time = moments.clock_time(entry.start, seen.zone)
    about = shortened(entry.focus or entry.summary, _ABOUT) or "(not summed up yet)"
    return f"{entry.slice_id}: {day}; {time} — {about} ({_turns(entry.turns)})"


def _turns(many: int) -> str:
    return f"{many:,} turn{'' if many == 1 else 's'}"


def _begin(slice_: Slice, sheet: Sheet, seen: Viewpoint) -> bool:
    """Which slice it is, and its corrections; False when not all of these found room."""
    sheet.add_beginning(_name(slice_, seen))
    lines = [_correction(amendment) for amendment in slice_.amendments]
    if sheet.add(*lines):
        return True
    # The latest know best. Room is kept to say that there are others.
    note = "… {} earlier corrections and all turns left out …"
    kept = Sheet(sheet.left - cost_of_line(note.format(len(lines))))
    while lines and kept.add(lines[-1]):
        lines.pop()
    if not kept.lines:
        kept.add_beginning(lines.pop())
    sheet.add(note.format(len(lines)))
    sheet.add(*reversed(kept.lines))
    return False


def _name(slice_: Slice, seen: Viewpoint) -> str:
    day = moments.day_and_distance(slice_.start, seen.now, seen.zone, seen.language)
    start, end = (moments.clock_time(at, seen.zone) for at in (slice_.start, slice_.end))
    state = "still open" if slice_.is_open else "closed"
    return (
        f"Slice {slice_.slice_id}: {day}; {start}–{end}, {_turns(len(slice_.turns))}, {state}"
    )


def _correction(amendment: Amendment) -> str:
    on = f" on {shortened(amendment.on, _WORD)}" if amendment.on else ""
    by = f" (slice {shortened(amendment.by, _WORD)})" if amendment.by else ""
    return f"CORRECTED{on}{by}: {one_line(amendment.says)}"


def _about(slice_: Slice) -> Iterator[str]:
    """A line each; what must not be forgotten first."""
    mark = slice_.mark
    for one in slice_.safety[-_SAYINGS:]:
        yield f"Safety ({shortened(one.kind, _WORD)}): {shortened(one.says, _SAYING)}"
    if mark.focus:
        yield f"Focus: {shortened(mark.focus, _FOCUS)}"
    if mark.summary:
        yield f"Summary: {shortened(mark.summary, _SUMMARY)}"
    if mark.tags:
        yield "Tags: " + ", ".join(shortened(tag, _WORD) for tag in mark.tags[:_TAGS])
    for title, sayings in (("Decided", mark.decisions), ("Open", mark.open_loops)):
        if sayings:
            latest = [shortened(one, _SAYING) for one in sayings[-_SAYINGS:]]
            more = f" (and {len(sayings) - _SAYINGS} before)" if latest != [*sayings] else ""
            yield f"{title}: " + "; ".join(latest) + (more if len(sayings) > _SAYINGS else "")
    if slice_.preamble.strip():
        yield f"Note: {shortened(slice_.preamble, _SUMMARY)}"
