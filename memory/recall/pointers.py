"""The values: a question as it was read, and where on the timeline to look for its answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.when import Interval


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where to look: relevance (0 to 1), a reason for a person, turns that matched."""

    slice_id: str
    start: datetime
    relevance: float
    reason: str
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recalled:
    """A question as it was read: `rest` is what is left of it without its times.

    With `only_time` it asks for nothing but a time, and the pointers are all that lies in it.
    """

    query: str
    rest: str
    intervals: tuple[Interval, ...]
    pointers: Sequence[Pointer]
    note: str = ""
    only_time: bool = False
