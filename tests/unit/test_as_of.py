"""Which moment is meant by “as of 1 March”, and what is asked besides."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from previously_bot.as_of import as_of, is_to_come, moment

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 7, 7, 12, 0, tzinfo=UTC)
END_OF_1_MARCH = "2026-03-01T23:59:59.999999+01:00"


def told(at: datetime | None) -> str | None:
    return at.astimezone(BERLIN).isoformat() if at else None


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("1 March", END_OF_1_MARCH),
        ("3月1日", END_OF_1_MARCH),
        ("2026-03-01", END_OF_1_MARCH),
        ("March", "2026-03-31T23:59:59.999999+02:00"),
        ("2025", "2025-12-31T23:59:59.999999+01:00"),
        ("before 2025", "2024-12-31T23:59:59.999999+01:00"),
        ("last Tuesday evening", "2026-06-30T23:59:59.999999+02:00"),
        # A time of day is itself.
        ("1 March at 8:00", "2026-03-01T08:00:00+01:00"),
        ("10pm yesterday", "2026-07-06T22:00:00+02:00"),
        ("3月1日下午三点", "2026-03-01T15:00:00+01:00"),
        ("2026-03-01T08:00", "2026-03-01T08:00:00+01:00"),
        ("2026-03-01T08:00:00Z", "2026-03-01T09:00:00+01:00"),
        (" 2026-03-01T08:00:00+02:00 ", "2026-03-01T07:00:00+01:00"),
        # The night in which the clocks go forward is an hour shorter.
        ("29 March 2026", "2026-03-29T23:59:59.999999+02:00"),
        ("14:47 UTC", "2026-07-06T16:47:00+02:00"),
        ("9:47 UTC", "2026-07-07T11:47:00+02:00"),
        ("yesterday 14:47 GMT", "2026-07-06T16:47:00+02:00"),
        # What is about some time is the middle of it.
        ("an hour ago", "2026-07-07T13:00:00+02:00"),
        ("a week ago", "2026-06-30T12:00:00+02:00"),
        # Nothing is known yet of what is to come.
        ("today", "2026-07-07T14:00:00+02:00"),
        ("2027-01-01T00:00Z", "2026-07-07T14:00:00+02:00"),
        ("since May", "2026-07-07T13:59:59.999999+02:00"),
        # No times, or not only.
        ("", None),
        ("the accident", None),
        ("1 March and 3 March", None),
        ("2026-13-01T08:00", None),
        ("0001-01-01T00:00+23:00", None),
        ("once", None),
    ],
)
def test_a_phrase_means_the_moment_until_which_all_of_it_is_known(
    phrase: str, meant: str | None
) -> None:
    assert told(moment(phrase, NOW, BERLIN)) == meant


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("the cello as of 1 March", "the cello"),
        ("the cello AS  OF 1 March?", "the cello"),
        ("where is the cello? as known on 1 March 2026.", "where is the cello?"),
        ("the cello, as of March 1, 2026", "the cello"),
        ("As of 1 March, where was the cello?", "where was the cello?"),
        ("As of the 1st of March: the cello", "the cello"),
        ("截至3月1日，大提琴在哪里？", "大提琴在哪里？"),
        ("截至3月1日为止大提琴在哪里", "大提琴在哪里"),
        ("截至3月1日的租约", "租约"),
        ("截止到3月1日我对布鲁诺知道什么", "我对布鲁诺知道什么"),
        ("大提琴在哪里 截至3月1日", "大提琴在哪里"),
        ("the rules as of old as of 1 March", "the rules as of old"),
    ],
)
def test_a_question_is_taken_apart_from_its_time(text: str, question: str) -> None:
    asked = as_of(text, NOW, BERLIN)
    assert asked is not None
    assert (asked.question, told(asked.moment)) == (question, END_OF_1_MARCH)


def test_an_instant_may_stand_in_a_question_too() -> None:
    asked = as_of("cello as of 2026-03-01T08:00:00Z", NOW, BERLIN)
    assert asked is not None
    assert (asked.question, told(asked.moment)) == ("cello", "2026-03-01T09:00:00+01:00")


@pytest.mark.parametrize(
    "text", ["cello as of 9:47 UTC", "cello as of today 9:47 UTC?", "As of 9:47 UTC, cello"]
)
def test_a_time_of_day_may_be_one_in_utc(text: str) -> None:
    asked = as_of(text, NOW, BERLIN)
    assert asked is not None
    assert (asked.question.rstrip("?"), told(asked.moment)) == (
        "cello",
        "2026-07-07T11:47:00+02:00",
    )


@pytest.mark.parametrize(
    ("phrase", "so"),
    [("next week", True), ("tomorrow", True), ("下周", True), ("banana", False), ("", False)],
)
def test_what_is_to_come_is_told_from_what_is_no_time(phrase: str, so: bool) -> None:
    assert moment(phrase, NOW, BERLIN) is None
    assert is_to_come(phrase, NOW, BERLIN) is so


@pytest.mark.parametrize(
    "text",
    [
        "the lease in March",
        "the plan as of the accident",
        "the plan as of the accident on 1 March",
        "the notes as of Monday morning's meeting",
        "the price as of now",
        "as of 1 March",
        "the cello as of 1 March and 3 March",
        "cello as of 2026-13-01T08:00",
        "a mass of 1 March flies",
        "截止日期是什么",
        "截至",
        "as of " * 200,
        "as of",
        "",
    ],
)
def test_whatever_names_no_time_is_a_question_like_any_other(text: str) -> None:
    assert as_of(text, NOW, BERLIN) is None
