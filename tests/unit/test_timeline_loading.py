"""Opening a timeline: slices are the truth, whatever an index says; nothing is written."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory.errors import BadSliceId, DamagedSlice
from memory.slices import ClosedBy
from memory.stores.folder import FolderStore
from memory.stores.in_memory import InMemoryStore
from memory.when import Interval
from tests.strategies import SLICE_ID, START, agent, at, user
from tests.timelines import (
    FIRST,
    derived,
    files,
    holding,
    opened,
    put,
    rebuilt,
    said,
    with_turns,
)

FOLDER = "memory/episodic/slices/2026/07"
INDEX = f"{FOLDER}/_index.json"
FOREIGN = """\
---
slice_id: 2024-03-02-0840
focus: Choosing felt: two kinds
status: closed
start: "2024-03-02T08:40:00.000Z"
end: "2024-03-02T08:41:00.000Z"
summary: Two kinds of felt were compared: one holds, the other is cheap.
tags:
  - roof
---
## Turn a3fk2w — 2024-03-02T08:40:00.000Z (user)

Which felt?
## Turn 4 — not a time

## Turn a3fk2w — 2024-03-02T08:41:00.000Z (agent)

The heavier one.
"""
LATER = "memory/episodic/slices/2024/03/02/0840/timeline/core.md"
EARLIER = "memory/episodic/slices/2024/03/02/0840.md"


def lived_through() -> InMemoryStore:
    store = InMemoryStore()
    timeline = with_turns(store, user("a"), agent("b", 5), user("c", 60), user("d", 120))
    timeline.close(ClosedBy.USER)
    timeline.add(user("e", 200))
    return store


def listing(*items: dict[str, Any]) -> str:
    return json.dumps({"month": "2026-07", "slices": items})


def lie(**changes: Any) -> dict[str, Any]:
    item: dict[str, Any] = json.loads(files(lived_through())[INDEX])["slices"][0]
    return {key: value for key, value in (item | changes).items() if value is not None}


INDEXES = {
    "missing": None,
    "empty": "",
    "cut off": '{"month": "2026-07", "slices": [{"id": ',
    "no list": '{"slices": 5}',
    "lists nothing": listing(),
    "another program's": listing(lie(turns=None, end=None, channels=None, occurrences=None)),
    "slices that are not there": listing(
        lie(), lie(id="2026-07-01-0000"), lie(id="2026-08-01-0000"), lie(id="../x")
    ),
    "a slice of another month": listing(lie(id="2024-03-02-0840", turns=99)),
    "nonsense about one": listing(lie(turns="many"), lie(start="then"), lie(status="lost")),
    "a slice twice": listing(lie(), lie()),
}


@pytest.mark.parametrize("index", INDEXES.values(), ids=INDEXES.keys())
def test_whatever_an_index_says_the_entries_say_what_the_slices_say(
    index: str | None,
) -> None:
    store = lived_through()
    put(store, EARLIER, FOREIGN)
    honest = opened(store).entries()
    assert [entry.turns for entry in honest] == [2, 2, 1, 1, 1]
    put(store, INDEX, index)
    put(store, "memory/episodic/strands.json", '{"a": ["2001/01/01/0000", 5], "b": 1}')
    assert opened(store).entries() == honest


def test_months_without_an_index_are_read_from_their_slices() -> None:
    store = holding([(EARLIER, FOREIGN)])
    (entry,) = opened(store).entries()
    assert (entry.slice_id, entry.turns, entry.tags) == ("2024-03-02-0840", 2, ("roof",))
    assert entry.focus == "Choosing felt: two kinds"


def test_the_later_layout_is_read_and_written_where_it_lies() -> None:
    beside = LATER.replace("core.md", "agent.md")
    card = LATER.replace("timeline/core.md", "previously.md")
    store = holding([(LATER, FOREIGN), (beside, "a log"), (card, "a card")])
    timeline = opened(store)
    assert timeline.path("2024-03-02-0840") == LATER
    felt = user("and nails?")
    late = type(felt)("?", datetime(2024, 3, 2, 8, 50, tzinfo=UTC), felt.speaker, felt.text)
    assert timeline.add(late).slice_id == "2024-03-02-0840"
    assert said(store) == {
        "2024-03-02-0840": [
            "Which felt?\n## Turn 4 — not a time",
            "The heavier one.",
            "and nails?",
        ]
    }
    assert (files(store)[beside], files(store)[card]) == (b"a log", b"a card")


def test_a_folder_beside_a_slice_does_not_hide_it() -> None:
    store = holding([(FIRST, FOREIGN), (FIRST.replace(".md", "/picture.png"), "x")])
    assert [entry.turns for entry in opened(store).entries()] == [2]


def test_other_files_in_the_tree_are_left_alone() -> None:
    store = holding(
        [
            (EARLIER, FOREIGN),
            (f"{FOLDER}/notes.md", "x"),
            (f"{FOLDER}/07/1558.md.bak", "x"),
            (f"{FOLDER}/07/1558.txt", "x"),
            ("memory/episodic/slices/README.md", "x"),
            ("memory/episodic/slices/a-b/c/_index.json", "x"),
            ("memory/episodic/slices/a/b/c/_index.json", "x"),
            (f"{FOLDER}/07/1300.md/in-a-folder.md", "x"),
            (f"{FOLDER}/07/1400/without-a-core.md", "x"),
        ]
    )
    before = files(store)
    assert [entry.slice_id for entry in opened(store).entries()] == ["2024-03-02-0840"]
    opened(store).rebuild()
    after = files(store)
    assert {path: after[path] for path in before} == before


@pytest.mark.parametrize(
    "text",
    [
        FOREIGN,
        FOREIGN.replace("\n", "\r\n"),
        f"\ufeff{FOREIGN}",
        FOREIGN.removesuffix("\n"),
        FOREIGN.replace("status: closed", "status: active"),
        FOREIGN[:400],
        "",
        "nothing of ours",
        "---\n- a\n- b\n---\n",
    ],
)
def test_reading_writes_nothing(text: str, tmp_path: Path) -> None:
    place = tmp_path / EARLIER
    place.parent.mkdir(parents=True)
    place.write_bytes(text.encode())
    timeline = opened(FolderStore(tmp_path))
    for entry in timeline.entries():
        timeline.read(entry.slice_id)
        timeline.path(entry.slice_id)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [place]
    assert place.read_bytes() == text.encode()


def test_an_empty_place_is_an_empty_timeline() -> None:
    timeline = opened(InMemoryStore())
    assert timeline.entries() == []
    assert timeline.open_slice is None
    with pytest.raises(BadSliceId):
        timeline.read(SLICE_ID)
    with pytest.raises(BadSliceId):
        timeline.path("../../etc/passwd")


def test_a_slice_that_went_away_is_told_and_no_longer_listed() -> None:
    store = lived_through()
    timeline = opened(store)
    put(store, FIRST, None)
    with pytest.raises(BadSliceId):
        timeline.read(SLICE_ID)
    assert SLICE_ID not in [entry.slice_id for entry in timeline.entries()]


def test_the_index_of_another_month_forgets_a_slice_that_went_away() -> None:
    store = lived_through()
    timeline = opened(store)
    timeline.close(ClosedBy.USER)
    put(store, FIRST, None)
    with pytest.raises(BadSliceId):
        timeline.read(SLICE_ID)
    timeline.add(user("next month", 60 * 24 * 30))
    timeline.close(ClosedBy.USER)
    assert SLICE_ID not in files(store)[INDEX].decode()
    assert derived(store) == rebuilt(store)


def test_a_slice_that_became_a_folder_is_told() -> None:
    store = lived_through()
    timeline = opened(store)
    put(store, FIRST, None)
    put(store, f"{FIRST}/x", "x")
    with pytest.raises(DamagedSlice, match="not a file"):
        timeline.read(SLICE_ID)


def test_a_damaged_slice_gives_what_can_be_read_of_it() -> None:
    store = lived_through()
    whole = files(store)[FIRST]
    put(store, FIRST, whole[: whole.index(b"\n## Turn 2")])
    assert [turn.text for turn in opened(store).read(SLICE_ID).turns] == ["a"]


@pytest.mark.parametrize(
    ("interval", "found"),
    [
        (Interval(None, None, ""), ["1558", "1658", "1758", "1918"]),
        (Interval(at(5), at(60), ""), ["1558"]),
        (Interval(at(5.001), at(60), ""), []),
        (Interval(at(5), at(60.001), ""), ["1558", "1658"]),
        (Interval(at(100), None, ""), ["1758", "1918"]),
        (Interval(None, START, ""), []),
        (Interval(at(200), at(201), ""), ["1918"]),
    ],
)
def test_entries_in_an_interval_are_those_that_lasted_into_it(
    interval: Interval, found: list[str]
) -> None:
    entries = opened(lived_through()).entries(interval)
    assert [entry.slice_id.removeprefix("2026-07-07-") for entry in entries] == found


def test_entries_are_oldest_first_with_the_open_slice_among_them() -> None:
    timeline = opened(lived_through())
    assert [(entry.start, entry.turns, entry.status) for entry in timeline.entries()] == [
        (START, 2, "closed"),
        (at(60), 1, "closed"),
        (at(120), 1, "closed"),
        (at(200), 1, "active"),
    ]


def test_what_one_process_wrote_another_finds() -> None:
    store = lived_through()
    assert opened(store).entries() == opened(store).entries()
    assert opened(store).open_slice == with_turns(store).open_slice
    copy = InMemoryStore(files(store))
    for path in derived(copy):
        put(copy, path, None)
    assert opened(copy).entries() == opened(store).entries()


def test_the_latest_are_the_last_to_end_open_or_closed() -> None:
    timeline = with_turns(InMemoryStore(), *(user(f"{n}", n * 60) for n in range(4)))
    assert [one.status.value for one in timeline.latest(9)] == ["active", *["closed"] * 3]
    assert timeline.latest(9) == timeline.entries()[::-1]
    assert timeline.latest(2) == timeline.entries()[::-1][:2]
