"""Asking by time: all of it, nothing of another, what was told afterwards, what happened."""

from dataclasses import replace

import pytest

from memory.recall import Index
from memory.slices import Amendment, Mark, Occurrence, Safety
from tests.recalling import ask, days, index, said

WEEKS = (
    said("2026-03-10T18:30", "We looked at the greenhouse plans.", "And at the price."),
    said("2026-03-10T19:40", "今天晚上又谈了装修的事。"),
    said("2026-03-10T07:10", "The train was late."),
    said("2026-03-11", "The greenhouse glass is ordered."),
    said("2026-03-14", "Nadia repaired the cello bridge."),
    said("2026-02-02", "The greenhouse is only a dream."),
)


@pytest.mark.parametrize(
    "question",
    [
        "What did we talk about last Tuesday evening?",
        "last Tuesday evening",
        "what happened last Tuesday evening?",
        "Recap last Tuesday evening",
        "Where was I last Tuesday evening?",
        "上周二晚上我们聊了什么？",
        "上周二晚上发生了什么事",
    ],
)
def test_a_time_alone_gives_all_of_it_oldest_first_and_nothing_else(question: str) -> None:
    recalled = ask(index(*WEEKS), question)
    assert [one.slice_id for one in recalled.pointers] == ["2026-03-10-1830", "2026-03-10-1940"]
    assert {one.relevance for one in recalled.pointers} == {1.0}
    assert recalled.note == ""


@pytest.mark.parametrize(
    "question",
    [
        "What did we do after 1 March but before 12 March?",
        "三月一号以后三月十二号之前我们聊了什么？",
    ],
)
def test_an_open_end_and_an_open_start_are_one_time(question: str) -> None:
    found = days(ask(index(*WEEKS), question))
    assert set(found) == {"03-10", "03-11"}


def test_a_question_about_what_is_to_come_finds_what_speaks_of_it() -> None:
    coming = said(
        "2026-03-12",
        "The dentist is on 9 April.",
        occurrences=(Occurrence("2026-04-09", "2026-04-10", "9 April", "1"),),
    )
    assert days(ask(index(*WEEKS, coming), "What is on 9 April?")) == ["03-12"]
    assert days(ask(index(*WEEKS, coming), "What did we talk about on 9 April?")) == []


def test_all_of_a_time_is_more_than_the_usual_ten() -> None:
    busy = [said(f"2026-03-18T{hour:02}:00", "Water the basil.") for hour in range(6, 20)]
    recalled = ask(index(*busy, *WEEKS), "What did we work on today?")
    assert len(recalled.pointers) == 14
    few = ask(index(*busy, *WEEKS), "What did we work on today?", limit=3)
    assert len(few.pointers) == 3
    assert "14 slices lie in that time (“today”)" in few.note


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What did we talk about on 5 March?", "5 March"),
        ("yesterday", "yesterday"),
        ("What did I do in January 2024?", "January 2024"),
        ("昨天我们聊了什么", "昨天没有任何对话"),
    ],
)
def test_an_empty_time_says_so_and_shows_no_other(question: str, words: str) -> None:
    recalled = ask(index(*WEEKS), question)
    assert list(recalled.pointers) == []
    assert words in recalled.note


def test_what_is_asked_with_a_time_is_looked_for_in_it_first() -> None:
    recalled = ask(index(*WEEKS), "What did I say about the greenhouse on 10 March?")
    assert days(recalled)[0] == "03-10"
    assert "inside 10 March" in recalled.pointers[0].reason
    assert "says “greenhouse” once" in recalled.pointers[0].reason


def test_people_tell_afterwards() -> None:
    told = said("2026-02-20", "The concert on Sunday was wonderful.")
    other = said("2026-01-05", "A concert, one of these days.")
    later = said("2026-03-16", "No concert this month.")
    recalled = ask(index(told, other, later), "How was the concert on 15 February?")
    assert days(recalled) == ["02-20"]
    assert recalled.pointers[0].reason.startswith("5 days after 15 February")
    assert "Nothing was said then: “15 February”" in recalled.note


def test_a_month_is_easily_confused_so_that_other_times_are_shown_with_a_word() -> None:
    recalled = ask(index(*WEEKS), "What did I say about the cello in December 2024?")
    assert days(recalled) == ["03-14"]
    assert recalled.pointers[0].reason.startswith("not in December 2024")
    assert "what is shown is from other times" in recalled.note


def test_a_day_is_meant_and_far_days_do_not_stand_in() -> None:
    recalled = ask(index(*WEEKS), "What did I say about the cello on 2025-12-01?")
    assert list(recalled.pointers) == []
    assert "2025-12-01" in recalled.note


def test_a_vague_time_widens_until_something_is_in_it_and_says_so() -> None:
    walk, swim = said("2026-01-25", "A long walk."), said("2025-06-01", "A swim.")
    recalled = ask(index(walk, swim), "What did I do lately?")
    assert days(recalled) == ["01-25"]
    assert "near lately" in recalled.pointers[0].reason
    assert "around it" in recalled.note


def test_another_reading_of_a_time_is_tried_when_the_first_is_empty() -> None:
    yesterday = said("2026-03-17", "The chimney was swept.")
    recalled = ask(index(yesterday), "What did we talk about last Tuesday?")
    assert days(recalled) == ["03-17"]
    assert recalled.pointers[0].reason.startswith("near last Tuesday")
    assert "taken as 2026-03-17 here" in recalled.note


