"""Closing: at the last turn, marked, indexed in the same breath, and no edit taken back."""

import json
from collections.abc import Collection, Iterable

import pytest

from memory.errors import StoreUnreachable, WriteRefused
from memory.slices import ClosedBy, Mark, Slice, Status
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from tests.strategies import SLICE_ID, agent, at, user
from tests.timelines import (
    FIRST,
    derived,
    edit,
    files,
    holding,
    opened,
    put,
    rebuilt,
    said,
    slices,
    with_turns,
)

INDEX = "memory/episodic/slices/2026/07/_index.json"
STRANDS = "memory/episodic/strands.json"


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore()


def left_open(minute: str, text: str) -> str:
    """A slice as another program left it."""
    when = f"2026-07-07T{minute[:2]}:{minute[2:]}:00.000Z"
    return (
        f"---\nslice_id: 2026-07-07-{minute}\nfocus: x\nstatus: active\nstart: {when}\n"
        f"end: {when}\n---\n## Turn a3fk2w — {when} (user)\n\n{text}\n"
    )


def path_at(minute: str) -> str:
    return f"memory/episodic/slices/2026/07/07/{minute}.md"


def test_a_slice_closes_at_its_last_turn_and_says_who_closed_it(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("barn roof"), agent("felt", 7))
    closed = timeline.close(ClosedBy.USER)
    assert closed is not None
    assert (closed.end, closed.status, closed.closed_by) == (
        at(7),
        Status.CLOSED,
        "user_explicit",
    )
    assert slices(store)[SLICE_ID] == closed
    assert timeline.open_slice is None


def test_there_is_nothing_to_close_on_an_empty_timeline(store: InMemoryStore) -> None:
    timeline = opened(store)
    assert timeline.close(ClosedBy.USER) is None
    assert timeline.close_silent(at(0)) == []
    assert files(store) == {}


def test_a_closed_slice_its_index_and_its_strands_are_one_batch(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("barn roof"))
    assert list(files(store)) == [FIRST]
    store.messages.clear()
    timeline.close(ClosedBy.USER)
    assert store.messages == ["Slice 2026-07-07 15:58: about barn roof"]
    assert set(files(store)) == {FIRST, INDEX, STRANDS}
    (entry,) = json.loads(files(store)[INDEX])["slices"]
    assert (entry["id"], entry["turns"], entry["tags"]) == (SLICE_ID, 1, ["barn"])
    assert json.loads(files(store)[STRANDS]) == {"barn": ["2026/07/07/1558"]}


@pytest.mark.parametrize(("minutes", "closes"), [(29.999, False), (30, True), (3000, True)])
def test_silence_of_thirty_minutes_closes_a_slice(
    store: InMemoryStore, minutes: float, closes: bool
) -> None:
    timeline = with_turns(store, user("a"), user("b", 5))
    assert [slice_.end for slice_ in timeline.close_silent(at(5 + minutes))] == [at(5)] * closes
    assert slices(store)[SLICE_ID].is_open is not closes
    assert timeline.close_silent(at(5000)) == [] or not closes


def test_slices_that_another_program_left_open_are_closed_in_their_order() -> None:
    store = holding((path_at(at), left_open(at, at)) for at in ("1200", "0900", "1400"))
    timeline = opened(store)
    assert timeline.open_slice is not None
    assert timeline.open_slice.slice_id == "2026-07-07-1400"
    closed = timeline.close_silent(at(-100))
    assert [slice_.slice_id for slice_ in closed] == ["2026-07-07-0900", "2026-07-07-1200"]
    assert [entry.status for entry in timeline.entries()] == ["closed", "closed", "active"]
    assert derived(store) == rebuilt(store)


def test_a_new_slice_closes_every_one_that_was_left_open() -> None:
    store = holding((path_at(at), left_open(at, at)) for at in ("1200", "0900", "1400"))
    with_turns(store, user("new"))
    assert [slice_.is_open for slice_ in slices(store).values()].count(True) == 1
    assert slices(store)[SLICE_ID].is_open


