"""Markdown → a marked text: what no chat can show is written out."""

import re

from markdown_it.token import Token

from adapters.markup.marked import Marked, Style
from adapters.markup.page import Opened, Page
from adapters.markup.parsing import tokens
from adapters.markup.phrases import write_phrases
from adapters.markup.tables import write_table

_RULE = "─" * 12
_BULLET = "•"
_BOX = re.compile(r"\[([ xX])\](?:\s|$)")
_LANGUAGE = re.compile(r"[\w.+#-]+", re.ASCII)


def marked(markdown: str, longest_link: int) -> Marked:
    """The text of an answer as a chat shows it, with its spans.

    Headings are lines; items have a bullet, number or box and are indented below their list;
    tables are blocks in letters of one width, or lines; images are links. A link of more code
    points than `longest_link`, label and target, is written out: "label (target)".
    """
    return _Blocks(markdown, longest_link).read()


class _Blocks:
    """One pass over the tokens of blocks; what is open waits on stacks."""

    def __init__(self, markdown: str, longest_link: int) -> None:
        self._lines = re.split(r"\r\n|\r|\n", markdown)
        self._tokens = tokens(markdown)
        self._longest_link = longest_link
        self._page = Page()
        # Nothing to separate from yet: at the beginning, of a quote too, and after a marker,
        # be it that of an item or of an inner quote.
        self._fresh = True
        self._after_marker = False
        self._numbers: list[int | None] = []
        self._prefixes: list[str] = []
        self._quotes: list[Opened] = []
        self._heading_opened: Opened = (0, 0)

    def read(self) -> Marked:
        place = 0
        while place < len(self._tokens):
            token = self._tokens[place]
            if token.type == "table_open":
                place = self._table(place)
            elif token.type == "list_item_open":
                self._item(token, self._tokens[place + 1 : place + 3])
            elif token.type in _STEPS:
                _STEPS[token.type](self, token)
            place += 1
        return self._page.marked()

    def _separate(self, token: Token) -> None:
        """Begin a line for a block, with one left free before it where the source has one."""
        if not self._fresh:
            above = (token.map or [0])[0] - 1
            self._page.new_line(blank=above >= 0 and not self._lines[above].strip(" \t>"))
        self._fresh = self._after_marker = False

    def _begin_whole_lines(self, token: Token) -> None:
        """Begin a block that cannot be indented, nor stand beside a marker."""
        self._prefixes.append(self._page.prefix)
        self._page.prefix = ""
        if self._after_marker:
            self._page.new_line()
            self._fresh = self._after_marker = False
        else:
            self._separate(token)

    def _end_whole_lines(self) -> None:
        self._page.prefix = self._prefixes.pop()

    def _text(self, token: Token) -> None:
        self._separate(token)
        write_phrases(self._page, token.children or (), self._longest_link)

    def _heading(self, token: Token) -> None:
        """A heading's tokens: the line itself comes in between, as any text."""
        self._separate(token)
        self._fresh = True
        self._heading_opened = self._page.begin()

    def _end_heading(self, token: Token) -> None:
        self._page.finish(self._heading_opened, Style.HEADING, token.tag[1:])
        self._fresh = False

    def _rule(self, token: Token) -> None:
        self._separate(token)
        self._page.write(_RULE)

    def _code(self, token: Token) -> None:
        code = token.content.rstrip()
        if not code:
            return
        self._begin_whole_lines(token)
        opened = self._page.begin()
        self._page.write(code)
        language = _LANGUAGE.match(token.info.strip())
        self._page.finish(opened, Style.PRE, language[0] if language else "")
        self._end_whole_lines()

    def _table(self, place: int) -> int:
        """Write the table that opens at a place, and say where it closes."""
        end = place
        while self._tokens[end].type != "table_close":
            end += 1
        self._begin_whole_lines(self._tokens[place])
        write_table(self._page, self._tokens[place + 1 : end], self._longest_link)
        self._end_whole_lines()
        return end

    def _quote(self, token: Token) -> None:
        """Quotes cannot be nested on either platform: the inner ones keep their ">"."""
        if self._quotes:
            self._separate(token)
            self._prefixes.append(self._page.prefix)
            self._page.write("> ")
            self._page.prefix += "> "
            self._after_marker = True
        else:
            self._begin_whole_lines(token)
        self._quotes.append(self._page.begin())
        self._fresh = True

    def _end_quote(self, token: Token) -> None:
        opened = self._quotes.pop()
        if not self._quotes:
            self._page.finish(opened, Style.QUOTE)
        self._end_whole_lines()
        self._fresh = self._after_marker = False

    def _list(self, token: Token) -> None:
        ordered = token.type == "ordered_list_open"
        self._numbers.append(int(token.attrs.get("start", 1)) if ordered else None)

    def _end_list(self, token: Token) -> None:
        self._numbers.pop()

    def _item(self, token: Token, following: list[Token]) -> None:
        self._separate(token)
        number = self._numbers[-1]
        box = _taken_box(following[-1]) if following[0].type == "paragraph_open" else ""
        if number is not None:
            self._numbers[-1] = number + 1
        marker = _BULLET if number is None else f"{number}."
        if box and number is None:
            marker = box
            self._page.write(marker)
        else:
            opened = self._page.begin()
            self._page.write(marker)
            self._page.finish(opened, Style.MARKER)
            self._page.write(f" {box}" if box else "")
        self._page.write(" ")
        self._prefixes.append(self._page.prefix)
        self._page.prefix += " " * (len(marker) + 1)
        self._fresh = self._after_marker = True

    def _end_item(self, token: Token) -> None:
        self._page.prefix = self._prefixes.pop()
        self._fresh = self._after_marker = False


def _taken_box(inline: Token) -> str:
    """The box of a task, taken from the text behind it; "" if there is none."""
    first = (inline.children or [inline])[0]
    found = _BOX.match(first.content)
    if found is None:
        return ""
    first.content = first.content[found.end() :]
    return "☐" if found[1] == " " else "☑"


_STEPS = {
    "inline": _Blocks._text,
    "heading_open": _Blocks._heading,
    "heading_close": _Blocks._end_heading,
    "hr": _Blocks._rule,
    "fence": _Blocks._code,
    "code_block": _Blocks._code,
    "blockquote_open": _Blocks._quote,
    "blockquote_close": _Blocks._end_quote,
    "bullet_list_open": _Blocks._list,
    "ordered_list_open": _Blocks._list,
    "bullet_list_close": _Blocks._end_list,
    "ordered_list_close": _Blocks._end_list,
    "list_item_close": _Blocks._end_item,
}