# When it was said, and when it happened

PLANNED = said(
    "2026-02-28",
    "I fly to Tokyo tomorrow.",
    occurrences=(Occurrence("2026-03-01", "2026-03-02", "tomorrow", "1"),),
)
REMEMBERED = said(
    "2026-03-05",
    "Last spring we planted plums.",
    occurrences=(Occurrence("2025-03-01", "2025-06-01", "last spring", "1"),),
)
COMING = said(
    "2026-03-12",
    "The dentist is next Friday.",
    occurrences=(
        Occurrence("2026-03-27T09:00+01:00", "2026-03-27T10:00+01:00", "next Friday"),
    ),
)
TALK = said("2026-03-01T20:00", "It rains.")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Where was I on 1 March?", ["02-28", "03-01"]),
        ("我3月1日去哪儿了？", ["02-28", "03-01"]),
        ("What did we talk about on 1 March?", ["03-01"]),
        ("1 March", ["03-01"]),
        ("我们3月1日聊了什么？", ["03-01"]),
    ],
)
def test_what_happened_is_found_by_its_own_time_and_talk_by_when_it_was(
    question: str, found: list[str]
) -> None:
    assert days(ask(index(PLANNED, REMEMBERED, TALK), question)) == found


def test_a_slice_that_speaks_of_the_time_is_raised_and_says_so() -> None:
    plain = said("2026-03-10", "Planted plums, planted pears, planted everything.")
    recalled = ask(index(plain, REMEMBERED), "What did I plant in spring 2025?")
    assert days(recalled)[0] == "03-05"
    assert "speaks of spring 2025 (“last spring”)" in recalled.pointers[0].reason


def test_a_mention_of_the_whole_year_is_none_of_a_day() -> None:
    year = replace(PLANNED, occurrences=(Occurrence("2026-01-01", "2027-01-01", "this year"),))
    assert days(ask(index(year), "Where was I on 3 February?")) == []


def test_a_question_about_what_is_to_come_goes_by_what_is_spoken_of() -> None:
    recalled = ask(index(COMING, PLANNED, TALK), "What did I say about next Friday?")
    assert days(recalled) == ["03-12"]


def test_occurrences_that_are_no_times_are_passed_over() -> None:
    odd = ("soon", ""), ("2026-03-01", "2026-02-01"), ("2026-02-30", "2026-03-01"), ("", "")
    made = replace(TALK, occurrences=tuple(Occurrence(*one, "x") for one in odd))
    assert days(ask(index(replace(made, timezone="Nowhere/Else")), "1 March")) == ["03-01"]


# What weighs more


@pytest.mark.parametrize(
    "more",
    [
        {"safety": (Safety("allergy", "penicillin"),)},
        {"amendments": (Amendment("It was the other shelf"),)},
        {"mark": Mark(decisions=("The lamp stays",))},
        {"mark": Mark(open_loops=("Call about it",))},
    ],
)
def test_importance_turns_the_scale_but_does_not_outweigh_the_words(
    more: dict[str, object],
) -> None:
    weighty = said("2026-01-05", "The lamp stays.", **more)
    built = index(weighty, said("2026-03-01", "The lamp stays."))
    assert days(ask(built, "lamp"))[0] == "01-05"
    better = said("2026-03-02", "The lamp, the green lamp.")
    assert days(ask(index(weighty, better), "the green lamp"))[0] == "03-02"


def test_a_strand_that_the_question_names_pulls_its_slices_in() -> None:
    on_it = said("2026-01-05", "Eight hundred for the roof.", mark=Mark(tags=("garden shed",)))
    beside = said("2026-01-06", "The roof costs eight hundred.")
    recalled = ask(index(on_it, beside), "What does the roof of the garden shed cost?")
    assert days(recalled)[0] == "01-05"
    assert "is about “garden”, “shed”" in recalled.pointers[0].reason


def test_reasons_are_in_the_language_of_the_question() -> None:
    (pointer,) = ask(index(WEEKS[1]), "装修怎么样了").pointers
    assert pointer.reason == "说到“装修”1次"


def test_nothing_is_in_an_empty_index() -> None:
    assert ask(Index(), "yesterday").note == "Nothing was said then: “yesterday”."
    assert list(ask(Index(), "the boat yesterday").pointers) == []


@pytest.mark.parametrize(
    ("question", "note"),
    [
        (
            "What did I say about the cello on 2 February?",
            "Nothing was said of it then: “2 February”; what tells of it is from other times.",
        ),
        ("二月二号我说大提琴怎么了？", "二月二号没有说到这件事；说到它的是其他时间的对话。"),
    ],
)
def test_a_thing_of_which_nothing_was_said_then_is_shown_from_other_times_with_a_note(
    question: str, note: str
) -> None:
    more = said("2026-03-15", "大提琴修好了。")
    recalled = ask(index(*WEEKS, more), question)
    assert recalled.note == note
    assert {"03-14", "03-15"} & set(days(recalled))


def test_what_was_told_in_the_days_after_a_time_needs_no_note() -> None:
    assert ask(index(*WEEKS), "What did I say about the cello on 11 March?").note == ""


def test_reasons_name_the_words_of_the_thing_and_not_those_of_the_time() -> None:
    told = said("2026-03-11", "Last week of the month: the greenhouse glass is ordered.")
    recalled = ask(index(told), "What did I say about the glass last week?")
    assert recalled.pointers[0].reason == "inside last week; says “glass” once"
