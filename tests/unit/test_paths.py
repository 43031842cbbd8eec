"""Slice ids and where their files lie."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from memory import paths
from memory.errors import BadSliceId

NOT_IDS = [
    "",
    "2026-07-07",
    "2026-07-07-15:58",
    "2026-7-7-1558",
    "2026-13-01-1558",
    "2026-02-29-1200",
    "2026-07-07-2400",
    "2026-07-07-1260",
    "2026-07-07-1558-1",
    "2026-07-07-1558-0",
    "2026-07-07-1558-02",
    "2026-07-07-1558-1234567",
    "2026-07-07-1558\n",
    "٢٠٢٦-07-07-1558",
    "0000-01-01-0000",
    "2026/07/07/1558",
    "../../etc/passwd",
]


@pytest.mark.parametrize(
    ("slice_id", "path"),
    [
        ("2026-07-07-1558", "memory/episodic/slices/2026/07/07/1558.md"),
        ("2026-07-07-1558-2", "memory/episodic/slices/2026/07/07/1558-2.md"),
        ("2024-02-29-0000-17", "memory/episodic/slices/2024/02/29/0000-17.md"),
    ],
)
def test_a_slice_lies_at_the_minute_of_its_first_turn(slice_id: str, path: str) -> None:
    assert paths.slice_path(slice_id) == path
    assert paths.slice_id_of(path) == slice_id


@pytest.mark.parametrize("text", NOT_IDS)
def test_what_no_slice_can_be_called_is_no_id_and_has_no_path(text: str) -> None:
    assert not paths.is_slice_id(text)
    with pytest.raises(BadSliceId):
        paths.slice_path(text)


@pytest.mark.parametrize(
    "path",
    [
        "memory/episodic/slices/2026/07/_index.json",
        "memory/episodic/slices/2026/07/07/1558.txt",
        "memory/episodic/slices/2026/07/07/1558-1.md",
        "memory/episodic/slices/2026/07/07/notes.md",
        "memory/episodic/slices/2026/07/32/1558.md",
        "memory/episodic/slices/2026/07/07/1558/agent.md",
        "memory/episodic/slices/2026/07/07/1558/timeline/agent.md",
        "memory/episodic/slices/2026/07/07/1558.md/timeline/core.md",
        "elsewhere/memory/episodic/slices/2026/07/07/1558.md",
        "memory/episodic/slices/2026/07/07/1558.md.bak",
    ],
)
def test_other_files_are_no_slices(path: str) -> None:
    assert paths.slice_id_of(path) is None


def test_the_later_layout_names_the_same_slice() -> None:
    path = "memory/episodic/slices/2026/07/07/1558-2/timeline/core.md"
    assert paths.slice_id_of(path) == "2026-07-07-1558-2"


@pytest.mark.parametrize(
    ("named", "slice_id"),
    [
        ("2026/06/22/1400", "2026-06-22-1400"),
        ("2026/06/22/1400-3", "2026-06-22-1400-3"),
        ("memory/episodic/slices/2026/06/22/1400.md", "2026-06-22-1400"),
        ("memory/episodic/slices/2026/06/22/1400/timeline/core.md", "2026-06-22-1400"),
        ("2026-06-22-1400", "2026-06-22-1400"),
        ("2026/06/22", None),
        ("2026/06/31/1400", None),
        ("/2026/06/22/1400", None),
        ("", None),
    ],
)
def test_strands_name_slices_in_several_ways(named: str, slice_id: str | None) -> None:
    assert paths.slice_id_named(named) == slice_id


def test_a_minute_is_that_of_utc() -> None:
    berlin_summer = timezone(timedelta(hours=2))
    start = datetime(2026, 7, 1, 0, 15, 59, tzinfo=berlin_summer)
    assert paths.minute_id(start) == "2026-06-30-2215"


def test_an_early_year_has_four_digits() -> None:
    assert paths.minute_id(datetime(33, 4, 3, 15, 0, tzinfo=UTC)) == "0033-04-03-1500"


def test_further_slices_of_a_minute_are_counted_from_two() -> None:
    minute = "2026-07-07-1558"
    assert [paths.nth_id(minute, nth) for nth in (1, 2, 10)] == [
        minute,
        f"{minute}-2",
        f"{minute}-10",
    ]


def test_a_slice_has_one_file_that_accounts_for_its_answers() -> None:
    assert paths.session_path("2026-07-07-1558") == "sessions/2026/07/07/1558.md"
    assert paths.session_path("2026-07-07-1558-2") == "sessions/2026/07/07/1558-2.md"
    with pytest.raises(BadSliceId):
        paths.session_path("2026-07-07-1558-1")


def test_a_month_has_its_index_beside_its_days() -> None:
    month = paths.month_of("2026-07-07-1558-2")
    assert paths.index_path(month) == "memory/episodic/slices/2026/07/_index.json"
