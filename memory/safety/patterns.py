"""Patterns as languages write them: names in angle brackets stand for other patterns."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from types import ModuleType

from memory.safety.kinds import Kind
from memory.safety.late import LatePattern
from memory.safety.reading import AROUND, Language, Topic

_NAME = re.compile(r"<([A-Z_]+)>")
_CONFIDENCE = re.compile(r"[01]\.[0-9] ")
_GROUP = re.compile(r"\(\?P<(\w+)>")


Rules = Mapping[Kind, tuple[str, str]]
"""Kind → what is in every text that speaks of it; and patterns, each after its confidence.

A line without a confidence continues the one above, without a space between the two.
"""


class Vocabulary:
    """Named patterns, which may name others; spaces and case count as in a message."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def pattern(self, text: str, flags: re.RegexFlag = re.IGNORECASE) -> LatePattern:
        while _NAME.search(text):
            text = _NAME.sub(lambda name: self._names[name[1]], text)
        # A name stands for one group only: further ones are who_1, who_2…
        seen: Counter[str] = Counter()

        def numbered(group: re.Match[str]) -> str:
            seen[group[1]] += 1
            return f"(?P<{group[1]}_{seen[group[1]]}>"

        return LatePattern(_GROUP.sub(numbered, text), flags)

    def topics(self, rules: Rules) -> tuple[Topic, ...]:
        return tuple(
            Topic(
                kind,
                self.pattern(mentions, re.NOFLAG),
                tuple((self.pattern(text), confidence) for text, confidence in _read(patterns)),
            )
            for kind, (mentions, patterns) in rules.items()
        )

    def any_of(self, rules: Rules) -> LatePattern:
        """Whatever any of the kinds cannot do without; in lower case, which is much faster."""
        return self.pattern("|".join(mentions for mentions, _ in rules.values()), re.NOFLAG)


def language(words: ModuleType, things: Mapping[str, str], rules: Rules) -> Language:
    """A language from its module of words, which has PLAIN, VOCABULARY, FURTHER, and a
    pattern in capitals for everything that stands around a statement (see `AROUND`)."""
    vocabulary = Vocabulary({**words.VOCABULARY, **things})
    return Language(
        plain=words.PLAIN,
        topics=vocabulary.topics(rules),
        further={kind: vocabulary.pattern(text) for kind, text in words.FURTHER.items()},
        mentions=vocabulary.any_of(rules),
        **{name: vocabulary.pattern(getattr(words, name.upper())) for name in AROUND},
    )


def _read(patterns: str) -> Iterator[tuple[str, float]]:
    joined = "".join(
        f"\n{line}" if _CONFIDENCE.match(line) else line
        for line in map(str.strip, patterns.strip().split("\n"))
    )
    for line in joined.strip().split("\n"):
        confidence, text = line.split(" ", 1)
        yield text, float(confidence)


def words(text: str) -> str:
    """A list of words, an underscore for a space → an alternation, the longest first."""
    listed = (re.escape(word).replace("_", "[ -]") for word in text.split())
    return "(?:" + "|".join(sorted(listed, key=len, reverse=True)) + ")"
