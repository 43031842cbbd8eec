"""Phrases of several words, names that are no times, and what others mean by the same."""

from datetime import UTC, datetime

import pytest

from memory.when import intervals
from tests.unit.test_when import NEW_YORK, in_utc, read, shown

# The Wednesday evening of the table of phrases.
SPRING = datetime(2026, 3, 18, 21, 30, tzinfo=NEW_YORK)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        # What comes round again, in the week, month or year that is named beside it
        ("Monday morning last week", "2026-03-09 05:00 → 2026-03-09 12:00"),
        ("Tuesday the week before last", "2026-03-03 → 2026-03-04"),
        ("last week on Monday", "2026-03-09 → 2026-03-10"),
        ("上周 Tuesday evening", "2026-03-10 17:00 → 2026-03-11"),
        ("last month on the 5th", "2026-02-05 → 2026-02-06"),
        ("last year in March", "2025-03-01 → 2025-04-01"),
        # As far into another time as today is into this one
        ("this day last year", "2025-03-18 → 2025-03-19"),
        ("this day last month", "2026-02-18 → 2026-02-19"),
        ("去年的今天", "2025-03-18 → 2025-03-19"),
        ("上周的今天", "2026-03-11 → 2026-03-12"),
        ("上个月的昨天", "2026-02-17 → 2026-02-18"),
        ("three Mondays ago", "2026-03-02 → 2026-03-03"),
        ("two Fridays ago", "2026-03-06 → 2026-03-07"),
        # Before and after a clock time, on its day
        ("before noon", "2026-03-18 → 2026-03-18 12:00"),
        ("yesterday before noon", "2026-03-17 → 2026-03-17 12:00"),
        ("before 8 pm yesterday", "2026-03-17 → 2026-03-17 20:00"),
        ("before midnight", "2026-03-17 → 2026-03-18"),
        ("yesterday after 6 pm", "2026-03-17 18:00 → 2026-03-18"),
        ("昨天三点之前", "2026-03-17 → 2026-03-17 15:00"),
        # Short years
        ("5 Mar 25", "2025-03-05 → 2025-03-06"),
        ("12 October 25", "2025-10-12 → 2025-10-13"),
        ("October 12 25", "2025-10-12 → 2025-10-13"),
        ("from 5 Mar 24 to 6 Apr 25", "2024-03-05 → 2025-04-07"),
        ("March '25", "2025-03-01 → 2025-04-01"),
        ("in '24", "2024-01-01 → 2025-01-01"),
        ("the summer of '99", "1999-06-01 → 1999-09-01"),
        # Holidays and the days about them
        ("between Christmas and New Year", "2025-12-25 → 2026-01-02"),
        ("at New Year", "2026-01-01 → 2026-01-02"),
        ("over the holidays", "2025-12-24 → 2026-01-02"),
        ("last holiday season", "2025-12-24 → 2026-01-02"),
        ("Memorial Day weekend", "2025-05-24 → 2025-05-27"),
        ("Labor Day weekend 2024", "2024-08-31 → 2024-09-03"),
        ("last Memorial Day weekend", "2025-05-24 → 2025-05-27"),
        ("Thanksgiving weekend", "2025-11-27 → 2025-12-01"),
        ("Easter weekend", "2025-04-18 → 2025-04-22"),
        # Halves, tens of days, numbered weeks, centuries
        ("H1 2025", "2025-01-01 → 2025-07-01"),
        ("H2 last year", "2025-07-01 → 2026-01-01"),
        ("the first half of the year", "2026-01-01 → 2026-07-01"),
        ("in week 10", "2026-03-02 → 2026-03-09"),
        ("in week 50", "2025-12-08 → 2025-12-15"),
        ("上旬", "2026-03-01 → 2026-03-11"),
        ("中旬", "2026-03-11 → 2026-03-21"),
        ("下旬", "2026-02-21 → 2026-03-01"),
        ("三月上旬", "2026-03-01 → 2026-03-11"),
        ("二十世纪", "1900-01-01 → 2000-01-01"),
        ("over the last fortnight", "2026-03-04 → 2026-03-18 21:30"),
        ("the past fortnight", "2026-03-04 → 2026-03-18 21:30"),
        ("a quarter of an hour ago", "2026-03-18 21:10 → 2026-03-18 21:20"),
        ("两个多小时前", "2026-03-18 18:30 → 2026-03-18 20:30"),
        ("二十多年前", "2006-01-01 → 2007-01-01"),
        ("两年多前", "2024-01-01 → 2025-01-01"),
        ("the last Friday of last month", "2026-02-27 → 2026-02-28"),
        ("the first Monday of last month", "2026-02-02 → 2026-02-03"),
        ("上个月的第一个星期一", "2026-02-02 → 2026-02-03"),
        ("上个月最后一个周五", "2026-02-27 → 2026-02-28"),
        ("the final week of 2025", "2025-12-22 → 2025-12-29"),
        ("this time last year", "2025-03-04 → 2025-04-02"),
        ("去年这个时候", "2025-03-04 → 2025-04-02"),
        ("国庆前一天", "2025-09-30 → 2025-10-01"),
        ("上一年", "2025-01-01 → 2026-01-01"),
        ("last week this time", "2026-03-09 → 2026-03-16"),
        ("two quarters ago", "2025-07-01 → 2025-10-01"),
        ("a Saturday in January", "2026-01-01 → 2026-02-01"),
        ("one Sunday in March", "2026-03-01 → 2026-04-01"),
        ("the night before Christmas", "2025-12-24 18:00 → 2025-12-25 05:00"),
        ("the morning after Easter", "2025-04-21 05:00 → 2025-04-21 12:00"),
        # By the moon
        ("农历八月十五", "2025-10-06 → 2025-10-07"),
        ("八月廿五", "2025-10-16 → 2025-10-17"),
        ("三月初五", "2025-04-02 → 2025-04-03"),
        ("初五", "2026-02-21 → 2026-02-22"),
        ("正月十五", "2026-03-03 → 2026-03-04"),
        ("正月初一", "2026-02-17 → 2026-02-18"),
        ("2024年正月初三", "2024-02-12 → 2024-02-13"),
        ("去年腊月", "2026-01-19 → 2026-02-17"),
        ("廿五号", "2026-02-25 → 2026-02-26"),
        ("月初三个人", "2026-03-01 → 2026-03-11"),
        ("自从去年十月", "2025-10-01 → 2026-03-18 21:30"),
        ("自打上周以来", "2026-03-09 → 2026-03-18 21:30"),
    ],
)
def test_a_phrase_of_more_words_means_one_time(text: str, meant: str) -> None:
    (one,) = read(text, SPRING)
    assert one.endswith(f": {meant}")


