"""What Flash says, believed only as far as it can be; one retry, then nothing."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from memory.slices import Mark
from previously_bot.account import Correction, Pointed
from previously_bot.errors import BadAnswer, ModelError, RateLimited, Refused, Unreachable
from previously_bot.flash import RETRY_AFTER, Flash, Glance, Known, read
from previously_bot.model import Message, Prompt, Role
from previously_bot.models.scripted import ScriptedModel

THERE = frozenset({"2026-03-10-1800", "2026-03-11-0900", "2026-03-18-2000"})
KNOWN = Known("2026-03-18-2000", THERE.__contains__, strands=("Cello", "搬家"))
PROMPT = Prompt([Message(Role.USER, "When did the cello break?")])
SAID = {"intent": "recall", "pointers": [{"slice_id": "2026-03-10-1800", "relevance": 0.9}]}


class Pauses:
    def __init__(self) -> None:
        self.taken: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)


@pytest.mark.parametrize(
    ("said", "pointed"),
    [
        ([{"slice_id": "2026-03-10-1800", "relevance": "0.8"}], [("2026-03-10-1800", 0.8)]),
        ([{"slice_id": "2026-03-10-1800", "relevance": "80%"}], [("2026-03-10-1800", 0.8)]),
        ([{"slice_id": "2026-03-10-1800", "relevance": 80}], [("2026-03-10-1800", 0.8)]),
        ({"slice_id": "2026-03-10-1800", "relevance": 1}, [("2026-03-10-1800", 1.0)]),
        ([{"slice_id": "1999-01-01-0000", "relevance": 1}], []),
        ([{"slice_id": "2026-03-18-2000", "relevance": 1}], []),
        ([{"slice_id": "2026-03-10-1800", "relevance": "much"}], []),
        ([{"slice_id": "2026-03-10-1800", "relevance": float("nan")}], []),
        ([{"slice_id": "2026-03-10-1800"}, "nonsense", None, 3], []),
        ("nowhere", []),
        (None, []),
    ],
)
def test_pointers_are_to_closed_slices_that_exist(
    said: object, pointed: list[tuple[str, float]]
) -> None:
    found = read({"pointers": said}, KNOWN).pointers
    assert [(one.slice_id, one.relevance) for one in found] == pointed


def test_a_slice_is_pointed_at_once_and_the_best_comes_first() -> None:
    said = [
        {"slice_id": "2026-03-10-1800", "relevance": 0.2, "reason": "perhaps"},
        {"slice_id": "2026-03-11-0900", "relevance": 0.5, "reason": "the day after"},
        {"slice_id": "2026-03-10-1800", "relevance": 0.9, "reason": "the cello"},
    ]
    assert read({"pointers": said}, KNOWN).pointers == (
        Pointed("2026-03-10-1800", 0.9, "the cello"),
        Pointed("2026-03-11-0900", 0.5, "the day after"),
    )


def test_tags_that_are_strands_already_are_spelled_as_these() -> None:
    marks = {"tags": ["#cello", "搬家", "new", "", 7, "x" * 50], "tone": "Mixed", "focus": None}
    assert read({"marks": marks}, KNOWN).mark == Mark(
        tags=("Cello", "搬家", "new", "7"), emotional_tone="mixed"
    )


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"slice_id": "2026-03-10-1800", "wrong": "January", "right": "It was March."}, True),
        ({"slice_id": "2026-03-18-2000", "wrong": "", "right": "It was March."}, True),
        ({"slice_id": "1999-01-01-0000", "wrong": "", "right": "It was March."}, False),
        ({"slice_id": "2026-03-10-1800", "wrong": "March", "right": "march"}, False),
        ({"slice_id": "2026-03-10-1800", "wrong": "January", "right": ""}, False),
        (None, False),
        ("It was March", False),
    ],
)
def test_a_correction_is_of_a_slice_that_there_is_and_says_what_is_right(
    said: object, kept: bool
) -> None:
    found = read({"correction": said}, KNOWN).correction
    assert isinstance(found, Correction) is kept


@pytest.mark.parametrize(
    "said",
    [{}, {"intent": 3, "marks": [], "safety": {"number": True, "stated": "yes"}}],
)
def test_what_says_nothing_usable_is_a_glance_at_nothing(said: Mapping[str, Any]) -> None:
    assert read(said, KNOWN) == Glance()


@pytest.mark.parametrize(
    ("message", "right", "kept"),
    [
        ("No, the move was in March", "The move to Hamm was in March.", True),
        ("No, that was in May", "The move to Hamm was in May.", True),
        ("不对，是三月搬的", "搬家是三月。", True),
        ("不对，是三月搬的", "The move was in March.", True),
        ("How is the cello?", "The move to Hamm was in March.", False),
        ("大提琴怎么样？", "搬家是三月。", False),
    ],
)
def test_a_correction_has_a_word_of_the_person(message: str, right: str, kept: bool) -> None:
    said = {"correction": {"slice_id": "2026-03-10-1800", "wrong": "", "right": right}}
    found = read(said, replace(KNOWN, said=message)).correction
    assert isinstance(found, Correction) is kept


async def test_one_request_is_made_when_it_goes_well() -> None:
    model, pauses = ScriptedModel([json.dumps(SAID)]), Pauses()
    glance, asked = await Flash(model, pauses).glance(PROMPT, KNOWN)
    assert glance is not None
    assert [one.slice_id for one in glance.pointers] == ["2026-03-10-1800"]
    assert len(model.asked) == len(asked) == 1
    assert pauses.taken == []


@pytest.mark.parametrize(
    "failure",
    [
        "I would rather not.",
        Unreachable("m", "down"),
        BadAnswer("m", "x"),
        RateLimited("m", 0.5),
    ],
)
async def test_what_may_pass_is_tried_once_more_after_a_moment(
    failure: str | ModelError,
) -> None:
    model, pauses = ScriptedModel([failure, json.dumps(SAID)]), Pauses()
    glance, asked = await Flash(model, pauses).glance(PROMPT, KNOWN)
    assert glance is not None
    assert [bool(one.failed) for one in asked] == [True, False]
    assert pauses.taken == [RETRY_AFTER]


async def test_one_that_was_waited_for_in_vain_is_not_asked_again() -> None:
    model = ScriptedModel([Unreachable("m", "slow", was_slow=True), "{}"])
    glance, asked = await Flash(model, Pauses()).glance(PROMPT, KNOWN)
    assert glance is None
    assert len(asked) == 1


async def test_after_the_retry_there_is_nothing_and_no_third_request() -> None:
    model = ScriptedModel([Unreachable("m", "down"), Unreachable("m", "down"), "{}"])
    glance, asked = await Flash(model, Pauses()).glance(PROMPT, KNOWN)
    assert glance is None
    assert len(asked) == 2


@pytest.mark.parametrize(
    "failure", [Refused("m", "the key", "set another"), RateLimited("m", 60)]
)
async def test_what_will_not_pass_is_not_tried_again(failure: ModelError) -> None:
    model, pauses = ScriptedModel([failure, "{}"]), Pauses()
    glance, asked = await Flash(model, pauses).glance(PROMPT, KNOWN)
    assert (glance, len(asked), pauses.taken) == (None, 1, [])
