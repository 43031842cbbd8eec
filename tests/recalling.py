"""Slices and indexes for the tests of recall, said in few words."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from memory.recall import Index, Recalled
from memory.slices import Slice, Speaker, Status, Turn

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 18, 20, 30, tzinfo=UTC)
"""A Wednesday evening."""


def said(on: str, *texts: str, agent: str = "", **more: object) -> Slice:
    """A slice of a moment (ISO; noon in UTC if only a day), one turn a text, a minute apart."""
    at = datetime.fromisoformat(on if "T" in on else f"{on}T12:00").replace(tzinfo=UTC)
    spoken = [(Speaker.USER, text) for text in texts]
    spoken += [(Speaker.AGENT, agent)] if agent else []
    turns = tuple(
        Turn(str(nth + 1), at + timedelta(minutes=nth), speaker, text)
        for nth, (speaker, text) in enumerate(spoken)
    )
    end = turns[-1].at if turns else at
    return Slice(f"{at:%Y-%m-%d-%H%M}", at, end, turns, Status.CLOSED, **more)  # type: ignore[arg-type]


def index(*slices: Slice) -> Index:
    built = Index()
    for slice_ in slices:
        built.put(slice_)
    return built


def ask(built: Index, question: str, limit: int | None = None) -> Recalled:
    return built.recall(question, NOW, ZONE, limit=limit)


def days(recalled: Recalled) -> list[str]:
    """Month and day of each pointer."""
    return [pointer.slice_id[5:10] for pointer in recalled.pointers]
