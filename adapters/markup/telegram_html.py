"""A marked text as the Bot API takes it: HTML, and plain text for when that is refused.

The rules are those of https://core.telegram.org/bots/api#formatting-options.
"""

import html
from dataclasses import dataclass

from adapters.markup.blocks import marked
from adapters.markup.marked import Marked, Span, Style, runs, shared
from adapters.markup.splitting import split

# Code points of a text after its entities were parsed; a caption has 1024.
LIMIT = 4096
# Telegram shows the first hundred of a message and drops the others without a word.
MOST_ENTITIES = 100

_TAGS = {Style.BOLD: "b", Style.HEADING: "b", Style.ITALIC: "i", Style.STRIKE: "s"}
_TAGS |= {Style.CODE: "code", Style.PRE: "pre", Style.LINK: "a", Style.QUOTE: "blockquote"}


@dataclass(frozen=True, slots=True)
class TelegramPart:
    """One message, for `parse_mode=HTML` and without; neither is empty or too long."""

    html: str
    plain: str


def telegram_parts(markdown: str, limit: int = LIMIT) -> list[TelegramPart]:
    """An answer in messages of at most `limit` code points after parsing; [] if it is empty.

    Both texts of a part fit, and it has at most a hundred entities.
    """

    def fullness(part: Marked) -> int:
        _, entities = _html(part)
        return max(len(_plain(part)), -(-entities * limit // MOST_ENTITIES))

    whole = marked(markdown, longest_link=limit // 4)
    parts = split(whole, limit, fullness)
    return [TelegramPart(_html(part)[0], _plain(part)) for part in parts]


def _html(part: Marked) -> tuple[str, int]:
    """The HTML of a part, and how many entities it has."""
    pieces: list[str] = []
    opened: list[Span] = []
    entities = 0
    for start, end, inside in runs(part):
        wanted = _nestable(inside)
        kept = shared(opened, wanted)
        pieces += [_closing(span) for span in reversed(opened[kept:])]
        pieces += [_opening(span) for span in wanted[kept:]]
        entities += len(wanted) - kept
        opened = wanted
        pieces.append(html.escape(part.text[start:end], quote=False))
    pieces += [_closing(span) for span in reversed(opened)]
    return "".join(pieces), entities


def _nestable(inside: tuple[Span, ...]) -> list[Span]:
    """Of the spans around a run those that Telegram lets be in each other, outer before inner.

    Code has no other style and is in nothing but a quote; a link with code is a link; a style
    is not in itself.
    """
    tags: dict[str, Span] = {}
    for span in inside:
        if span.style in _TAGS:
            tags.setdefault(_TAGS[span.style], span)
    if "a" in tags:
        tags.pop("code", None)
    alone = tags.get("pre") or tags.get("code")
    if alone is None:
        return list(tags.values())
    return [span for span in tags.values() if span is alone or span.style is Style.QUOTE]


def _opening(span: Span) -> str:
    if span.style is Style.LINK:
        return f'<a href="{html.escape(span.argument)}">'
    if span.style is Style.PRE and span.argument:
        return f'<pre><code class="language-{html.escape(span.argument)}">'
    return f"<{_TAGS[span.style]}>"


def _closing(span: Span) -> str:
    if span.style is Style.PRE and span.argument:
        return "</code></pre>"
    return f"</{_TAGS[span.style]}>"


def _plain(part: Marked) -> str:
    """The text with the targets of links written out."""
    pieces: list[str] = []
    end = 0
    for span in part.spans:
        if span.style is Style.LINK:
            pieces += [part.text[end : span.end], f" ({span.argument})"]
            end = span.end
    return "".join([*pieces, part.text[end:]])
