"""The port: what answers a person from what the timeline remembers."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from memory.along import Stretch
from memory.catalog import Entry
from memory.recall import Recalled
from memory.slices import Slice, Turn
from previously_bot.account import Account
from previously_bot.model import Image


@dataclass(frozen=True, slots=True)
class Scene:
    """A slice that recall pointed at, read whole, with the labels of the turns that matched."""

    slice: Slice
    turns: tuple[str, ...]
    reason: str
    relevance: float = 1.0


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a file that came with a message; `path` is where that text is kept."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """All that an answerer is told: what was just said, what was going on, what was recalled.

    `said` are the person's new turns, oldest first; `recalled` says how the question was read;
    `scenes` are the slices it pointed at, best first; `along` the parts of a long time that was
    asked for, a line each; `inside` the slices of a time that nothing else is asked of, oldest
    first, as far as one lists them; `documents` and `images` came with what was said; `now`
    is aware. `awaited` is the place from which the past has not come yet, "" where it has.
    """

    now: datetime
    zone: ZoneInfo
    language: str
    said: Sequence[Turn]
    open_slice: Slice
    recalled: Recalled
    scenes: Sequence[Scene]
    along: Sequence[Stretch] = ()
    inside: Sequence[Entry] = ()
    documents: Sequence[Document] = ()
    images: Sequence[Image] = ()
    awaited: str = ""


@dataclass(frozen=True, slots=True)
class StartOver:
    """What came so far is no answer after all; it begins anew with what comes next."""


class Answerer(Protocol):
    def answer(self, request: Request) -> AsyncIterator[str | StartOver | Account]:
        """The answer in pieces of text, as they come; joined they are the whole (Markdown).
        How it came about is told once, last of all.

        Raises ModelError when there is no answer, and what the timeline raises.
        """