def test_a_turn_goes_on_with_the_slice_that_another_program_left_open() -> None:
    store = holding([(path_at("1545"), left_open("1545", "hello"))])
    with_turns(store, user("again", origin="telegram 1/1"))
    assert said(store) == {"2026-07-07-1545": ["hello", "again"]}
    assert opened(store).add(user("more", 1)).slice_id == "2026-07-07-1545"


def test_a_turn_late_for_an_older_open_slice_goes_there() -> None:
    store = holding((path_at(at), left_open(at, at)) for at in ("0900", "1400"))
    with_turns(store, user("late", -410))
    assert said(store)["2026-07-07-0900"] == ["0900", "late"]


def test_a_slice_of_another_program_that_ends_later_than_its_turns_stays_readable() -> None:
    text = left_open("1545", "hello").replace("end: 2026-07-07T15:45", "end: 2026-07-07T15:50")
    store = holding([(path_at("1545"), text)])
    with_turns(store, user("again", origin="telegram 1/1"), user("more", 1))
    assert said(store) == {"2026-07-07-1545": ["hello", "again", "more"]}


def test_closing_keeps_what_the_person_marked_and_edited_meanwhile(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a barn"))
    edit(store, FIRST, "focus: ''", "focus: My barn  # mine")
    edit(store, FIRST, "a barn", "the barn")
    timeline.close(ClosedBy.SILENCE)
    slice_ = slices(store)[SLICE_ID]
    assert (slice_.mark.focus, slice_.turns[0].text) == ("My barn", "the barn")
    assert b"focus: My barn  # mine\n" in files(store)[FIRST]
    assert slice_.mark.summary == "a barn"
    assert derived(store) == rebuilt(store)


def test_closing_a_slice_that_was_taken_away_closes_nothing(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"))
    put(store, FIRST, None)
    assert timeline.close(ClosedBy.USER) is None
    assert files(store) == {}
    assert timeline.entries() == []


def test_closing_a_damaged_slice_leaves_it_as_it_is(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"))
    put(store, FIRST, "---\nfocus: x")
    assert timeline.close_silent(at(60)) == []
    timeline.add(user("b", 60))
    timeline.close(ClosedBy.USER)
    assert files(store)[FIRST] == b"---\nfocus: x"
    assert SLICE_ID not in files(store)[INDEX].decode()
    assert derived(store) == rebuilt(store)


@pytest.mark.parametrize("room", [0, 1, 2])
def test_a_full_disk_while_closing_can_be_made_up_for(store: InMemoryStore, room: int) -> None:
    timeline = with_turns(store, user("a"), user("b", 1))
    store.fail_after(room)
    with pytest.raises(WriteRefused):
        timeline.close_silent(at(60))
    assert said(store) == {SLICE_ID: ["a", "b"]}
    store.fail_after(None)
    timeline.add(user("c", 60))
    assert said(store) == {SLICE_ID: ["a", "b"], "2026-07-07-1658": ["c"]}
    assert not slices(store)[SLICE_ID].is_open
    assert derived(store) == rebuilt(store)


@pytest.mark.parametrize("room", [0, 1, 2])
def test_a_crash_while_closing_can_be_made_up_for(store: InMemoryStore, room: int) -> None:
    timeline = with_turns(store, user("a"), user("b", 1))
    store.fail_after(room)
    with pytest.raises(WriteRefused):
        timeline.close(ClosedBy.SILENCE)
    store.fail_after(None)
    timeline = opened(store)
    timeline.add(user("c", 60))
    timeline.close(ClosedBy.USER)
    assert said(store) == {SLICE_ID: ["a", "b"], "2026-07-07-1658": ["c"]}
    assert derived(store) == rebuilt(store)


def test_half_a_character_in_a_mark_is_written_as_any_reader_will_see_it(
    store: InMemoryStore,
) -> None:
    timeline = Timeline(
        store, zone="UTC", mark=lambda _: Mark("half \ud83d", "\ude00", tags=("t \ud83d",))
    )
    timeline.add(user("a"))
    timeline.close(ClosedBy.USER)
    assert slices(store)[SLICE_ID].mark.focus == "half \ufffd"
    assert derived(store) == rebuilt(store)


# ---- rebuilding


def lived_through() -> InMemoryStore:
    store = InMemoryStore()
    timeline = with_turns(store, user("barn"), agent("roof", 5), user("hall", 60))
    timeline.close(ClosedBy.USER)
    timeline.add(user("late", 20))
    timeline.add(user("next month", 60 * 24 * 30))
    list(timeline.bring([[user("long ago", -60 * 24 * 40)]]))
    timeline.close_silent(at(60 * 24 * 31))
    timeline.add(user("now", 60 * 24 * 31))
    return store


def test_rebuilding_changes_no_byte_of_what_was_kept() -> None:
    store = lived_through()
    kept = files(store)
    assert len(derived(store)) == 4
    assert opened(store).rebuild() == 5
    assert files(store) == kept
    opened(store).rebuild()
    assert files(store) == kept


def test_rebuilding_mends_whatever_stands_in_derived_files() -> None:
    store = lived_through()
    kept = files(store)
    put(store, INDEX, '{"month": "2026-07", "slices": [{"id": "2026-07-07-1558"}]}')
    put(store, "memory/episodic/slices/2026/05/_index.json", None)
    put(store, STRANDS, "[")
    opened(store).rebuild()
    assert files(store) == kept


def test_rebuilding_takes_away_the_index_of_a_month_that_has_gone(
    store: InMemoryStore,
) -> None:
    with_turns(store, user("a"), user("b", 60 * 24 * 40)).close(ClosedBy.USER)
    put(store, FIRST, None)
    opened(store).rebuild()
    assert [path for path in derived(store) if "2026/07" in path] == []
    put(store, "memory/episodic/slices/2026/08/16/1558.md", None)
    opened(store).rebuild()
    assert files(store) == {}


def test_rebuilding_writes_to_no_slice_and_reads_no_folder_as_one() -> None:
    broken = "---\nfocus: a: b\n---\n## Turn 1 — 2026-07-07T09:00:00Z (user)\n\nhello"
    store = holding([(path_at("0900"), broken), (f"{path_at('1000')}/picture.md", "x")])
    assert opened(store).rebuild() == 1
    assert files(store)[path_at("0900")] == broken.encode()


def test_progress_is_shown_slice_by_slice() -> None:
    seen: list[str] = []

    def watch(ids: Collection[str]) -> Iterable[str]:
        seen.extend(ids)
        return list(ids)

    opened(lived_through()).rebuild(watch)
    assert len(seen) == 5


def test_a_rebuild_that_is_interrupted_forgets_nothing(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"), user("b", 60))

    def interrupted(ids: Collection[str]) -> Iterable[str]:
        yield next(iter(ids))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        timeline.rebuild(interrupted)
    assert len(timeline.entries()) == 2
    assert timeline.add(user("c", 61)).slice_id == "2026-07-07-1658"
    timeline.close(ClosedBy.USER)
    assert derived(store) == rebuilt(store)


def test_a_rebuild_of_a_place_that_is_down_forgets_nothing(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"))
    store.reachable = False
    with pytest.raises(StoreUnreachable):
        timeline.rebuild()
    store.reachable = True
    assert timeline.add(user("b", 1)).slice_id == SLICE_ID


def test_a_rebuild_refused_can_be_done_again(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"), user("b", 60))
    put(store, INDEX, "broken")
    store.fail_after(0)
    with pytest.raises(WriteRefused):
        timeline.rebuild()
    store.fail_after(None)
    timeline.rebuild()
    assert derived(store) == rebuilt(store)


def test_a_marker_sees_the_slice_it_marks(store: InMemoryStore) -> None:
    seen: list[Slice] = []

    def mark(slice_: Slice) -> Mark:
        seen.append(slice_)
        return Mark()

    timeline = Timeline(store, zone="UTC", mark=mark)
    timeline.add(user("a"))
    timeline.add(user("b", 1))
    timeline.close(ClosedBy.USER)
    assert [[turn.text for turn in slice_.turns] for slice_ in seen] == [["a", "b"]]
