"""What may stand below a message: rows of buttons."""

from typing import Any

from tests.servers.discord import refusals

_ROW, _BUTTON = 1, 2
_ROWS, _BUTTONS = 5, 5
_LABEL, _CUSTOM_ID = 80, 100
_PRESSED = (1, 2, 3, 4)
"""The styles of buttons that are pressed; others lead somewhere."""


def wrong(rows: list[Any]) -> refusals.Wrong:
    found: dict[str, tuple[str, str]] = {}
    taken: set[str] = set()
    if len(rows) > _ROWS:
        found |= refusals.too_long("components", _ROWS)
    for number, row in enumerate(rows):
        place = f"components.{number}"
        if row.get("type") != _ROW:
            found[f"{place}.type"] = ("BASE_TYPE_CHOICES", f"Value must be one of {{{_ROW}}}.")
            continue
        inside = row.get("components") or []
        if not 1 <= len(inside) <= _BUTTONS:
            words = f"Must be between 1 and {_BUTTONS} in length."
            found[f"{place}.components"] = ("BASE_TYPE_BAD_LENGTH", words)
        for at, one in enumerate(inside):
            found |= _wrong_button(f"{place}.components.{at}", one, taken)
    return found


def _wrong_button(place: str, told: dict[str, Any], taken: set[str]) -> refusals.Wrong:
    if told.get("type") != _BUTTON or told.get("style") not in _PRESSED:
        return {}
    label, custom_id = told.get("label") or "", told.get("custom_id") or ""
    found: dict[str, tuple[str, str]] = {}
    if not label and not told.get("emoji"):
        words = "A button must have a label or an emoji"
        found[place] = ("BUTTON_COMPONENT_INVALID_LABEL", words)
    if len(label) > _LABEL:
        found |= refusals.too_long(f"{place}.label", _LABEL)
    if not 1 <= len(custom_id) <= _CUSTOM_ID:
        words = f"Must be between 1 and {_CUSTOM_ID} in length."
        found[f"{place}.custom_id"] = ("BASE_TYPE_BAD_LENGTH", words)
    if custom_id in taken:
        words = "Component custom id cannot be duplicated"
        found[f"{place}.custom_id"] = ("COMPONENT_CUSTOM_ID_DUPLICATED", words)
    taken.add(custom_id)
    return found
