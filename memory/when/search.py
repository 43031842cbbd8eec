"""The phrases of a text, found and resolved: the way into `memory.when`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from threading import Lock
from typing import Literal
from zoneinfo import ZoneInfo

from memory.when.calendar import instant
from memory.when.chinese import CHINESE
from memory.when.customs import USUAL, Customs
from memory.when.english import ENGLISH
from memory.when.grammar import Layer, Token
from memory.when.layers import LAYERS, TIMES
from memory.when.periods import Asked, Bounds, Several, Span, Time
from memory.when.reading import Language, Reader, lines_as_expression
from memory.when.relations import time_of

Direction = Literal["past", "both"]

_making = Lock()

_LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


@dataclass(frozen=True, slots=True)
class Interval:
    """[start, end), both aware, in the person's zone; None is open, both None is a time that
    is too vague to look in. `text` is the words that said so, text[begin:stop] of the original.
    `alternatives` are what others mean by the same words, to try when nothing is found.
    """

    start: datetime | None
    end: datetime | None
    text: str
    fuzzy: bool = False
    alternatives: tuple[Bounds, ...] = ()
    begin: int = 0
    stop: int = 0

    def overlaps(self, start: datetime, end: datetime) -> bool:
        """Whether something that lasted from `start` to `end` (both included) touches it."""
        begins_before = self.end is None or start < self.end
        return begins_before and (self.start is None or end >= self.start)


# Kinds of tokens that are no words of time.
_OUTSIDE = frozenset({"word", "small", "mark", "and", "unread"})

# What a phrase leaves behind; no more of the text is looked at than prepositions are long.
_REACH = 40
_LEADING = re.compile(
    r"(?:\b(?:on|in|at|from|during|over|of|by|the|since|for)\s+)+$|(?:在|从|于)$", re.IGNORECASE
)
_TRAILING = re.compile(r"(?:'s|’s)?(?:的时候|的時候|時|时|里|裡)?")


@dataclass(frozen=True, slots=True)
class _Grammar:
    reader: Reader
    layers: Sequence[Layer]
    future: re.Pattern[str]
    past: re.Pattern[str]


def intervals(
    text: str,
    now: datetime,
    zone: ZoneInfo,
    language: str = "",
    direction: Direction = "past",
    customs: Customs = USUAL,
) -> list[Interval]:
    """The times that a text names, in its order; none of them overlap.

    `language` is "en", "zh" or "" for both. In the direction "past" an ambiguous phrase is the
    latest past one and what is to come is no time; in "both" the tense of a sentence decides.
    What people differ in is read by the person's `customs`. Raises ValueError for a `now`
    without a zone.
    """
    if now.utcoffset() is None:
        raise ValueError("now has no zone; give a moment such as 2026-07-07T09:00+02:00.")
    try:
        asked = Asked(now.astimezone(zone), False, direction == "both", customs)
    except OverflowError:
        # In the first and last hours that there are, no zone can be told.
        return []
    grammar = _grammar(language)
    plain = grammar.reader.plain(text)
    found: list[Interval] = []
    tokens = grammar.reader.tokens(plain, customs)
    for clause in _clauses(grammar, plain, tokens, direction):
        if direction == "both":
            said = plain[clause[0].begin : clause[-1].stop]
            asked = replace(asked, forward=bool(grammar.future.search(said)))
        for layer in grammar.layers:
            clause = layer.reduced(clause, asked)
        found += [one for token in clause for one in _intervals(token, text, asked)]
    return found


def one_time(
    text: str, now: datetime, zone: ZoneInfo, customs: Customs = USUAL
) -> Interval | None:
    """The time that a text names, when it names one and says nothing else."""
    found = intervals(text, now, zone, customs=customs)
    return found[0] if len(found) == 1 and not without(text, found) else None


def without(text: str, found: Sequence[Interval]) -> str:
    """The text without the phrases and their prepositions: what is left to ask."""
    kept: list[str] = []
    begin = 0
    for interval in found:
        kept.append(_without_preposition(text[begin : interval.begin]))
        begin = interval.stop + len(_trailing(text, interval.stop))
    kept.append(text[begin:])
    return " ".join(" ".join(kept).split())


def _without_preposition(text: str) -> str:
    """A text that ends before a phrase, without the prepositions at its end."""
    near = max(0, len(text) - _REACH)
    return text[:near] + _LEADING.sub("", text[near:])


def _trailing(text: str, stop: int) -> str:
    match = _TRAILING.match(text, stop)
    return match[0] if match else ""


def _grammar(language: str) -> _Grammar:
    """Made once, however many threads ask for it at the same time."""
    with _making:
        return _made(language)


@lru_cache
def _made(language: str) -> _Grammar:
    chosen: Sequence[Language] = (
        [_LANGUAGES[language]] if language in _LANGUAGES else list(_LANGUAGES.values())
    )
    own = [Layer(rules, one.name) for one in chosen for rules in one.phrases]
    future, past = (
        re.compile("|".join(lines_as_expression(lines, spaced) for lines, spaced in tense))
        for tense in (
            [(one.future, one.spaced) for one in chosen],
            [(one.past, one.spaced) for one in chosen],
        )
    )
    return _Grammar(Reader(chosen), [*own, *LAYERS], future, past)


def _clauses(
    grammar: _Grammar, plain: str, tokens: Sequence[Token], direction: Direction
) -> Iterator[Sequence[Token]]:
    """The sentences of a text; where tense matters, also what a comma parts that has its own.

    A comma before a word of time may be one inside a date.
    """
    begin, since, has_tense = 0, 0, False
    for number, token in enumerate(tokens, start=1):
        is_end = token.kind == "stop" or number == len(tokens)
        if direction == "both" and token.kind == "comma" and not is_end:
            said, since = plain[since : token.begin], token.stop
            has_tense |= bool(grammar.future.search(said) or grammar.past.search(said))
            is_end = has_tense and tokens[number].kind in _OUTSIDE
        if is_end:
            yield tokens[begin:number]
            begin, since, has_tense = number, token.stop, False


def _intervals(token: Token, text: str, asked: Asked) -> Iterator[Interval]:
    if token.kind not in TIMES:
        return
    times = token.value.times if isinstance(token.value, Several) else [token.value]
    for time in times:
        resolved = _resolved(time_of(time, asked), asked)
        if resolved is not None:
            start, end, fuzzy, alternatives = resolved
            said = text[token.begin : token.stop]
            yield Interval(start, end, said, fuzzy, alternatives, token.begin, token.stop)


def _resolved(
    time: Time, asked: Asked
) -> tuple[datetime | None, datetime | None, bool, tuple[Bounds, ...]] | None:
    """The instants of a time; None where it lies outside of the calendar."""
    try:
        span = time.resolved(asked)
        if span is None:
            return None
        start, end = _instants((span.start, span.end), asked.zone)
        others = tuple(_instants(one, asked.zone) for one in span.alternatives)
        is_empty = start and end and start.astimezone(UTC) >= end.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    if is_empty:
        length = _length(span)
        if start is None or length <= timedelta():
            return None
        # All of it lies where the clock is set forward: as long, from the first instant after.
        end = (start.astimezone(UTC) + length).astimezone(asked.zone)
    return start, end, span.fuzzy, others


def _length(span: Span) -> timedelta:
    """How long it is by the clock on the wall; nothing where it is not said by that clock."""
    if span.start is None or span.end is None or span.start.tzinfo or span.end.tzinfo:
        return timedelta()
    return span.end - span.start


def _instants(bounds: Bounds, zone: ZoneInfo) -> Bounds:
    start, end = bounds
    return start and instant(start, zone), end and instant(end, zone, ends=True)
