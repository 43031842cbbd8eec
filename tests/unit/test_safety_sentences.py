"""Sentences that state a fact, and sentences that state none, in every language."""

import pytest

from memory.safety import Kind, stated
from tests import stating_chinese, stating_english

TABLES = [stating_english, stating_chinese]


def lines(table: str) -> list[str]:
    """Of each line a message; an arrow in it stands for a new line."""
    return [line.replace("⏎", "\n") for line in table.strip().split("\n")]


def rows(table: str) -> list[tuple[str, str]]:
    pairs = (line.partition(": ") for line in lines(table))
    return [(kind, sentence) for kind, _, sentence in pairs]


@pytest.mark.parametrize(
    ("kind", "sentence"), [row for each in TABLES for row in rows(each.STATED)]
)
def test_what_is_stated(kind: str, sentence: str) -> None:
    found = stated(sentence)
    assert kind in [one.kind for one in found]
    assert all(0 < len(one.says) <= 160 for one in found)


@pytest.mark.parametrize(
    "sentence", [line for each in TABLES for line in lines(each.NOT_STATED)]
)
def test_what_is_not(sentence: str) -> None:
    assert stated(sentence) == []


@pytest.mark.parametrize("line", [line for each in TABLES for line in lines(each.WHOLE)])
def test_what_belongs_together_is_said_once_and_whole(line: str) -> None:
    sentence, _, says = line.partition(" => ")
    whole = " ".join(sentence.split()).rstrip(".。)")
    assert [one.says for one in stated(sentence)] == [says or whole]


@pytest.mark.parametrize("table", [each.STATED for each in TABLES], ids=["english", "chinese"])
def test_every_kind_has_its_sentences(table: str) -> None:
    assert {kind for kind, _ in rows(table)} == set(Kind)
