"""Markdown for a terminal, lightly set (rich; pure)."""

import io
import re
from typing import ClassVar

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.syntax import Syntax
from rich.text import Text
from rich.theme import Theme

from adapters.console.display import visible

_TRAILING_SPACES = re.compile(r" +((?:\x1b\[[\d;]*m)*)$", re.MULTILINE)
_INDENT = "  "
_QUIET = Theme(
    {
        "markdown.h1": "bold",
        "markdown.h2": "bold",
        "markdown.h3": "bold",
        "markdown.code": "cyan",
        "markdown.block_quote": "dim",
        "markdown.item.bullet": "dim",
        "markdown.item.number": "dim",
        "markdown.hr": "dim",
        "markdown.link": "none",
        "markdown.link_url": "dim",
        "markdown.table.border": "dim",
        "markdown.table.header": "bold",
    }
)


class _LeftHeading(Heading):
    LEVEL_ALIGN: ClassVar[dict[str, JustifyMethod]] = {}


class _PlainCode(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = self.text.plain.rstrip("\n")
        yield Syntax(code, self.lexer_name, theme=self.theme, word_wrap=True, padding=(0, 2))


class _Answer(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "fence": _PlainCode,
        "code_block": _PlainCode,
    }


def as_markdown(text: str, width: int) -> str:
    """The answer for a terminal of `width` columns, indented so that it stands off the prompt.

    Nothing said is dropped, unlike in a web page: line breaks stay, and so do HTML tags, the
    addresses of links and pictures, and double underscores.
    """
    answer = _Answer("", code_theme="ansi_dark", hyperlinks=False)
    answer.parsed = _tokens(text)
    shown = io.StringIO()
    console = Console(
        file=shown,
        force_terminal=True,
        width=max(20, width - 2 * len(_INDENT)),
        theme=_QUIET,
    )
    console.print(answer)
    lines = _TRAILING_SPACES.sub(r"\1", shown.getvalue()).strip("\n").split("\n")
    return "\n".join(_INDENT + line if line else "" for line in lines)


def as_aside(text: str, width: int) -> str:
    """Plain lines beside an answer, dimmed; what is to be typed or found is never cut."""
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=max(20, width - 2 * len(_INDENT)))
    console.print(Text(text, style="dim"))
    lines = _TRAILING_SPACES.sub(r"\1", shown.getvalue()).strip("\n").split("\n")
    return "\n".join(_INDENT + line if line else "" for line in lines)


def _tokens(text: str) -> list[Token]:
    parser = MarkdownIt().enable(["strikethrough", "table"])
    parser.disable(["html_block", "html_inline", "reference"])
    tokens = parser.parse(visible(text))
    for token in tokens:
        token.children = [
            _kept(child) for child in token.children or () if child.markup != "autolink"
        ]
    return tokens


def _kept(token: Token) -> Token:
    """The token as rich shows it without loss; entities may have hidden a control character."""
    token.content = visible(token.content)
    if token.type == "softbreak":
        token.type = "hardbreak"
    elif token.tag == "strong" and token.markup == "__":  # __init__ is a name
        token.type, token.tag, token.nesting, token.content = "text", "", 0, "__"
    elif token.type == "image":
        token.type, token.tag, token.children = "text", "", None
        token.content = f"{token.content} ({token.attrs['src']})"
    return token
