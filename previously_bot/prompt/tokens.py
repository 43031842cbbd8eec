"""How many tokens a text is for a model, estimated without one; texts cut to a budget (pure).

Real tokenizers differ, and fetch their tables over the network. This is a bound from above for
the usual ones: so many times what OpenAI's count (cl100k_base, o200k_base):

    conversations in English 1.06 1.08    in Chinese 1.00 1.23    in both, with front matter
    prose in English 1.20 1.26            in Chinese 1.05 1.61    German 0.94 1.17
    Markdown 1.18 1.17    JSON 1.14 1.14    Python 1.36 1.35      CAPITALS 2.30 2.30
    Russian 1.27 2.23    Japanese 1.35 1.62    Korean 1.08 1.73    Thai 1.70 3.59
    emoji 1.08 1.88    hexadecimal 0.84 0.83    base64 0.71 0.75

So only a paste of random letters costs more than is said here.
"""

import re
from collections import Counter
from functools import lru_cache

ELLIPSIS = "…"

# A cut may go back to a line's end over this share of the text, to a word's over so much of it.
_NEAR_LINE = 0.9
_NEAR_WORD = 32

# Texts of so many code points at most are counted once, while they are in use.
_REMEMBERED = 4_000

# In hundredths of a token, so that sums are exact. Every class of characters has a cost for a
# run of n that never grows faster than n: so a text costs at most what its parts cost together.
_TOKEN = 100
_WORD, _LETTER = 53, 11
_RULE, _MORE_RULE = 100, 30
_LINE, _MORE_LINES = 100, 25
_SPACE = 20

_WORDS = re.compile(r"[A-Z][a-z]*|[a-z]+")
_DIGITS = re.compile(r"[0-9]+")
_SPACES = re.compile(r" +")
_LINES = re.compile(r"[\n\r]+")
_RULES = re.compile(r"-+|=+|_+|\*+|#+|\.+|~+")
_SINGLE = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f!\"$-)+,/:-<>-@\[-^`{-}\x7f]+")

# What each character costs of a script; of all others, by the bytes that it has in UTF-8.
_BEYOND_ASCII = tuple(
    (cost, re.compile(f"[{characters}]+"))
    for cost, characters in (
        (130, "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef"),
        (100, "\x80-\u036f\u2010-\u2027"),
        (80, "\u0370-\u07ff"),
        (150, "\u0800-\u1fff"),
        (
            200,
            "\u2000-\u200f\u2028-\u2fff\u3100-\u33ff\u4dc0-\u4dff\ua000-\uabff\ud7a4-\ufeff"
            "\ufff0-\uffff",
        ),
        (300, "\U00010000-\U0010ffff"),
    )
)


def count(text: str) -> int:
    """At most so many tokens, nearly always; count(a + b) <= count(a) + count(b)."""
    # Most of a prompt is what was in the last one: instructions, tools, the slice so far.
    return _count_again(text) if len(text) <= _REMEMBERED else _count(text)


def _count(text: str) -> int:
    words, lines, rules = _WORDS.findall(text), _LINES.findall(text), _RULES.findall(text)
    cost = _run(_WORD + _LETTER, _LETTER, words)
    cost += _run(_LINE, _MORE_LINES, lines) + _run(_RULE, _MORE_RULE, rules)
    cost += _TOKEN * _characters(_SINGLE, text)
    for length, times in Counter(map(len, _SPACES.findall(text))).items():
        cost += times * min(_SPACE * length, _TOKEN)
    for length, times in Counter(map(len, _DIGITS.findall(text))).items():
        cost += times * _TOKEN * -(-length // 3)
    if not text.isascii():
        cost += sum(each * _characters(script, text) for each, script in _BEYOND_ASCII)
    return -(-cost // _TOKEN)


_count_again = lru_cache(maxsize=2048)(_count)


def cut(text: str, budget: int) -> str:
    """The longest beginning of a text that fits, closed with "…" where something is missing.

    It ends with a line or a word, where one ends near. Empty for a budget of nothing.
    """
    if count(text) <= budget:
        return text
    fits, too_long = 0, min(len(text), max(16, budget * 8))
    while too_long < len(text) and count(text[:too_long]) < budget:
        fits, too_long = too_long, min(len(text), too_long * 2)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if count(text[:middle]) < budget:  # one is left for the "…"
            fits = middle
        else:
            too_long = middle
    return _at_a_boundary(text, fits).rstrip() + ELLIPSIS if budget > 0 else ""


class Sheet:
    """Lines that are written one after another as long as there is room for them."""

    def __init__(self, budget: int) -> None:
        self.lines: list[str] = []
        self.left = max(budget, 0)
        """So many tokens are left."""

    def add(self, *lines: str) -> bool:
        """Write lines, all of them or none; whether there was room."""
        cost = sum(cost_of_line(line) for line in lines)
        if cost > self.left:
            return False
        self.lines += lines
        self.left -= cost
        return True

    def add_beginning(self, line: str) -> None:
        """Write as much of a line as there is room for."""
        if shown := cut(line, self.left - 1):
            self.add(shown)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def cost_of_line(line: str) -> int:
    """What a line costs with its end."""
    return count(line + "\n")


def _at_a_boundary(text: str, length: int) -> str:
    head = text[:length]
    line = head.rfind("\n")
    if line >= length * _NEAR_LINE:
        return head[:line]
    if text[length : length + 1].isspace():
        return head
    space = max(head.rfind(" "), line)
    return head[:space] if space >= length - _NEAR_WORD and space > 0 else head


def _characters(runs: re.Pattern[str], text: str) -> int:
    return sum(map(len, runs.findall(text)))


def _run(first: int, more: int, runs: list[str]) -> int:
    return (first - more) * len(runs) + more * sum(map(len, runs))
