"""Whatever an answer is, each platform takes its parts, and they say the whole of it."""

import re
from collections.abc import Callable

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from adapters.markup import discord_parts, telegram_parts
from adapters.markup.blocks import marked
from tests.discord_reading import seen
from tests.markdown_texts import answers, noise, texts
from tests.telegram_grammar import parsed

limits = st.sampled_from([60, 100, 333, 1024, 2000, 4096])
repeated = st.tuples(texts, st.integers(1, 40)).map(lambda pair: (pair[0] + "\n") * pair[1])


def squeezed(text: str) -> str:
    return "".join(text.split())


def said(markdown: str, limit: int) -> str:
    return squeezed(marked(markdown, longest_link=limit // 4).text)


@given(repeated, limits)
def test_telegram_takes_every_part(markdown: str, limit: int) -> None:
    for part in telegram_parts(markdown, limit):
        assert 0 < len(parsed(part.html)) <= limit
        assert 0 < len(part.plain) <= limit
        assert part.plain.strip()


@given(repeated, limits)
def test_discord_takes_every_part(markdown: str, limit: int) -> None:
    for part in discord_parts(markdown, limit):
        assert part.strip()
        assert len(part) <= limit


@given(repeated, limits)
def test_the_parts_for_telegram_say_all_of_it(markdown: str, limit: int) -> None:
    parts = telegram_parts(markdown, limit)
    together = squeezed("".join(parsed(part.html) for part in parts))
    assert visible(together) == visible(said(markdown, limit))


def visible(text: str) -> str:
    """A part of nothing but invisible characters is not sent."""
    return regex.sub(r"[\p{C}\p{Z}\u2800]", "", text)


@given(answers, limits)
def test_discord_shows_all_of_it(markdown: str, limit: int) -> None:
    shown = "".join(seen(part) for part in discord_parts(markdown, limit))
    assert as_on_discord(shown) == as_on_discord(marked(markdown, longest_link=limit // 4).text)


def as_on_discord(text: str) -> str:
    text = text.replace("%2A", "*").replace("%7C", "|").replace("%7E", "~")
    text = text.translate(str.maketrans("[]", "()"))
    return squeezed(re.sub("[•-]", "", text))


@given(texts, limits)
def test_the_same_answer_has_the_same_parts(markdown: str, limit: int) -> None:
    assert telegram_parts(markdown, limit) == telegram_parts(markdown, limit)
    assert discord_parts(markdown, limit) == discord_parts(markdown, limit)


@given(
    st.lists(
        st.sampled_from(["👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "e\u0301", "नि", "한", "a"]), min_size=1
    ),
    limits,
)
def test_no_grapheme_is_cut(clusters: list[str], limit: int) -> None:
    text = "".join(clusters) * 30
    whole = set(regex.findall(r"\X", text))
    for part in (
        *discord_parts(text, limit),
        *(one.plain for one in telegram_parts(text, limit)),
    ):
        assert set(regex.findall(r"\X", part)) <= whole


@given(st.one_of(answers, noise))
def test_an_answer_can_be_shown_while_it_comes(markdown: str) -> None:
    step = max(1, len(markdown) // 25)
    for end in range(0, len(markdown), step):
        for part in telegram_parts(markdown[:end]):
            parsed(part.html)
        discord_parts(markdown[:end])


@pytest.mark.parametrize("parts", [telegram_parts, discord_parts])
@given(st.integers(1, 300), limits)
def test_indentation_outlives_a_cut(
    parts: Callable[[str, int], list[object]], lines: int, limit: int
) -> None:
    code = "\n".join(f"    {'    ' * (nth % 3)}line_{nth}" for nth in range(lines))
    together = "\n".join(
        getattr(part, "plain", part) for part in parts(f"```py\n{code}\n```", limit)
    )
    assert [line for line in together.split("\n") if "line" in line] == code.split("\n")
