"""A marked text in Discord's own Markdown, which is not quite CommonMark.

What there is of it: https://support.discord.com/hc/en-us/articles/210298617.
"""

import re

from adapters.markup.blocks import marked
from adapters.markup.discord_escapes import escaped, escaped_label, escaped_target, escapes
from adapters.markup.marked import Marked, Span, Style, runs, shared
from adapters.markup.splitting import split

# Code points of a message as it is sent, marks and all; more is refused as error 50035.
LIMIT = 2000

_NOTHING = re.compile(r"[^\S\n]*(?:\n|\Z)")
_LANGUAGE = re.compile(r"[A-Za-z0-9_+.-]+")
_TICKS = re.compile("`{2,}")
_FENCES = re.compile("`{3,}")
_APART = "\N{ZERO WIDTH SPACE}"
# Discord shows other numbers as the nearest of these.
_NUMBERS = range(1, 10**9)
_NO_MARK = (Style.CODE, Style.PRE, Style.MARKER)


def discord_parts(markdown: str, limit: int = LIMIT) -> list[str]:
    """An answer in messages of at most `limit` code points as sent; [] if it says nothing."""
    whole = marked(markdown, longest_link=limit // 4)
    return [_sent(part) for part in split(whole, limit, lambda part: len(_sent(part)))]


def _sent(part: Marked) -> str:
    places = escapes(part)
    pieces: list[str] = []
    opened: list[Span] = []
    for start, end, inside in runs(part):
        wanted = _marked_spans(part.text, inside)
        kept = shared(opened, wanted)
        pieces += [_closing(part.text, span) for span in reversed(opened[kept:])]
        pieces += [_opening(part.text, span) for span in wanted[kept:]]
        opened = wanted
        innermost = inside[-1] if inside else None
        if innermost is not None and innermost.style in _NO_MARK:
            piece = _WHOLE[innermost.style](part.text, innermost)
        elif any(span.style is Style.LINK for span in inside):
            piece = escaped_label(part.text[start:end])
        else:
            piece = escaped(part.text, start, end, places)
        quoted = any(span.style is Style.QUOTE for span in inside)
        pieces.append(piece.replace("\n", "\n> ") if quoted else piece)
    pieces += [_closing(part.text, span) for span in reversed(opened)]
    return "".join(pieces)


def _marked_spans(text: str, inside: tuple[Span, ...]) -> list[Span]:
    """The spans around a run that have marks, none within its like; outer before inner."""
    marks: dict[str, Span] = {}
    for span in inside:
        if span.style not in _NO_MARK:
            kind = "italic" if span.style is Style.ITALIC else _opening(text, span)
            marks.setdefault(kind, span)
    return list(marks.values())


def _opening(text: str, span: Span) -> str:
    if span.style is Style.QUOTE:
        return "> "
    if span.style is Style.LINK:
        return "["
    if span.style is Style.HEADING and _is_title(text, span):
        return "#" * int(span.argument) + " "
    return _around(text, span)


def _closing(text: str, span: Span) -> str:
    if span.style is Style.LINK:
        return f"]({escaped_target(span.argument)})"
    if span.style is Style.QUOTE or (span.style is Style.HEADING and _is_title(text, span)):
        return ""
    return _around(text, span)


def _is_title(text: str, span: Span) -> bool:
    """Whether Discord has headings of this kind: three levels, and none in a list."""
    at_a_line = span.start == 0 or text[span.start - 1] == "\n"
    return at_a_line and span.argument in ("1", "2", "3")


def _around(text: str, span: Span) -> str:
    if span.style is Style.STRIKE:
        return "~~"
    if span.style is not Style.ITALIC:
        return "**"
    # "_" stands well beside "**", but not before a letter, nor around the "_" of an address.
    following = text[span.end : span.end + 1]
    plain = following.isascii() and following.isalnum()
    return "*" if plain or "://" in text[span.start : span.end] else "_"


def _code(text: str, span: Span) -> str:
    code = text[span.start : span.end]
    if "`" not in code:
        return f"`{code}`"
    # Discord has no code with two backticks in a row; a fence of three would begin a block.
    code = _TICKS.sub(lambda ticks: _APART.join(ticks[0]), code)
    before = " " if code.startswith("`") else ""
    after = " " if code.endswith("`") else ""
    return f"``{before}{code}{after}``"


def _block(text: str, span: Span) -> str:
    language = span.argument if _LANGUAGE.fullmatch(span.argument) else ""
    code = _FENCES.sub(lambda ticks: _APART.join(ticks[0]), text[span.start : span.end])
    return f"```{language}\n{code}\n```"


def _marker(text: str, span: Span) -> str:
    """A marker of Discord's own lists, or one that is only text where its lists do harm.

    An item that is empty would take in the first line of what follows; and a line that begins
    with other spaces is no item.
    """
    marker = text[span.start : span.end]
    indentation = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    listed = "\N{NO-BREAK SPACE}" not in indentation and not _NOTHING.match(text, span.end)
    number = marker.removesuffix(".")
    if number == marker:
        return "-" if listed else marker
    return marker if listed and int(number) in _NUMBERS else f"{number}\\."


_WHOLE = {Style.CODE: _code, Style.PRE: _block, Style.MARKER: _marker}
