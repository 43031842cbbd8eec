"""A secret that an app cut in two, because the text was too long for one message (pure)."""

import re
from collections.abc import Sequence

from previously_bot.masking import Masked, masked, secrets
from previously_bot.masking.labels import going_on, label, labelled
from previously_bot.masking.spans import API_KEY, PRIVATE_KEY, Span, united

CUT = 2000
"""Code points; a message as long as that may be one of several that an app made of one text:
Telegram's apps cut in the second half of 4096."""

_TOKEN = "[A-Za-z0-9_.+/=~-]"
# A token of which too little is there to know it, at the end of a text.
_BEGUN = re.compile(
    r"(?:(?<![A-Za-z0-9_-])(?:gh[opsur]_|github_pat_|glpat-|sk-|gsk_|hf_|AKIA|ASIA|AIza"
    rf"|xox[abeoprs]-|xapp-|[sr]k_live_|npm_|pypi-AgE|eyJ){_TOKEN}{{0,400}}"
    r"|(?<![0-9])[0-9]{6,12}:AA[A-Za-z0-9_-]{0,34})$"
)
# The rest of a line of a key.
_BEGUN_LINE = re.compile(r"[A-Za-z0-9+/=]{1,76}(?=\s*\n|\\[rn]|\s*\Z)")
_CONTINUED = re.compile(_TOKEN + "+")
_IS_COMPLETE = re.compile("-----$|Private-MAC: ?[0-9a-f]+$")


def may_go_on(text: str) -> bool:
    """Whether the next message may be the rest of the same text."""
    return len(text) >= CUT


def masked_in_a_row(texts: Sequence[str], former: str = "") -> list[Masked]:
    """Messages of one chat, one after the other. `former` is the one before them, as it was
    masked then."""
    found: list[list[Span]] = [secrets(text) for text in texts]
    for nth, text in enumerate(texts):
        if nth and may_go_on(texts[nth - 1]):
            _across(texts[nth - 1], text, found[nth - 1], found[nth])
        elif not nth and (kind := going_on(former)):
            found[0].append(_rest(text, kind))
    return [
        _labelled(text, united(spans), may_be_cut=may_go_on(text))
        for text, spans in zip(texts, found, strict=True)
    ]


def _across(first: str, second: str, of_first: list[Span], of_second: list[Span]) -> None:
    """Add what is a secret only when two messages are read as one."""
    seam = len(first)
    for one in secrets(first + second):
        if one.start < seam < one.end:
            of_first.append(Span(one.start, seam, one.kind))
            of_second.append(Span(0, one.end - seam, one.kind))
    if any(one.end == seam and one.kind == PRIVATE_KEY for one in of_first):
        of_second.append(_rest(second, PRIVATE_KEY))


def _rest(text: str, kind: str) -> Span:
    """What goes on at the beginning of a text."""
    if kind == PRIVATE_KEY:
        from previously_bot.masking.blocks import after

        begun = _BEGUN_LINE.match(text)
        return Span(0, after(text, begun.end() if begun else 0), kind)
    found = _CONTINUED.match(text)
    return Span(0, found.end() if found else 0, kind)


def _labelled(text: str, found: Sequence[Span], *, may_be_cut: bool) -> Masked:
    """As `masked`; with a secret at the end that goes on in a message that is yet to come."""
    begun = _BEGUN.search(text, max(0, len(text) - 500)) if may_be_cut else None
    if begun and (not found or found[-1].end <= begun.start()):
        found = [*found, Span(*begun.span(), API_KEY)]
    rest = _masked(text, found)
    last = found[-1] if found and found[-1].end == len(text.rstrip()) else None
    if not (may_be_cut and last) or _IS_COMPLETE.search(text, last.start, last.end):
        return rest
    before = _masked(text[: last.start], found[:-1])
    kinds = dict.fromkeys((*before.kinds, last.kind))
    return Masked(before.text + label(text, last, goes_on=True), tuple(kinds))


def _masked(text: str, found: Sequence[Span]) -> Masked:
    """The text without these secrets, and without those that are seen only then."""
    again = masked(labelled(text, found))
    kinds = dict.fromkeys((*(one.kind for one in found), *again.kinds))
    return Masked(again.text, tuple(kinds))
