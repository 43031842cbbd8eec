"""From what a model wrote in place of JSON to the object that it meant."""

import json
import math
import re
from itertools import islice
from typing import Any

import json_repair

from previously_bot.surrogates import mended

# Repairing takes long for what is deeply nested or never ends, and no answer of ours is.
LONGEST_REPAIRED = 20_000
MOST_OPENED = 300
# Braces in the prose around an object that are tried as its beginning.
MOST_BEGINNINGS = 20

# Broken as it may be: what is within it is not the object that was meant.
_LIKE_AN_OBJECT = re.compile(r"""\{\s*(["']|\w+\s*:)""")


def read_object(text: str) -> dict[str, Any] | None:
    """The first JSON object in the text that is not empty; None when there is none.

    The object may be in a fence or in prose, and broken: single quotes, commas too many or
    missing, cut off. Of a key that stands twice the last value counts; numbers that are none
    (NaN, Infinity) are None. Whoever asks must check what is in it.
    """
    beginnings = [found.start() for found in islice(re.finditer(r"\{", text), MOST_BEGINNINGS)]
    for beginning in beginnings:
        if found := _read(text, beginning):
            return found
        if _LIKE_AN_OBJECT.match(text, beginning):
            return _repaired(text[beginning:])
    return _repaired(text[beginnings[0] :]) if beginnings else None


def _read(text: str, beginning: int) -> dict[str, Any] | None:
    try:
        found, _ = json.JSONDecoder().raw_decode(text, beginning)
        sound = _sound(found)
    except (ValueError, RecursionError):
        return None
    return sound if isinstance(sound, dict) else None


def _repaired(text: str) -> dict[str, Any] | None:
    opened = sum(text.count(bracket) for bracket in "[{(")
    if len(text) > LONGEST_REPAIRED or opened > MOST_OPENED:
        return None
    try:
        found = _sound(json_repair.loads(text, skip_json_loads=True))
    except (ValueError, RecursionError):
        return None
    several = found if isinstance(found, list) else [found]
    return next((one for one in several if isinstance(one, dict)), None)


def _sound(value: Any) -> Any:
    """The value without what cannot be written again: endless numbers, halves of characters."""
    if isinstance(value, dict):
        return {mended(key): _sound(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_sound(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return mended(value) if isinstance(value, str) else value
