"""Flash: one cheap call a message that looks back along the timeline, points, and marks.

What it gives is taken apart here and believed only as far as it can be: it may be wrong, and
Pro and the local recall are the net.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memory.slices import Mark
from memory.words import one_line, shortened, terms
from previously_bot import lenient_json
from previously_bot.account import Asked, Correction, Pointed
from previously_bot.clock import Pause
from previously_bot.errors import (
    BadAnswer,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unreachable,
)
from previously_bot.masking import without
from previously_bot.model import ChatModel, Completion, Prompt, Usage

INTENTS = ("question", "recall", "statement", "correction", "task", "smalltalk")
TONES = ("positive", "neutral", "negative", "mixed")

RETRY_AFTER = 0.3
"""Seconds before the one retry."""

SUMMARY = 100
"""Code points of a summary, and of a focus, at most."""

_MOST_POINTERS = 8
_MOST_TAGS, _LONGEST_TAG = 8, 40
_MOST_SAYINGS, _LONGEST_SAYING = 6, 160
_LONGEST_REASON, _LONGEST_CORRECTION = 160, 300
_LOOKED_THROUGH = 20_000  # code points of a message
_CHINESE = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Glance:
    """What Flash saw. `stated` says of facts, by number, whether the person stated them."""

    intent: str = ""
    pointers: tuple[Pointed, ...] = ()
    mark: Mark = field(default_factory=Mark)
    is_worth_keeping: bool = True
    correction: Correction | None = None
    stated: Mapping[int, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Known:
    """What a glance is measured by: the open slice, which slices there are, the tags in use,
    and the person's new words."""

    open_slice: str
    exists: Callable[[str], bool]
    strands: Sequence[str] = ()
    said: str = ""


class Flash:
    """`pause` lets time pass before the retry."""

    def __init__(self, model: ChatModel, pause: Pause) -> None:
        self._model = model
        self._pause = pause

    async def glance(self, prompt: Prompt, known: Known) -> tuple[Glance | None, list[Asked]]:
        """What Flash saw, and what was asked of it; None when it gave nothing usable twice."""
        asked: list[Asked] = []
        for attempt in range(2):
            try:
                glance, usage = await self._once(prompt, known)
            except ModelError as error:
                asked.append(Asked("flash", self._model.name, failed=str(error)))
                if attempt or not _may_pass(error):
                    break
                await self._pause(RETRY_AFTER)
            else:
                asked.append(Asked("flash", self._model.name, usage))
                return glance, asked
        return None, asked

    async def _once(self, prompt: Prompt, known: Known) -> tuple[Glance, Usage]:
        whole = Completion("")
        async for piece in self._model.complete(prompt):
            if isinstance(piece, Completion):
                whole = piece
        said = lenient_json.read_object(whole.text)
        if said is None:
            raise BadAnswer(self._model.name, "no JSON object")
        return read(said, known), whole.usage


def _may_pass(error: ModelError) -> bool:
    """Whether a failure may be over in a moment."""
    if isinstance(error, RateLimited):
        return error.retry_after is None or error.retry_after <= 1
    if isinstance(error, Unreachable):
        return not error.was_slow
    return not isinstance(error, Refused | TooLong)


def read(said: Mapping[str, Any], known: Known) -> Glance:
    """A glance from what Flash said, field by field; what cannot be used is left out."""
    intent = _text(said.get("intent")).casefold()
    return Glance(
        intent=intent if intent in INTENTS else "",
        pointers=_pointers(said.get("pointers"), known),
        mark=_mark(said.get("marks"), known.strands),
        is_worth_keeping=said.get("worth_remembering") is not False,
        correction=_correction(said.get("correction"), known),
        stated=_stated(said.get("safety")),
    )


