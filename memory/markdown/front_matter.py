"""The YAML between the fences ↔ the fields of a slice, also where it is not valid YAML."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from memory.markdown import fields, yaml_text
from memory.slices import Mark, Slice, Status, Turn

_CHUNK = re.compile(
    r"""("[^"\n]*"|'[^'\n]*'|[^\s#:\-?\[\]{}"'][^:\n]*?)[ \t]*:(?=[ \t\r\n]|\Z)"""
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_LIST_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)")


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
    raw, notes = _values(front)
    known = {}
    for key, value in raw.items():
        if key in fields.READERS:
            known[key] = fields.READERS[key](value)
            if key in ("start", "end", "status") and known[key] is None and value is not None:
                notes = (*notes, f"its `{key}` cannot be read")
    unknown = [key for key in raw if key not in fields.READERS]
    lines = {key: text for key, text in _chunks(front) if key} if unknown else {}
    extra = {key: lines.get(key) or yaml_text.emit(key, raw[key]) for key in unknown}
    return Fields(known, extra), notes


def dump(slice_: Slice, over: str = "") -> str:
    """The front matter of a slice. Lines of `over`, the front matter that it replaces, are kept
    where their value is the same; comments are kept, and lines nobody could read become
    comments.
    """
    new = fields.typed(slice_)
    old = read(over)[0].known if over else {}
    lines: list[str] = []
    done: set[str] = set()
    for key, text in _chunks(over):
        if not key:
            lines.append(_as_comment(text))
        elif key not in done:
            done.add(key)
            if key in new:
                keep = old.get(key) == new[key] and _is_valid(text)
                lines.append(text if keep else _renewed(key, new[key], text))
            elif key in slice_.extra:
                lines.append(slice_.extra[key])
    lines += [
        yaml_text.emit(key, fields.emitted(key, value))
        for key, value in new.items()
        if key not in done and (value or not over)
    ]
    lines += [text for key, text in slice_.extra.items() if key not in done]
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _renewed(key: str, value: object, text: str) -> str:
    comments = [line for line in _LINE.findall(text) if line.startswith("#")]
    return "".join([yaml_text.emit(key, fields.emitted(key, value)), *comments])


def _values(front: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    try:
        loaded = yaml_text.load(front)
    except ValueError as error:
        values = {key: _value_alone(text) for key, text in _chunks(front) if key}
        return values, (f"its front matter is not valid YAML ({error}); read line by line",)
    if loaded is None:
        return {}, ()
    if not isinstance(loaded, dict):
        return {}, ("its front matter is not a mapping of names to values; it is left unread",)
    return {fields.text_of(key): value for key, value in loaded.items()}, ()


def _is_valid(chunk: str) -> bool:
    try:
        return isinstance(yaml_text.load(chunk), dict)
    except ValueError:
        return False


def _chunks(front: str) -> Iterator[tuple[str, str]]:
    """(key, its lines as written, comments included); ("", lines) for what precedes any key."""
    key, lines = "", ""
    for line in _LINE.findall(front):
        match = _CHUNK.match(line)
        if match:
            if lines:
                yield key, lines
            key, lines = match[1].strip("\"'"), ""
        lines += line
    if lines:
        yield key, lines


def _value_alone(chunk: str) -> Any:
    """The value of one key's lines; what is not YAML even alone is taken by the letter."""
    try:
        loaded = yaml_text.load(chunk)
    except ValueError:
        return _by_the_letter(chunk)
    return next(iter(loaded.values())) if isinstance(loaded, dict) and loaded else None


def _by_the_letter(chunk: str) -> Any:
    first, _, rest = chunk.partition("\n")
    match = _CHUNK.match(first)
    inline = first[match.end() :].strip() if match else first.strip()
    items = [item[1].strip() for line in rest.split("\n") if (item := _LIST_ITEM.match(line))]
    if items and not inline:
        return [_unquoted(item) for item in items]
    return _unquoted(" ".join([inline, *rest.split()]).strip())


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def _as_comment(lines: str) -> str:
    return "".join(
        line if not line.strip() or line.startswith("#") else f"# {line}"
        for line in _LINE.findall(lines)
    )
