"""Words of others within a line: readable as they are, and nothing but words when shown."""

import pytest
from markdown_it import MarkdownIt

from previously_bot.sessions.plain import code, words


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("named the boiler, 3 times (at least)!", "named the boiler, 3 times (at least)!"),
        ("R&D & more", "R&D & more"),
        ("a [link](b)", r"a \[link\](b)"),
        ("`x` *y* _z_", r"\`x\` \*y\* \_z\_"),
        ("a < b > c", r"a \< b \> c"),
        ("&lt;b&gt;", r"\&lt;b\&gt;"),
        ("# one", r"\# one"),
        ("12. twelve", r"12\. twelve"),
        ("see https://a.example/b_c now", "see `https://a.example/b_c` now"),
        ("www.a.example", "`www.a.example`"),
        ("mail a@b.example", "mail `a@b.example`"),
        ("see https://a.example/`b`", "see `https://a.example/'b'`"),
        ("two\nlines", "two lines"),
        ("", ""),
    ],
)
def test_words_are_escaped_where_they_would_be_markup(given: str, written: str) -> None:
    assert words(given, 100) == written


@pytest.mark.parametrize(
    "given", ["a [link](b)", "`x` *y* _z_ ~~k~~", "&lt;b&gt;", "# one", "12. twelve", "\\*a\\*"]
)
def test_escaped_words_are_shown_as_they_were(given: str) -> None:
    (inline,) = (one for one in MarkdownIt().parse(words(given, 100)) if one.type == "inline")
    assert "".join(token.content for token in inline.children or ()) == given


@pytest.mark.parametrize(
    ("given", "written"),
    [("a b", "`a b`"), ("a`b``", "`a'b''`"), (" \n", ""), ("a\nb", "`a b`"), ("a\\", "`a\\`")],
)
def test_nothing_ends_code_but_its_end(given: str, written: str) -> None:
    assert code(given, 100) == written


def test_both_are_short() -> None:
    assert words("word " * 100, 20) == "word word word word…"
    assert code("word " * 100, 20) == "`word word word word…`"
