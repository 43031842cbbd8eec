"""The values: a secret found in a text, and the kind that it is of."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from re import Match, Pattern

PRIVATE_KEY = "private key"
PASSWORD = "password"
API_KEY = "API key"
CARD_NUMBER = "card number"
SECURITY_CODE = "card security code"


@dataclass(frozen=True, slots=True)
class Span:
    """A secret from `start` to `end`; of its end so many characters may stay (`shown`)."""

    start: int
    end: int
    kind: str
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """What a kind of secret looks like. One of `hints` stands in every text that has one, in
    lower case; so most texts are done with quickly. Where the pattern has a group "secret",
    that is the secret. `holds` looks again at what was found."""

    kind: str
    hints: tuple[str, ...]
    pattern: str
    shown: int = 4
    holds: Callable[[Match[str]], bool] = lambda _: True

    def found(self, text: str, lowered: str) -> list[Span]:
        if not any(hint in lowered for hint in self.hints):
            return []
        pattern = _compiled(self.pattern)
        place = "secret" if "secret" in pattern.groupindex else 0
        return [
            Span(*one.span(place), self.kind, self.shown)
            for one in pattern.finditer(text)
            if self.holds(one)
        ]


@cache
def _compiled(pattern: str) -> Pattern[str]:
    """When it is used first: most never are, and to compile them all takes its time."""
    return re.compile(pattern)


def united(found: Iterable[Span]) -> list[Span]:
    """The spans in order, those that overlap as one; of which kind, the first of them says."""
    whole: list[tuple[int, Span]] = []
    for rank, one in sorted(enumerate(found), key=lambda ranked: ranked[1].start):
        if one.start == one.end:
            continue
        if not whole or one.start >= whole[-1][1].end:
            whole.append((rank, one))
            continue
        former_rank, former = whole[-1]
        first = former if former_rank < rank else one
        last = one if one.end > former.end else former
        shown = min(former.shown, one.shown) if last is not first else first.shown
        union = Span(former.start, last.end, first.kind, shown)
        whole[-1] = min(rank, former_rank), union
    return [one for _, one in whole]
