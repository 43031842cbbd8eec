"""A question → what is asked for: its terms, which of them stand side by side, its times."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from itertools import pairwise
from zoneinfo import ZoneInfo

from memory import when, words
from memory.recall import asking
from memory.recall.blend import BLEND, Blend
from memory.when import USUAL, Customs, Interval

# A longer question is a paste: it is read at both ends, and its first terms ask.
_READ = 4_000
_MOST_TERMS = 128
_MOST_PARTS = 4
_WEAK = 0.4
# The longest name of a strand that is looked for, in terms.
_LONGEST_STRAND = 5

# All that stands around a time when nothing but the time is named.
_BARE = re.compile(
    r"(?:\W|_|\b(?:and|what about|how about|everything|all|on|in|at|from|of|during|the)\b"
    r"|的|那|呢)*"
)
_CALENDAR = re.compile(
    r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|mon|tues?|wed(?:nes)?|thu(?:rs)?"
    r"|fri|sat(?:ur)?|sun)(?:uary|ruary|ch|il|ust|tember|ober|ember|day)?s?\b"
    r"|\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|fortnights?|months?|quarters?"
    r"|years?|decades?|century|spring|summer|autumn|fall|winter|morning|noon|afternoon|evening"
    r"|midnight|to(?:day|night|morrow)|yesterday|lately|recent(?:ly)?|earlier|later|now|just|last"
    r"|this|these|past|previous|next|coming|ago|before|after|since|until|till|between|and|to|from"
    r"|in|on|at|of|the|an?|about|around|few|couple|several|some|many|ever|back|half|early|mid"
    r"|middle|late|beginning|start|end|first|second|third|fourth|fifth|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|eleven|twelve|dozen|during|within|over|whole|all|other|same|so"
    r"|far|then|ending|until|utc|gmt|st|nd|rd|th|am|pm|o'clock|bc|ad|was|it|long|time|times)\b"
    r"|[年月日号天周星期礼拜季度个小时分钟秒点半旬上下前后去今明昨本这那近最刚才早晚午中夜凌晨傍末初底春夏秋冬"
    r"零〇一二两三四五六七八九十百千几多大约左右之以内里来到从至和整每当时候间过久不的在世纪代]"
)
# After a full stop only behind a word: not behind "Dr." or "3 p.m.".
_SENTENCE_END = re.compile(r"(?<=[!?…])\s+|(?<=\w{4}[.])\s+|(?<=[。！？；])|\n+")


class Leads(Enum):
    """Which time a question means: when it was said, when it happened, or either."""

    SAID = "said"
    EITHER = "either"
    SPOKEN_OF = "spoken of"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is asked for. `asked`: term → its weight from 0 to 1; `surfaces`: term →
    the word of the question; `pairs`: terms that stand side by side; `of_time`: terms that only
    name the time, by the calendar."""

    asked: Mapping[str, float]
    surfaces: Mapping[str, str]
    pairs: frozenset[tuple[str, str]]
    of_time: frozenset[str] = frozenset()

    def is_about_a_thing(self, beside: Sequence[Interval]) -> bool:
        """Beside a time, characters that say little alone (谁, 去了) are no thing."""
        return any(weight > (_WEAK if beside else 0.0) for weight in self.asked.values())


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, in parts that are each answered; none when nothing but a time is."""

    text: str
    rest: str
    intervals: tuple[Interval, ...]
    leads: Leads
    parts: tuple[Part, ...] = ()
    strands: frozenset[tuple[str, ...]] = frozenset()
    of_agent: bool = False
    is_chinese: bool = False
    told_in: str = ""
    """The language of whoever is told why; "" for that of the question."""

    @property
    def is_told_in_chinese(self) -> bool:
        return self.told_in.startswith("zh") if self.told_in else self.is_chinese

    @property
    def asked(self) -> dict[str, float]:
        """The terms of all parts."""
        return {term: much for part in self.parts for term, much in part.asked.items()}

    @property
    def surfaces(self) -> dict[str, str]:
        return {term: word for part in self.parts for term, word in part.surfaces.items()}

    def is_of_thing(self, term: str) -> bool:
        """Whether a term asks for a thing, and does not only name the time."""
        return any(term in part.asked and term not in part.of_time for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One of a question, without its times, in lower case; `told` without what only asks."""

    folded: str
    told: str
    times: tuple[Interval, ...]
    asks: bool


def read(
    text: str,
    now: datetime,
    zone: ZoneInfo,
    language: str = "",
    *,
    blend: Blend = BLEND,
    customs: Customs = USUAL,
) -> Question:
    """Read a question; total on any text whatever. `now` is aware."""
    shown = text if len(text) <= 2 * _READ else f"{text[:_READ]}\n{text[-_READ:]}"
    found = _times(shown, now, zone, language, customs)
    sentences = list(_sentences(shown, found))
    times = _asked_times(sentences)
    folded = "\n".join(one.folded for one in sentences)
    parts = tuple(
        _with_phrases(part, times, blend)
        for part in _parts(sentences, blend)
        if part.is_about_a_thing(beside=times)
    )
    return Question(
        text=text,
        rest=when.without(shown, found),
        intervals=times,
        leads=_leads(folded, times, now, bool(parts)),
        parts=parts,
        strands=frozenset(_strands(folded)),
        of_agent=asking.is_of_agent(folded),
        is_chinese=_is_chinese(text),
    )


def _sentences(text: str, found: Sequence[Interval]) -> Iterator[_Sentence]:
    begin = 0
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        sentence = text[begin:end]
        times = tuple(one for one in found if begin <= one.begin < end)
        own = [replace(one, begin=one.begin - begin, stop=one.stop - begin) for one in times]
        folded = _folded(when.without(sentence, own))
        told = asking.without_asking(folded)
        if times or any(map(str.isalnum, sentence)):
            yield _Sentence(folded, told, times, asking.is_asking(_folded(sentence)))
        begin = end


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower().replace("’", "'")


