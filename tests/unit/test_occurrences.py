"""When a thing happens, apart from when it was said."""

from datetime import UTC, datetime

import pytest

from memory.occurrences import MOST, READ, occurrences
from memory.slices import Occurrence, Slice, Speaker, Turn

SAID = datetime(2026, 5, 28, 15, 0, tzinfo=UTC)  # a Thursday, 17:00 in Berlin


def speaking(
    *texts: str,
    at: datetime = SAID,
    zone: str = "Europe/Berlin",
    speaker: Speaker = Speaker.USER,
    **more: object,
) -> Slice:
    turns = tuple(Turn(str(n), at, speaker, text) for n, text in enumerate(texts, start=1))
    return Slice("2026-05-28-1500", at, at, turns, timezone=zone, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("I am flying to Tokyo tomorrow.", "2026-05-29", "2026-05-30"),
        ("Yesterday we planted the tomatoes.", "2026-05-27", "2026-05-28"),
        ("Last spring we had a frost.", "2025-03-01", "2025-06-01"),
        ("The party was on 3 May.", "2026-05-03", "2026-05-04"),
        ("We'll meet on Friday.", "2026-05-29", "2026-05-30"),
        ("The dentist is on 9 June.", "2026-06-09", "2026-06-10"),
        ("The dentist was on 9 June.", "2025-06-09", "2025-06-10"),
        ("We met on Friday.", "2026-05-22", "2026-05-23"),
        ("I have not slept since Monday.", "2026-05-25", "2026-05-28T17:00:00+02:00"),
        ("我明天飞东京。", "2026-05-29", "2026-05-30"),
        ("昨天我们种了西红柿。", "2026-05-27", "2026-05-28"),
        (
            "Yesterday evening we cooked.",
            "2026-05-27T17:00:00+02:00",
            "2026-05-28",
        ),
    ],
)
def test_a_time_is_resolved_from_the_moment_it_was_spoken_of(
    text: str, start: str, end: str
) -> None:
    (one,) = occurrences(speaking(text))
    assert (one.start, one.end, one.turn) == (start, end, "1")
    assert one.text in text


@pytest.mark.parametrize(
    "text",
    [
        "I bought a lamp today.",
        "This afternoon I went for a walk.",
        "A long time ago, somewhere else.",
        "Nothing about times here.",
        "",
    ],
)
def test_what_says_nothing_beyond_its_own_day_is_left_out(text: str) -> None:
    assert occurrences(speaking(text)) == ()


def test_the_agents_words_are_no_evidence() -> None:
    assert occurrences(speaking("You fly tomorrow.", speaker=Speaker.AGENT)) == ()


def test_each_turn_counts_from_its_own_moment_and_in_its_zone() -> None:
    night = datetime(2026, 5, 28, 22, 30, tzinfo=UTC)  # 00:30 on the 29th in Berlin
    assert occurrences(speaking("tomorrow", at=night))[0].start == "2026-05-30"
    assert occurrences(speaking("tomorrow", at=night, zone="UTC"))[0].start == "2026-05-29"
    assert (
        occurrences(speaking("tomorrow", at=night, zone="Mars/Base"))[0].start == "2026-05-29"
    )
    spring = datetime(2026, 3, 8, 15, tzinfo=UTC)  # the day on which New York's clocks change
    (one,) = occurrences(speaking("yesterday", at=spring, zone="America/New_York"))
    assert (one.start, one.end) == ("2026-03-07", "2026-03-08")


def test_the_narrowest_are_kept_first_and_no_more_than_there_is_room_for() -> None:
    days = [f"on {day} April" for day in range(1, 29)]
    found = occurrences(speaking("in 2019", "in March 2024", *days))
    assert len(found) == MOST
    assert all(one.start.startswith("2026-04-") for one in found)
    few = occurrences(speaking("in 2019", "in March 2024", "on 4 April"))
    assert [one.start for one in few] == ["2026-04-04", "2024-03-01", "2019-01-01"]


def test_of_a_long_paste_the_beginning_is_looked_through() -> None:
    paste = "Here is the text. Yesterday I got it. " + "word " * READ + "We met on 3 May."
    assert [one.text for one in occurrences(speaking(paste))] == ["Yesterday"]


def test_the_same_time_is_kept_once_and_what_was_there_stays() -> None:
    there = Occurrence("2026-06-01", "2026-06-02", "by hand", "9")
    unread = Occurrence("soon", "", "by hand too")
    found = occurrences(
        speaking("tomorrow", "yes, tomorrow", "on 1 June we will", occurrences=(there, unread))
    )
    assert [one.text for one in found] == ["tomorrow", "by hand", "by hand too"]
