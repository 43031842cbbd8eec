"""A message → what it states, by the conventions that all languages share (pure).

A language gives words and patterns (`Language`). Here is decided what they mean together: a
pattern only matches where a person is said to be something now; then everything around it is
looked at that takes it back, supposes, asks or tells a story.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from memory.safety.kinds import Kind, Stated
from memory.safety.late import LatePattern
from memory.safety.own_words import GONE

LONGEST = 160
"""Code points of what is kept of a statement."""

# A message that speaks of more than this is a list about something else.
_MOST_SENTENCES = 24
_LONGEST_SENTENCE = 300
_BACK = 300

_ENDS = re.compile(r"[!?。！？…]++|\.++(?=\s|$)|\n")
_SHORT = re.compile(r"\b(?:dr|mr|mrs|ms|prof|st|no|e\.g|i\.e|approx|tel)$", re.IGNORECASE)
_ASKED = ("?", "？", "吗", "么")
_EDGES = " \t\r,;:.!?，。；：！？、…-–—()（）*" + GONE


@dataclass(frozen=True, slots=True)
class Topic:
    """A kind: the words without which nothing is said of it, and what states it.

    A pattern may have the groups `who` (somebody), `he` (somebody spoken of before) and
    `carried` (nobody; the subject of the sentence goes on). With `alone` it only holds where
    the message says nothing else, with `further` where what belongs to it (see `Language`)
    follows. `confidence` of each is at most.
    """

    kind: Kind
    mentions: LatePattern
    rules: Sequence[tuple[LatePattern, float]]


@dataclass(frozen=True, slots=True)
class Language:
    """`plain`: characters that are read as others. The rest are patterns for what is around.

    `clause` parts clauses, `asks` begins a question and `tag` ends one; `denies` stands before
    what is not so, `unreal` in a sentence that tells a story, `staged` before a text that is
    one, `joking` behind a statement that is none; `supposes` makes it less sure; `revokes`
    says that it is over; `subject` finds whoever is spoken of, `person` those that count.
    `reported` ends what says that the next words are somebody else's. `further` is, by kind,
    what directly follows a statement and belongs to it: the number of whom to call.
    """

    plain: Mapping[int, int | str]
    topics: Sequence[Topic]
    further: Mapping[Kind, LatePattern]
    mentions: LatePattern
    clause: LatePattern
    asks: LatePattern
    tag: LatePattern
    denies: LatePattern
    reported: LatePattern
    unreal: LatePattern
    staged: LatePattern
    joking: LatePattern
    supposes: LatePattern
    revokes: LatePattern
    subject: LatePattern
    person: LatePattern
    himself: LatePattern
    myself: LatePattern


AROUND = tuple(
    field.name
    for field in fields(Language)
    if field.name not in ("plain", "topics", "further", "mentions")
)
"""What a language says of all that stands around a statement."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A stretch of the text, and the sentence around it."""

    begin: int
    stop: int
    sentence_begin: int
    sentence_stop: int