def _asked_times(sentences: Sequence[_Sentence]) -> tuple[Interval, ...]:
    """The times of what is asked; of the rest only where that alone says what is meant."""
    asking_ones = [one for one in sentences if one.asks]
    times = [time for one in asking_ones for time in one.times]
    if times or any(words.terms(one.told) for one in asking_ones):
        return tuple(times)
    return tuple(time for one in sentences for time in one.times)


def _times(
    text: str, now: datetime, zone: ZoneInfo, language: str, customs: Customs
) -> list[Interval]:
    """The times that have begun, unless the question plainly speaks of what is to come."""
    coming = [
        one
        for one in when.intervals(text, now, zone, language, "both", customs)
        if one.start is not None and one.start > now
    ]
    found = coming or when.intervals(text, now, zone, language, customs=customs)
    bounded = [one for one in found if one.start is not None or one.end is not None]
    return list(_met(text, bounded, now))


def _met(text: str, found: Sequence[Interval], now: datetime) -> Iterator[Interval]:
    """The times, with an open end and an open start that follow each other made one.

    "After June but before September" is the summer, and not everything on either side.
    """
    kept: Interval | None = None
    for one in found:
        since = kept.start if kept and (kept.end is None or kept.end >= now) else None
        if kept and since and one.start is None and one.end and since < one.end:
            said = text[kept.begin : one.stop]
            one = replace(kept, end=one.end, text=said, stop=one.stop, alternatives=())
        elif kept:
            yield kept
        kept = one
    if kept:
        yield kept


def strand_key(tag: str) -> tuple[str, ...]:
    """What a tag is compared by: the terms that tell, in order."""
    return tuple(term for term in words.terms(tag) if words.weight(term) == 1.0)


def _parts(sentences: Sequence[_Sentence], blend: Blend) -> Iterator[Part]:
    """One part for every sentence that asks; what does not ask goes before the one that does.

    A text without any is one part.
    """
    left = sum(one.asks for one in sentences)
    told: list[_Sentence] = []
    for one in sentences:
        told.append(one)
        left -= one.asks
        if one.asks and 0 < left < _MOST_PARTS and words.terms(one.told):
            yield _part(told, blend)
            told = []
    yield _part(told, blend)


def _part(sentences: Sequence[_Sentence], blend: Blend) -> Part:
    """What stands beside what asks counts less, and all of it not more than a share."""
    asks = [one.told for one in sentences if one.asks] or [one.told for one in sentences]
    beside = [one.told for one in sentences if one.told not in asks]
    asked, pairs = _weighed(asks)
    aside, more = _weighed(beside)
    room = sum(asked.values()) / (sum(aside.values()) or 1.0)
    share = blend.aside * min(1.0, room) if asked else 1.0
    for term in list(aside)[: max(0, _MOST_TERMS - len(asked))]:
        asked.setdefault(term, share * aside[term])
    surfaces = words.surfaces(" ".join([*asks, *beside]))
    return Part(asked, {term: surfaces[term] for term in asked}, frozenset(pairs | more))


def _weighed(sentences: Sequence[str]) -> tuple[dict[str, float], set[tuple[str, str]]]:
    """Term → weight, of the first terms of a text; and the pairs that stand side by side."""
    weights: dict[str, float] = {}
    pairs: set[tuple[str, str]] = set()
    for piece in "|".join(sentences).split("|"):
        terms = words.terms(piece)[:_MOST_TERMS]
        pairs.update(pairwise(terms))
        for term in terms:
            if len(weights) < _MOST_TERMS:
                weights.setdefault(term, words.weight(term))
    return weights, pairs


def _with_phrases(part: Part, found: Sequence[Interval], blend: Blend) -> Part:
    """The words of its times too, for a little: it may have been told in the same words.

    A time with a name, such as Thanksgiving, is spoken of on other days as well.
    """
    asked, surfaces = dict(part.asked), dict(part.surfaces)
    of_time: set[str] = set()
    for one in found:
        share = 1.0 if is_named(one) else blend.phrase
        said = words.surfaces(one.text.lower())
        if not is_named(one):
            of_time.update(said.keys() - part.asked.keys())
        for term, word in said.items():
            asked.setdefault(term, share * words.weight(term))
            surfaces.setdefault(term, word)
    return replace(part, asked=asked, surfaces=surfaces, of_time=frozenset(of_time))


def is_named(one: Interval) -> bool:
    """Whether a time is called by a name of its own, not by the calendar."""
    return any(character.isalpha() for character in _CALENDAR.sub("", one.text.lower()))


def _leads(folded: str, found: Sequence[Interval], now: datetime, is_about: bool) -> Leads:
    if any(one.start is not None and one.start > now for one in found):
        return Leads.SPOKEN_OF
    bare = not is_about and _BARE.fullmatch(folded) is not None
    if bare or asking.is_of_speaking(folded):
        return Leads.SAID
    return Leads.EITHER


def _strands(folded: str) -> Iterator[tuple[str, ...]]:
    terms = [term for term in words.terms(folded) if words.weight(term) == 1.0]
    for begin in range(min(len(terms), 4 * _MOST_TERMS)):
        for length in range(1, _LONGEST_STRAND + 1):
            yield tuple(terms[begin : begin + length])


def _is_chinese(text: str) -> bool:
    shown = text[:_READ]
    han = sum("\u3400" <= character <= "\u9fff" for character in shown)
    return han * 3 > sum(character.isalpha() for character in shown) - han
