"""A slice → its body (the terms of its turns, in order) and its card (all else that counts)."""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from memory import words
from memory.attached import without_places
from memory.slices import REDACTED, Occurrence, Slice, Speaker, Turn

BY_USER, BY_AGENT, MARKS = 0, 1, 2
"""In a body these numbers begin a turn of the person, a turn of the agent, and the marks."""

FIRST_TERM = 3


_SAFETY, _CORRECTED, _DECIDED, _OPEN = 0.6, 0.4, 0.3, 0.3


@dataclass(frozen=True, slots=True)
class Spoken:
    """A time that a slice speaks of: [start, end) in milliseconds since 1970."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of a slice beside its words. `start` and `end` are milliseconds since 1970.

    `version` names the content that was indexed, `stamp` is a hint that it is still the same;
    `labels` are empty where turns are simply counted; `importance` is between 0 and 1;
    `amended` are the terms of what corrects it.
    """

    slice_id: str
    start: int
    end: int
    version: str = ""
    stamp: str = ""
    labels: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    importance: float = 0.0
    weighty: tuple[str, ...] = ()
    occurrences: tuple[Spoken, ...] = ()
    amended: tuple[str, ...] = ()

    def label(self, nth: int) -> str:
        return self.labels[nth] if self.labels else str(nth + 1)


def card(slice_: Slice, version: str = "", stamp: str = "") -> Card:
    labels = tuple(turn.label for turn in slice_.turns)
    counted = labels == tuple(str(nth + 1) for nth in range(len(labels)))
    weighty = {
        "safety": _SAFETY if slice_.safety else 0,
        "corrected": _CORRECTED if slice_.amendments else 0,
        "decided": _DECIDED if slice_.mark.decisions else 0,
        "open": _OPEN if slice_.mark.open_loops else 0,
    }
    return Card(
        slice_id=slice_.slice_id,
        start=milliseconds(slice_.start),
        end=milliseconds(slice_.end),
        version=version,
        stamp=stamp,
        labels=() if counted else labels,
        tags=tuple(dict.fromkeys(tag.strip() for tag in slice_.mark.tags if tag.strip())),
        importance=min(1.0, sum(weighty.values())),
        weighty=tuple(what for what, much in weighty.items() if much),
        occurrences=tuple(
            spoken
            for one in slice_.occurrences
            if (spoken := _spoken(one, slice_.timezone)) is not None
        ),
        amended=tuple(
            dict.fromkeys(term for one in slice_.amendments for term in words.terms(one.says))
        ),
    )


def body(slice_: Slice, number: Callable[[str], int]) -> "array[int]":
    """The terms of all turns by their numbers; then those of the marks, which are not said."""
    made = array("I")
    for turn in slice_.turns:
        made.append(BY_USER if turn.speaker is Speaker.USER else BY_AGENT)
        made.extend([number(term) for term in words.terms(_own_words(turn))])
    about = [slice_.mark.focus, *slice_.mark.tags, *(one.says for one in slice_.amendments)]
    if marked := [number(term) for text in about for term in words.terms(text)]:
        made.append(MARKS)
        made.extend(marked)
    return made


def milliseconds(when: datetime) -> int:
    """Of an aware datetime, since 1970."""
    return (when - _EPOCH) // timedelta(milliseconds=1)


def moment(milliseconds: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=milliseconds)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _own_words(turn: Turn) -> str:
    """What a turn adds: an answer that quotes the past does not say it once more."""
    if turn.text == REDACTED:
        return ""
    if turn.speaker is Speaker.USER:
        return without_places(turn.text)
    return "\n".join(line for line in turn.text.split("\n") if not line.startswith(">"))


def _spoken(one: Occurrence, zone: str) -> Spoken | None:
    """None for what a person wrote there that is no time."""
    try:
        start = _instant(one.start, zone)
        end = _instant(one.end, zone) if one.end else start + 24 * 3600 * 1000
    except (ValueError, OverflowError, OSError):
        return None
    return Spoken(start, end, one.text) if start < end else None


def _instant(text: str, zone: str) -> int:
    if len(text) == 10:
        local = datetime.combine(date.fromisoformat(text), time())
    else:
        local = datetime.fromisoformat(text)
    if local.tzinfo is None:
        try:
            local = local.replace(tzinfo=ZoneInfo(zone))
        except (ValueError, OSError, KeyError):
            local = local.replace(tzinfo=UTC)
    return milliseconds(local.astimezone(UTC))
