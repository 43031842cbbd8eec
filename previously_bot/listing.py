"""Slices and pointers as lines for a person and as JSON for a program (pure)."""

from collections.abc import Callable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from memory import when
from memory.catalog import Entry
from memory.past import Commit
from memory.recall import Recalled
from memory.slices import Speaker, Status, Turn
from memory.when import Customs, Interval
from memory.words import shortened, unquoted
from previously_bot import moments, texts
from previously_bot.answerer import Scene
from previously_bot.moments import speaks_chinese

_FOCUS = 70  # code points of a slice's focus, or of a commit's message, in a list
_AUTHOR = 40

PathOf = Callable[[str], str]


def line(entry: Entry, zone: ZoneInfo, language: str) -> str:
    """ "Tuesday 10 March 2026, 15:58 — moving the workshop (4 turns)"."""
    day, time = moments.day(entry.start, zone, language), moments.clock_time(entry.start, zone)
    going_on = texts.GOING_ON.say(language) if entry.status is Status.ACTIVE else ""
    about = shortened(entry.focus or entry.summary, _FOCUS) or going_on or "…"
    right = entry.amendments[-1].says if entry.amendments else ""
    about = texts.corrected(about, shortened(right, _FOCUS), language)
    if speaks_chinese(language):
        return f"{day} {time} — {about}（{entry.turns}条）"
    return f"{day}, {time} — {about} ({entry.turns} turn{'' if entry.turns == 1 else 's'})"


def turn_line(turn: Turn, zone: ZoneInfo, language: str, limit: int) -> str:
    """Who said what, and at which time of the day; of the words at most `limit` code points."""
    said = texts.YOU_SAID if turn.speaker is Speaker.USER else texts.I_SAID
    words = texts.inline(unquoted(turn.text), limit)
    return said.say(language, time=moments.clock_time(turn.at, zone), words=words)


def commit_line(commit: Commit, zone: ZoneInfo, language: str) -> str:
    """ "Tuesday 10 March 2026, 15:58 — 1a2b3c4 — what its message begins with (Mara)"."""
    when = moments.moment_in_words(commit.at, zone, language)
    said = shortened(commit.message.partition("\n")[0], _FOCUS) or "…"
    author = shortened(commit.author, _AUTHOR)
    by = "" if not author else f"（{author}）" if speaks_chinese(language) else f" ({author})"
    return f"{when} — {commit.sha[:7]} — {said}{by}"


def commit_json(commit: Commit) -> dict[str, object]:
    return {
        "commit": commit.sha,
        "at": commit.at.isoformat(),
        "message": commit.message,
        "author": commit.author,
    }


def scene_line(scene: Scene, now: datetime, zone: ZoneInfo, language: str) -> str:
    """When a slice was, what it was about, and why it was pointed at."""
    day = moments.day_and_distance(scene.slice.start, now, zone, language)
    about = shortened(scene.slice.mark.focus or scene.slice.mark.summary, _FOCUS)
    return " — ".join(part for part in (day, about, scene.reason) if part)


def timeline_json(entries: Sequence[Entry], path_of: PathOf) -> list[dict[str, object]]:
    return [
        {
            "slice_id": entry.slice_id,
            "path": path_of(entry.slice_id),
            "start": entry.start.isoformat(),
            "end": entry.end.isoformat(),
            "status": entry.status.value,
            "turns": entry.turns,
            "focus": entry.focus,
            "summary": entry.summary,
            "tags": list(entry.tags),
            "channels": list(entry.channels),
        }
        for entry in entries
    ]


def recall_json(recalled: Recalled, path_of: PathOf) -> dict[str, object]:
    return {
        "query": recalled.query,
        "rest": recalled.rest,
        "intervals": [_interval_json(interval) for interval in recalled.intervals],
        "pointers": [
            {
                "slice_id": pointer.slice_id,
                "path": path_of(pointer.slice_id),
                "start": pointer.start.isoformat(),
                "relevance": pointer.relevance,
                "reason": pointer.reason,
            }
            for pointer in recalled.pointers
        ],
        "note": recalled.note,
    }


def times_in(
    text: str, now: datetime, zone: ZoneInfo, customs: Customs, language: str = ""
) -> list[Interval]:
    """The times that a text names: the past ones, as in a question, else those to come."""
    found = when.intervals(text, now, zone, language, customs=customs)
    return found or when.intervals(text, now, zone, language, "both", customs)


def time_line(interval: Interval, zone: ZoneInfo, language: str) -> str:
    """An interval as people say it: "Tuesday 10 March 2026, 17:00 – …"."""
    if interval.start is None and interval.end is None:
        return texts.TOO_VAGUE.say(language)
    about = texts.ABOUT_THEN.say(language) if interval.fuzzy else ""
    return about + moments.span_in_words(interval.start, interval.end, zone, language)


def when_json(interval: Interval) -> dict[str, object]:
    return {**_interval_json(interval), "fuzzy": interval.fuzzy}


def _interval_json(interval: Interval) -> dict[str, object]:
    return {
        "start": interval.start.isoformat() if interval.start else None,
        "end": interval.end.isoformat() if interval.end else None,
        "text": interval.text,
    }
