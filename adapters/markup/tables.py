"""A table in letters of one width, where it fits; else a line for each cell."""

import unicodedata
from collections.abc import Sequence

from markdown_it.token import Token

from adapters.markup.marked import Style
from adapters.markup.page import Page
from adapters.markup.parsing import plain_text
from adapters.markup.phrases import write_phrases

# Columns that a telephone shows in letters of one width before it breaks lines.
WIDEST = 42
_GAP = "  "

Row = list[Token]


def write_table(page: Page, tokens: Sequence[Token], longest_link: int) -> None:
    """Write the tokens between `table_open` and `table_close`, at the start of a line."""
    rows = _rows(tokens)
    cells = [[_said(cell) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    fits = sum(widths) + len(_GAP) * (len(widths) - 1) <= WIDEST
    if fits and not any(_has_links(cell) for row in rows for cell in row):
        opened = page.begin()
        page.write("\n".join(_aligned(cells, widths, _right_aligned(tokens))))
        page.finish(opened, Style.PRE)
    else:
        _write_lines(page, rows, longest_link)


def _rows(tokens: Sequence[Token]) -> list[Row]:
    rows: list[Row] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(token)
    return rows


def _said(cell: Token) -> str:
    return plain_text(cell.children or ()).replace("\n", " ").strip()


def _has_links(cell: Token) -> bool:
    return any(child.type in ("link_open", "image") for child in cell.children or ())


def _right_aligned(tokens: Sequence[Token]) -> list[bool]:
    return ["right" in str(one.attrs.get("style")) for one in tokens if one.type == "th_open"]


def _aligned(cells: list[list[str]], widths: list[int], right: list[bool]) -> list[str]:
    lines = [
        _GAP.join(
            " " * (width - _width(cell)) + cell
            if is_right
            else cell + " " * (width - _width(cell))
            for cell, width, is_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    ]
    return [lines[0], _GAP.join("─" * width for width in widths), *lines[1:]]


def _write_lines(page: Page, rows: list[Row], longest_link: int) -> None:
    """Each row's cells, one a line, "heading: cell"; the first in bold."""
    headings = rows[0]
    if len(rows) == 1:
        rows = [headings, headings]
    for nth, row in enumerate(rows[1:]):
        if nth:
            page.new_line(blank=True)
        filled = [pair for pair in zip(headings, row, strict=True) if _said(pair[1])]
        for place, (heading, cell) in enumerate(filled):
            if place:
                page.new_line()
            opened = page.begin()
            if _said(heading) and heading is not cell:
                write_phrases(page, heading.children or (), longest_link)
                page.write(": ")
            write_phrases(page, cell.children or (), longest_link)
            if not place:
                page.finish(opened, Style.BOLD)


def _width(text: str) -> int:
    """Columns of a text, by the standard annex 11 of Unicode."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
