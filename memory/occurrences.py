"""The times that a slice speaks of, as opposed to the time at which it was said.

"When it was said" and "when it happens" are two facts: on 28 May somebody says that they fly
tomorrow, and is asked for by the 29th. (TimeML keeps the two apart as document creation time
and TIMEX3; Su et al., Findings of ACL 2026, measure what mixing them costs.)
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from memory import when
from memory.attached import without_files
from memory.slices import Occurrence, Slice, Speaker, Turn
from memory.when import USUAL, Customs

MOST = 16
"""So many are kept of a slice, the narrowest: they say most about when something was."""

READ = 50_000
"""Code points of a turn that are looked through; beyond them lies a paste, not a day."""


def occurrences(slice_: Slice, customs: Customs = USUAL) -> tuple[Occurrence, ...]:
    """The times that the person's turns name, and those that the slice has already.

    Each is resolved from its own turn's moment, in the zone that the person was in then; the
    future counts as well as the past. Left out is what says nothing beyond the day on which it
    was said, and what has no beginning or no end. Narrowest first.
    """
    zone = _zone(slice_.timezone)
    found = dict.fromkeys(slice_.occurrences)
    for turn in slice_.turns:
        if turn.speaker is Speaker.USER:
            found |= dict.fromkeys(_of_turn(turn, zone, customs))
    known = {(one.start, one.end): one for one in reversed(found)}
    return tuple(sorted(known.values(), key=lambda one: (_width(one), one.start))[:MOST])


@lru_cache(maxsize=512)
def _of_turn(turn: Turn, zone: ZoneInfo, customs: Customs) -> tuple[Occurrence, ...]:
    """Kept, since a slice that goes on is asked for again with every turn."""
    return tuple(_spoken_of(turn, zone, customs))


def _spoken_of(turn: Turn, zone: ZoneInfo, customs: Customs) -> Iterator[Occurrence]:
    today = turn.at.astimezone(zone).date()
    text = without_files(turn.text[:READ])
    for interval in when.intervals(text, turn.at, zone, direction="both", customs=customs):
        start, end = interval.start, interval.end
        if start is None or end is None:
            continue
        last = end - timedelta(microseconds=1)
        if not start.date() == last.date() == today:
            yield Occurrence(_written(start), _written(end), interval.text, turn.label)


def _written(moment: datetime) -> str:
    """A date where it is the beginning of a day, else a date-time with its offset."""
    if moment.timetz().replace(tzinfo=None) == datetime.min.time():
        return moment.date().isoformat()
    return moment.isoformat(timespec="seconds")


def _width(one: Occurrence) -> timedelta:
    """How long it lasts; longest of all is what somebody wrote by hand and nobody can read."""
    try:
        start, end = (datetime.fromisoformat(text) for text in (one.start, one.end))
        return end.replace(tzinfo=None) - start.replace(tzinfo=None)
    except ValueError:
        return timedelta.max


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return ZoneInfo("UTC")
