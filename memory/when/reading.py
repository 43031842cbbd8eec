"""Text → tokens: words of the known kinds, numbers in their shapes, and what is left unread.

The text is first brought into one form, character for character, so that places in it stay
places in the original: full-width signs become plain ones, capitals small, and what a language
says of its own (traditional characters become simplified ones). Quotations, titles, code,
addresses, file names and numbers that belong to something else are never read as times.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memory.when.customs import Customs
from memory.when.grammar import Rule, Token
from memory.when.numerals import NUMERIC, numeric, whole_year

_FILES = (
    "py|md|txt|js|ts|jsx|tsx|json|yaml|yml|toml|csv|tsv|pdf|png|jpg|jpeg|gif|svg|doc|docx|xls|xlsx"
    "|ppt|pptx|html|htm|css|rs|go|cpp|hpp|java|sh|log|zip|gz|tar|com|org|net|io|dev|cn|mp3|mp4|wav"
    "|mov|ipynb|sql|xml|ini|cfg|conf|bak|lock|epub|rb|php|kt|swift|env|exe|eml|ics"
)
_UNITS = (
    "%|‰|°|℃|kg|km|cm|mm|mb|gb|kb|tb|px|usd|eur|rmb|mph|kmh|kcal|pts?|ml|lbs?|oz|ft|fps"
    "|[kmg]?hz"
)
_UNREAD = rf"""
    ```.*?``` | `[^`\n]*` | \bhttps?://\S+ | \bwww\.\S+ | (?<!\S)(?:~|\.{{0,2}})/[\w./-]+
    | "[^"\n]{{1,300}}" | “[^”\n]{{1,300}}” | (?<![a-z0-9])'[^'\n]{{1,200}}'(?![a-z0-9])
    | 《[^》\n]{{1,100}}》 | 「[^」\n]{{1,200}}」 | 『[^』\n]{{1,200}}』
    | [$£€¥₤]\s?[0-9][0-9.,]*[a-z]* | [$#@\\][a-z]\w*
    | \b[a-z0-9][a-z0-9._+-]{{0,63}}@[a-z0-9.-]+
    | \b[a-z0-9_][a-z0-9_./\\-]{{0,120}}\.(?:{_FILES})\b
    | \b[a-z0-9]{{0,40}}(?:_[a-z0-9]+)+ | %[0-9a-f][0-9a-f](?:%?[0-9a-z]+)*
    | [0-9][0-9.,]*\s?(?:{_UNITS})(?![a-z])
"""


@dataclass(frozen=True, slots=True)
class Language:
    """A language as words: for each kind the words with their values, how its numbers are read,
    what only looks like a time, and the phrases that its kinds make up.

    `numeral` is a pattern of number words and `numbers` reads what it matches as tokens, given
    as (kind, value, length). `spaced` tells whether words stand apart.
    """

    name: str
    spaced: bool
    words: Mapping[str, Mapping[str, Any]]
    numeral: str
    numbers: Callable[[str], Sequence[tuple[str, Any, int]]]
    false_friends: str
    future: str
    past: str
    phrases: Sequence[Sequence[Rule]]
    # Words that digits may follow without a space.
    glued: str = "(?!)"
    # Signs that make another word of one: behind it (a pattern), before it (single ones).
    not_before: Mapping[str, str] = field(default_factory=dict)
    not_after: Mapping[str, str] = field(default_factory=dict)
    plain: Mapping[str, str] = field(default_factory=dict)


class Reader:
    """Reads text in some languages at once."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self._plain = _plain_forms(languages)
        self._words = _every_word(languages)
        self._numbers = {one.name: one.numbers for one in languages}
        self._scan = re.compile(_scanner(languages), re.VERBOSE | re.DOTALL)

    def plain(self, text: str) -> str:
        return text.translate(self._plain)

    def tokens(self, plain: str, customs: Customs) -> list[Token]:
        """Every stretch of a text in its plain form, white space left out, in order."""
        matches = self._scan.finditer(plain)
        return [token for match in matches for token in self._read(match, customs)]

    def _read(self, match: re.Match[str], customs: Customs) -> Iterator[Token]:
        group, begin, stop = match.lastgroup, match.start(), match.end()
        word = match[0]
        if group in self._numbers:
            for kind, value, length in self._numbers[group](word):
                yield Token(kind, value, begin, begin + length)
                begin += length
        elif group == "short_year":
            yield Token("year", whole_year(int(word[1:])), begin, stop)
        elif group == "numeric":
            yield from numeric(word, begin, customs)
        elif group in {"word", "phrase", "unspaced"}:
            known = self._words.get(word) or self._words.get(word.removesuffix("'s"))
            kind, value, language = known or ("word", None, None)
            yield Token(kind, value, begin, stop, language)
        elif group != "space":
            yield Token(group or "mark", None, begin, stop)


def _every_word(languages: Sequence[Language]) -> dict[str, tuple[str, Any, str | None]]:
    """Word → kind, value, language; what two languages have in common is of neither."""
    found: dict[str, tuple[str, Any, str | None]] = {}
    for language in languages:
        for kind, words in language.words.items():
            for word, value in words.items():
                found[word] = (kind, value, None if word in found else language.name)
    return found


def _scanner(languages: Sequence[Language]) -> str:
    """One expression whose named groups say what each stretch of a text is."""
    friends = "|".join(lines_as_expression(one.false_friends, one.spaced) for one in languages)
    glued = "|".join(one.glued for one in languages)
    numerals = " | ".join(f"(?P<{one.name}>{one.numeral})" for one in languages)
    return rf"""
        (?P<short_year>(?<![a-z0-9])'[0-9]{{2}}(?![a-z0-9:.,%'-]))
        | (?P<unread>{_UNREAD} | {friends})
        | (?P<comma>(?<=[0-9])t(?=[0-9]{{2}}:)|[,、])
        | (?P<code>\b(?!(?:{glued})[0-9])[a-z]+[0-9][a-z0-9-]*)
        | {NUMERIC}
        | (?P<phrase>{_several_words(languages)})
        | (?P<unspaced>{_unspaced(languages)})
        | {numerals}
        | (?P<word>[a-z]+(?:'[a-z]+)?)
        | (?P<space>[^\S\n]+)
        | (?P<dash>[-–—~])
        | (?P<slash>/)
        | (?P<paren>[()])
        | (?P<stop>[.!?。;\n])
        | (?P<mark>.)
    """


def lines_as_expression(lines: str, spaced: bool) -> str:
    """One alternative a line (an indented one goes on); a space is any white space."""
    joined = re.sub(r"\n[ ]+", "", lines.strip())
    one = "|".join(f"(?:{line})" for line in joined.split("\n") if line)
    one = re.sub(r"\((?!\?)", "(?:", one).replace(" ", r"\s{1,3}")
    return rf"\b(?:{one})\b" if spaced else f"(?:{one})"


def _several_words(languages: Sequence[Language]) -> str:
    found = {
        word: re.escape(word[1:])
        for one in languages
        if one.spaced
        for kind in one.words.values()
        for word in kind
        if not word.isalpha()
    }
    return rf"\b(?:{_grouped(found)})(?![a-z0-9])"


def _unspaced(languages: Sequence[Language]) -> str:
    found = {
        word: _bounded(word, one.not_before.get(word), one.not_after.get(word))
        for one in languages
        if not one.spaced
        for kind in one.words.values()
        for word in kind
    }
    return _grouped(found)


def _bounded(word: str, not_before: str | None, not_after: str | None) -> str:
    before = f"(?<![{not_after}].)" if not_after else ""
    return before + re.escape(word[1:]) + (f"(?!{not_before})" if not_before else "")


def _grouped(words: Mapping[str, str]) -> str:
    """An expression for any of the words, the longest first, by their first characters."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        by_first.setdefault(word[0], []).append(words[word])
    return (
        "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_first.items())
        or "(?!)"
    )


def _plain_forms(languages: Sequence[Language]) -> dict[int, str]:
    full_width = {
        chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0xFF01, 0xFF5F)
    }
    capitals = {chr(code): chr(code + 32) for code in range(ord("A"), ord("Z") + 1)}
    forms = {**full_width, **capitals, "’": "'", "\u3000": " "}
    forms |= {wide: capitals.get(narrow, narrow) for wide, narrow in full_width.items()}
    for language in languages:
        forms |= language.plain
    return {ord(sign): form for sign, form in forms.items()}
