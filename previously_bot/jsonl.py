"""A past as JSON lines, {"at", "speaker", "text"} each, read into turns."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from memory.slices import Speaker, Turn, instant, writable
from previously_bot.masking import masked

_SPEAKERS = {
    "user": Speaker.USER,
    "human": Speaker.USER,
    "me": Speaker.USER,
    "agent": Speaker.AGENT,
    "assistant": Speaker.AGENT,
    "bot": Speaker.AGENT,
}


@dataclass(slots=True)
class Past:
    """The turns that could be read; `refused` lines are not among them, `notes` are about some
    that are."""

    turns: list[Turn] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class _Refused(Exception):
    """A line that is no turn; the text says why, and what would make it one."""


def read(lines: Iterable[bytes], zone: ZoneInfo, now: datetime) -> Past:
    """Turns in the order of their lines. `now` is aware; times without a zone are in `zone`."""
    past = Past()
    naive = replaced = unordered = secret = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        text = line.removeprefix(b"\xef\xbb\xbf").decode(errors="replace")
        try:
            at, turn = _turn(text, zone, now)
        except _Refused as refused:
            past.refused.append(f"Line {number} {refused}")
            continue
        naive += at.tzinfo is None
        replaced += turn.text != writable(turn.text) or not _is_utf8(line)
        unordered += bool(past.turns) and turn.at < past.turns[-1].at
        hidden = masked(turn.text)
        secret += bool(hidden.kinds)
        past.turns.append(replace(turn, text=hidden.text))
    if naive:
        past.notes.append(
            f"{_lines(naive)} no time zone and {_were(naive)} taken as {zone.key} time; "
            "give --timezone for another."
        )
    if unordered:
        past.notes.append(f"{_lines(unordered, 'is', 'are')} out of order; sorted by time.")
    if replaced:
        past.notes.append(f"{_lines(replaced)} characters no file can hold; � stands for them.")
    if secret:
        past.notes.append(f"{_lines(secret)} secrets, such as keys; they are masked.")
    return past


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _turn(line: str, zone: ZoneInfo, now: datetime) -> tuple[datetime, Turn]:
    try:
        item = json.loads(line)
    except (ValueError, RecursionError):
        raise _Refused("is not JSON; left out.") from None
    if not isinstance(item, dict):
        raise _Refused('is not an object with "at", "speaker" and "text"; left out.')
    at = _moment(item)
    speaker = _SPEAKERS.get(str(item.get("speaker", "")).strip().lower())
    if speaker is None:
        raise _Refused('has no "speaker" that is user or agent; left out.')
    text = item.get("text")
    if not isinstance(text, str):
        raise _Refused('has no "text"; left out.')
    try:
        aware = instant(at if at.tzinfo else at.replace(tzinfo=zone))
    except OverflowError:
        raise _Refused('has an "at" beyond the calendar; left out.') from None
    if aware > now.astimezone(UTC):
        raise _Refused(f"is in the future ({aware.isoformat()}); left out.")
    return at, Turn("?", aware, speaker, text)


def _moment(item: Mapping[str, object]) -> datetime:
    at = item.get("at")
    if at is None:
        raise _Refused('has no "at"; left out.')
    try:
        return datetime.fromisoformat(str(at).strip())
    except ValueError:
        raise _Refused('has an "at" that is no ISO time; left out.') from None


def _lines(count: int, one: str = "has", many: str = "have") -> str:
    return f"1 line {one}" if count == 1 else f"{count} lines {many}"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"
