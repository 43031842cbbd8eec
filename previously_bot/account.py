"""The values: how an answer came about, for the person who asks why (see `sessions`)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.slices import Mark, Safety
from previously_bot.model import Call, Usage


@dataclass(frozen=True, slots=True)
class Asked:
    """One request to a model: as what it was asked ("flash", "pro", "fallback"), its name, the
    tokens it took, and in a sentence why it failed, if it did."""

    role: str
    model: str
    usage: Usage = field(default_factory=Usage)
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Pointed:
    """Where to look: an existing slice, how far it matters (0 to 1), why, and the labels of
    the turns that matter, where these are known."""

    slice_id: str
    relevance: float
    reason: str
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadSlice:
    """A slice that was read, and the labels of the turns that were shown of it."""

    slice_id: str
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Used:
    """What a model is told of a tool that it used, and what was touched by that.

    `failed` when the text says why nothing was done. `read` and `written` are paths.
    """

    text: str
    slices: tuple[ReadSlice, ...] = ()
    read: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """What was said wrongly in a slice, as far as it is quoted, and what is right."""

    slice_id: str
    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class Account:
    """How one answer came about.

    `intent` is what the message was taken for, "" where nobody said. `read` are the slices
    whose words the answer was made from, and `uses` the tools used for it. `mark` is what the
    open slice is about now, None where nobody said. `rejected` are facts of the open slice
    that were taken for stated and were not. `model` gave the answer; "" is memory alone.
    """

    intent: str = ""
    pointed: Sequence[Pointed] = ()
    read: Sequence[ReadSlice] = ()
    asked: Sequence[Asked] = ()
    uses: Sequence[tuple[Call, Used]] = ()
    correction: Correction | None = None
    mark: Mark | None = None
    rejected: Sequence[Safety] = ()
    model: str = ""
