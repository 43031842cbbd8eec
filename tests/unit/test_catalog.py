"""A month's index, and the catalog of a timeline."""

import json
from dataclasses import replace
from typing import Any

import pytest

from memory import catalog
from memory.catalog import Catalog, Entry
from memory.slices import Mark, Occurrence, Slice, Status
from tests.strategies import SLICE_ID, START, at, user

ENTRY = Entry(
    slice_id=SLICE_ID,
    start=START,
    end=at(22),
    turns=4,
    status=Status.CLOSED,
    focus="Moving: the workshop",
    summary="Es wird Oktober 😀",
    tags=("workshop", "日本"),
    open_loops=("ask Jana",),
    decisions=("October",),
    channels=("telegram",),
    occurrences=(Occurrence("2026-10-03", "2026-10-04", "first Saturday", "3"),),
)


def listed(**changes: Any) -> dict[str, Any]:
    """The entry as the index has it, with something else in it; None takes a key away."""
    item = json.loads(catalog.dump("2026-07", [ENTRY]))["slices"][0] | changes
    return {key: value for key, value in item.items() if value is not None}


def parsed(*items: object) -> list[Entry]:
    return catalog.parse(json.dumps({"month": "2026-07", "slices": items}).encode())


def test_an_entry_says_what_its_slice_says() -> None:
    slice_ = Slice(
        slice_id=SLICE_ID,
        start=START,
        end=at(22),
        turns=(user("a"), user("b"), user("c"), user("d", 22)),
        status=Status.CLOSED,
        mark=Mark(ENTRY.focus, ENTRY.summary, ENTRY.tags, ENTRY.decisions, ENTRY.open_loops),
        channels=("telegram",),
        occurrences=ENTRY.occurrences,
    )
    assert catalog.entry(slice_) == ENTRY


def test_what_an_index_says_is_read_back() -> None:
    other = replace(ENTRY, slice_id="2026-07-07-1558-2", tags=(), occurrences=())
    assert catalog.parse(catalog.dump("2026-07", [ENTRY, other])) == [ENTRY, other]


def test_an_index_is_in_the_order_of_time_and_always_the_same_bytes() -> None:
    early = replace(ENTRY, slice_id="2026-07-01-0900", start=at(-9000), end=at(-8990))
    one = catalog.dump("2026-07", [ENTRY, early])
    assert one == catalog.dump("2026-07", [early, ENTRY])
    assert [item["id"] for item in json.loads(one)["slices"]] == [
        "2026-07-01-0900",
        SLICE_ID,
    ]
    assert json.loads(one)["month"] == "2026-07"


def test_an_index_can_be_read_by_a_person() -> None:
    text = catalog.dump("2026-07", [ENTRY]).decode()
    assert '"summary": "Es wird Oktober 😀"' in text
    assert text.endswith("}\n")
    assert catalog.dump("2026-07", [replace(ENTRY, focus="half \ud83d")]).decode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"{}",
        b'{"slices": 5}',
        b'{"slices": {"id": 1}}',
        b'{"slices": [1, null, "x", [], {}]}',
        b"[" * 100_000,
        b'{"slices": [{"turns": ' + b"9" * 5000 + b"}]}",
    ],
)
def test_an_index_that_makes_no_sense_lists_nothing(content: bytes) -> None:
    assert catalog.parse(content) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "../../etc/passwd"},
        {"id": 5},
        {"id": None},
        {"start": "yesterday"},
        {"start": None},
        {"end": None},
        {"end": 5},
        {"turns": None},
        {"turns": "4"},
        {"turns": True},
        {"turns": False},
        {"turns": -5},
        {"turns": 0},
        {"turns": 10**30},
        {"end": "2001-01-01T00:00:00.000Z"},
        {"status": "active"},
        {"status": None},
        {"status": ["closed"]},
    ],
)
def test_an_entry_that_does_not_say_enough_is_left_to_its_slice(
    changes: dict[str, Any],
) -> None:
    assert (
        parsed({**listed(), **changes} if None not in changes.values() else listed(**changes))
        == []
    )
    assert parsed(listed(**changes), listed()) == [ENTRY]


@pytest.mark.parametrize(
    ("changes", "entry"),
    [
        ({"focus": 5}, replace(ENTRY, focus="")),
        ({"summary": None}, replace(ENTRY, summary="")),
        ({"tags": "workshop"}, replace(ENTRY, tags=())),
        ({"tags": ["a", 1, None]}, replace(ENTRY, tags=("a",))),
        ({"channels": None}, replace(ENTRY, channels=())),
        ({"occurrences": "soon"}, replace(ENTRY, occurrences=())),
        (
            {"occurrences": ["soon", {"text": "x", "turn": 3}]},
            replace(ENTRY, occurrences=(Occurrence("", "", "x", ""),)),
        ),
        ({"unheard": "of"}, ENTRY),
    ],
)
def test_what_is_broken_in_an_entry_is_left_out(changes: dict[str, Any], entry: Entry) -> None:
    assert parsed(listed(**changes)) == [entry]


def catalog_of(*entries: Entry) -> Catalog:
    made = Catalog()
    for entry in entries:
        made.put(entry)
    return made


EARLY = replace(ENTRY, slice_id="2026-07-07-1500", start=at(-58), end=at(-40))
LATE = replace(ENTRY, slice_id="2026-07-07-1700", start=at(62), end=at(70))


def test_entries_are_found_by_when_they_ended_the_last_first() -> None:
    made = catalog_of(ENTRY, LATE, EARLY)
    assert made.ended_after(at(-60)) == [LATE, ENTRY, EARLY]
    assert made.ended_after(at(0)) == [LATE, ENTRY]


def test_an_entry_that_ended_at_the_moment_did_not_end_after_it() -> None:
    made = catalog_of(ENTRY, replace(ENTRY, slice_id=f"{SLICE_ID}-2"))
    assert made.ended_after(at(22)) == []
    assert len(made.ended_after(at(21.999))) == 2


def test_an_entry_takes_the_place_of_the_one_before() -> None:
    made = catalog_of(ENTRY, EARLY, replace(ENTRY, end=at(90), turns=5))
    assert [entry.turns for entry in made] == [4, 5]
    assert [entry.turns for entry in made.ended_after(at(80))] == [5]
    assert made.ended_after(at(95)) == []


def test_what_is_discarded_is_not_found_again() -> None:
    made = catalog_of(ENTRY, EARLY)
    made.discard(SLICE_ID)
    made.discard("2026-01-01-0000")
    assert list(made) == [EARLY]
    assert SLICE_ID not in made
    assert made.ended_after(at(-60)) == [EARLY]
