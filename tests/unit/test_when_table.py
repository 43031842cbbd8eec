"""The table of time phrases: every kind, in two languages, in New York and in Shanghai."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memory.when import Interval, intervals

GOLDEN = Path(__file__).parents[1] / "golden" / "time_phrases.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]


def moment(iso: str | None) -> datetime | None:
    return datetime.fromisoformat(iso) if iso else None


def is_meant(found: Interval, expected: dict[str, Any], now: datetime) -> bool:
    """Equal bounds; nothing is remembered from after now, so ends there are as good as one
    another. A clock time need only be held by a stretch that is no longer than it may be."""
    if expected["kind"] == "nofilter":
        return found.start is None and found.end is None
    if expected["kind"] == "instant":
        point = moment(expected["point"])
        assert point
        assert found.start
        assert found.end
        width = (found.end - found.start).total_seconds()
        return found.start <= point <= found.end and width <= expected["max_width_s"]
    start, end = moment(expected["start"]), moment(expected["end"])
    ends_in_future = found.end and end and min(found.end, end) >= now
    return found.start == start and (found.end == end or bool(ends_in_future))


@pytest.mark.parametrize("language", ["given", ""])
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_every_kind_of_phrase_means_what_the_table_says(
    case: dict[str, Any], language: str
) -> None:
    zone = ZoneInfo(case["tz"])
    now = datetime.fromisoformat(case["reference"]).replace(tzinfo=zone)
    found = intervals(case["text"], now, zone, case["lang"] if language else "")
    (expected,) = case["expected"]
    (interval,) = found
    assert is_meant(interval, expected, now), interval
    said = case["text"].index(expected["matched_text"])
    assert interval.begin < said + len(expected["matched_text"])
    assert interval.stop > said
