"""Bringing a past along: each turn once, however often and however far it got."""

import pytest

from memory.errors import WriteRefused
from memory.slices import ClosedBy, Turn
from memory.slicing import cut
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Placed
from tests.strategies import SLICE_ID, agent, at, user
from tests.timelines import derived, files, opened, put, rebuilt, said, slices, with_turns


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore()


def bring(store: InMemoryStore, *turns: Turn) -> list[list[Placed]]:
    return list(opened(store).bring(cut(turns)))


PAST = [user("a"), agent("b", 1), user("c", 60), agent("d", 61), user("e", 200)]


def test_each_piece_becomes_a_closed_marked_slice(store: InMemoryStore) -> None:
    placed = bring(store, *PAST)
    assert said(store) == {
        SLICE_ID: ["a", "b"],
        "2026-07-07-1658": ["c", "d"],
        "2026-07-07-1918": ["e"],
    }
    assert placed[0] == [Placed(SLICE_ID, "1", opened=True), Placed(SLICE_ID, "2", opened=True)]
    slice_ = slices(store)[SLICE_ID]
    assert (slice_.is_open, slice_.end, slice_.mark.focus) == (False, at(1), "about a")
    assert derived(store) == rebuilt(store)


def test_turns_may_come_in_any_order(store: InMemoryStore) -> None:
    list(opened(store).bring([[user("b", 5), user("a"), user("c", 9)]]))
    assert said(store) == {SLICE_ID: ["a", "b", "c"]}


def test_a_piece_may_hold_nothing(store: InMemoryStore) -> None:
    assert list(opened(store).bring([[], []])) == []
    assert files(store) == {}


def test_brought_again_nothing_changes(store: InMemoryStore) -> None:
    first = bring(store, *PAST)
    kept = files(store)
    again = bring(store, *PAST)
    assert files(store) == kept
    assert [[place.is_new for place in piece] for piece in again] == [
        [False] * len(piece) for piece in first
    ]
    assert [[(one.slice_id, one.label) for one in piece] for piece in again] == [
        [(one.slice_id, one.label) for one in piece] for piece in first
    ]


@pytest.mark.parametrize("pieces", range(4))
def test_interrupted_and_repeated_each_turn_is_there_once(
    store: InMemoryStore, pieces: int
) -> None:
    bringing = opened(store).bring(cut(PAST))
    for _ in range(pieces):
        next(bringing)
    bringing.close()
    assert derived(store) == rebuilt(store)
    bring(store, *PAST)
    assert [text for texts in said(store).values() for text in texts] == list("abcde")
    assert derived(store) == rebuilt(store)


@pytest.mark.parametrize("room", range(5))
def test_a_full_disk_half_way_is_made_up_for_by_repeating(
    store: InMemoryStore, room: int
) -> None:
    store.fail_after(room)
    with pytest.raises(WriteRefused):
        bring(store, *PAST)
    store.fail_after(None)
    bring(store, *PAST)
    assert [text for texts in said(store).values() for text in texts] == list("abcde")
    opened(store).rebuild()
    assert bring(store, *PAST)
    assert sum(len(texts) for texts in said(store).values()) == 5


def test_a_past_that_overlaps_what_is_there_is_taken_in(store: InMemoryStore) -> None:
    with_turns(store, user("a"), agent("b", 1), user("c", 60), user("now", 300))
    bring(store, *PAST, user("between", 2), user("before", -20), user("new", 290))
    assert said(store) == {
        SLICE_ID: ["before", "a", "b", "between"],
        "2026-07-07-1658": ["c", "d"],
        "2026-07-07-1918": ["e"],
        "2026-07-07-2058": ["new", "now"],
    }
    assert slices(store)["2026-07-07-2058"].is_open
    assert derived(store) == rebuilt(store)


def test_what_was_said_twice_in_one_moment_stays_twice_however_often_it_is_brought(
    store: InMemoryStore,
) -> None:
    with_turns(store, user("ha"))
    for _ in range(3):
        bring(store, user("ha"), user("ha"), user("ho"))
    assert said(store) == {SLICE_ID: ["ha", "ha", "ho"]}


def test_a_message_that_comes_twice_in_a_past_is_brought_once(store: InMemoryStore) -> None:
    bring(store, user("a", origin="t 1"), user("a", origin="t 1"), user("b", origin="t 2"))
    assert said(store) == {SLICE_ID: ["a", "b"]}


def test_a_turn_is_known_by_its_origin_even_after_the_person_edited_it(
    store: InMemoryStore,
) -> None:
    with_turns(
        store, user("edited", origin="telegram 1/1"), user("x", 1, origin="telegram 1/2")
    )
    bring(
        store,
        user("original", origin="telegram 1/1"),
        user("x", 1, origin="telegram 1/3"),
        user("x", 1),
    )
    assert said(store) == {SLICE_ID: ["edited", "x", "x"]}


def test_turns_of_a_damaged_slice_are_not_brought_a_second_time(store: InMemoryStore) -> None:
    bring(store, *PAST)
    path = "memory/episodic/slices/2026/07/07/1558.md"
    damaged = files(store)[path].replace(b"---\n", b"---\n# \xff\n", 1)
    put(store, path, damaged)
    bring(store, *PAST, user("new", 2))
    assert files(store)[path] == damaged
    others = {
        slice_id: texts for slice_id, texts in said(store).items() if slice_id != SLICE_ID
    }
    assert others == {
        "2026-07-07-1600": ["new"],
        "2026-07-07-1658": ["c", "d"],
        "2026-07-07-1918": ["e"],
    }


def test_the_index_of_many_pieces_is_written_once(store: InMemoryStore) -> None:
    bring(store, *(user(f"turn {n}", 60 * n) for n in range(100)))
    assert len(said(store)) == 100
    assert len(store.messages) == 101
    assert derived(store) == rebuilt(store)


def test_a_turn_added_while_a_past_is_brought_is_kept(store: InMemoryStore) -> None:
    timeline = opened(store)
    for n, _ in enumerate(timeline.bring(cut(PAST))):
        timeline.add(user(f"now {n}", 600 + n))
    assert said(store)["2026-07-08-0158"] == ["now 0", "now 1", "now 2"]
    timeline.close(ClosedBy.USER)
    assert derived(store) == rebuilt(store)
