"""Markdown → tokens: CommonMark, but what models mean where they are sloppy."""

import re
import unicodedata
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token

# Deeper blocks are text: the parser would drop what lies below its own `maxNesting`.
_DEEPEST = 18
_NESTING = 24

_NAME = re.compile(r"__[A-Za-z0-9](?:\w*[A-Za-z0-9])?__(?!\w)", re.ASCII)
_WIDE = re.compile(r"[ᄀ-ᇿ⺀-〿぀-ㇿ㈀-鿿ꥠ-꥿가-퟿豈-﫿︰-﹏＀-￯\U00020000-\U0003ffff]")


def tokens(markdown: str) -> list[Token]:
    """The tokens of a text, blocks with their inline tokens as children; no lone surrogates.

    HTML and definitions of references are text. "---" below a line is a rule, never a heading:
    models write rules so, and a line must not change while its answer is still coming.
    """
    whole = markdown.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _PARSER.parse(whole)


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING})
    parser.enable(["strikethrough", "table"])
    parser.disable(["html_block", "html_inline", "reference", "lheading"])
    parser.block.ruler.before("table", "too_deep", _too_deep)
    parser.inline.ruler.before("emphasis", "name", _name)
    parser.inline.ruler.at("emphasis", _emphasis)
    return parser


def _too_deep(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.level < _DEEPEST or silent:
        return False
    state.push("paragraph_open", "p", 1).map = [start, end]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(start, end, state.blkIndent, False).strip()
    inline.map, inline.children = [start, end], []
    state.push("paragraph_close", "p", -1)
    state.line = end
    return True


def _name(state: StateInline, silent: bool) -> bool:
    """__init__ is a name, though CommonMark would have it bold."""
    found = _NAME.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.pending += found[0]
    state.pos = found.end()
    return True


def _emphasis(state: StateInline, silent: bool) -> bool:
    """Marks of emphasis, as the parser's own rule has them, and beside wide scripts too.

    CommonMark wants white space outside of `**「so」**`, which Chinese and Japanese do not
    write. The amendment is that of github.com/tats-u/markdown-cjk-friendly. 2*3*4 is a product.
    """
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    end = state.pos + scanned.length
    opens, closes = scanned.can_open, scanned.can_close
    if marker == "*":
        before = state.src[state.pos - 1 : state.pos] or " "
        after = state.src[end : end + 1] or " "
        times = scanned.length == 1 and before.isdigit() and after.isdigit()
        opens = not times and (opens or _beside(after, before))
        closes = not times and (closes or _beside(before, after))
    for _ in range(scanned.length):
        token = state.push("text", "", 0)
        token.content = marker
        state.delimiters.append(
            Delimiter(
                marker=ord(marker),
                length=scanned.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=opens,
                close=closes,
            )
        )
    state.pos = end
    return True


def _beside(inner: str, outer: str) -> bool:
    """Whether a mark between these belongs to the inner one, by the rule for wide scripts."""
    if inner.isspace():
        return False
    wide = bool(_WIDE.match(inner))
    return wide or (bool(_WIDE.match(outer)) and unicodedata.category(inner)[0] in "PS")


def plain_text(children: Sequence[Token]) -> str:
    """What inline tokens say, without their marks."""
    return "".join(
        "\n"
        if token.type.endswith("break")
        else plain_text(token.children or ()) or token.content
        for token in children
    )


_PARSER = _parser()
