"""HTML as the Bot API reads it: its tags, its entities, its complaints by byte offset.

Read off TDLib's parser of messages (2026): what is not a tag of the list is refused, `&` that
begins no entity stands for itself, an empty tag leaves nothing behind.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from tests.servers.telegram.links import link
from tests.servers.telegram.refusals import bad_request

STYLES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "pre": "pre",
    "code": "code",
}
TAGS = frozenset({*STYLES, "a", "tg-emoji", "tg-time", "blockquote"})
ARGUMENTS = {
    ("a", "href"),
    ("code", "class"),
    ("span", "class"),
    ("tg-emoji", "emoji-id"),
    ("tg-time", "unix"),
    ("tg-time", "format"),
    ("blockquote", "expandable"),
}
NAMED = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}
SPACE = b" \t\r\n\v\0"

_REFERENCE = re.compile(rb"&(?:#x([0-9a-fA-F]*)|#([0-9]*)|([a-zA-Z]+));?")
_TOKEN = re.compile(rb"[A-Za-z0-9.-]*")
_ATTRIBUTE = re.compile(rb"[^ \t\r\n\v\0=>/\"']*")

Entity = dict[str, Any]


def units(text: str) -> int:
    """The length in UTF-16 code units, which is what entities count in."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass
class _Open:
    tag: str
    arguments: dict[str, str]
    offset: int
    begins: int


@dataclass
class _Reading:
    source: bytes
    at: int = 0
    text: str = ""
    units: int = 0
    entities: list[Entity] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)

    def here(self, size: int = 1) -> bytes:
        """The next bytes; none at the end."""
        return self.source[self.at : self.at + size]

    def write(self, text: str) -> None:
        self.text += text
        self.units += units(text)

    def skip_space(self) -> None:
        while (byte := self.here()) and byte in SPACE:
            self.at += 1

    def upto_space_or_end_of_tag(self) -> bytes:
        begin = self.at
        while (byte := self.here()) and byte not in SPACE and byte != b">":
            self.at += 1
        return self.source[begin : self.at]


def parse_html(text: str) -> tuple[str, list[Entity]]:
    """The text and its entities, in UTF-16 units; raises Refusal."""
    if "\0" in text:
        raise _refused("Text must not contain null bytes")
    reading = _Reading(text.encode())
    while byte := reading.here():
        if byte == b"<":
            if reading.here(2) == b"</":
                _close(reading)
            else:
                _open(reading)
        elif byte == b"&" and (found := _reference(reading)):
            reading.write(found)
        else:
            _copy_character(reading)
    if reading.open:
        last = reading.open[-1].tag
        raise _refused(f'Can\'t find end tag corresponding to start tag "{last}"')
    return _whole(reading.text), _in_order(reading.entities)


def _refused(words: str) -> Exception:
    return bad_request(f"can't parse entities: {words}")


def _whole(text: str) -> str:
    """References may spell out surrogates; those in pairs are one character."""
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise _refused(
            "Text contains invalid Unicode characters after decoding HTML entities, check for "
            "unmatched surrogate code units"
        ) from None


def _in_order(entities: list[Entity]) -> list[Entity]:
    """Sorted; a language counts in `pre` only."""
    for one in entities:
        if one["type"] == "code":
            one.pop("language", None)
    return sorted(entities, key=lambda one: (one["offset"], -one["length"]))


def _copy_character(reading: _Reading) -> None:
    size = 1
    while (byte := reading.source[reading.at + size : reading.at + size + 1]) and (
        0x80 <= byte[0] < 0xC0
    ):
        size += 1
    reading.write(reading.here(size).decode())
    reading.at += size


def _reference(reading: _Reading) -> str:
    """What a reference such as `&lt;` stands for, and past it; empty when it is none."""
    found = _REFERENCE.match(reading.source, reading.at)
    if found is None:
        return ""
    if (name := found[3]) is not None:
        text = NAMED.get(name, "")
    else:
        digits, base = (found[1], 16) if found[1] is not None else (found[2], 10)
        code = int(digits or b"0", base)
        is_long = len(found[0].rstrip(b";")) >= 10
        text = "" if code == 0 or code >= 0x10FFFF or is_long else chr(code)
    if text:
        reading.at = found.end()
    return text


