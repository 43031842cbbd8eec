"""Where an answer is cut into messages."""

import time

import pytest

from adapters.markup import discord_parts, telegram_parts
from tests.telegram_grammar import parsed

FAMILY = "👨‍👩‍👧‍👦"


def plain(markdown: str, limit: int = 4096) -> list[str]:
    return [part.plain for part in telegram_parts(markdown, limit)]


def test_a_text_as_long_as_the_limit_is_one_part() -> None:
    assert plain("😀" * 4096) == ["😀" * 4096]
    assert list(map(len, plain("😀" * 4097))) == [4096, 1]
    assert list(map(len, discord_parts("x" * 2001))) == [2000, 1]


@pytest.mark.parametrize(
    ("markdown", "parts"),
    [
        ("A first one.\n\nA second.\nA third.", ["A first one.", "A second.\nA third."]),
        ("- one two six\n- three four", ["• one two six", "• three four"]),
        ("One two three. Four five six.", ["One two three.", "Four five six."]),
        (
            "一二三四五六七八九十一二。三四五六七八九十",
            ["一二三四五六七八九十一二。", "三四五六七八九十"],
        ),
        ("one two three four five six", ["one two three four", "five six"]),
        ("x" * 25, ["x" * 20, "x" * 5]),
        ("- a\n  - bcdefghijk\n  - lmnop", ["• a\n  • bcdefghijk", "\u00a0\u00a0• lmnop"]),
        ("8. eight of many\n9. nine", ["8. eight of many", "9. nine"]),
        ("a text of a\n\n# Title\n\nMore", ["a text of a", "Title\n\nMore"]),
    ],
)
def test_a_cut_is_where_a_reader_would_make_it(markdown: str, parts: list[str]) -> None:
    assert plain(markdown, 20) == parts


def test_a_long_fence_is_closed_and_reopened_with_its_language() -> None:
    lines = "\n".join(f"    line {nth}" for nth in range(400))
    on_discord = discord_parts(f"```python\n{lines}\n```")
    assert len(on_discord) > 2
    assert all(part.startswith("```python\n    line") for part in on_discord)
    assert all(part.endswith("\n```") for part in on_discord)
    for part in telegram_parts(f"```python\n{lines}\n```"):
        assert part.html.startswith('<pre><code class="language-python">    line')


def test_a_fence_with_one_huge_line_is_cut() -> None:
    parts = discord_parts(f"```\n{'x' * 5000}\n```")
    assert (
        "".join(part.removeprefix("```\n").removesuffix("\n```") for part in parts)
        == "x" * 5000
    )


def test_a_link_is_not_cut() -> None:
    words, link = "word " * 32, "[a link of words](https://x.example)"
    assert discord_parts(words + link, 190) == [words.rstrip(), link]


def test_emoji_are_not_cut() -> None:
    for parts in (plain(FAMILY * 5000), discord_parts(FAMILY * 5000)):
        assert all(part == FAMILY * (len(part) // 7) for part in parts)


def test_a_grapheme_longer_than_a_part_is_cut_all_the_same() -> None:
    zalgo = "z" + "\u0301" * 9000
    assert "".join(plain(zalgo)) == zalgo
    assert "".join(discord_parts(zalgo)) == zalgo


def test_a_text_that_doubles_when_escaped_fits() -> None:
    assert all(len(part) <= 2000 for part in discord_parts("\\*" * 5000))
    assert all(len(parsed(part.html)) <= 4096 for part in telegram_parts("<" * 9000))


def test_a_part_has_a_hundred_entities_at_most() -> None:
    parts = telegram_parts("**a** " * 450)
    assert len(parts) == 5
    assert [part.html.count("<b>") for part in parts] == [100, 100, 100, 100, 50]


def test_a_quote_goes_on_in_the_next_part() -> None:
    first, second = telegram_parts("> " + "word " * 30, 100)
    assert first.html.endswith("word</blockquote>")
    assert second.html.startswith("<blockquote>word")


def test_an_answer_of_a_hundred_parts_is_quickly_cut() -> None:
    paragraph = (
        "Some **bold** text, `code`, a [link](https://x.example/a_b) and _more_ 😀.\n- one\n\n"
    )
    answer = (paragraph * 3000)[:200_000]
    began = time.perf_counter()
    assert len(discord_parts(answer)) >= 90
    assert len(telegram_parts(answer)) >= 45
    # About 3 s on the slowest machine seen; what is quadratic takes minutes.
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize(
    "text", ["[" * 20_000, "**a** " * 5_000, "> " * 9_000, "a**b_" * 5_000]
)
def test_no_text_takes_forever(text: str) -> None:
    began = time.perf_counter()
    telegram_parts(text)
    discord_parts(text)
    assert time.perf_counter() - began < 10
