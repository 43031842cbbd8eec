"""What becomes of a text on its way into a message: entities, cleaning, trimming, limits.

Lengths are code points, offsets of entities UTF-16 units, both of the text after parsing.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.servers.telegram.links import checked_link
from tests.servers.telegram.markup import Entity, parse_html, units
from tests.servers.telegram.refusals import Refusal, bad_request

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
MOST_BYTES = 32 * 1024
"""Of a text before it is parsed, in UTF-8; more are refused in other words than the limits."""
MOST_ENTITIES = 100
"""More of them are dropped in silence, custom emoji not counted."""

SPLITTABLE = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler"})
QUOTES = frozenset({"blockquote", "expandable_blockquote"})
FOUND = frozenset(
    """mention hashtag cashtag bot_command url email phone_number bank_card_number""".split()
)
GIVEN = (
    SPLITTABLE
    | QUOTES
    | frozenset("""code pre text_link text_mention custom_emoji date_time""".split())
)
FAR = 1_000_000

_AUTOMATIC = re.compile(
    r"(?P<url>https?://[^\s<>\"]+[^\s<>\".,;:!?)])"
    r"|(?P<email>[\w.+-]+@[\w-]+\.[\w.-]*\w)"
    r"|(?<![\w/@])(?P<mention>@[A-Za-z]\w{3,31})\b"
    r"|(?<![\w/])(?P<bot_command>/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?)(?![\w/])"
    r"|(?<!\w)(?P<hashtag>#\w+)"
)


@dataclass(frozen=True)
class Formatted:
    text: str
    entities: list[Entity] = field(default_factory=list)


def formatted(
    text: str, parse_mode: str, entities: str, *, may_be_empty: bool = False
) -> Formatted:
    """A text as it is kept; `entities` is a JSON array that counts without a parse mode."""
    _must_be_unicode(text)
    if len(text.encode()) > MOST_BYTES:
        raise bad_request("text is too long")
    mode = parse_mode.lower() if text else ""
    if mode == "html":
        text, given = parse_html(text)
    elif mode in ("markdown", "markdownv2"):
        raise Refusal(501, "Not Implemented: this server reads HTML and entities only")
    elif mode not in ("", "none"):
        raise bad_request("unsupported parse_mode")
    else:
        given = _read_entities(entities)
    return _fixed(text, given, may_be_empty)


def _must_be_unicode(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise bad_request("strings must be encoded in UTF-8") from None


def with_automatic(text: str, given: Iterable[Entity] = ()) -> list[Entity]:
    """The entities given and those that Telegram finds by itself: commands, links, mentions."""
    kept = list(given)
    taken = [(one["offset"], one["offset"] + one["length"]) for one in kept]
    for found in _AUTOMATIC.finditer(text):
        begin = units(text[: found.start()])
        end = begin + units(found[0])
        if not any(begin < last and first < end for first, last in taken):
            kept.append({"type": found.lastgroup, "offset": begin, "length": end - begin})
    return sorted(kept, key=lambda one: (one["offset"], -one["length"]))


# Entities as they are given


def _read_entities(source: str) -> list[Entity]:
    """What is no list in JSON is nothing at all; what is in a list must be right."""
    try:
        given = json.loads(source or "[]")
    except ValueError:
        return []
    try:
        given = given if isinstance(given, list) else []
        return [made for one in given if (made := _read_entity(one))]
    except _Wrong as wrong:
        raise bad_request(f"can't parse MessageEntity: {wrong}") from None


class _Wrong(Exception):
    """Words about one entity."""


def _read_entity(given: Any) -> Entity:
    """Kinds that Telegram only finds by itself are nothing."""
    if not isinstance(given, dict):
        raise _Wrong("expected an Object")
    made: Entity = {"offset": _integer(given, "offset"), "length": _integer(given, "length")}
    kind = _required(given, "type", str)
    if kind in FOUND:
        return {}
    if kind not in GIVEN:
        raise _Wrong("Unsupported type specified")
    made["type"] = kind
    if kind == "pre" and given.get("language"):
        made["language"] = str(given["language"])
    elif kind == "text_link":
        made["url"] = checked_link(_required(given, "url", str))
        if not made["url"]:
            raise bad_request("entity URL is invalid")
    elif kind == "text_mention":
        made["user"] = {"id": _integer(_required(given, "user", dict), "id")}
    elif kind == "custom_emoji":
        made["custom_emoji_id"] = str(_integer(given, "custom_emoji_id"))
    elif kind == "date_time":
        made["unix_time"] = _integer(given, "unix_time")
    return made


def _integer(given: dict[str, Any], name: str) -> int:
    """Numbers may come as texts."""
    value = _required(given, name, (int, str))
    try:
        return int(value)
    except ValueError:
        raise _Wrong(f'Can\'t parse "{value}" as an integer') from None


def _required(given: dict[str, Any], name: str, kind: type | tuple[type, ...]) -> Any:
    if name not in given:
        raise _Wrong(f'Can\'t find field "{name}"')
    if not isinstance(given[name], kind) or isinstance(given[name], bool):
        called = {str: "String", dict: "Object"}.get(kind, "Number")  # type: ignore[call-overload]
        raise _Wrong(f'Field "{name}" must be of type {called}')
    return given[name]


# Cleaning and trimming


def _fixed(text: str, entities: list[Entity], may_be_empty: bool) -> Formatted:
    for one in entities:
        for name in ("offset", "length"):
            if not 0 <= one[name] <= FAR:
                raise bad_request(f"receive an entity with incorrect {name} {one[name]}")
    kept = sorted(
        (one for one in entities if one["length"]),
        key=lambda one: (one["offset"], -one["length"]),
    )
    _must_lie_within(text, kept)
    text, kept = _cleaned(text, kept)
    if not text and may_be_empty:
        return Formatted("")
    if not text.strip(" \n"):
        raise bad_request("text must be non-empty")
    text, kept = _trimmed(text, kept)
    return Formatted(text, with_automatic(text, _allowed(_untangled(kept))))


def _must_lie_within(text: str, entities: list[Entity]) -> None:
    """No entity may cut a character in half, or reach beyond the end."""
    byte_at, units_at = 0, 0
    bytes_by_units = {0: 0}
    for character in text:
        byte_at += len(character.encode())
        units_at += units(character)
        bytes_by_units[units_at] = byte_at
    for one in entities:
        begin, end = one["offset"], one["offset"] + one["length"]
        if begin not in bytes_by_units:
            if begin > units_at:
                raise bad_request(
                    f"entity begins after the end of the text at UTF-16 offset {begin}"
                )
            where = bytes_by_units[begin + 1]
            raise bad_request(
                f"entity begins in a middle of a UTF-16 symbol at byte offset {where}"
            )
        if end > units_at:
            raise bad_request(
                f"entity beginning at UTF-16 offset {begin} ends after the end of the text "
                f"at UTF-16 offset {end}"
            )
        if end not in bytes_by_units:
            raise bad_request(
                f"entity beginning at UTF-16 offset {begin} ends in a middle of a UTF-16 "
                f"symbol at byte offset {bytes_by_units[end + 1]}"
            )


def _cleaned(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Without returns; other control characters but newlines are spaces."""
    gone = [units(text[:at]) for at, character in enumerate(text) if character == "\r"]
    if gone:
        moved = []
        for one in entities:
            before = sum(at < one["offset"] for at in gone)
            within = sum(one["offset"] <= at < one["offset"] + one["length"] for at in gone)
            size = one["length"] - within
            moved.append({**one, "offset": one["offset"] - before, "length": size})
        entities = [one for one in moved if one["length"]]
    cleaned = (
        " " if character < " " and character != "\n" else character
        for character in text
        if character != "\r"
    )
    return "".join(cleaned), entities


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """White space goes from both ends, from the front not beyond the first entity."""
    text = text.rstrip(" \n")
    end = units(text)
    kept = [
        {**one, "length": min(one["length"], end - one["offset"])}
        for one in entities
        if one["offset"] < end
    ]
    leading = len(text) - len(text.lstrip(" \n"))
    if kept:
        leading = min(leading, kept[0]["offset"])
    return text[leading:], [{**one, "offset": one["offset"] - leading} for one in kept]


def _untangled(entities: list[Entity]) -> list[Entity]:
    """What cannot be split may not cross another; in code nothing else is marked."""
    whole: list[Entity] = []
    for one in (one for one in entities if one["type"] not in SPLITTABLE):
        inside = [other for other in whole if _end(other) > one["offset"]]
        in_quote = all(other["type"] in QUOTES and _end(one) <= _end(other) for other in inside)
        if in_quote and not (one["type"] in QUOTES and inside):
            whole.append(one)
    code = [one for one in whole if one["type"] in ("code", "pre")]
    split = [
        one
        for one in entities
        if one["type"] in SPLITTABLE
        and not any(
            other["offset"] <= one["offset"] and _end(one) <= _end(other) for other in code
        )
    ]
    return whole + split


def _end(entity: Entity) -> int:
    return int(entity["offset"] + entity["length"])


def _allowed(entities: list[Entity]) -> list[Entity]:
    emoji = [one for one in entities if one["type"] == "custom_emoji"]
    others = [one for one in entities if one["type"] != "custom_emoji"]
    return emoji + others[:MOST_ENTITIES]
