"""Inline tokens → text and spans on a page."""

import re
from collections.abc import Sequence

from markdown_it.token import Token

from adapters.markup.marked import Style
from adapters.markup.page import Opened, Page
from adapters.markup.parsing import plain_text

_STYLES = {"strong": Style.BOLD, "em": Style.ITALIC, "s": Style.STRIKE}
# What both platforms make a link of; Telegram drops other targets, Discord shows their source.
_WEB = re.compile(r"https?://[^\s/]+\.[^\s/]|https?://[^\s/]")
_ADDRESS = re.compile(r"https?://\S+")


def write_phrases(page: Page, children: Sequence[Token], longest_link: int) -> None:
    """Write inline tokens; a link of more code points, label and target, is written out."""
    _Phrases(page, longest_link).write(children)


class _Phrases:
    def __init__(self, page: Page, longest_link: int) -> None:
        self._page = page
        self._longest_link = longest_link
        self._opened: list[Opened] = []
        self._target: str | None = None
        self._label = ""

    def write(self, children: Sequence[Token]) -> None:
        for place, token in enumerate(children):
            if token.type == "link_open":
                self._target = str(token.attrs["href"])
                self._label = _label(children, place)
                self._opened.append(self._page.begin())
            elif token.type == "link_close":
                self._finish_link()
            elif token.type == "image":
                self._image(token)
            elif token.nesting == 1:
                self._opened.append(self._page.begin())
            elif token.nesting == -1:
                style = _STYLES[token.type.removesuffix("_close")]
                self._page.finish(self._opened.pop(), style)
            else:
                self._leaf(token)

    def _leaf(self, token: Token) -> None:
        if token.type.endswith("break"):
            self._page.write("\n")
        elif token.type == "code_inline":
            opened = self._page.begin()
            self._page.write(token.content)
            self._page.finish(opened, Style.CODE)
        else:
            self._page.write(token.content)

    def _image(self, token: Token) -> None:
        alternative = plain_text(token.children or ())
        if self._target is not None:
            self._page.write(alternative)
            return
        source = str(token.attrs["src"])
        opened = self._page.begin()
        self._page.write(alternative or source)
        self._link(opened, alternative or source, source)

    def _finish_link(self) -> None:
        target, self._target = self._target or "", None
        self._link(self._opened.pop(), self._label, target)

    def _link(self, opened: Opened, label: str, target: str) -> None:
        """What was written since is a link, or has its target behind it, or says it already."""
        if not target or label == target or f"mailto:{label}" == target:
            return
        short = len(label) + len(target) <= self._longest_link
        if label.strip() and short and _WEB.match(target) and not _ADDRESS.search(label):
            self._page.finish(opened, Style.LINK, target)
        else:
            self._page.write(f" ({target})" if label.strip() else target)


def _label(children: Sequence[Token], place: int) -> str:
    """The plain text of the link that opens at a place."""
    end = place
    while children[end].type != "link_close":
        end += 1
    return plain_text(children[place + 1 : end])
