"""Sentences that state a fact, and sentences that state none, in every language."""

import pytest

from memory.safety import Kind, stated
from tests import stating_chinese, stating_english

TABLES = [stating_english, stating_chinese]


def rows(table: str) -> list[tuple[str, str]]:
    pairs = (line.partition(": ") for line in table.strip().split("\n"))
    return [(kind, sentence) for kind, _, sentence in pairs]


@pytest.mark.parametrize(
    ("kind", "sentence"), [row for each in TABLES for row in rows(each.STATED)]
)
def test_what_is_stated(kind: str, sentence: str) -> None:
    found = stated(sentence)
    assert kind in [one.kind for one in found]
    assert all(0 < len(one.says) <= 160 for one in found)


@pytest.mark.parametrize(
    "sentence", [line for each in TABLES for line in each.NOT_STATED.strip().split("\n")]
)
def test_what_is_not(sentence: str) -> None:
    assert stated(sentence) == []


@pytest.mark.parametrize("table", [each.STATED for each in TABLES], ids=["english", "chinese"])
def test_every_kind_has_its_sentences(table: str) -> None:
    assert {kind for kind, _ in rows(table)} == set(Kind)
