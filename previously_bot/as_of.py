"""“As of 1 March”: at which moment the memory is meant, in what a person asks (pure)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from memory import when
from memory.when import USUAL, Customs, Interval

_MARK = re.compile(
    r"\bas\s+(?:of|known\s+on|was\s+known\s+on)\b|截(?:至|止)(?:到|至)?(?=\s*\S)", re.IGNORECASE
)
_EXACT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{4,15}(?:Z|[+-][0-9:]{2,6})?(?!\S)")
_UTC = ZoneInfo("UTC")
_IN_UTC = re.compile(r"\s*\b(?:UTC|GMT|Z)(?![\w+-])", re.IGNORECASE)
_AT_END_IN_UTC = re.compile(_IN_UTC.pattern + r"\s*$", re.IGNORECASE)
_BEFORE_PHRASE = re.compile(r"\s*(?:the\s+)?", re.IGNORECASE)
_AFTER_PHRASE = re.compile(r"(?:为止|為止|的时候|的時候|时|時|的)?")
_PARTED = re.compile(r"\s*(?:$|[,，:：;；.。?？!！…]+\s*)")
_LOOSE_END = " ,，;；:："

_MOST = 3
"""So many places in a question are looked at, from its end."""
_HOUR = timedelta(hours=1)
_LEAST = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class AsOf:
    """`question` is to be asked of what was known at the `moment`, aware and not to come."""

    question: str
    moment: datetime


def moment(
    phrase: str, now: datetime, zone: ZoneInfo, customs: Customs = USUAL
) -> datetime | None:
    """The moment that a phrase means, when it is a time and nothing else.

    A day, and all that is longer, means its end; a time of day itself; what is about some time
    means the middle of that. Nothing lies after `now`.
    """
    exact = _EXACT.fullmatch(phrase.strip())
    if exact and (found := _exactly(exact[0], zone)):
        return min(found, now)
    if (utc := _AT_END_IN_UTC.search(phrase)) is not None:
        phrase, zone = phrase[: utc.start()], _UTC
    time = when.one_time(phrase, now, zone, customs)
    return _meant(time, now) if time else None


def is_to_come(phrase: str, now: datetime, zone: ZoneInfo, customs: Customs = USUAL) -> bool:
    """Whether a phrase that means no moment names a time that has not begun."""
    found = when.intervals(phrase, now, zone, direction="both", customs=customs)
    return any(time.start is not None and time.start > now for time in found)


def as_of(text: str, now: datetime, zone: ZoneInfo, customs: Customs = USUAL) -> AsOf | None:
    """What is asked and as of when; None for a question that is about the present, as all are
    in which what stands after “as of” is no time."""
    for mark in reversed(list(_MARK.finditer(text))[-_MOST:]):
        rest = text[mark.end() :]
        for stop, at in _moments(rest, now, zone, customs):
            left = _AFTER_PHRASE.match(rest, stop)
            stop = left.end() if left else stop
            parted = _PARTED.match(rest, stop)
            if parted is None and mark[0].isascii():
                continue  # "as of Monday morning's plan": the words go on
            after = rest[parted.end() if parted else stop :]
            parts = (text[: mark.start()].rstrip(_LOOSE_END), after.lstrip(_LOOSE_END))
            question = " ".join(filter(None, (part.strip() for part in parts)))
            return AsOf(question, at) if question else None
    return None


def _moments(
    rest: str, now: datetime, zone: ZoneInfo, customs: Customs
) -> Iterator[tuple[int, datetime]]:
    """The time that a text begins with: where its words end, and what it means."""
    begin = match.end() if (match := _BEFORE_PHRASE.match(rest)) else 0
    exact = _EXACT.match(rest, begin)
    if exact and (found := _exactly(exact[0], zone)):
        yield exact.end(), min(found, now)
        return
    for time in when.intervals(rest, now, zone, customs=customs)[:1]:
        utc = _IN_UTC.match(rest, time.stop)
        if utc is not None and (meant := moment(rest[begin : utc.end()], now, zone, customs)):
            yield utc.end(), meant
        elif time.begin <= begin and (meant := _meant(time, now)):
            yield time.stop, meant


def _exactly(text: str, zone: ZoneInfo) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _meant(time: Interval, now: datetime) -> datetime | None:
    if time.end is None:
        return now if time.start else None
    end = time.end.astimezone(UTC)
    if time.start is not None:
        start = time.start.astimezone(UTC)
        if end - start == _HOUR and not time.fuzzy:
            return min(start, now)  # "at 10 pm", which elsewhere is the hour that begins then
        if time.fuzzy or end - start < _HOUR:
            return min(start + (end - start) / 2, now)
    return min(end - _LEAST, now)
