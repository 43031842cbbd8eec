"""What a budget may rely on, whatever the text."""

from hypothesis import given
from hypothesis import strategies as st

from previously_bot.prompt.tokens import ELLIPSIS, count, cut

PIECES = (
    *("word", "Word", "CAPS", "a", " ", "    ", "\n", "\r\n\n", "\t", "1234567", "...", "----"),
    *(
        "|---|",
        "<<",
        "“",
        "…",
        "你好",
        "。",
        "é",
        "Привет",
        "नमस्ते",
        "😀",
        "👨‍👩‍👧",
        "\ud83d",
        "\0",
    ),
)
texts = st.one_of(
    st.lists(st.one_of(st.sampled_from(PIECES), st.text())).map("".join),
    st.text(st.characters()),
)


@given(texts, texts)
def test_together_texts_cost_no_more_than_one_by_one(one: str, other: str) -> None:
    together = count(one + other)
    assert together <= count(one) + count(other)
    assert together >= max(count(one), count(other))


@given(texts, st.integers(-1, 60))
def test_what_is_cut_fits_and_is_a_beginning(text: str, budget: int) -> None:
    shown = cut(text, budget)
    assert count(shown) <= max(budget, 0)
    if shown != text and shown:
        assert shown.endswith(ELLIPSIS)
        assert text.startswith(shown.removesuffix(ELLIPSIS))


@given(texts)
def test_what_fits_is_left_as_it_is(text: str) -> None:
    assert cut(text, count(text)) == text
    assert (count(text) == 0) == (text == "")
