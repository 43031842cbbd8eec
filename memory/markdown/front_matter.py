"""The YAML between the fences ↔ the fields of a slice, also where it is not valid YAML."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias, cast

from memory.markdown import fields, yaml_text
from memory.slices import Mark, Slice, Status, Turn

# A line that begins a key, where the whole is not YAML and lines are all there is to go by.
_KEY = re.compile(r"""("[^"\n]*"|'[^'\n]*'|[^\s#:\-?\[\]{}"'][^:\n]*):(?=[ \t\r\n]|\Z)""")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SHORT = 500  # code points of the lines of a key
_LIST_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)")
_NOT_IN_COMMENTS = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)

# The lines that a key was written in; those of None come before any key.
Chunk: TypeAlias = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class Fields:
    """The known fields by name, as typed values, and the unknown ones as they were written."""

    known: Mapping[str, Any]
    extra: Mapping[str, str]

    @property
    def slice_id(self) -> str:
        return cast(str, self.known.get("slice_id", ""))

    @property
    def start(self) -> datetime | None:
        return self.known.get("start")

    @property
    def end(self) -> datetime | None:
        return self.known.get("end")

    def as_slice(
        self,
        slice_id: str,
        start: datetime,
        end: datetime,
        turns: tuple[Turn, ...],
        preamble: str,
    ) -> Slice:
        known = self.known.get
        return Slice(
            slice_id=slice_id,
            start=start,
            end=end,
            turns=turns,
            status=known("status") or Status.CLOSED,
            timezone=known("timezone") or "UTC",
            mark=Mark(
                focus=known("focus", ""),
                summary=known("summary", ""),
                tags=known("tags", ()),
                decisions=known("decisions", ()),
                open_loops=known("open_loops", ()),
                emotional_tone=known("emotional_tone", ""),
            ),
            related_slices=known("related_slices", ()),
            closed_by=known("closed_by", ""),
            channels=known("channels", ()),
            occurrences=known("occurrences", ()),
            amendments=known("amendments", ()),
            safety=known("safety", ()),
            extra=self.extra,
            preamble=preamble,
        )


def read(front: str) -> tuple[Fields, tuple[str, ...]]:
    """The fields of a front matter (the text between the fences), and what was odd about it."""
    raw, chunks, notes = _taken_apart(front)
    known = {}
    for key, value in raw.items():
        if key in fields.READERS:
            known[key] = fields.READERS[key](value)
            if key in ("start", "end", "status") and known[key] is None and value is not None:
                notes = (*notes, f"its `{key}` cannot be read")
    lines = dict(chunks)
    extra = {
        key: lines[key]
        if lines.get(key, "").endswith("\n") and _alone(lines[key]) == {key: value}
        else yaml_text.emit(key, value)
        for key, value in raw.items()
        if key not in fields.READERS
    }
    return Fields(known, extra), notes


def dump(slice_: Slice, over: str = "") -> str:
    """The front matter of a slice. Lines of `over`, the front matter that it replaces, are kept
    where their value is the same; comments are kept, and lines nobody could read become
    comments.
    """
    new = fields.typed(slice_)
    lines: list[str] = []
    done: set[str] = set()
    for key, text in _taken_apart(over)[1]:
        if key is None:
            lines.append(_as_comments(text))
        elif key not in done:
            done.add(key)
            if key in new:
                lines.append(
                    text if _is(text, key, new[key]) else _renewed(key, new[key], text)
                )
            elif key in slice_.extra:
                lines.append(slice_.extra[key])
    lines += [
        yaml_text.emit(key, fields.emitted(key, value))
        for key, value in new.items()
        if key not in done and (value or not over)
    ]
    lines += [text for key, text in slice_.extra.items() if key not in done]
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _is(chunk: str, key: str, value: object) -> bool:
    """Whether the lines of a key say a value all by themselves."""
    loaded = _alone(chunk)
    return (
        loaded is not None and [*loaded] == [key] and value == fields.READERS[key](loaded[key])
    )


def _renewed(key: str, value: object, text: str) -> str:
    comments = "".join(line for line in _LINE.findall(text) if line.startswith("#"))
    return yaml_text.emit(key, fields.emitted(key, value)) + _as_comments(comments)


def _taken_apart(front: str) -> tuple[dict[str, Any], list[Chunk], tuple[str, ...]]:
    """The values by key, the lines they were written in, and what was odd about these."""
    try:
        document = yaml_text.load(front)
    except ValueError as error:
        chunks = list(_by_line(front))
        values = {key: _value_alone(text) for key, text in chunks if key is not None}
        return (
            values,
            chunks,
            (f"its front matter is not valid YAML ({error}); read line by line",),
        )
    if document.value is None:
        return {}, _cut(front, ()), ()
    if not isinstance(document.value, dict):
        odd = "its front matter is not a mapping of names to values; it is left unread"
        return {}, _cut(front, ()), (odd,)
    values = {fields.text_of(key): value for key, value in document.value.items()}
    return values, _cut(front, document.keys), ()


def _alone(chunk: str) -> dict[str, Any] | None:
    """What the lines of a key say when read by themselves; None when they say nothing clear."""
    return _short_alone(chunk) if len(chunk) <= _SHORT else _read_alone(chunk)


@lru_cache(maxsize=2048)
def _short_alone(chunk: str) -> dict[str, Any] | None:
    """A slice is written with every turn, and most of its lines stay: whoever is given the
    mapping only reads it."""
    return _read_alone(chunk)


def _read_alone(chunk: str) -> dict[str, Any] | None:
    try:
        loaded = yaml_text.load(chunk).value
    except ValueError:
        return None
    if not isinstance(loaded, dict) or re.search(r"^\.\.\.", chunk, re.MULTILINE):
        return None
    return {fields.text_of(key): value for key, value in loaded.items()}


def _by_line(front: str) -> list[Chunk]:
    keys, start = [], 0
    for line in _LINE.findall(front):
        match = _KEY.match(line)
        if match:
            keys.append((_unquoted(match[1].strip()), start))
        start += len(line)
    return _cut(front, keys)


def _cut(front: str, keys: Sequence[tuple[str, int]]) -> list[Chunk]:
    """(key, its lines as written, comments included); (None, lines) for what precedes any."""
    starts = [start for _, start in keys]
    before = front[: starts[0]] if starts else front
    chunks: list[Chunk] = [(None, before)] if before else []
    for (key, start), end in zip(keys, [*starts[1:], len(front)], strict=False):
        chunks.append((key, front[start:end]))
    return chunks


def _value_alone(chunk: str) -> Any:
    """The value of one key's lines; what is not YAML even alone is taken by the letter."""
    loaded = _alone(chunk)
    return _by_the_letter(chunk) if loaded is None else next(iter(loaded.values()), None)


def _by_the_letter(chunk: str) -> Any:
    first, _, rest = chunk.partition("\n")
    match = _KEY.match(first)
    inline = first[match.end() :].strip() if match else first.strip()
    below = [line for line in rest.split("\n") if not line.startswith("#")]
    items = [item[1].strip() for line in below if (item := _LIST_ITEM.match(line))]
    if items and not inline:
        return [_unquoted(item) for item in items]
    return _unquoted(" ".join([inline, *" ".join(below).split()]).strip())


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def _as_comments(lines: str) -> str:
    """Each line as a comment, without what would end one or be no YAML at all."""
    return "".join(
        line if line.startswith("#") or not line.strip() else f"# {line}"
        for line in _LINE.findall(_NOT_IN_COMMENTS.sub("\ufffd", lines))
    )
