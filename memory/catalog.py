"""A month's index: one entry a closed slice. Derived: may be made again at any time."""

import json
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from memory import paths
from memory.markdown import confidence, moment, timestamp
from memory.slices import Amendment, Occurrence, Safety, Slice, Status, writable

# As many as a header can number: nine digits.
_MOST_TURNS = 999_999_999


@dataclass(frozen=True, slots=True)
class Entry:
    """What the catalog says of a slice: `start` and `end` in UTC, `turns` a count."""

    slice_id: str
    start: datetime
    end: datetime
    turns: int
    status: Status
    focus: str = ""
    summary: str = ""
    tags: tuple[str, ...] = ()
    open_loops: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    safety: tuple[Safety, ...] = ()


def entry(slice_: Slice) -> Entry:
    mark = slice_.mark
    return Entry(
        slice_id=slice_.slice_id,
        start=slice_.start,
        end=slice_.end,
        turns=len(slice_.turns),
        status=slice_.status,
        focus=mark.focus,
        summary=mark.summary,
        tags=mark.tags,
        open_loops=mark.open_loops,
        decisions=mark.decisions,
        channels=slice_.channels,
        occurrences=slice_.occurrences,
        amendments=slice_.amendments,
        safety=slice_.safety,
    )


class Catalog:
    """All entries of a timeline: by id, and by the moment at which a slice ended."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._by_end: list[tuple[datetime, str]] = []

    def __contains__(self, slice_id: str) -> bool:
        return slice_id in self._entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def get(self, slice_id: str) -> Entry | None:
        return self._entries.get(slice_id)

    def put(self, entry: Entry) -> None:
        """Add an entry, in place of the one of the same id."""
        self.discard(entry.slice_id)
        self._entries[entry.slice_id] = entry
        insort(self._by_end, (entry.end, entry.slice_id))

    def discard(self, slice_id: str) -> None:
        """Take an entry out, where there is one."""
        old = self._entries.pop(slice_id, None)
        if old is not None:
            del self._by_end[bisect_left(self._by_end, (old.end, old.slice_id))]

    def latest(self, many: int) -> list[Entry]:
        """So many entries, at most: the last to end first."""
        return [self._entries[slice_id] for _, slice_id in reversed(self._by_end[-many:])]

    def ended_after(self, moment: datetime) -> list[Entry]:
        """Entries of slices that ended later than `moment` (UTC), the last to end first."""
        first = bisect_right(self._by_end, (moment, "\U0010ffff"))
        return [self._entries[slice_id] for _, slice_id in reversed(self._by_end[first:])]


def dump(month: str, entries: Iterable[Entry]) -> bytes:
    """The text of a month's `_index.json`; the same entries always give the same bytes."""
    listed = [
        {
            "id": entry.slice_id,
            "focus": entry.focus,
            "summary": entry.summary,
            "tags": entry.tags,
            "status": entry.status.value,
            "start": timestamp(entry.start),
            "open_loops": entry.open_loops,
            "decisions": entry.decisions,
            "end": timestamp(entry.end),
            "turns": entry.turns,
            "channels": entry.channels,
            "occurrences": [asdict(occurrence) for occurrence in entry.occurrences],
            "amendments": [asdict(amendment) for amendment in entry.amendments],
            "safety": [asdict(fact) for fact in entry.safety],
        }
        for entry in sorted(entries, key=lambda entry: (entry.start, entry.slice_id))
    ]
    return as_json({"month": month, "slices": listed})


def parse(content: bytes) -> list[Entry]:
    """The entries that say all we ask of one.

    What is missing or broken is left out, and has to be read from the slice itself.
    """
    try:
        loaded = json.loads(content)
    except (ValueError, RecursionError):
        return []
    listed = loaded.get("slices") if isinstance(loaded, dict) else None
    found = (_parse_entry(item) for item in listed) if isinstance(listed, list) else ()
    return [entry for entry in found if entry is not None]


def as_json(value: object) -> bytes:
    """JSON as derived files have it: readable, and the same bytes for the same value."""
    return writable(json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def _parse_entry(item: object) -> Entry | None:
    if not isinstance(item, dict):
        return None
    slice_id, turns = item.get("id"), item.get("turns")
    start, end = moment(item.get("start")), moment(item.get("end"))
    if not (isinstance(slice_id, str) and paths.is_slice_id(slice_id) and start and end):
        return None
    if end < start or item.get("status") != Status.CLOSED:
        return None
    if type(turns) is not int or not 1 <= turns <= _MOST_TURNS:
        return None
    # An index made before these were in it does not say that there are none.
    if not all(isinstance(item.get(name), list) for name in ("amendments", "safety")):
        return None
    return Entry(
        slice_id=slice_id,
        start=start,
        end=end,
        turns=turns,
        status=Status.CLOSED,
        focus=_text(item, "focus"),
        summary=_text(item, "summary"),
        tags=_texts(item, "tags"),
        open_loops=_texts(item, "open_loops"),
        decisions=_texts(item, "decisions"),
        channels=_texts(item, "channels"),
        occurrences=_occurrences(item),
        amendments=_amendments(item),
        safety=_safety(item),
    )


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    return value if isinstance(value, str) else ""


def _texts(item: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = item.get(name)
    if not isinstance(values, list):
        return ()
    return tuple(value for value in values if isinstance(value, str))


def _mappings(item: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    values = item.get(name)
    listed = values if isinstance(values, list) else []
    return [value for value in listed if isinstance(value, dict)]


def _amendments(item: Mapping[str, Any]) -> tuple[Amendment, ...]:
    return tuple(
        Amendment(*(_text(one, name) for name in ("says", "on", "by")))
        for one in _mappings(item, "amendments")
    )


def _safety(item: Mapping[str, Any]) -> tuple[Safety, ...]:
    return tuple(
        Safety(
            kind=_text(one, "kind"),
            says=_text(one, "says"),
            confidence=confidence(one.get("confidence")),
            turn=_text(one, "turn"),
        )
        for one in _mappings(item, "safety")
    )


def _occurrences(item: Mapping[str, Any]) -> tuple[Occurrence, ...]:
    return tuple(
        Occurrence(*(_text(one, name) for name in ("start", "end", "text", "turn")))
        for one in _mappings(item, "occurrences")
    )
