"""What a slice was about, told without a model."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.slices import Mark, Slice, Speaker, Turn
from previously_bot.models.extractive.marks import mark
from previously_bot.models.extractive.prose import sentences
from tests.made_up_secrets import tokens

START = datetime(2026, 3, 10, 15, tzinfo=UTC)
ANY_TEXT = st.text(st.characters())


def slice_of(*said: str, answers: tuple[str, ...] = (), known: Mark | None = None) -> Slice:
    spoken = [(Speaker.USER, text) for text in said] + [
        (Speaker.AGENT, text) for text in answers
    ]
    turns = tuple(
        Turn(str(n), START + timedelta(minutes=n), speaker, text)
        for n, (speaker, text) in enumerate(spoken, 1)
    )
    return Slice("2026-03-10-1500", START, START, turns, mark=known or Mark())


BOILER = (
    "Hi! I wanted to tell you about the boiler: it leaks again and the cellar is wet.",
    "The plumber, Ottoline, says the boiler needs a new valve; the old valve is rusty.",
    "We decided to replace the boiler in May.",
    "I still have to order the valve.",
)
CABIN = (
    "山里的小木屋漏水了，屋顶要补。",
    "小木屋的屋顶我决定用铁皮。",
    "还得量屋顶的尺寸，别忘了借梯子。",
)


def test_an_english_slice_is_marked_from_what_the_person_said() -> None:
    found = mark(slice_of(*BOILER))
    assert found.focus == "The boiler: it leaks again and the cellar is wet"
    assert "boiler" in found.summary
    assert found.tags[:2] == ("boiler", "valve")
    assert found.decisions == ("We decided to replace the boiler in May.",)
    assert found.open_loops == ("I still have to order the valve.",)


def test_a_chinese_slice_is_marked_in_words_of_two_to_four_characters() -> None:
    found = mark(slice_of(*CABIN))
    assert found.focus == "山里的小木屋漏水了，屋顶要补"
    assert {"屋顶", "小木屋"} <= set(found.tags)
    assert found.decisions == ("小木屋的屋顶我决定用铁皮。",)
    assert found.open_loops == ("还得量屋顶的尺寸，别忘了借梯子。",)


def test_a_guess_of_the_bot_is_no_evidence() -> None:
    guess = "We decided to sell the violin. I need to call Ravel. The violin is wonderful!"
    assert mark(slice_of("Hm.", answers=(guess,))) == mark(slice_of("Hm."))
    assert mark(slice_of(*BOILER, answers=(guess,))) == mark(slice_of(*BOILER))


def test_a_field_that_is_filled_is_kept_and_the_others_are_found() -> None:
    known = Mark(focus="Theirs", tags=("theirs",), decisions=("Theirs too.",))
    found = mark(slice_of(*BOILER, known=known))
    assert (found.focus, found.tags, found.decisions) == (
        "Theirs",
        ("theirs",),
        ("Theirs too.",),
    )
    assert found.summary == mark(slice_of(*BOILER)).summary != ""


@pytest.mark.parametrize(
    ("first", "focus"),
    [
        ("Good morning! So, the violin lesson went well", "The violin lesson went well"),
        ("## **Boat** [prices](https://boats.example/x)", "Boat prices"),
        ("> The harbour bell rang twice\nMy own boat sails", "My own boat sails"),
        ("The rent goes up in June, because the owner had the roof and the stairs done",
         "The rent goes up in June"),
        ("Thinking about moving my grandmother's piano into the living room of the new flat",
         "Thinking about moving my grandmother's piano into the living"),
        ("What did I say about the boat? The boat has a new sail.", "The boat has a new sail"),
        ("ok", "Ok"),
        ("``` \ncode\n```\nThe parser is slow today", "The parser is slow today"),
    ],
)  # fmt: skip
def test_the_focus_is_the_first_substantial_thing_said(first: str, focus: str) -> None:
    assert mark(slice_of(first)).focus == focus


@pytest.mark.parametrize(
    ("sentence", "decided"),
    [
        ("I decided to keep the dog", True),
        ("We've finally decided against the trip", True),
        ("We decided not to move", True),
        ("We'll go with the blue paint", True),
        ("I'm going with Ottoline’s offer", True),
        ("Let's do Lisbon in May", True),
        ("我们最后决定去青岛", True),
        ("就这么定了，周六出发", True),
        ("I haven't decided about the dog", False),
        ("I have not decided yet", False),
        ("Should we go with the blue paint?", False),
        ("If we decided to move, it would be in May", False),
        ("Ottoline decided to move", False),
        ("He said “I decided to leave” and left", False),
        ("What have we decided about the boat", False),
        ("他决定辞职", False),
        ("他们决定辞职", False),
        ("我还没决定去不去", False),
        ("我们决定去青岛吗？", False),
    ],
)
def test_what_is_a_decision_of_the_person(sentence: str, decided: bool) -> None:
    assert bool(mark(slice_of(sentence)).decisions) is decided


@pytest.mark.parametrize(
    ("sentence", "is_open"),
    [
        ("I still have to call the vet", True),
        ("We need to book the ferry", True),
        ("Remind me to water the ferns", True),
        ("Don’t forget the passport", True),
        ("I've got to answer Ravel", True),
        ("我还得给兽医打电话", True),
        ("要记得订船票", True),
        ("别忘了浇花", True),
        ("提醒我周五交房租", True),
        ("I don't need to call the vet", False),
        ("I had to call the vet", False),
        ("Do I need to call the vet?", False),
        ("If I need to call the vet I will", False),
        ("Remind me what I said about the vet", False),
        ("Ottoline needs to call the vet", False),
        ('She wrote "I need to call the vet"', False),
        ("还记得那只猫吗", False),
        ("我不记得那只猫", False),
        ("不用还得那么快", False),
    ],
)
def test_what_is_still_to_do(sentence: str, is_open: bool) -> None:
    assert bool(mark(slice_of(sentence)).open_loops) is is_open


def test_the_last_three_open_loops_are_kept_each_once() -> None:
    said = [f"I need to call number {n}." for n in (1, 2, 3, 4, 4)]
    assert mark(slice_of(*said)).open_loops == tuple(
        f"I need to call number {n}." for n in (2, 3, 4)
    )


@pytest.mark.parametrize(
    ("said", "tags"),
    [
        ("The cabinets, the cabinets and one more on Monday in March", ("cabinet",)),
        ("Mars and Mars, 12 and 12 and 12", ("mars",)),
        ("I really think we should probably go now", ()),
        ("12 34 2026-03-10", ()),
        ("周一周一三月三月，我们的", ()),
    ],
)
def test_tags_are_telling_words_and_never_dates_or_numbers(
    said: str, tags: tuple[str, ...]
) -> None:
    assert mark(slice_of(said)).tags == tags


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("What a lovely day, I am so happy", "positive"),
        ("I am tired and the news is terrible", "negative"),
        ("Happy about the flat, sad about the garden", "mixed"),
        ("Happy and proud about the flat, sad about the garden", "mixed"),
        ("Happy, proud and relieved about the flat, sad about the garden", "positive"),
        ("The train leaves at nine", "neutral"),
        ("I am not happy with it", "negative"),
        ("The soup was not bad", "positive"),
        ("今天很开心", "positive"),
        ("我不开心，很累", "negative"),
        ("又开心又难过", "mixed"),
        ("🎉🎉", "positive"),
        ("😢", "negative"),
    ],
)
def test_the_tone_is_read_from_words_of_both_languages_and_from_emoji(
    said: str, expected: str
) -> None:
    assert mark(slice_of(said)).emotional_tone == expected


@pytest.mark.parametrize("said", ["", " \n\t ", "😀🎉", "...", "\u202e\x00"])
def test_a_slice_without_words_has_an_empty_mark(said: str) -> None:
    found = mark(slice_of(said))
    assert (found.focus, found.summary, found.tags) == ("", "", ())
    assert (found.decisions, found.open_loops) == ((), ())
    assert found.emotional_tone in {"neutral", "positive"}


def test_a_slice_without_turns_has_an_empty_mark() -> None:
    assert mark(slice_of()) == Mark(emotional_tone="neutral")


def within_limits(found: Mark) -> bool:
    lines = (found.focus, found.summary, *found.tags, *found.decisions, *found.open_loops)
    return (
        len(found.focus) <= 60
        and all(len(line) <= 100 and len(line.splitlines()) <= 1 for line in lines)
        and len(found.tags) <= 5
        and len(found.open_loops) <= 3
        and all(tag == tag.lower() and tag for tag in found.tags)
        and found.emotional_tone in {"positive", "neutral", "negative", "mixed"}
    )


@given(st.lists(ANY_TEXT | st.sampled_from([*BOILER, *CABIN, "```", "> quoted"]), max_size=6))
def test_any_slice_gets_a_mark_within_the_limits_and_always_the_same(said: list[str]) -> None:
    found = mark(slice_of(*said))
    assert within_limits(found)
    assert mark(slice_of(*said)) == found


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "木",
        "不",
        "I need to. ",
        "“",
        "[",
        "so ",
        "\n",
        "return x\n",
        "_*`",
        "http://",
        "?",
    ],
    ids=ascii,
)
def test_a_megabyte_of_anything_gets_a_mark(piece: str) -> None:
    assert within_limits(mark(slice_of(piece * (1_000_000 // len(piece)))))


def test_a_secret_that_was_written_into_the_file_by_hand_is_in_no_mark() -> None:
    _, key = tokens()["github"]
    said = f"I decided to open the shed with {key}. I still have to change {key}."
    assert key[:20] not in str(mark(slice_of(said)))


def test_code_counts_only_where_nothing_else_was_said() -> None:
    assert list(sentences("Look:\n```\nx = 1\n```\nNice.")) == ["Look:", "Nice."]
    assert list(sentences("```\nx = 1\n```")) == ["x = 1"]
