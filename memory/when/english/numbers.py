"""English number words: "nine thirty", "nineteen ninety six", "twenty second"."""

import re
from collections.abc import Sequence
from typing import Any

_ONES = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = """
    zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
    thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
"""
_VALUES = (
    {word: value for value, word in enumerate(_ONES.split())}
    | {word: 10 * tens for tens, word in enumerate(_TENS.split(), start=2)}
    | {"oh": 0}
)
_RANKS = {word: value for value, word in enumerate(_ORDINALS.split())} | {
    "twentieth": 20,
    "thirtieth": 30,
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_CARDINAL = "|".join(sorted(_VALUES.keys() - {"oh"}, key=len, reverse=True))
_ANY = "|".join(sorted([*_VALUES, *_RANKS, *_SCALES], key=len, reverse=True))
_RANK = "|".join(sorted(_RANKS, key=len, reverse=True))
NUMERAL = (
    rf"\b(?:{_CARDINAL}|{_RANK}|hundred|thousand|million|billion)"
    rf"(?:(?:-|\ (?:and\ (?=[a-z]))?)(?:{_ANY})){{0,12}}\b"
)
_WORD = re.compile(r"[a-z]+")


def numbers(text: str) -> Sequence[tuple[str, Any, int]]:
    """The numbers that some words are: kind, value, length. "nine thirty" is two of them."""
    found: list[tuple[str, Any, int]] = []
    words = [(match[0], match.end()) for match in _WORD.finditer(text) if match[0] != "and"]
    at, begun = 0, 0
    while at < len(words):
        kind, value, used = _number([word for word, _ in words[at:]])
        at += used
        stop = words[at - 1][1]
        found.append((kind, value, stop - begun))
        begun = stop
    return found


def _number(words: Sequence[str]) -> tuple[str, int, int]:
    """The first number of some words: kind, value, how many words it took."""
    value, used, is_rank = _below_hundred(words)
    if is_rank:
        return "ordinal", value, used
    if 13 <= value <= 29 and used < len(words) and words[used] not in _SCALES:
        of_century, more, is_rank = _below_hundred(words[used:])
        if not is_rank and (of_century >= 10 or words[used] == "oh"):
            return "year", value * 100 + of_century, used + more
    total = 0
    while used < len(words) and words[used] in _SCALES:
        total += (value or 1) * _SCALES[words[used]]
        value, more, is_rank = _below_hundred(words[used + 1 :])
        used += 1 + more
    total += value
    return ("year" if 1000 <= total < 3000 else "number"), total, max(used, 1)


def _below_hundred(words: Sequence[str]) -> tuple[int, int, bool]:
    if not words:
        return 0, 0, False
    if words[0] in _RANKS:
        return _RANKS[words[0]], 1, True
    value = _VALUES.get(words[0], 0)
    if words[0] == "oh" and len(words) > 1:
        return _VALUES.get(words[1], 0), 2, False
    if value >= 20 and len(words) > 1:
        if 1 <= _RANKS.get(words[1], 0) <= 9:
            return value + _RANKS[words[1]], 2, True
        if 1 <= _VALUES.get(words[1], 0) <= 9:
            return value + _VALUES[words[1]], 2, False
    return value, int(words[0] in _VALUES), False
