"""Laws of masking: wherever a secret stands, it goes; all else stays; once is enough."""

from hypothesis import given
from hypothesis import strategies as st

from memory.slices import writable
from previously_bot.masking import masked
from previously_bot.masking.rows import CUT, masked_in_a_row
from tests.made_up_secrets import tokens

SECRETS = [secret for _, secret in tokens().values()]
secret_ones = st.sampled_from(SECRETS)
# What could not be a part of the secret itself.
edges = st.sampled_from([" ", "\n", "“", "，", "是", "（", "\t", "> ", "\n> "])
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
kept = words.filter(lambda text: not masked(text).kinds)


def is_gone(secret: str, text: str) -> bool:
    return all(secret[at : at + 8] not in text for at in range(len(secret) - 7))


@given(kept, edges, secret_ones, edges, kept)
def test_a_secret_is_masked_in_any_text(
    before: str, edge: str, secret: str, other_edge: str, after: str
) -> None:
    found = masked(before + edge + secret + other_edge + after)
    assert found.kinds or _is_told_to_be_something_else(before)
    assert is_gone(secret, found.text) or _is_told_to_be_something_else(before)


def _is_told_to_be_something_else(before: str) -> bool:
    """A number after "id", say, is no card's."""
    return any(word in before.lower() for word in ("id", "no", "ref", "sku", "单号"))


@given(words, st.lists(secret_ones, max_size=3), words)
def test_what_is_masked_is_masked_no_further(before: str, many: list[str], after: str) -> None:
    once = masked(" ".join([before, *many, after])).text
    assert masked(once).text == once
    assert masked(once).kinds == ()


@given(words, words)
def test_a_text_without_a_secret_is_as_it_was(one: str, other: str) -> None:
    found = masked(one + other)
    assert found.kinds or found.text == one + other
    assert writable(found.text) == found.text


@given(secret_ones, st.floats(0.05, 0.95), st.sampled_from(["a word ", "几个字，", "line\n"]))
def test_a_secret_that_an_app_cut_in_two_is_in_neither_message(
    secret: str, share: float, filling: str
) -> None:
    at = max(1, int(len(secret) * share))
    first = (filling * CUT)[: CUT + 300].rstrip() + " " + secret[:at]
    found = masked_in_a_row([first, secret[at:] + "。就这样"])
    assert is_gone(secret, found[0].text + found[1].text)
    assert found[1].text.endswith("。就这样")
