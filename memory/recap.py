"""From the last few scenes to what "Previously on you" tells; no sentences here (pure)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from memory.slices import Amendment
from memory.slicing import fell_silent

SCENES = 3
LOOPS = 4


class Past(Protocol):
    """What a recap needs to know of a slice; an entry of the catalog is one.

    `start` and `end` are aware: the moments of the first and the last turn.
    """

    @property
    def slice_id(self) -> str: ...
    @property
    def start(self) -> datetime: ...
    @property
    def end(self) -> datetime: ...
    @property
    def focus(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def open_loops(self) -> Sequence[str]: ...
    @property
    def amendments(self) -> Sequence[Amendment]: ...


@dataclass(frozen=True, slots=True)
class RecapScene:
    """One scene of a recap: what it was about (its focus, else its summary), when (UTC), and
    what was corrected of it last, if anything was."""

    slice_id: str
    start: datetime
    end: datetime
    about: str
    corrected: str = ""


@dataclass(frozen=True, slots=True)
class Recap:
    """The last few scenes, oldest first, at least one; what they left open, the latest last.

    `last` is when the last turn of all was said (UTC).
    """

    scenes: tuple[RecapScene, ...]
    last: datetime
    open_loops: tuple[str, ...]


def recap(slices: Iterable[Past], now: datetime, *, anyway: bool = False) -> Recap | None:
    """What happened previously, seen from `now` (aware); None when there is nothing to tell.

    `slices` may come in any order, and are those before the message that is being answered.
    There is nothing to tell without a past, nor while the conversation is going on: less than
    thirty minutes since the last turn. A slice that is called open but has fallen silent is
    past; one that lies half an hour or more ahead of `now` (a wrong clock) is left out, and so
    is one that nobody marked. `anyway` tells it in the middle of a conversation too, for
    somebody who asks.
    """
    past = [each for each in slices if not fell_silent(now, each.start)]
    last = max((each.end.astimezone(UTC) for each in past), default=now)
    if not (anyway or fell_silent(last, now)):
        return None
    past.sort(key=lambda each: (each.start.astimezone(UTC), each.slice_id))
    told = [each for each in past if _about(each)][-SCENES:]
    if not told:
        return None
    scenes = tuple(
        RecapScene(
            each.slice_id,
            each.start.astimezone(UTC),
            each.end.astimezone(UTC),
            _about(each),
            each.amendments[-1].says if each.amendments else "",
        )
        for each in told
    )
    loops = dict.fromkeys(loop for each in told for loop in each.open_loops if loop.strip())
    return Recap(scenes, last, tuple(loops)[-LOOPS:])


def _about(scene: Past) -> str:
    return scene.focus.strip() or scene.summary.strip()
