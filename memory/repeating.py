"""Where one text repeats another word for word, and the same without it (pure)."""

import re
from collections.abc import Iterator, Sequence

from memory.words import is_cjk, one_line, terms, weight

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W_]+(?:['’][^\W_]+)*")
_WORDS, _CHARACTERS = 3, 6
"""A run of so many words, or of Chinese characters, is taken for a repetition."""
_TELLING = 1.0  # the weight of a word; what says less is in every text
_READ = 50_000  # code points of either text

_OPENING, _CLOSING, _CUT = "“\"「『‘'", "”\"」』’'", "…"


def without(text: str, old: str, new: str, *, instead: str) -> str:
    """A text in which what it repeats of `old`, and `new` does not say, is `new` where all of
    it is repeated, or else `instead`. With an empty `new` all repetitions are `instead`."""
    was, now = _words(old[:_READ]), _words(new[:_READ])
    parts, end = [], 0
    for start, stop, run in _runs(text[:_READ], was):
        if _holds(now, run):
            continue
        parts += [text[end:start], one_line(new) if new and run == was else instead]
        end = stop
    return "".join([*parts, text[end:]])


def _runs(text: str, was: Sequence[str]) -> Iterator[tuple[int, int, Sequence[str]]]:
    """From where to where a text repeats words in a row, and these."""
    found = list(_WORD.finditer(text))
    said = [match[0].casefold() for match in found]
    places: dict[str, list[int]] = {}
    for place, word in enumerate(was):
        places.setdefault(word, []).append(place)
    nth = 0
    while nth < len(said):
        starts = places.get(said[nth], ())
        long, first = max(
            ((_alike(said, nth, was, one), -one) for one in starts), default=(0, 0)
        )
        run = was[-first : -first + long]
        if long and _is_repetition(text, found[nth], found[nth + long - 1], run):
            last = found[nth + long - 1].end()
            if nth + long < len(said) and _is_cut(
                text, found[nth + long], was[-first + long :]
            ):
                last = found[nth + long].end()
                long += 1
            yield found[nth].start(), last, run
            nth += long
        else:
            nth += 1


def _alike(said: Sequence[str], nth: int, was: Sequence[str], place: int) -> int:
    long = 0
    while nth + long < len(said) and place + long < len(was):
        if said[nth + long] != was[place + long]:
            break
        long += 1
    return long


def _is_repetition(
    text: str, first: re.Match[str], last: re.Match[str], run: Sequence[str]
) -> bool:
    """Many words in a row of which one says something, or few in quotation marks."""
    before, after = text[: first.start()][-1:], text[last.end() :].lstrip(".!?。！？")[:1]
    is_quoted = bool(before) and before in _OPENING and bool(after) and after in _CLOSING + _CUT
    if is_quoted:
        return True
    least = _CHARACTERS if all(map(is_cjk, run)) else _WORDS
    is_telling = any(weight(term) >= _TELLING for term in terms(" ".join(run)))
    return is_telling and len(run) >= least


def _is_cut(text: str, last: re.Match[str], rest: Sequence[str]) -> bool:
    """Whether a word is the beginning of the next one, cut where a quotation ends."""
    ends = text[last.end() :][:1] == _CUT
    return ends and bool(rest) and rest[0].startswith(last[0].casefold())


def _holds(words: Sequence[str], run: Sequence[str]) -> bool:
    many = len(run)
    return any(words[place : place + many] == run for place in range(len(words) - many + 1))


def _words(text: str) -> list[str]:
    return [match[0].casefold() for match in _WORD.finditer(text)]
