"""Slice → Mark without a model: what it was about, told from the person's own words (pure).

Only what the person said is evidence: a guess of the bot must not become a fact.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from memory.attached import without_files, without_places
from memory.slices import Mark, Slice, Speaker
from memory.words import one_line, shortened, terms, weight
from previously_bot.masking import without
from previously_bot.models.extractive.prose import READ, sentences
from previously_bot.models.extractive.questions import asks_about_past
from previously_bot.models.extractive.tags import tags
from previously_bot.models.extractive.tones import tone

FOCUS_LIMIT = 60
SUMMARY_LIMIT = 100
MOST_LOOPS = 3
MOST_DECISIONS = 5

_READ = 300_000  # code points of a slice
_CUES = 400  # code points of a sentence in which cues are looked for

_LEAD = re.compile(
    r"^(?:(?:so|well|hey|hi|hello|ok|okay|oh|um|anyway|by the way|btw|good (?:morning|evening)"
    r"|please|also|and|but|just|i (?:just )?(?:wanted|want) to (?:ask|tell you|say|talk)"
    r"(?: you)?(?: about| that)?|i(?:'d| would) like to (?:ask|tell you|talk)(?: about| that)?"
    r"|i think(?: that)?|you know|guess what|can you|could you)\b[,!.:]* ?"
    r"|(?:你好|嗨|早上好|晚上好|对了|那个|话说|请问|其实|我想(?:说|问)(?:一下|的是)?)"
    r"[，,！!。：:]? ?)+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[，。；：、]|[,;:] | [–—-] | (?=(?:because|but|which|although|so that)\b)"
)
_DANGLING = re.compile(
    r"(?:[ ,;:–—-]+(?:the|an?|to|of|and|or|in|on|at|for|with|my|our|your|but|because|that|from"
    r"|is|was|i|we|by|as|than|so|if))*[ ,;:.，。；：、–—-]*\Z",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"]{1,200}\"|“[^”]{1,200}”|「[^」]{1,200}」|‘[^’]{1,200}’")

_DECIDING = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:\w+ )?(?:decided|agreed|chose|chosen)\b"
    r"|\b(?:i|we)(?:'ll| will|'m| am|'re| are)(?: \w+)? (?:go|going) (?:with|for)\b"
    r"|\blet's (?:do|go with|go for|use|take|make it|keep|settle)\b"
    r"|\b(?:i|we)(?:'ve| have)? settled (?:on|for)\b|\b(?:it's|that's|that is|it is) settled\b"
    r"|^decision:|\bmade up (?:my|our) minds?\b"
    r"|(?<![他她])(?<![他她]们)决定(?!不了)|就这么(?:定|办)|[就说讲]定了|说好了|选定|敲定"
    r"|定下来了|那就[选用买去定]"
)
_UNDECIDED = re.compile(
    r"\b(?:not|never) (?:yet |really |quite )?(?:decided|agreed|chosen|settled)\b"
    r"|\b(?:undecided|if (?:i|we|you|they|he|she)|might|whether|maybe|perhaps)\b"
    r"|[吗？?]|没[有能法]?决定|[没未不]定|无法|难以|要不要|如果|也许|可能"
)
_STILL_OPEN = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:still |also |just |really |only )*"
    r"(?:need|have|got|must|ought)(?: to)\b"
    r"|\b(?:i|we) must\b(?! have)|\bremind me\b|\b(?:don't|do not|mustn't|must not|can't) "
    r"(?:let (?:me|us) )?forget\b|\bremember to\b|\b(?:to-?do:|still to do)"
    r"|^(?:still )?(?:need|have) to\b|\b(?:i|we) still (?:\w+ )?(?:have|need)"
    r"|(?:^|[，。；,]|我们?|咱们?|[今明后]天|晚上)[^，。；说]{0,3}(?:还得|还要|还需要|必须|得去)"
    r"|还没来得及|(?<![还不我你])(?:要|得)?记得(?!吗|么|不)|别忘|不要忘|提醒我|待办"
)
_NOT_OPEN = re.compile(
    r"\b(?:don't|do not|didn't|no longer|doesn't|never) (?:need|have)\b|\bno need\b"
    r"|\bif (?:i|we)\b|[?？]|吗|不用|不必|不需要|没必要|如果|[他她]们?(?:还得|还要|必须|得去)"
)


def mark(slice_: Slice) -> Mark:
    """What a slice was about; a field that it already carries is kept as it is.

    One-line texts in code points: focus at most 60, summary, decisions (five) and open loops
    (the last three) at most 100 each; up to five tags. A slice that holds no words gets empty
    fields and a neutral tone. The same slice always gets the same mark.
    """
    said = list(_said(slice_))
    old = slice_.mark
    return Mark(
        focus=old.focus or _focus(said),
        summary=old.summary or _summary(said),
        tags=old.tags or tags(said),
        decisions=old.decisions or decisions(said)[:MOST_DECISIONS],
        open_loops=old.open_loops or open_loops(said)[-MOST_LOOPS:],
        emotional_tone=old.emotional_tone or tone(_with_signs(slice_) or said),
    )


def decisions(said: Sequence[str]) -> tuple[str, ...]:
    """The sentences in which the person settles something, for themselves and for good."""
    return _telling(said, _DECIDING, _UNDECIDED)


def open_loops(said: Sequence[str]) -> tuple[str, ...]:
    """The sentences in which the person says what they still have to do."""
    return _telling(said, _STILL_OPEN, _NOT_OPEN)


def _telling(
    said: Sequence[str], cue: re.Pattern[str], against: re.Pattern[str]
) -> tuple[str, ...]:
    found = []
    for sentence in said:
        line = _QUOTED.sub("", sentence[:_CUES].lower().replace("’", "'"))
        if cue.search(line) and not against.search(line) and not _asks(line):
            found.append(shortened(sentence, SUMMARY_LIMIT))
    return tuple(dict.fromkeys(found))


def _asks(line: str) -> bool:
    return line.endswith(("?", "？")) or asks_about_past(line)


def _said(slice_: Slice) -> Iterator[str]:
    """The sentences of the person, oldest first; without the secrets that they may have written
    into the file by hand, for indexes and the messages of commits repeat what is said here."""
    left = _READ
    for turn in slice_.turns:
        if turn.speaker is Speaker.USER and left > 0:
            yield from sentences(without(without_files(turn.text[:left])))
            left -= len(turn.text)


def _with_signs(slice_: Slice) -> list[str]:
    """What the person said as it stands: `sentences` drops those that are only emoji."""
    lines = (
        line.strip()
        for turn in slice_.turns
        if turn.speaker is Speaker.USER
        for line in without_places(turn.text[:READ]).splitlines()
    )
    return [line for line in lines if line and not line.startswith(">")]


def _focus(said: Sequence[str]) -> str:
    substantial = [sentence for sentence in said if _substance(sentence) >= 2]
    spoken = [sentence for sentence in substantial if not asks_about_past(sentence)]
    first = next(iter(spoken or substantial or said), "")
    text = _without_lead(first)
    text = _DANGLING.sub("", _at_clause(text)[:FOCUS_LIMIT]) or one_line(text)[:FOCUS_LIMIT]
    return _capital(text)


def _at_clause(text: str) -> str:
    """The text up to the last clause that ends within the limit, else up to a word's end."""
    if len(text) <= FOCUS_LIMIT:
        return text
    head = text[: FOCUS_LIMIT + 1]
    ends = [match.start() for match in _CLAUSE.finditer(head)]
    if ends and ends[-1] >= FOCUS_LIMIT * 2 // 5:
        return text[: ends[-1]]
    return shortened(text, FOCUS_LIMIT + 1).removesuffix("…")


