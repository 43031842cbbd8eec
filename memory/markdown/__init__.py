"""Slice ↔ text; the only place that knows the format (docs/FORMAT.md is its specification).

Reading is lenient and total: whatever can be made out is kept, and what was odd is said.
Writing is strict: `parse(dump(s)) == s` for every slice whose texts a file can hold (no lone
surrogates).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from memory import paths
from memory.markdown import front_matter
from memory.markdown.fields import confidence, moment, timestamp
from memory.slices import Slice, Speaker, Turn, writable

__all__ = [
    "Reading",
    "confidence",
    "decode",
    "dump",
    "encode",
    "lines_of_turns",
    "moment",
    "parse",
    "read",
    "timestamp",
]

_HEADER = re.compile(
    r"^(\\*)## Turn ([0-9]{1,9}|[A-Za-z0-9_-]{6}|\?) [—–-] (\S+) \((user|agent)\)[ \t\r]*$",
    re.MULTILINE,
)
_ORIGIN = re.compile(r"<!-- (\S(?:(?:(?!-->)[^\n])*\S)?) -->[ \t\r]*(?:\n|\Z)")
_FENCE = re.compile(r"^---[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Reading:
    """A slice as it was read. `damage` says why turns may be missing from it, if they may;
    `notes` say what was odd without any loss."""

    slice: Slice
    damage: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def parse(text: str, slice_id: str) -> Slice:
    """The slice in a text of any shape; `slice_id` is the one that its path gives."""
    return read(text, slice_id).slice


def read(text: str, slice_id: str) -> Reading:
    """As `parse`, and what was odd about the text."""
    text = _unix(text)
    front, body, damage = _split(text)
    fields, notes = front_matter.read(front)
    if not front.strip() and not damage:
        notes = (*notes, "it has no front matter")
    preamble, turns = _turns(body)
    if not turns and not damage:
        damage = ("it holds no turn",)
    elif fields.end and turns and fields.end > max(turn.at for turn in turns):
        # A person who takes the last turn away leaves whole lines; a file that was cut off ends
        # anywhere. (Some writers give as `end` the moment at which the silence was noticed.)
        if not text.endswith("\n"):
            damage = (f"it ends before its last turn at {timestamp(fields.end)}",)
        else:
            notes = (*notes, "its `end` is later than its last turn")
    elif not text.endswith("\n"):
        notes = (*notes, "it ends without a line break, perhaps in the middle of its last turn")
    if fields.slice_id not in ("", slice_id):
        notes = (*notes, f"its front matter calls it {fields.slice_id}; the path counts")
    start = fields.start or (turns[0].at if turns else paths.minute_of(slice_id))
    end = fields.end or (max(turn.at for turn in turns) if turns else start)
    return Reading(fields.as_slice(slice_id, start, end, turns, preamble), damage, notes)


def decode(content: bytes, slice_id: str) -> Reading:
    """As `read`, from the bytes of a file; bytes that are not UTF-8 count as damage."""
    try:
        return read(content.decode(), slice_id)
    except UnicodeDecodeError as error:
        reading = read(content.decode(errors="replace"), slice_id)
        what = f"byte {error.start} is not valid UTF-8"
        return Reading(reading.slice, (what, *reading.damage), reading.notes)


def dump(slice_: Slice, over: str = "") -> str:
    """The text of a slice. `over` is the text that it replaces, when there is one: front-matter
    lines whose value stays the same, comments included, are kept as they were written."""
    front, _, _ = _split(_unix(over))
    parts = ["---\n", front_matter.dump(slice_, front), "---\n"]
    if slice_.preamble:
        parts.append(f"\n{_guarded(slice_.preamble)}\n")
    for turn in slice_.turns:
        parts.append(f"\n## Turn {turn.label} — {timestamp(turn.at)} ({turn.speaker.value})\n")
        if turn.origin:
            parts.append(f"<!-- {turn.origin} -->\n")
        parts.append(f"\n{_guarded(turn.text)}\n")
    return writable("".join(parts))


def encode(slice_: Slice, over: bytes = b"") -> bytes:
    """As `dump`, in the bytes of a file."""
    return dump(slice_, over.decode(errors="replace")).encode()


def lines_of_turns(text: str) -> dict[str, tuple[int, int]]:
    """The label of each turn in a slice's file → its first and last line, in their order.

    Lines are counted from 1, as editors do, by LF alone. The first is the header, the last is
    the last one with anything in it. Of turns with the same label the first counts.
    """
    text = _unix(text)
    headers = [header for header, _ in _headers(text)]
    ends = [header.start() for header in headers[1:]] + [len(text)]
    found: dict[str, tuple[int, int]] = {}
    first, counted = 1, 0
    for header, end in zip(headers, ends, strict=False):
        first += text.count("\n", counted, header.start())
        counted = header.start()
        last = first + text[counted:end].rstrip().count("\n")
        found.setdefault(header[2], (first, last))
    return found


def _unix(text: str) -> str:
    """Without a byte-order mark, and with LF where an editor turned the whole file to CRLF.

    A file that we wrote begins with "---" and LF, so a CRLF there is the editor's, not a
    person's.
    """
    text = text.removeprefix("\ufeff")
    if re.match(r"---[ \t]*\r\n", text):
        return text.replace("\r\n", "\n")
    return text


def _split(text: str) -> tuple[str, str, tuple[str, ...]]:
    """Front matter, the rest, and what is damaged about the border between them."""
    opening = _FENCE.match(text)
    if opening is None:
        return "", text, ()
    first_turn, _ = next(_headers(text), (None, None))
    limit = first_turn.start() if first_turn else len(text)
    closing = _FENCE.search(text, opening.end() + 1, limit)
    if closing is not None:
        return text[opening.end() + 1 : closing.start()], text[closing.end() + 1 :], ()
    damage = () if first_turn else ("it ends inside its front matter",)
    return text[opening.end() + 1 : limit], text[limit:], damage


def _turns(body: str) -> tuple[str, tuple[Turn, ...]]:
    """What stands before the first turn, and the turns."""
    headers = list(_headers(body))
    ends = [header.start() for header, _ in headers[1:]] + [len(body)]
    turns = []
    for (header, at), end in zip(headers, ends, strict=False):
        begin = header.end() + 1
        origin = _ORIGIN.match(body, begin, end)
        text = body[origin.end() if origin else begin : end]
        text = text.removeprefix("\n").removesuffix("\n")
        if end != len(body):
            text = text.removesuffix("\n")
        speaker = Speaker(header[4])
        turns.append(Turn(header[2], at, speaker, _plain(text), origin[1] if origin else ""))
    before = body[: headers[0][0].start()] if headers else body
    return _plain(before.strip("\n")), tuple(turns)


def _headers(text: str) -> Iterator[tuple[re.Match[str], datetime]]:
    """The turn headers of a text; a line that only looks like one (no time in it) is text."""
    for match in _HEADER.finditer(text):
        at = moment(match[3])
        if at is not None and not match[1]:
            yield match, at


def _guarded(text: str) -> str:
    """The text with a backslash before each line that would be read as a turn header."""
    return _HEADER.sub(lambda line: f"\\{line[0]}" if moment(line[3]) else line[0], text)


def _plain(text: str) -> str:
    """The text as it was before `_guarded`."""
    return _HEADER.sub(
        lambda line: line[0][1:] if line[1] and moment(line[3]) else line[0], text
    )
