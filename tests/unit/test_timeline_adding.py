"""Adding turns: each in its file when `add` returns, once, where its moment belongs."""

import contextlib
from pathlib import Path

import pytest

from memory import paths
from memory.errors import BadSliceId, StoreUnreachable, WriteRefused
from memory.markdown import dump
from memory.markdown import timestamp as stamp
from memory.slices import ClosedBy, Slice, Status
from memory.store import Change
from memory.stores.folder import FolderStore
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Placed
from tests.strategies import SLICE_ID, agent, at, user
from tests.timelines import (
    FIRST,
    derived,
    edit,
    files,
    opened,
    put,
    read_all,
    rebuilt,
    said,
    slices,
    with_turns,
)

NEXT = "2026-07-07-1628"


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore()


def test_a_turn_is_in_its_file_when_add_returns(store: InMemoryStore) -> None:
    timeline = opened(store)
    for n in range(5):
        timeline.add(user(f"turn {n}", n, origin=f"t {n}"))
        assert said(store) == {SLICE_ID: [f"turn {m}" for m in range(n + 1)]}
        assert read_all(opened(store)) == read_all(timeline)


def test_where_a_turn_is_put_is_told(store: InMemoryStore) -> None:
    timeline = opened(store)
    assert timeline.add(user("a")) == Placed(SLICE_ID, "1", opened=True)
    assert timeline.add(agent("b", 1)) == Placed(SLICE_ID, "2")
    assert timeline.add(user("c", 31)) == Placed("2026-07-07-1629", "1", opened=True)
    assert timeline.path(SLICE_ID) == FIRST


