"""The values: what was said (Turn), a conversation of it (Slice), what it was about (Mark)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum

REDACTED = "[deleted]"
"""The text of a turn that its person took back; nobody gives it other words again."""


class Speaker(StrEnum):
    USER = "user"
    AGENT = "agent"


class Status(StrEnum):
    ACTIVE = "active"
    CLOSED = "closed"


class ClosedBy(StrEnum):
    SILENCE = "time_silence"
    USER = "user_explicit"


def instant(when: datetime) -> datetime:
    """The same moment in UTC and in whole milliseconds, which is what a file can hold.

    Raises ValueError for a naive datetime: nobody can tell when it was.
    """
    if when.tzinfo is None:
        raise ValueError(f"{when.isoformat()} has no time zone")
    utc = when.astimezone(UTC)
    excess = utc.microsecond % 1000
    return utc.replace(microsecond=utc.microsecond - excess) if excess else utc


def writable(text: str) -> str:
    """The text with lone surrogates, which no UTF-8 file can hold, replaced by U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@dataclass(frozen=True, slots=True)
class Turn:
    """One message on the timeline.

    `label` is what stands in the header: a number, six characters, or "?".
    `at` is an instant (UTC, whole milliseconds); `origin` says which platform message this is,
    as "telegram 8812/4711", or is empty.
    """

    label: str
    at: datetime
    speaker: Speaker
    text: str
    origin: str = ""

    def __post_init__(self) -> None:
        if self.at != instant(self.at) or self.at.utcoffset() != UTC.utcoffset(None):
            raise ValueError(f"a turn's time is UTC in whole milliseconds, not {self.at!r}")
        if self.origin != self.origin.strip() or "\n" in self.origin or "-->" in self.origin:
            raise ValueError(f"a turn's origin is one line of words, not {self.origin!r}")

    def writable(self) -> "Turn":
        """This turn as a file can hold it."""
        return replace(self, text=writable(self.text))


@dataclass(frozen=True, slots=True)
class Mark:
    """What a slice was about. Texts are code points, of any length when read from elsewhere."""

    focus: str = ""
    summary: str = ""
    tags: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    open_loops: tuple[str, ...] = ()
    emotional_tone: str = ""

    def completed_by(self, other: "Mark") -> "Mark":
        """This mark with what it lacks; what it says already, say from the person, stays."""
        return Mark(
            focus=self.focus or other.focus,
            summary=self.summary or other.summary,
            tags=_united(self.tags, other.tags),
            decisions=_united(self.decisions, other.decisions),
            open_loops=_united(self.open_loops, other.open_loops),
            emotional_tone=self.emotional_tone or other.emotional_tone,
        )


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A time that a slice speaks of: [start, end) as ISO dates or date-times, as written."""

    start: str
    end: str
    text: str
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction: what is right, said on which day (ISO date) in which slice."""

    says: str
    on: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Safety:
    """Something never to be forgotten about a person; `confidence` from 0 to 1."""

    kind: str
    says: str
    confidence: float = 1.0
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Slice:
    """One uninterrupted conversation, from the instant of its first turn to that of its last.

    `extra` holds front-matter keys that are not ours, each with its lines as they were written;
    `preamble` is text that stands before the first turn.
    """

    slice_id: str
    start: datetime
    end: datetime
    turns: tuple[Turn, ...] = ()
    status: Status = Status.ACTIVE
    timezone: str = "UTC"
    mark: Mark = field(default_factory=Mark)
    related_slices: tuple[str, ...] = ()
    closed_by: str = ""
    channels: tuple[str, ...] = ()
    occurrences: tuple[Occurrence, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    safety: tuple[Safety, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    preamble: str = ""

    @property
    def is_open(self) -> bool:
        return self.status is Status.ACTIVE

    def said(self, origin: str) -> Turn | None:
        """The turn that the platform message `origin` is; None also where it is empty."""
        return next((turn for turn in self.turns if origin and turn.origin == origin), None)

    def with_turn(self, turn: Turn) -> "Slice":
        """This slice with one more turn, in order of time, labelled with the next number."""
        labelled = replace(turn, label=str(self.next_number()))
        place = len(self.turns)
        while place and self.turns[place - 1].at > turn.at:
            place -= 1
        turns = (*self.turns[:place], labelled, *self.turns[place:])
        channel = turn.origin.partition(" ")[0]
        channels = self.channels
        if channel and turn.speaker is Speaker.USER and channel not in channels:
            channels = (*channels, channel)
        return replace(
            self,
            turns=turns,
            start=min(self.start, turn.at),
            end=max(one.at for one in turns),
            channels=channels,
        )

    def next_number(self) -> int:
        return number_after((turn.label for turn in self.turns), len(self.turns))

    def closed(self, by: ClosedBy, mark: Mark) -> "Slice":
        return replace(
            self,
            status=Status.CLOSED,
            closed_by=by.value,
            mark=self.mark.completed_by(mark),
        )


def once(turns: Iterable[Turn]) -> list[Turn]:
    """Without the later ones of those that share an origin."""
    kept: dict[str | int, Turn] = {}
    for nth, turn in enumerate(turns):
        kept.setdefault(turn.origin or nth, turn)
    return list(kept.values())


def in_order(turns: Iterable[Turn]) -> list[Turn]:
    """The turns as a file can hold them, each once, in order of time."""
    return sorted(once([turn.writable() for turn in turns]), key=lambda turn: turn.at)


def canonical(slice_: Slice) -> tuple[object, ...]:
    """What nobody but the person changes in a slice once it was said."""
    return slice_.slice_id, slice_.start, slice_.end, slice_.status, slice_.turns


def are_same(one: Turn, other: Turn) -> bool:
    """Whether two turns are one message."""
    if one.origin and other.origin:
        return one.origin == other.origin
    return (one.at, one.speaker, one.text) == (other.at, other.speaker, other.text)


def number_after(labels: Iterable[str], least: int = 0) -> int:
    """A number above `least` and above those among the labels, none of which it is.

    Huge ones, which only somebody else can have written, do not push it past the nine digits
    that a header may hold.
    """
    numbers = {int(label) for label in labels if label.isdecimal()}
    number = max([least, *(one for one in numbers if one < 10**8)]) + 1
    while number in numbers:
        number += 1
    return number


def _united(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))