def _open(reading: _Reading) -> None:
    begin = reading.at
    reading.at += 1
    tag = reading.upto_space_or_end_of_tag().decode(errors="replace").lower()
    if not reading.here():
        raise _refused(f"Unclosed start tag at byte offset {begin}")
    if tag not in TAGS:
        raise _refused(f'Unsupported start tag "{tag}" at byte offset {begin}')
    arguments: dict[str, str] = {}
    while reading.here() != b">":
        reading.skip_space()
        if reading.here() == b">":
            break
        name, value = _attribute(reading, tag, begin)
        if (tag, name) in ARGUMENTS:
            arguments[name] = value
    reading.at += 1
    if tag == "span" and arguments.get("class") != "tg-spoiler":
        raise _refused(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
    reading.open.append(_Open(tag, arguments, reading.units, len(reading.text)))


def _attribute(reading: _Reading, tag: str, begin: int) -> tuple[str, str]:
    found = _ATTRIBUTE.match(reading.source, reading.at)
    name = found[0].decode(errors="replace") if found else ""
    if not name:
        raise _refused(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
    reading.at += len(name.encode())
    reading.skip_space()
    unclosed = _refused(f'Unclosed start tag "{tag}" at byte offset {begin}')
    if not reading.here():
        raise unclosed
    if reading.here() != b"=":
        return name, ""
    reading.at += 1
    reading.skip_space()
    if not reading.here():
        raise unclosed
    value = _quoted(reading) if reading.here() in b"\"'" else _token(reading)
    if not reading.here():
        raise _refused(f"Unclosed start tag at byte offset {begin}")
    return name, value


def _token(reading: _Reading) -> str:
    begin = reading.at
    found = _TOKEN.match(reading.source, begin)
    reading.at = found.end() if found else begin
    if reading.here() not in (b">", *(bytes([one]) for one in SPACE), b""):
        raise _refused(f"Unexpected end of name token at byte offset {begin}")
    return reading.source[begin : reading.at].decode().lower()


def _quoted(reading: _Reading) -> str:
    mark = reading.here()
    reading.at += 1
    inner = _Reading(reading.source, reading.at)
    while (byte := inner.here()) and byte != mark:
        if byte == b"&" and (found := _reference(inner)):
            inner.write(found)
        else:
            _copy_character(inner)
    reading.at = inner.at + (1 if inner.here() == mark else 0)
    return inner.text


def _close(reading: _Reading) -> None:
    begin = reading.at
    if not reading.open:
        raise _refused(f"Unexpected end tag at byte offset {begin}")
    reading.at += 2
    tag = reading.upto_space_or_end_of_tag().decode(errors="replace").lower()
    reading.skip_space()
    if reading.here() != b">":
        raise _refused(f"Unclosed end tag at byte offset {begin}")
    expected = reading.open[-1].tag
    if tag and tag != expected:
        raise _refused(
            f"Unmatched end tag at byte offset {begin}, "
            f'expected "</{expected}>", found "</{tag}>"'
        )
    reading.at += 1
    opened = reading.open.pop()
    if reading.units > opened.offset:
        _mark(reading, opened)


def _mark(reading: _Reading, opened: _Open) -> None:
    """Leaves the entity that a tag stands for, if it stands for one."""
    place = {"offset": opened.offset, "length": reading.units - opened.offset}
    given = opened.arguments
    if opened.tag == "a":
        made = link(given.get("href") or reading.text[opened.begins :])
    elif opened.tag == "tg-emoji":
        emoji = given.get("emoji-id", "")
        if not re.fullmatch("[1-9][0-9]{0,18}", emoji):
            raise _refused("Invalid custom emoji identifier specified")
        made = {"type": "custom_emoji", "custom_emoji_id": emoji}
    elif opened.tag == "tg-time":
        made = _moment(given)
    elif opened.tag == "blockquote":
        expands = "expandable_" if "expandable" in given else ""
        made = {"type": f"{expands}blockquote"}
    elif opened.tag in ("pre", "code") and _joined(reading.entities, opened, place):
        return
    else:
        made = {"type": STYLES[opened.tag]}
        language = given.get("class", "")
        if opened.tag == "code" and language.startswith("language-"):
            made["language"] = language.removeprefix("language-")
    if made:
        reading.entities.append({**made, **place})


def _joined(entities: list[Entity], opened: _Open, place: dict[str, int]) -> bool:
    """`pre` around `code` with a language, or the other way round, is one entity."""
    if not entities or {key: entities[-1][key] for key in place} != place:
        return False
    last, language = entities[-1], opened.arguments.get("class", "")
    if opened.tag == "pre" and last["type"] == "code" and last.get("language"):
        last["type"] = "pre"
        return True
    if opened.tag == "code" and last["type"] == "pre" and language.startswith("language-"):
        last["language"] = language.removeprefix("language-")
        return True
    return False


def _moment(given: dict[str, str]) -> Entity:
    unix = given.get("unix", "")
    if not unix.isdecimal() or int(unix) == 0:
        return {}
    made = {"type": "date_time", "unix_time": int(unix)}
    return {**made, "date_time_format": given["format"]} if given.get("format") else made
