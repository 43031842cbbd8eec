"""Markdown of answers, as Telegram and Discord are sent it."""

import pytest

from adapters.markup import TelegramPart, discord_parts, telegram_parts
from tests.telegram_grammar import Refused, parsed


def on_telegram(markdown: str) -> str:
    (part,) = telegram_parts(markdown)
    parsed(part.html)
    return part.html


def on_discord(markdown: str) -> str:
    (part,) = discord_parts(markdown)
    return part


@pytest.mark.parametrize(
    ("markdown", "html", "discord"),
    [
        ("__init__", "__init__", r"\_\_init\_\_"),
        ("`__init__`", "<code>__init__</code>", "`__init__`"),
        ("__two words__", "<b>two words</b>", "**two words**"),
        ("a snake_case_name", "a snake_case_name", r"a snake\_case\_name"),
        ("**a _b** c_", "<b>a _b</b> c_", r"**a \_b** c\_"),
        ("*italic*", "<i>italic</i>", "_italic_"),
        ("*un*do", "<i>un</i>do", "*un*do"),
        ("**a *b***", "<b>a <i>b</i></b>", "**a _b_**"),
        ("2*3*4", "2*3*4", r"2\*3\*4"),
        ("**a `b` c**", "<b>a </b><code>b</code><b> c</b>", "**a `b` c**"),
        ("# T **b**", "<b>T b</b>", "# T **b**"),
        ("- # T", "• <b>T</b>", "- **T**"),
        ("**「重点」**。", "<b>「重点」</b>。", "**「重点」**。"),
        ("好**「重点」**吧", "好<b>「重点」</b>吧", "好**「重点」**吧"),
        ("a < b & c", "a &lt; b &amp; c", "a < b & c"),
        ("a\n---\nb", "a\n────────────\nb", "a\n────────────\nb"),
        ("[1]: https://x.example", "[1]: https://x.example", r"\[1]: https://x.example"),
        ("0. a", "0. a", r"0\. a"),
        ("<@1> <#2> :smile:", "&lt;@1&gt; &lt;#2&gt; :smile:", r"\<@1> \<#2> \:smile:"),
        ("at 10:30:45", "at 10:30:45", "at 10:30:45"),
        ("\\# a", "# a", r"\# a"),
        ("- \\# a", "• # a", r"- \# a"),
        ("\\-# a", "-# a", r"\-# a"),
        ("a\n\\> b", "a\n&gt; b", "a\n\\> b"),
    ],
)
def test_a_phrase(markdown: str, html: str, discord: str) -> None:
    assert (on_telegram(markdown), on_discord(markdown)) == (html, discord)


@pytest.mark.parametrize("nothing", ["", " \n\t", "\u200b", "```\n```", "[]()"])
def test_an_answer_that_says_nothing_has_no_parts(nothing: str) -> None:
    assert telegram_parts(nothing) == []
    assert discord_parts(nothing) == []


def test_a_refused_text_is_sent_plain_with_the_targets_of_its_links() -> None:
    assert telegram_parts("**See** [it](https://x.example)") == [
        TelegramPart(
            '<b>See</b> <a href="https://x.example">it</a>', "See it (https://x.example)"
        )
    ]


def test_half_a_character_is_replaced() -> None:
    assert on_telegram("a\ud83d b") == "a\ufffd b"
    assert on_telegram("\ud83d\ude00") == "😀"


def test_what_is_nested_beyond_measure_is_still_said() -> None:
    for deep in ("> " * 300 + "x", "- " * 300 + "x", "*a " * 300 + "x", "[" * 300 + "x"):
        assert "x" in parsed(on_telegram(deep))
        assert "x" in on_discord(deep)


def test_a_line_that_opens_a_list_and_a_fence_keeps_the_fence_whole() -> None:
    assert on_discord("- ```sh\n  ls\n  ```") == "• \n```sh\nls\n```"
    assert on_telegram("- ```sh\n  ls\n  ```") == (
        '• \n<pre><code class="language-sh">ls</code></pre>'
    )


def test_a_fence_in_a_quote_in_a_quote_begins_a_line() -> None:
    markdown = "> > ```py\n> > a\n> > ```\n> b"
    assert on_discord(markdown) == "> \\> \n> ```py\n> a\n> ```\n> b"
    assert on_telegram(markdown) == (
        '<blockquote>&gt; \n<pre><code class="language-py">a</code></pre>\nb</blockquote>'
    )


@pytest.mark.parametrize(
    "html",
    [
        "<b>a",
        "a</b>",
        "<b><i>a</b></i>",
        "<p>a</p>",
        "a & b",
        "a > b",
        "<b></b>",
        "<code><b>a</b></code>",
        "<b><code>a</code></b>",
        "<pre>a<code>b</code></pre>",
        '<pre><code class="language-py">a</code>b</pre>',
        '<code class="language-py">a</code>',
        "<blockquote>a<blockquote>b</blockquote></blockquote>",
        '<a href="x"><code>a</code></a>',
        "<b>a</b>" * 101,
    ],
)
def test_the_grammar_refuses_what_the_server_might(html: str) -> None:
    with pytest.raises(Refused):
        parsed(html)
