"""A timeline is told that files changed by another hand, and takes them over."""

from memory import markdown, paths, strands
from memory.slices import ClosedBy
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline
from tests.strategies import user
from tests.timelines import FIRST, derived, edit, files, mark_of, put, rebuilt, with_turns

ID = "2026-07-07-1558"
LATER = FIRST.replace(".md", "/timeline/core.md")
INDEX = paths.index_path("2026-07")


def closed(store: InMemoryStore) -> Timeline:
    timeline = with_turns(store, user("hello", origin="telegram 1"))
    timeline.close(ClosedBy.USER)
    return timeline


def test_an_edited_slice_is_indexed_anew_and_told_to_whoever_follows() -> None:
    store = InMemoryStore()
    timeline = closed(store)
    _, place = timeline.changes.since(0)
    edit(store, FIRST, "tags: [hello]", "tags: [mine]")
    timeline.look_again([FIRST])
    (entry,) = timeline.entries()
    assert entry.tags == ("mine",)
    assert strands.parse(files(store)[paths.STRANDS]) == {"mine": [ID]}
    assert derived(store) == rebuilt(store)
    assert timeline.changes.since(place)[0] == [ID]


def test_slices_that_came_and_went_are_taken_over() -> None:
    store = InMemoryStore()
    timeline = closed(store)
    other = InMemoryStore()
    with_turns(other, user("at work", 60)).close(ClosedBy.USER)
    new = paths.slice_path("2026-07-07-1658")
    put(store, new, files(other)[new])
    put(store, FIRST, None)
    timeline.look_again([FIRST, new])
    assert [entry.slice_id for entry in timeline.entries()] == ["2026-07-07-1658"]
    assert derived(store) == rebuilt(store)
    put(store, new, None)
    timeline.look_again([new])
    assert files(store) == {}


def test_an_open_slice_goes_on_as_somebody_left_it() -> None:
    store = InMemoryStore()
    timeline = with_turns(store, user("hello"))
    edit(store, FIRST, "hello", "good day")
    timeline.look_again([FIRST])
    open_slice = timeline.open_slice
    assert open_slice is not None
    assert [turn.text for turn in open_slice.turns] == ["good day"]
    assert derived(store) == {}


def test_an_index_that_somebody_else_wrote_is_made_again() -> None:
    store = InMemoryStore()
    timeline = closed(store)
    right = files(store)
    for path in (INDEX, paths.STRANDS):
        put(store, path, b"{}")
        timeline.look_again([path])
        assert files(store) == right


def test_the_later_layout_counts_where_nothing_lies_in_the_first() -> None:
    store = InMemoryStore()
    timeline = closed(store)
    content = files(store)[FIRST]
    put(store, FIRST, None)
    put(store, LATER, content)
    timeline.look_again([FIRST, LATER])
    assert timeline.path(ID) == LATER
    assert timeline.read(ID).turns == markdown.decode(content, ID).slice.turns


def test_a_slice_that_cannot_be_read_now_is_no_slice_that_is_gone() -> None:
    store = InMemoryStore()
    timeline = closed(store)
    store.unreadable.add(FIRST)
    timeline.look_again([FIRST])
    assert ID in timeline.slice_ids()
    store.unreadable.clear()
    timeline.look_again([FIRST])
    assert derived(store) == rebuilt(store)
    assert mark_of(timeline.read(ID)).focus == "about hello"