def test_a_slice_keeps_the_zone_and_the_channels(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a", origin="telegram 1/1"))
    timeline.add(user("b", 1, origin="discord 1/1"))
    slice_ = timeline.read(SLICE_ID)
    assert (slice_.timezone, slice_.channels) == ("Europe/Berlin", ("telegram", "discord"))


def test_the_first_message_after_the_silence_opens_the_next_slice_and_is_in_it(
    store: InMemoryStore,
) -> None:
    with_turns(store, user("before"), agent("still", 29.99), user("after", 60))
    assert said(store) == {SLICE_ID: ["before", "still"], "2026-07-07-1658": ["after"]}
    first, second = slices(store).values()
    assert (first.is_open, first.closed_by, first.end) == (
        False,
        ClosedBy.SILENCE,
        at(29.99),
    )
    assert second.is_open


def test_thirty_minutes_to_the_millisecond_open_the_next_slice(store: InMemoryStore) -> None:
    with_turns(store, user("a"), user("b", 30))
    assert said(store) == {SLICE_ID: ["a"], NEXT: ["b"]}


def test_a_millisecond_less_does_not(store: InMemoryStore) -> None:
    with_turns(store, user("a"), user("b", 30 - 0.001 / 60))
    assert said(store) == {SLICE_ID: ["a", "b"]}


def test_further_slices_of_a_minute_take_the_next_free_name(store: InMemoryStore) -> None:
    timeline = opened(store)
    for n in range(3):
        timeline.add(user(f"turn {n}", n / 100))
        timeline.close(ClosedBy.USER)
    assert said(store) == {
        SLICE_ID: ["turn 0"],
        f"{SLICE_ID}-2": ["turn 1"],
        f"{SLICE_ID}-3": ["turn 2"],
    }


@pytest.mark.parametrize(
    "path",
    [
        FIRST,
        FIRST.replace("1558.md", "1558/timeline/agent.md"),
        FIRST.replace("1558.md", "1558/picture.png"),
    ],
)
def test_a_name_that_is_taken_by_anything_is_left_alone(path: str) -> None:
    store = InMemoryStore({path: b"not a slice"})
    with_turns(store, user("a"))
    assert files(store)[path] == b"not a slice"
    assert said(store)[f"{SLICE_ID}-2"] == ["a"]


# ---- late, and again


def test_a_turn_that_comes_late_goes_to_the_slice_that_was_going_on(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"), user("c", 10), user("d", 60), user("e", 120))
    assert timeline.add(user("b", 5)) == Placed(SLICE_ID, "3")
    assert timeline.add(user("d2", 75)).slice_id == "2026-07-07-1658"
    assert said(store)[SLICE_ID] == ["a", "b", "c"]
    assert said(store)["2026-07-07-1658"] == ["d", "d2"]
    assert not slices(store)[SLICE_ID].is_open
    assert derived(store) == rebuilt(store)


def test_a_message_that_was_on_its_way_while_its_slice_closed_opens_it_again(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"))
    timeline.close_silent(at(40))
    timeline.add(user("b", 20))
    assert timeline.open_slice is not None
    timeline.add(agent("c", 41))
    assert said(store) == {SLICE_ID: ["a", "b", "c"]}
    timeline.close_silent(at(71))
    closed = slices(store)[SLICE_ID]
    assert (closed.status, closed.closed_by) == (Status.CLOSED, ClosedBy.SILENCE)
    assert closed.end == at(41)
    assert derived(store) == rebuilt(store)


def test_a_message_from_before_the_end_of_a_closed_slice_does_not_open_it_again(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"), user("c", 10))
    timeline.close_silent(at(60))
    timeline.add(user("b", 5))
    assert timeline.open_slice is None
    assert said(store) == {SLICE_ID: ["a", "b", "c"]}


def test_a_late_turn_from_within_a_slice_that_the_person_ended_goes_there(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"), user("c", 10))
    timeline.close(ClosedBy.USER)
    timeline.add(user("d", 15))
    timeline.add(user("b", 5))
    assert said(store) == {SLICE_ID: ["a", "b", "c"], "2026-07-07-1613": ["d"]}


def test_a_turn_after_the_person_ended_a_slice_does_not_go_on_with_it(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"))
    timeline.close(ClosedBy.USER)
    assert timeline.add(user("b", 1)).opened
    timeline.add(user("c", 0.5))
    assert said(store) == {SLICE_ID: ["a"], "2026-07-07-1559": ["c", "b"]}


def test_a_late_turn_between_two_slices_goes_to_the_earlier_one_while_it_lasted(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"), user("c", 40))
    timeline.add(user("b", 20))
    assert said(store) == {SLICE_ID: ["a", "b"], "2026-07-07-1638": ["c"]}


def test_a_late_turn_goes_to_the_slice_that_lasted_over_it_of_two_that_overlap(
    store: InMemoryStore,
) -> None:
    for start, end in ((0, 20), (5, 7)):
        slice_ = Slice(f"2026-07-07-16{start:02}", at(start), at(end), status=Status.CLOSED)
        slice_ = slice_.with_turn(user(f"from {start}", start)).with_turn(user("on", end))
        put(store, f"memory/episodic/slices/2026/07/07/16{start:02}.md", dump(slice_))
    with_turns(store, user("late", 10))
    assert said(store) == {
        "2026-07-07-1600": ["from 0", "late", "on"],
        "2026-07-07-1605": ["from 5", "on"],
    }


def test_a_late_turn_shortly_before_a_slice_goes_to_its_front(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"), user("c", 120))
    timeline.add(user("b", 95))
    assert said(store) == {SLICE_ID: ["a"], "2026-07-07-1758": ["b", "c"]}
    assert slices(store)["2026-07-07-1758"].start == at(95)


def test_a_late_turn_from_a_silence_has_a_closed_slice_of_its_own(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"), user("c", 240))
    assert timeline.add(user("b", 120)).opened
    timeline.close_silent(at(260))
    slice_ = slices(store)["2026-07-07-1758"]
    assert (slice_.is_open, slice_.mark.focus) == (False, "about b")
    assert timeline.open_slice is not None
    assert timeline.open_slice.slice_id == "2026-07-07-1958"
    assert timeline.add(user("b2", 121)).slice_id == "2026-07-07-1758"


def test_an_index_that_lies_about_the_end_of_a_slice_draws_no_turn_into_it(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"))
    timeline.close_silent(at(60))
    index = paths.index_path("2026-07")
    stored = store.read(index)
    assert stored is not None
    lie = stored.content.replace(
        f'"end": "{stamp(at(0))}"'.encode(), f'"end": "{stamp(at(300))}"'.encode()
    )
    assert lie != stored.content
    store.write([Change(index, lie, anyway=True)], message="")
    again = opened(store)
    again.add(user("b", 290))
    assert said(store) == {SLICE_ID: ["a"], "2026-07-07-2048": ["b"]}
    again.close_silent(at(400))
    assert derived(store) == rebuilt(store)


@pytest.mark.parametrize(("key", "days"), [("end", 30), ("start", -30)])
def test_an_index_that_stretches_a_slice_over_weeks_is_not_believed(
    store: InMemoryStore, key: str, days: int
) -> None:
    timeline = with_turns(store, user("a"))
    timeline.close_silent(at(60))
    index = paths.index_path("2026-07")
    stored = store.read(index)
    assert stored is not None
    true, lie = (f'"{key}": "{stamp(at(minutes))}"' for minutes in (0, days * 24 * 60))
    content = stored.content.replace(true.encode(), lie.encode())
    assert content != stored.content
    store.write([Change(index, content, anyway=True)], message="")
    (entry,) = opened(store).entries()
    assert (entry.start, entry.end) == (at(0), at(0))


def test_a_slice_from_a_clock_that_was_ahead_takes_nothing_and_hinders_nothing(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("ahead", 60 * 24 * 90))
    timeline.add(user("a"))
    timeline.add(user("b", 1))
    assert timeline.open_slice is not None
    assert timeline.open_slice.slice_id == SLICE_ID
    closed = timeline.close(ClosedBy.USER)
    assert closed is not None
    assert closed.slice_id == SLICE_ID
    assert closed.mark.summary == "a / b"
    timeline.add(user("c", 2))
    assert [len(texts) for texts in said(store).values()] == [2, 1, 1]


def test_a_message_is_put_on_the_timeline_once(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a", origin="t 1"), agent("b", 1))
    again = Placed(SLICE_ID, "1", is_new=False)
    assert timeline.add(user("a", origin="t 1")) == again
    assert opened(store).add(user("a", origin="t 1")) == again
    timeline.close(ClosedBy.USER)
    assert timeline.add(user("a", origin="t 1")) == again
    assert opened(store).add(user("a", origin="t 1")) == again
    timeline.add(user("later", 300))
    assert timeline.add(user("a", origin="t 1")) == again
    assert said(store) == {SLICE_ID: ["a", "b"], "2026-07-07-2058": ["later"]}


def test_turns_without_an_origin_may_be_alike(store: InMemoryStore) -> None:
    with_turns(store, user("ha"), user("ha"))
    assert said(store) == {SLICE_ID: ["ha", "ha"]}


# ---- the person was here


def test_an_edit_between_two_turns_survives_and_so_do_both_turns(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a barn"), agent("oh", 1))
    edit(store, FIRST, "a barn", "a shed")
    edit(store, FIRST, "tags: []", "tags: [mine]\nmood: good  # really")
    timeline.add(user("b", 2))
    assert said(store) == {SLICE_ID: ["a shed", "oh", "b"]}
    assert b"tags: [mine]\nmood: good  # really\n" in files(store)[FIRST]
    timeline.add(user("c", 60))
    assert "mine" in slices(store)[SLICE_ID].mark.tags
    assert said(store)[SLICE_ID] == ["a shed", "oh", "b"]


def test_a_turn_that_the_person_deleted_stays_deleted(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"), user("secret", 1), agent("b", 2))
    written = files(store)[FIRST].decode()
    first, _, rest = written.partition("\n## Turn 2 ")
    put(store, FIRST, f"{first}\n## Turn 3 {rest.partition('## Turn 3 ')[2]}")
    timeline.add(user("c", 3))
    assert said(store) == {SLICE_ID: ["a", "b", "c"]}


@pytest.mark.parametrize("minutes", [2, 60])
def test_a_slice_that_the_person_deleted_stays_away_and_the_new_turn_is_kept(
    store: InMemoryStore, minutes: int
) -> None:
    timeline = with_turns(store, user("a"))
    put(store, FIRST, None)
    timeline.add(user("b", minutes))
    assert list(said(store).values()) == [["b"]]
    assert read_all(timeline) == ["b"]
    with pytest.raises(BadSliceId):
        timeline.read(SLICE_ID)
    timeline.add(user("c", 200))
    assert derived(store) == rebuilt(store)


@pytest.mark.parametrize("damaged", ["", "---\nfocus: x", "gone\n", "\0" * 40])
@pytest.mark.parametrize("minutes", [2, 60])
def test_a_damaged_file_is_never_written_over_and_the_new_turn_is_kept(
    store: InMemoryStore, damaged: str, minutes: int
) -> None:
    timeline = with_turns(store, user("a"))
    put(store, FIRST, damaged)
    timeline.add(user("b", minutes))
    timeline.add(user("c", minutes + 1))
    timeline.close(ClosedBy.USER)
    assert files(store)[FIRST] == damaged.encode()
    assert [texts for slice_id, texts in said(store).items() if slice_id != SLICE_ID] == [
        ["b", "c"]
    ]
    assert [entry.slice_id for entry in timeline.entries()] == [
        entry.slice_id for entry in opened(store).entries()
    ]


def test_a_file_cut_off_by_an_editor_is_left_for_the_person_to_mend(
    store: InMemoryStore,
) -> None:
    timeline = with_turns(store, user("a"), user("b", 1))
    whole = files(store)[FIRST]
    put(store, FIRST, whole[: whole.index(b"## Turn 2") + 20])
    timeline.add(user("c", 2))
    put(store, FIRST, whole)
    assert said(store) == {SLICE_ID: ["a", "b"], "2026-07-07-1600": ["c"]}


def test_a_slice_that_the_person_closed_by_hand_is_closed(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"))
    edit(store, FIRST, "status: active", "status: closed")
    timeline.add(user("b", 1))
    assert timeline.open_slice is None
    assert len(timeline.entries()) == 1
    assert derived(store) == rebuilt(store)


def test_a_slice_that_the_person_opened_again_goes_on(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a"))
    timeline.close_silent(at(31))
    edit(store, FIRST, "status: closed", "status: active")
    timeline.add(user("b", 20))
    assert timeline.open_slice is not None
    assert [entry.turns for entry in timeline.entries()] == [2]
    assert read_all(opened(store)) == ["a", "b"]
    assert derived(store) == rebuilt(store)


# ---- the place says no


@pytest.mark.parametrize("room", range(6))
def test_a_full_disk_loses_and_doubles_nothing(store: InMemoryStore, room: int) -> None:
    timeline = opened(store)
    turns = [
        user("a", origin="t 1"),
        user("b", 1, origin="t 2"),
        user("c", 60, origin="t 3"),
        user("late", 20, origin="t 4"),
        user("alone", -300, origin="t 5"),
        user("d", 61, origin="t 6"),
    ]
    for turn in turns:
        store.fail_after(room)
        try:
            timeline.add(turn)
        except WriteRefused:
            assert room < 4
            assert all(text != b"" for text in files(store).values())
            store.fail_after(None)
            timeline.add(turn)
    assert list(said(store).values()) == [["alone"], ["a", "b", "late"], ["c", "d"]]
    assert sorted(read_all(timeline)) == sorted(turn.text for turn in turns)
    assert derived(store) == rebuilt(store)


@pytest.mark.parametrize("room", range(4))
def test_a_crash_on_a_full_disk_doubles_nothing_either(store: InMemoryStore, room: int) -> None:
    with_turns(store, user("a", origin="t 1"), user("c", 60, origin="t 3"))
    for turn in (
        user("late", 20, origin="t 4"),
        user("alone", -300, origin="t 5"),
        user("d", 120, origin="t 6"),
    ):
        store.fail_after(room)
        with contextlib.suppress(WriteRefused):
            opened(store).add(turn)
        store.fail_after(None)
        opened(store).add(turn)
    assert list(said(store).values()) == [["alone"], ["a", "late"], ["c"], ["d"]]


def test_a_place_that_is_down_is_not_an_empty_timeline(store: InMemoryStore) -> None:
    timeline = with_turns(store, user("a", origin="t 1"))
    store.reachable = False
    with pytest.raises(StoreUnreachable):
        opened(store)
    with pytest.raises(StoreUnreachable):
        timeline.add(user("b", 1, origin="t 2"))
    store.reachable = True
    timeline.add(user("b", 1, origin="t 2"))
    assert said(store) == {SLICE_ID: ["a", "b"]}


def test_a_folder_on_disk_tells_the_same_story(tmp_path: Path) -> None:
    store = FolderStore(tmp_path, writer="the test")
    with_turns(store, user("a"), user("b", 1), user("c", 60), user("late", 20))
    store.close()
    assert said(FolderStore(tmp_path)) == {
        SLICE_ID: ["a", "b", "late"],
        "2026-07-07-1658": ["c"],
    }