def _without_lead(sentence: str) -> str:
    return _LEAD.sub("", sentence).strip() or sentence


def _capital(text: str) -> str:
    first = text[:1].upper()
    return first + text[1:] if len(first) == 1 else text  # ß is not two letters here


def _summary(said: Sequence[str]) -> str:
    """The most telling sentence; a second one where both fit, in the order they were said."""
    said = [sentence for sentence in said if _substance(sentence)] or said
    counts = Counter(term for sentence in said for term in set(terms(sentence)))
    places = sorted(range(len(said)), key=lambda place: (-_worth(said[place], counts), place))
    if not places:
        return ""
    best = places[0]
    for other in places[1:6]:
        first, second = (_without_lead(said[place]) for place in sorted((best, other)))
        gap = "" if first.endswith(("。", "！", "？", "；")) else " "
        if first != second and len(first + gap + second) <= SUMMARY_LIMIT:
            return _capital(first + gap + second)
    return _capital(shortened(_without_lead(said[best]), SUMMARY_LIMIT))


def _worth(sentence: str, counts: Counter[str]) -> float:
    """How much of the slice a sentence tells for its length."""
    distinct = set(terms(sentence))
    total = sum(counts[term] * weight(term) for term in distinct)
    question = 0.5 if asks_about_past(sentence) else 1.0
    return question * total / float(len(distinct) + 4)


def _substance(sentence: str) -> float:
    return sum(weight(term) for term in terms(_LEAD.sub("", sentence[:_CUES])))
