"""What the customs of a person change in the times that a text names, and what they do not."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory import when
from memory.occurrences import occurrences
from memory.recall import question
from memory.slices import Slice, Speaker, Turn
from memory.when import Customs

UTC = ZoneInfo("UTC")
# A Wednesday evening, a Sunday and a Monday of the same month.
WEDNESDAY = datetime(2026, 3, 18, 21, 30, tzinfo=UTC)
SUNDAY = datetime(2026, 3, 22, 12, tzinfo=UTC)
MONDAY = datetime(2026, 3, 23, 12, tzinfo=UTC)
FROM_SUNDAY, FROM_SATURDAY = Customs(week_start=6), Customs(week_start=5)


def days(text: str, customs: Customs, now: datetime = WEDNESDAY) -> str:
    """The one time of a text as "03-08 → 03-15"; with the year where it is another."""
    (found,) = when.intervals(text, now, UTC, customs=customs)
    assert found.start
    assert found.end
    same = found.start.year == found.end.year == now.year
    return " → ".join(f"{one:{'' if same else '%Y-'}%m-%d}" for one in (found.start, found.end))


@pytest.mark.parametrize(
    ("text", "from_sunday", "from_saturday"),
    [
        ("this week", "03-15 → 03-22", "03-14 → 03-21"),
        ("这周", "03-15 → 03-22", "03-14 → 03-21"),
        ("last week", "03-08 → 03-15", "03-07 → 03-14"),
        ("上周", "03-08 → 03-15", "03-07 → 03-14"),
        ("the week before last", "03-01 → 03-08", "02-28 → 03-07"),
        ("earlier this week", "03-15 → 03-18", "03-14 → 03-18"),
        ("early last week", "03-08 → 03-11", "03-07 → 03-10"),
        ("at the end of last week", "03-11 → 03-15", "03-10 → 03-14"),
        ("the week of March 5", "03-01 → 03-08", "02-28 → 03-07"),
        ("since last week", "03-08 → 03-18", "03-07 → 03-18"),
        ("Sunday of last week", "03-08 → 03-09", "03-08 → 03-09"),
        ("Tuesday of last week", "03-10 → 03-11", "03-10 → 03-11"),
        ("上周日", "03-08 → 03-09", "03-08 → 03-09"),
        ("上周三", "03-11 → 03-12", "03-11 → 03-12"),
        ("上上周六", "03-07 → 03-08", "02-28 → 03-01"),
        ("this Sunday", "03-15 → 03-16", "03-15 → 03-16"),
        ("这周一", "03-16 → 03-17", "03-16 → 03-17"),
        ("on Sunday two weeks ago", "03-01 → 03-02", "03-01 → 03-02"),
        ("the last week of February", "02-22 → 03-01", "02-21 → 02-28"),
        # Not by the calendar's weeks
        ("the past week", "03-11 → 03-18", "03-11 → 03-18"),
        ("the first week of March", "03-01 → 03-08", "03-01 → 03-08"),
        ("week 10 of 2026", "03-02 → 03-09", "03-02 → 03-09"),
        ("last Sunday", "03-15 → 03-16", "03-15 → 03-16"),
        ("last weekend", "03-14 → 03-16", "03-14 → 03-16"),
        ("the weekend before last", "03-07 → 03-09", "03-07 → 03-09"),
        ("上周末", "03-14 → 03-16", "03-14 → 03-16"),
    ],
)
def test_weeks_begin_where_the_person_lets_them(
    text: str, from_sunday: str, from_saturday: str
) -> None:
    assert days(text, FROM_SUNDAY) == from_sunday
    assert days(text, FROM_SATURDAY) == from_saturday


def test_on_a_sunday_a_week_has_begun_or_is_ending() -> None:
    assert days("last week", FROM_SUNDAY, SUNDAY) == "03-15 → 03-22"
    assert days("last week", when.USUAL, SUNDAY) == "03-09 → 03-16"
    assert days("last week", FROM_SUNDAY, MONDAY) == "03-15 → 03-22"
    assert days("last week", when.USUAL, MONDAY) == "03-16 → 03-23"


@pytest.mark.parametrize("customs", [when.USUAL, FROM_SUNDAY, FROM_SATURDAY])
def test_a_weekend_is_never_split(customs: Customs) -> None:
    assert days("this weekend", customs, SUNDAY) == "03-21 → 03-23"
    assert days("last weekend", customs, SUNDAY) == "03-14 → 03-16"
    assert days("last weekend", customs, MONDAY) == "03-21 → 03-23"


@pytest.mark.parametrize(
    ("customs", "other"),
    [(when.USUAL, "03-08 → 03-15"), (FROM_SUNDAY, "03-09 → 03-16")],
)
def test_the_week_of_others_is_an_alternative(customs: Customs, other: str) -> None:
    (found,) = when.intervals("last week", WEDNESDAY, UTC, customs=customs)
    assert " → ".join(f"{one:%m-%d}" for one in found.alternatives[0] if one) == other


def test_no_week_begins_on_a_tuesday() -> None:
    with pytest.raises(ValueError, match="weeks begin on one of"):
        Customs(week_start=1)


@pytest.mark.parametrize(
    ("text", "month_first", "day_first"),
    [
        ("on 3/5", "2026-03-05", "2025-05-03"),
        ("on 5/3", "2025-05-03", "2026-03-05"),
        ("on 5/3/2024", "2024-05-03", "2024-03-05"),
        ("on 05/03/24", "2024-05-03", "2024-03-05"),
        ("on 5-3-2024", "2024-05-03", "2024-03-05"),
        ("on 5/13", "2025-05-13", "2025-05-13"),
        ("on 13/5/2025", "2025-05-13", "2025-05-13"),
        ("on 5/13/25", "2025-05-13", "2025-05-13"),
        ("on 5.3.2024", "2024-03-05", "2024-03-05"),
        ("on 5.3", "2025-05-03", "2026-03-05"),
        ("on 2024-05-03", "2024-05-03", "2024-05-03"),
        ("on 2024/5/3", "2024-05-03", "2024-05-03"),
        ("5/3聊的", "2025-05-03", "2026-03-05"),
        ("in 3/2024", "2024-03-01", "2024-03-01"),
    ],
)
def test_numbers_of_a_date_stand_in_the_persons_order(
    text: str, month_first: str, day_first: str
) -> None:
    now = WEDNESDAY.replace(day=12)
    for customs, expected in ((when.USUAL, month_first), (Customs(0, True), day_first)):
        (found,) = when.intervals(text, now, UTC, customs=customs)
        assert found.start
        assert found.start.date().isoformat() == expected


HOLIDAYS = [
    ("Mother's Day", "GB 2026-03-15, IE 2026-03-15, FR 2025-05-25"),
    ("Father's Day", "AU 2025-09-07, NZ 2025-09-07, DE 2025-05-29, GB 2025-06-15"),
    ("Thanksgiving", "US 2025-11-27, CA 2025-10-13"),
    ("Labor Day", "US 2025-09-01, CA 2025-09-01, GB 2025-05-01, DE 2025-05-01, NZ 2025-10-27"),
    ("Labour Day", "IE 2025-05-05, AU 2025-10-06, FR 2025-05-01, CN 2025-05-01, IN 2025-05-01"),
    ("Independence Day", "US 2025-07-04, IN 2025-08-15"),
    ("National Day", "DE 2025-10-03, FR 2025-07-14, CN 2025-10-01, AU 2026-01-26"),
    ("the August bank holiday", "GB 2025-08-25, IE 2025-08-04"),
    ("the bank holiday", "GB 2026-01-01, IE 2026-03-17"),
    ("Memorial Day", "US 2025-05-26"),
    ("Remembrance Day", "GB 2025-11-11, CA 2025-11-11"),
    ("Remembrance Sunday", "GB 2025-11-09"),
    ("Boxing Day", "GB 2025-12-26, CA 2025-12-26"),
    ("Canada Day", "CA 2025-07-01, US 2025-07-01"),
    ("Victoria Day", "CA 2025-05-19"),
    ("the King's Birthday", "AU 2025-06-09, NZ 2025-06-02"),
    ("Australia Day", "AU 2026-01-26"),
    ("Anzac Day", "NZ 2025-04-25"),
    ("Bastille Day", "FR 2025-07-14"),
    ("German Unity Day", "DE 2025-10-03"),
    ("国庆节", "US 2025-10-01, CN 2025-10-01"),
    ("母亲节", "CN 2025-05-11, GB 2026-03-15"),
    ("母亲节", "US 2025-05-11, ZZ 2025-05-11"),
    ("Mother's Day", " 2025-05-11"),
]


@pytest.mark.parametrize(
    ("text", "country", "day"),
    [
        (text, country.strip(), day)
        for text, table in HOLIDAYS
        for country, day in (one.strip(" ").rpartition(" ")[::2] for one in table.split(","))
    ],
)
def test_a_holiday_is_on_the_day_of_the_persons_country(
    text: str, country: str, day: str
) -> None:
    (found,) = when.intervals(text, WEDNESDAY, UTC, customs=Customs(country=country))
    assert found.start
    assert found.start.date().isoformat() == day


@pytest.mark.parametrize("text", ["National Day", "the bank holiday", "the King's Birthday"])
def test_a_holiday_of_other_countries_only_is_no_time(text: str) -> None:
    assert when.intervals(text, WEDNESDAY, UTC) == []


def test_mothers_day_in_france_makes_room_for_pentecost() -> None:
    now = datetime(2024, 1, 1, tzinfo=UTC)
    assert days("Mother's Day 2023", Customs(country="FR"), now) == "2023-06-04 → 2023-06-05"


def test_several_bank_holidays_of_a_year_follow_each_other() -> None:
    of = Customs(country="GB")
    assert days("the last bank holiday", of, MONDAY) == "01-01 → 01-02"
    assert days("the bank holiday", of, datetime(2026, 5, 10, tzinfo=UTC)) == "05-04 → 05-05"
    assert days("the bank holiday", of, datetime(2026, 5, 30, tzinfo=UTC)) == "05-25 → 05-26"


# Who passes them on


def test_customs_are_those_of_a_question_too() -> None:
    read = question.read(
        "What did I say on 5/3/2025?", WEDNESDAY, UTC, customs=Customs(0, True)
    )
    (found,) = read.intervals
    assert found.start == datetime(2025, 3, 5, tzinfo=UTC)


def test_one_time_is_read_by_customs() -> None:
    found = when.one_time("last week", SUNDAY, UTC, FROM_SUNDAY)
    assert found
    assert found.start == datetime(2026, 3, 15, tzinfo=UTC)


def test_what_a_slice_speaks_of_is_read_by_customs() -> None:
    turn = Turn("1", SUNDAY, Speaker.USER, "It was on 5/3.")
    slice_ = Slice("2026-03-22-1200", SUNDAY, SUNDAY, (turn,))
    assert occurrences(slice_)[0].start == "2025-05-03"
    assert occurrences(slice_, Customs(day_first=True))[0].start == "2026-03-05"
