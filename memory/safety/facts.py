"""Everything that must not be forgotten, of a whole timeline, from its catalog (pure)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memory.catalog import Entry


@dataclass(frozen=True, slots=True)
class Fact:
    """`at` is when the slice began in which it was said (UTC); `confidence` from 0 to 1."""

    kind: str
    says: str
    confidence: float
    slice_id: str
    at: datetime


def facts(entries: Iterable[Entry]) -> list[Fact]:
    """All facts, the newest last; what was said again counts where it was said last.

    So what revokes a fact comes after it, and what was revoked and holds again comes after
    that. Nothing falls out: who reads them in order knows how it is now.
    """
    found: dict[tuple[str, str], Fact] = {}
    for entry in sorted(entries, key=lambda entry: (entry.start, entry.slice_id)):
        for one in entry.safety:
            key = (one.kind, one.says.casefold())
            found.pop(key, None)
            found[key] = Fact(one.kind, one.says, one.confidence, entry.slice_id, entry.start)
    return list(found.values())
