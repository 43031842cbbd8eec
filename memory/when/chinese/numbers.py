"""Chinese numbers: 二十三, 二零零四, 两三, 十几."""

from collections.abc import Sequence
from typing import Any

_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
}
_SCALES = {"十": 10, "百": 100, "千": 1000}
NUMERAL = r"[十百]几 | 几[十百] | [零〇一二两三四五六七八九十百千]{1,12}"


def numbers(text: str) -> Sequence[tuple[str, Any, int]]:
    """二零零四 is a year digit by digit, 两千零四 the same, 两三 a few, 零八 a short year."""
    if "几" in text:
        low = 11 if text[0] == "十" else 20 if text[-1] == "十" else 101
        return [("few", (low, {11: 19, 20: 90}.get(low, 199)), len(text))]
    if any(sign in _SCALES for sign in text):
        value = _value(text)
        return [("year" if 1000 <= value < 3000 else "number", value, len(text))]
    digits = [_DIGITS[sign] for sign in text]
    value = int("".join(map(str, digits)))
    if len(digits) == 2 and 0 < digits[0] < digits[1] <= digits[0] + 2 and digits[1] < 10:
        return [("few", (digits[0], digits[1]), 2)]
    kinds = {1: "number", 4: "year" if 1000 <= value < 3000 else "mark"}
    return [(kinds.get(len(digits), "zeroed"), value, len(text))]


def _value(text: str) -> int:
    total, digit = 0, 0
    for sign in text:
        if sign in _SCALES:
            total += (digit or 1) * _SCALES[sign]
            digit = 0
        else:
            digit = _DIGITS[sign]
    return total + digit
