"""What a text can be found by, and how it is cut for showing."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from snowballstemmer import stemmer

from memory import words as words_module
from memory.words import is_cjk, one_line, shortened, surfaces, terms, weight

ANY_TEXT = st.text(st.characters())  # lone surrogates and control characters included


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The hinges squeak", "a squeaking hinge"),
        ("Mara's cabinet", "mara cabinets"),
        ("Mara’s", "MARA"),
        ("O'Brien", "OBrien"),
        ("ＡＢＣ １２", "abc 12"),
        ("cafe\u0301", "café"),
        ("1,200 tiles", "1200 tile"),
        ("3pm", "3 pm"),
        ("What did I buy?", "I bought it"),
        ("wrote to the women", "write woman"),
        ("snake_case", "snake case"),
    ],
)
def test_two_spellings_of_the_same_words_give_the_same_terms(one: str, other: str) -> None:
    assert sorted(terms(one)) == sorted(terms(other)) != []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't think we'll need it", []),
        ("What did you say about the boiler?", ["boiler"]),
        ("版本 v2 costs 3.50", ["版本", "版", "本", "v2", "cost", "3.50"]),
        ("柜子坏了", ["柜子", "子坏", "坏了", "柜", "子", "坏"]),
        ("我们的", []),
        ("什么时候", ["么时", "时", "候"]),
        ("😀 … !", []),
        ("", []),
    ],
)
def test_terms_of_a_text(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_single_and_function_characters_weigh_less_than_pairs_and_words() -> None:
    assert weight("柜") < weight("坏了") < weight("柜子") == weight("cabinet") == weight("12")


def test_only_terms_of_unspaced_scripts_are_cjk() -> None:
    assert [is_cjk(term) for term in ("柜子", "カ", "한국", "cabinet", "12", "")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip


def test_the_surface_of_a_term_is_the_word_that_was_used_most_and_then_the_shortest() -> None:
    found = surfaces("Hinges, hinges and a hinge; painting, painted")
    assert found == {"hing": "hinges", "paint": "painted"}


@given(ANY_TEXT)
def test_any_text_has_terms_that_are_short_and_not_empty(text: str) -> None:
    assert all(0 < len(term) <= 64 for term in terms(text))
    assert set(surfaces(text)) == set(terms(text))


@pytest.mark.parametrize(
    "text", ["\x00\x07" * 500_000, "\ud800" * 1_000_000, "a" * 1_000_000, "1." * 500_000,
             "a'" * 500_000, "柜子的" * 333_000, "hinges squeak loudly " * 50_000]
)  # fmt: skip
def test_a_megabyte_of_anything_takes_about_a_second(text: str) -> None:
    begun = time.perf_counter()
    terms(text)
    assert time.perf_counter() - begun < 5  # generous: the machine may be busy


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("brass hinges", 12, "brass hinges"),
        ("brass hinges, both", 14, "brass hinges…"),
        ("brass\n\n hinges", 20, "brass hinges"),
        ("abcdefghij", 5, "abcd…"),
        ("👨‍👩‍👧👨‍👩‍👧", 8, "👨‍👩‍👧…"),
        ("🇩🇪🇫🇷🇪🇸", 4, "🇩🇪…"),
        ("e\u0301" * 5, 4, "e\u0301…"),
        ("", 5, ""),
    ],
)
def test_a_long_text_is_cut_between_words_or_whole_characters(
    text: str, limit: int, expected: str
) -> None:
    assert shortened(text, limit) == expected


@given(ANY_TEXT, st.integers(2, 50))
def test_a_shortened_text_fits_on_one_printable_line(text: str, limit: int) -> None:
    short = shortened(text, limit)
    assert len(short) <= limit
    assert short == one_line(short)
    assert len(short.splitlines()) <= 1


def test_characters_that_turn_the_direction_of_a_line_are_taken_out() -> None:
    assert one_line("pay \u202eedoc\x1b[31m") == "pay edoc [31m"


@given(
    st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9),
    st.sampled_from(
        [
            "",
            "al",
            "ness",
            "ful",
            "ly",
            "ate",
            "ize",
            "ible",
            "ance",
            "ous",
            "ational",
            "iviti",
            "eed",
        ]
    ),
)
def test_a_word_is_stemmed_as_the_library_stems_it(word: str, ending: str) -> None:
    whole = word + ending
    known = terms(whole)
    assert known in (
        [],
        [stemmer("english").stemWord(words_module._IRREGULAR.get(whole, whole))],
    )
