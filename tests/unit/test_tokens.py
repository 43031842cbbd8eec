"""Tokens estimated: near to what real tokenizers count, from above, and fast."""

import time

import pytest

from previously_bot.prompt.tokens import count, cut

ENGLISH = (
    "I finally called the landlord about the lease yesterday evening, and she agreed that we "
    "could move in on the first of October, provided the deposit arrives a week earlier. My "
    "sister thinks that's far too risky; she'd rather see the contract before anybody pays."
)
CHINESE = (
    "上周二晚上我们聊了聊搬家的事情，你说新公寓的租约从三月开始，房东要求押一付三。"
    "我记得你还担心猫会不适应新环境，所以打算先带它去看看兽医。"
)

REAL = [
    # Counted by cl100k_base.
    ("english", ENGLISH, 52),
    ("chinese", CHINESE, 84),
    ("a path", "memory/episodic/slices/2026/07/07/1558.md", 18),
    ("a date", "2026-07-07T15:58:03.120Z", 15),
]


@pytest.mark.parametrize(("text", "real"), [one[1:] for one in REAL], ids=[o[0] for o in REAL])
def test_an_estimate_is_a_near_bound_from_above(text: str, real: int) -> None:
    assert real <= count(text) <= real * 1.3


def test_the_empty_text_costs_nothing_and_any_other_something() -> None:
    assert [count(text) for text in ("", " ", "a", "\n", "你", "😀")] == [0, 1, 1, 1, 2, 3]


def test_a_hundred_thousand_characters_are_counted_in_a_moment() -> None:
    for text in (ENGLISH, CHINESE, "a1B2 " * 50):
        long = (text * 2000)[:100_000]
        taken = []
        for _ in range(5):
            begun = time.perf_counter()
            count(long)
            taken.append(time.perf_counter() - begun)
        assert min(taken) < 0.1  # some 15 ms; machines that run tests are slow


def test_a_cut_ends_with_a_line_or_a_word_where_one_ends_near() -> None:
    assert cut("one two three four five six seven eight", 8) == "one two three four five six…"
    lines = "\n".join(f"line {n} of it" for n in range(100))
    assert cut(lines, 100).endswith(" of it…")
    assert cut("x" * 500, 10).rstrip("…") == "x" * (len(cut("x" * 500, 10)) - 1)
    assert cut("one two", 0) == ""
    assert cut("one two three four", 1) == "…"


def test_a_huge_text_is_cut_without_being_counted_over_and_over() -> None:
    begun = time.perf_counter()
    assert count(cut("word " * 1_000_000, 500)) <= 500
    assert time.perf_counter() - begun < 3