class Reader:
    """One message in one language. `text` as it was written, `spoken` of the same length."""

    def __init__(self, language: Language, text: str, spoken: str) -> None:
        self._language = language
        self._text = text
        self._plain = spoken.translate(language.plain)
        self._low = lowered(self._plain)
        self._said_to: dict[Kind, int] = {}

    def stated(self) -> Iterator[Stated]:
        language, plain = self._language, self._plain
        if not language.mentions.search(self._low):
            return
        scene = language.staged.search(plain)
        end = scene.start() if scene else len(plain)
        for nth, (begin, stop) in enumerate(self._sentences()):
            if begin >= end or nth >= _MOST_SENTENCES:
                return
            for clause in self._clauses(begin, stop):
                if clause.begin < end:
                    yield from self._of_clause(clause)

    def _sentences(self) -> Iterator[tuple[int, int]]:
        """Where those begin and end that mention anything at all."""
        begin = 0
        for match in _ENDS.finditer(self._plain):
            stop = match.end()
            if match[0] == "." and _SHORT.search(self._plain[max(0, stop - 8) : stop - 1]):
                continue
            yield from self._mentioning(begin, stop)
            begin = stop
        yield from self._mentioning(begin, len(self._plain))

    def _mentioning(self, begin: int, stop: int) -> Iterator[tuple[int, int]]:
        for start in range(begin, stop, _LONGEST_SENTENCE):
            end = min(stop, start + _LONGEST_SENTENCE)
            if self._language.mentions.search(self._low, start, end):
                yield start, end

    def _clauses(self, begin: int, stop: int) -> Iterator[_Clause]:
        """The clauses of a sentence that are no questions."""
        language, plain = self._language, self._plain
        sentence = plain[begin:stop]
        if language.unreal.search(sentence) or language.tag.search(sentence):
            return
        is_asked = sentence.rstrip()[-1:] in _ASKED
        edges = [begin]
        for match in language.clause.finditer(sentence):
            edges.append(begin + match.start())
        edges.append(stop)
        asking = False
        for nth in range(len(edges) - 1):
            clause = plain[edges[nth] : edges[nth + 1]]
            asking = bool(language.asks.match(clause)) or (asking and is_asked)
            is_last = nth == len(edges) - 2
            if not asking and not (is_asked and is_last):
                yield _Clause(edges[nth], edges[nth + 1], begin, stop)

    def _of_clause(self, clause: _Clause) -> Iterator[Stated]:
        language = self._language
        words = self._plain[clause.begin : clause.stop]
        low = self._low[clause.begin : clause.stop]
        for topic in language.topics:
            is_said = clause.begin < self._said_to.get(topic.kind, 0)
            if is_said or not topic.mentions.search(low):
                continue
            if revoked := self._revoked(topic, clause, words):
                yield revoked
                return
            found = (
                self._made(topic.kind, clause, match, confidence)
                for rule, confidence in topic.rules
                for match in rule.finditer(words)
            )
            if one := next(filter(None, found), None):
                yield one

    def _revoked(self, topic: Topic, clause: _Clause, words: str) -> Stated | None:
        match = self._language.revokes.search(words)
        if not match or self._language.denies.search(words[: match.start()]):
            return None
        return self._made(topic.kind, clause, match, 1.0)

    def _made(
        self, kind: Kind, clause: _Clause, match: re.Match[str], confidence: float
    ) -> Stated | None:
        """The statement, if nothing around it takes it back."""
        language, plain = self._language, self._plain
        start = clause.begin + match.start()
        named = {
            name.partition("_")[0]: text
            for name, text in match.groupdict().items()
            if text is not None
        }
        stop = self._stop(kind, clause, "further" in named)
        is_lost = "alone" in named and not self._is_alone(clause)
        if stop is None or is_lost or self._is_taken_back(clause, start):
            return None
        whose, place = "", start
        if "carried" in named:
            found = self._carried(clause, start)
            if found is None:
                return None
            whose, place = found
        elif named.get("he"):
            whose = self._antecedent(start)
            if not whose:
                return None
        if language.supposes.search(plain[clause.sentence_begin : clause.stop]):
            confidence = min(confidence, 0.5)
        who = whose or named.get("who") or ""
        if who and not language.myself.fullmatch(who):
            confidence = min(confidence, 0.9)
        said = " ".join(self._text[place:stop].split()).strip(_EDGES)
        if whose and not said.startswith(whose):
            said = f"{whose}: {said}"
        self._said_to[kind] = stop
        return Stated(kind, _short(said), confidence)

    def _is_taken_back(self, clause: _Clause, start: int) -> bool:
        language, plain = self._language, self._plain
        if language.reported.search(plain, clause.sentence_begin, clause.begin + 1):
            return True
        # What stands before a colon says whose words come after it.
        is_told = plain[clause.begin] in ":："
        before = plain[clause.sentence_begin if is_told else clause.begin : start]
        behind = plain[start : clause.sentence_stop]
        return bool(language.denies.search(before) or language.joking.search(behind))

    def _is_alone(self, clause: _Clause) -> bool:
        around = self._plain[: clause.begin] + self._plain[clause.sentence_stop :]
        return not around.strip(_EDGES + "\n")

    def _stop(self, kind: Kind, clause: _Clause, is_needed: bool) -> int | None:
        """Where the statement ends: with its clause, or with what follows and belongs to it."""
        pattern = self._language.further.get(kind)
        further = pattern.match(self._plain, clause.stop) if pattern else None
        if further is None:
            return None if is_needed else clause.stop
        return further.end()

    def _carried(self, clause: _Clause, start: int) -> tuple[str, int] | None:
        """The subject that goes on here, and from where on to quote; None where it is none of
        those that count."""
        language, plain = self._language, self._plain
        subjects = list(language.subject.finditer(plain, clause.sentence_begin, start))
        if not subjects:
            return None
        last = subjects[-1]
        whole = self._text[last.start() : last.end()]
        if language.denies.search(plain[clause.sentence_begin : last.start()]):
            return None
        person = language.person.match(plain, last.start())
        if language.himself.fullmatch(whole.split()[0] if whole.split() else whole):
            whose = self._antecedent(last.start())
            return (whose, start) if whose else None
        if person is None:
            return None
        whose = self._text[person.start() : person.end()].strip(_EDGES)
        is_near = last.start() >= clause.begin or language.myself.fullmatch(whose)
        return whose, last.start() if is_near else start

    def _antecedent(self, place: int) -> str:
        """Whom "she" means: the last person that counts, of those named shortly before."""
        language = self._language
        begin = max(0, place - _BACK)
        if language.unreal.search(self._plain, begin, place):
            return ""
        found = [
            one
            for one in language.person.finditer(self._plain, begin, place)
            if not language.myself.fullmatch(one[0].strip(_EDGES))
        ]
        return self._text[found[-1].start() : found[-1].end()].strip(_EDGES) if found else ""


def lowered(text: str) -> str:
    """In lower case and as long as before."""
    low = text.lower()
    return low if len(low) == len(text) else text


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
