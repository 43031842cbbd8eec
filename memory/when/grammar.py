"""Rules over tokens: patterns of kinds of words, reduced layer by layer (pure).

A pattern is a regular expression whose letters are the names of kinds: `the? last weekday`.
`{weekday}` hands the token's value to the rule's meaning as the argument `weekday`;
`{day:number}` hands over a number as `day`. A name may stand for several kinds (`FAMILIES`).
At each place the first rule of a layer that matches is taken, so longer ones come first.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.when.periods import Asked

_NAME = re.compile(r"\{(\w+)(?::(\w+))?\}|(\w+)|\s+")
_GROUP = re.compile(r"\((?!\?)")
# A `*` behind a group is no more than this, so that reading takes time in proportion.
_MOST_LINKS = 5
_FOREIGN = "\uf8ff"
_FIRST_CODE = 0xE000


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a known kind, or what a rule made of several; a stretch of the text."""

    kind: str
    value: Any
    begin: int
    stop: int
    # The language that the word is of; None for numbers, signs and what rules made.
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """What words came to that look like a time and are none, such as 30 February."""

    kind: str = "void"


VOID = Void()
PASS = object()
"""What a meaning returns when the words are not what the rule is for, after all."""

Meaning = Callable[..., Any]
Rule = tuple[str, Meaning]

FAMILIES: Mapping[str, Sequence[str]] = {
    "month": ("month", "month_or_word"),
    "sure_month": ("month",),
    "weekday": ("weekday", "weekday_or_word"),
    "sure_weekday": ("weekday",),
    "unit": ("unit", "half_letter"),
    "which": ("which", "last", "previous", "this", "next"),
    "number": ("number", "zeroed"),
    "sure_number": ("number",),
    "count": ("number", "zeroed", "year"),
    "dom": ("number", "zeroed", "ordinal", "digit_ordinal"),
    "ordinal": ("ordinal", "digit_ordinal"),
    "any_year": ("number", "zeroed", "year"),
    "clock": ("clock", "loose_clock"),
    "of_day": ("clock", "loose_clock", "hours", "loose_hours"),
    "part": ("part", "part_word"),
    "said_part": ("part",),
    "any_part": ("part_of", "ten_days", "year_part", "month_part"),
    "lunar_dom": ("lunar_day", "number"),
    "any_half": ("half_year", "half_month"),
    "any_season": ("season", "season_short"),
    "near": ("around", "about"),
    "time": ("day", "span"),
    "moment": ("day", "span", "day_part", "clock", "hours", "part", "present"),
}


class _Codes(dict[str, str]):
    """One character of the private use area for each kind, given out when first asked for."""

    def __missing__(self, kind: str) -> str:
        code = self[kind] = chr(_FIRST_CODE + len(self))
        return code


_CODES = _Codes()


class Layer:
    """Rules that are tried side by side; what one of them makes is not read again by another.

    With a `language` they are its own; without one they read what every language said.
    """

    def __init__(self, rules: Iterable[Rule], language: str | None = None) -> None:
        self._language = language
        self._rules = [(re.compile(_expression(pattern, True)), m) for pattern, m in rules]
        # An empty group behind each alternative tells which one it was.
        self._any = re.compile("|".join(f"(?:{_expression(p, False)})()" for p, _ in rules))

    def reduced(self, tokens: Sequence[Token], asked: Asked) -> list[Token]:
        """The tokens, with one in place of each stretch that a rule could read."""
        codes = "".join([self._code(token) for token in tokens])
        made: list[Token] = []
        at = 0
        while (match := self._any.search(codes, at)) and match.lastindex:
            begin = match.start()
            made += tokens[at:begin]
            token, at = self._made(match.lastindex - 1, codes, begin, tokens, asked)
            made.append(token)
        return made + list(tokens[at:])

    def _code(self, token: Token) -> str:
        """A language's own rules do not read the words of another."""
        is_foreign = self._language and token.language not in {None, self._language}
        return _FOREIGN if is_foreign else _CODES[token.kind]

    def _made(
        self, number: int, codes: str, begin: int, tokens: Sequence[Token], asked: Asked
    ) -> tuple[Token, int]:
        """What the first rule from a number on makes of the tokens, and where it ends."""
        for expression, meaning in self._rules[number:]:
            match = expression.match(codes, begin)
            if match is None:
                continue
            value = _value(meaning, match, tokens, asked)
            if value is not PASS:
                first, last = tokens[begin], tokens[match.end() - 1]
                return Token(value.kind, value, first.begin, last.stop), match.end()
        return tokens[begin], begin + 1


def _value(
    meaning: Meaning, match: re.Match[str], tokens: Sequence[Token], asked: Asked
) -> Any:
    slots = {
        slot: tokens[match.start(slot)].value
        for slot, matched in match.groupdict().items()
        if matched
    }
    try:
        value = meaning(asked, **slots)
    except (ValueError, OverflowError):
        return VOID
    return VOID if value is None else value


def _expression(pattern: str, named: bool) -> str:
    def code(match: re.Match[str]) -> str:
        slot, kind, bare = match.groups()
        if not (slot or bare):
            return ""
        name = kind or slot or bare
        one = f"[{''.join(_CODES[kind] for kind in FAMILIES.get(name, (name,)))}]"
        return f"(?P<{slot}>{one})" if slot and named else one

    return _NAME.sub(code, _GROUP.sub("(?:", pattern)).replace(")*", f"){{0,{_MOST_LINKS}}}")