def _pointers(said: object, known: Known) -> tuple[Pointed, ...]:
    """Those to slices that exist and are closed, each once, best first."""
    found: dict[str, Pointed] = {}
    for item in _mappings(said):
        slice_id = _text(item.get("slice_id"))
        relevance = _share(item.get("relevance"))
        if slice_id == known.open_slice or not known.exists(slice_id) or not relevance:
            continue
        reason = shortened(_text(item.get("reason")), _LONGEST_REASON)
        if slice_id not in found or found[slice_id].relevance < relevance:
            found[slice_id] = Pointed(slice_id, relevance, reason)
    best = sorted(found.values(), key=lambda one: -one.relevance)
    return tuple(best[:_MOST_POINTERS])


def _mark(said: object, strands: Sequence[str]) -> Mark:
    marks = said if isinstance(said, Mapping) else {}
    tone = _text(marks.get("tone")).casefold()
    in_use = {strand.casefold(): strand for strand in reversed(strands)}
    tags = (_text(tag).lstrip("#").strip() for tag in _listed(marks.get("tags")))
    chosen = [in_use.get(tag.casefold(), tag) for tag in tags if 0 < len(tag) <= _LONGEST_TAG]
    return Mark(
        focus=shortened(_text(marks.get("focus")), SUMMARY),
        summary=shortened(_text(marks.get("summary")), SUMMARY),
        tags=tuple(dict.fromkeys(chosen))[:_MOST_TAGS],
        decisions=_sayings(marks.get("decisions")),
        open_loops=_sayings(marks.get("open_loops")),
        emotional_tone=tone if tone in TONES else "",
    )


def _correction(said: object, known: Known) -> Correction | None:
    """One of a slice that there is, the open one included, that says what is right, and not
    without any word of the person."""
    if not isinstance(said, Mapping):
        return None
    slice_id = _text(said.get("slice_id"))
    right = shortened(_text(said.get("right")), _LONGEST_CORRECTION)
    if not (slice_id == known.open_slice or known.exists(slice_id)):
        return None
    if not right or not _stands_on(known.said, right):
        return None
    wrong = shortened(_text(said.get("wrong")), _LONGEST_CORRECTION)
    return None if wrong.casefold() == right.casefold() else Correction(slice_id, wrong, right)


def _stands_on(said: str, right: str) -> bool:
    """Whether what is said to be right has a word of the message, as far as that has words to
    go by ("no, in May" has none) and both are in one script."""
    own = terms(said[:_LOOKED_THROUGH])
    if not own or bool(_CHINESE.search(said)) is not bool(_CHINESE.search(right)):
        return True
    return not set(own).isdisjoint(terms(right))


def _stated(said: object) -> dict[int, bool]:
    verdicts: dict[int, bool] = {}
    for item in _mappings(said):
        number, stated = item.get("number"), item.get("stated")
        if isinstance(number, str) and number.strip().isdecimal():
            number = int(number[:9])
        if type(number) is int and isinstance(stated, bool):
            verdicts[number] = stated
    return verdicts


def _sayings(said: object) -> tuple[str, ...]:
    texts = (shortened(_text(item), _LONGEST_SAYING) for item in _listed(said))
    return tuple(dict.fromkeys(text for text in texts if text))[:_MOST_SAYINGS]


def _text(value: object) -> str:
    """One line of text; "" for what is none, and for the ways to say nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = one_line(without(str(value)))
    return "" if text.casefold() in ("null", "none", "n/a") else text


def _share(value: object) -> float:
    """From 0 to 1; also of "0.8", and of "80%" or 80."""
    if isinstance(value, str):
        text = value.strip().removesuffix("%")
        try:
            value = float(text) / (100 if value.strip().endswith("%") else 1)
        except ValueError:
            return 0.0
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    number = float(min(max(value, 0), 100))
    if math.isnan(number):
        return 0.0
    return number / 100 if number > 1 else number


def _mappings(said: object) -> list[Mapping[str, Any]]:
    return [item for item in _listed(said) if isinstance(item, Mapping)]


def _listed(said: object) -> Collection[object]:
    if isinstance(said, list):
        return said
    return [] if said is None else [said]