def test_a_time_before_another_one_is_not_up_to_it() -> None:
    assert read("today and before Christmas", SPRING) == [
        "today: 2026-03-18 → 2026-03-19",
        "before Christmas: … → 2025-12-25",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "It was in the Sunday Times, and at Sunday school.",
        "Isaiah 3:10, see John 3:16 and 1 Corinthians 13:4-7",
        "mixed in a ratio of 3:10, a score of 2:10",
        "Happy New Year! Merry Christmas!",
        "I love the holidays and Mondays.",
        "张三月、周一鸣和周杰伦",
        "比例3:10，约翰福音3:16",
        "初三学生、初一班",
    ],
)
def test_names_proportions_and_wishes_are_no_times(text: str) -> None:
    assert read(text, SPRING) == []


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("on Wednesday", "2026-03-18 → 2026-03-19"),
        ("周三", "2026-03-18 → 2026-03-19"),
        ("a few days ago", "2026-03-15 → 2026-03-16"),
        ("two years ago", "2023-09-18 → 2024-09-19"),
        ("early 2025", "2025-01-01 → 2025-05-01"),
        ("the end of last year", "2025-09-01 → 2026-01-01"),
    ],
)
def test_what_others_mean_is_kept_beside(text: str, other: str) -> None:
    (found,) = intervals(text, SPRING, NEW_YORK)
    assert [f"{shown(start)} → {shown(end)}" for start, end in found.alternatives] == [other]


def test_a_clock_time_in_the_gap_is_what_follows_it() -> None:
    asked = datetime(2026, 3, 8, 12, tzinfo=NEW_YORK)
    (found,) = intervals("2:30 this morning", asked, NEW_YORK)
    assert in_utc(found.start) == datetime(2026, 3, 8, 7, tzinfo=UTC)
    assert in_utc(found.end) == datetime(2026, 3, 8, 7, 30, tzinfo=UTC)
