"""What a turn says of the files that came with it, as docs/FORMAT.md has it (pure)."""

from collections.abc import Sequence

from adapters.base import Attached
from memory.attached import Lost
from previously_bot.attachments.names import label, name_of


def kept_line(file: Attached, path: str, remark: str = "") -> str:
    """A link to a file in the repository, and what is to be remarked of it."""
    told = ", ".join([_called(file), *([remark] if remark else [])])
    return _marked(f"[{told}](/{path})", file)


def lost_line(file: Attached, why: Lost) -> str:
    """That a file came, and why it is not there."""
    size = [_size(file.size)] if file.size else []
    return _marked(f"[{', '.join([_called(file), *size])}: {why}]", file)


def spoken(file: Attached, words: str, *, is_own: bool) -> str:
    """What is said in a file: the person's own words, or else a quotation."""
    if is_own:
        return words
    return "\n".join(f"> {line}".rstrip() for line in words.split("\n"))


def text_of(words: str, parts: Sequence[tuple[str, str]]) -> str:
    """The text of a turn: what was written, then each file's line and what is said in it."""
    told = [words.rstrip()] if words.strip() else []
    has_line_above = False
    for line, said in parts:
        # Files in a row are lines of one paragraph; a voice speaks in a paragraph of its own.
        if has_line_above:
            told[-1] += f"\n{line}"
        else:
            told.append(line)
        has_line_above = not said
        if said:
            told.append(said)
    return "\n\n".join(told)


def _called(file: Attached) -> str:
    name = name_of(file)
    lasts = f", {file.seconds} s" if file.seconds is not None else ""
    return f"{label(file.kind)}{' ' if name else ''}{name}{lasts}"


def _size(size: int) -> str:
    if size >= 1_000_000:
        return f"{size / 1_000_000:.0f} MB"
    return f"{max(1, size // 1000)} kB"


def _marked(line: str, file: Attached) -> str:
    return f"> {line}" if file.is_foreign else line
