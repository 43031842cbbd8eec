"""A timeline of which one part cannot be read: the rest works, and nothing is lost by it."""

import json
import os
from pathlib import Path

import pytest

from memory.errors import BadPath, DamagedSlice, NotAFile, NotReadable, StoreUnreachable
from memory.slices import ClosedBy
from memory.store import Store
from memory.stores.folder import FolderStore
from memory.stores.in_memory import InMemoryStore
from memory.survey import newest
from tests.strategies import SLICE_ID, at, user
from tests.timelines import FIRST, derived, edit, files, opened, put, said, with_turns

SLICES = "memory/episodic/slices"
INDEX = f"{SLICES}/2026/07/_index.json"
STRANDS = "memory/episodic/strands.json"
DAY = f"{SLICES}/2026/07/07"
MONTH_LATER = 60 * 24 * 31


@pytest.fixture
def store() -> InMemoryStore:
    """Slices on two days of July and one of August, all closed: tags a, b, c."""
    store = InMemoryStore()
    timeline = with_turns(store, user("a"), user("b", 60 * 24), user("c", MONTH_LATER))
    timeline.close(ClosedBy.USER)
    assert sorted(json.loads(files(store)[STRANDS])) == ["a", "b", "c"]
    return store


def everything(store: InMemoryStore) -> dict[str, bytes]:
    closed, store.unreadable = store.unreadable, set()
    found = files(store)
    store.unreadable = closed
    return found


# A slice


def test_a_slice_that_cannot_be_read_is_damaged_and_the_others_are_read(
    store: InMemoryStore,
) -> None:
    store.unreadable.add(FIRST)
    for index in (everything(store)[INDEX], None):
        put(store, INDEX, index)
        timeline = opened(store)
        with pytest.raises(DamagedSlice, match="permission is missing"):
            timeline.read(SLICE_ID)
        assert [turn.text for turn in timeline.read("2026-07-08-1558").turns] == ["b"]


def test_a_place_that_is_down_still_stops_everything(store: InMemoryStore) -> None:
    store.unreadable.add(FIRST)
    store.reachable = False
    with pytest.raises(StoreUnreachable):
        opened(store)


@pytest.mark.parametrize("restarts", [True, False])
def test_an_open_slice_that_cannot_be_read_any_more_is_never_written_over(
    restarts: bool,
) -> None:
    store = InMemoryStore()
    timeline = with_turns(store, user("a"))
    before = files(store)[FIRST]
    store.unreadable.add(FIRST)
    if restarts:
        timeline = opened(store)
    for minutes in (1, 2, 3):
        timeline.add(user(f"turn {minutes}", minutes))
    timeline.close(ClosedBy.USER)
    store.unreadable.clear()
    assert files(store)[FIRST] == before
    assert said(store) == {
        SLICE_ID: ["a"],
        "2026-07-07-1559": ["turn 1", "turn 2", "turn 3"],
    }


@pytest.mark.parametrize("minutes", [0.5, 1])
def test_a_turn_of_the_same_minute_or_the_next_finds_a_place(
    store: InMemoryStore, minutes: float
) -> None:
    store.unreadable.add(FIRST)
    before = everything(store)[FIRST]
    timeline = opened(store)
    placed = timeline.add(user("late", minutes))
    assert placed.opened
    assert everything(store)[FIRST] == before


@pytest.mark.parametrize("how", ["folder", "link"])
def test_an_open_slice_that_became_something_else_is_left_alone(
    tmp_path: Path, how: str
) -> None:
    store = FolderStore(tmp_path / "timeline", writer="the test")
    timeline = with_turns(store, user("a"))
    place = tmp_path / "timeline" / FIRST
    place.rename(tmp_path / "outside.md")
    if how == "folder":
        place.mkdir()
    else:
        place.symlink_to(tmp_path / "outside.md")
    before = (tmp_path / "outside.md").read_bytes()
    timeline.add(user("b", 1))
    timeline.add(user("c", 2))
    timeline.close(ClosedBy.USER)
    assert (tmp_path / "outside.md").read_bytes() == before
    texts = [turn.text for turn in timeline.read("2026-07-07-1559").turns]
    assert texts == ["b", "c"]
    store.close()


def test_a_dangling_link_has_the_name_of_its_slice(tmp_path: Path) -> None:
    store = FolderStore(tmp_path, writer="the test")
    (tmp_path / FIRST).parent.mkdir(parents=True)
    (tmp_path / FIRST).symlink_to("never.md")
    assert opened(store).add(user("a")).slice_id == f"{SLICE_ID}-2"
    assert not (tmp_path / DAY / "never.md").exists()
    store.close()


# A folder


@pytest.mark.parametrize("closed", [DAY, f"{SLICES}/2026/07", f"{SLICES}/2026/08"])
def test_a_folder_that_cannot_be_read_is_passed_over(store: InMemoryStore, closed: str) -> None:
    before = everything(store)
    store.unreadable.add(closed)
    timeline = opened(store)
    timeline.add(user("d", 2 * MONTH_LATER))
    timeline.close(ClosedBy.USER)
    assert [turn.text for turn in timeline.read("2026-09-07-1558").turns] == ["d"]
    after = everything(store)
    assert {path: after[path] for path in before if path != STRANDS} == {
        path: text for path, text in before.items() if path != STRANDS
    }
    assert sorted(json.loads(after[STRANDS])) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("folder", ["memory", "memory/episodic", SLICES])
def test_a_tree_that_cannot_be_read_is_not_an_empty_timeline(
    store: InMemoryStore, folder: str
) -> None:
    store.unreadable.add(folder)
    with pytest.raises(NotReadable, match="permission"):
        opened(store)
    with pytest.raises(NotReadable, match="where a folder should be"):
        opened(InMemoryStore({folder: b"x"}))


def test_an_index_still_tells_of_a_day_that_cannot_be_read(store: InMemoryStore) -> None:
    honest = opened(store).entries()
    store.unreadable.add(DAY)
    timeline = opened(store)
    assert timeline.entries() == honest
    with pytest.raises(DamagedSlice, match="permission is missing"):
        timeline.read(SLICE_ID)
    timeline.add(user("later in July", 60 * 24 * 2))
    timeline.close(ClosedBy.USER)
    assert SLICE_ID in files_of(store, INDEX)


def files_of(store: Store, path: str) -> str:
    stored = store.read(path)
    assert stored is not None
    return stored.content.decode()


def test_what_can_be_read_again_is_read(store: InMemoryStore) -> None:
    store.unreadable.add(f"{SLICES}/2026/08")
    timeline = opened(store)
    store.unreadable.clear()
    edit(store, f"{SLICES}/2026/08/07/1558.md", "tags: [c]", "tags: [z]")
    timeline.rebuild()
    assert sorted(json.loads(files(store)[STRANDS])) == ["a", "b", "z"]


@pytest.mark.parametrize("gone", [FIRST, DAY, f"{SLICES}/2026/07", f"{SLICES}/2026"])
@pytest.mark.parametrize("fresh", [True, False])
def test_a_rebuild_keeps_what_was_known_of_what_cannot_be_read(
    store: InMemoryStore, gone: str, fresh: bool
) -> None:
    before = derived(store)
    timeline = opened(store)
    store.unreadable.add(gone)
    if fresh:
        timeline = opened(store)
    if gone == FIRST:
        timeline.rebuild()
    else:
        with pytest.raises(NotReadable) as caught:
            timeline.rebuild()
        assert caught.value.path == gone
    store.unreadable.clear()
    assert derived(store) == before
    opened(store).rebuild()
    assert derived(store) == before


def test_a_rebuild_keeps_the_tags_of_a_slice_that_no_index_lists(store: InMemoryStore) -> None:
    put(store, INDEX, None)
    store.unreadable.add(FIRST)
    opened(store).rebuild()
    assert json.loads(files_of(store, STRANDS))["a"] == ["2026/07/07/1558"]
    store.unreadable.clear()
    put(store, FIRST, None)
    opened(store).rebuild()
    assert "a" not in json.loads(files_of(store, STRANDS))


def test_a_year_that_is_a_file_is_named_by_a_rebuild_that_does_the_rest(
    store: InMemoryStore,
) -> None:
    put(store, f"{SLICES}/2025", "x")
    before = derived(store)
    put(store, INDEX, "broken")
    with pytest.raises(NotReadable, match=r"slices/2025 .*where a folder should be"):
        opened(store).rebuild()
    assert derived(store) == before


def test_the_newest_slice_is_found_beside_folders_that_cannot_be_read(
    store: InMemoryStore,
) -> None:
    assert newest(store) == ("2026-08-07-1558", f"{SLICES}/2026/08/07/1558.md")
    store.unreadable.add(f"{SLICES}/2026/08")
    assert newest(store) == ("2026-07-08-1558", f"{SLICES}/2026/07/08/1558.md")
    put(store, f"{SLICES}/notes/x.md", "x")
    assert newest(store) == ("2026-07-08-1558", f"{SLICES}/2026/07/08/1558.md")
    store.unreadable.add(SLICES)
    assert newest(store) is None


def test_a_month_that_became_a_file_keeps_no_other_index_from_being_written(
    tmp_path: Path,
) -> None:
    store = FolderStore(tmp_path, writer="the test")
    timeline = with_turns(store, user("a"), user("c", MONTH_LATER))
    timeline.close(ClosedBy.USER)
    (tmp_path / SLICES / "2026" / "07").rename(tmp_path / "away")
    (tmp_path / SLICES / "2026" / "07").write_text("x")
    (tmp_path / SLICES / "2026" / "08" / "_index.json").write_text("broken")
    with pytest.raises(NotReadable, match="slices/2026/07 "):
        timeline.rebuild()
    assert "2026-08-07-1558" in files_of(store, f"{SLICES}/2026/08/_index.json")
    store.close()


# A derived file


@pytest.mark.parametrize("path", [INDEX, STRANDS])
@pytest.mark.parametrize("how", ["folder", "link", "pipe"])
def test_a_derived_file_in_a_bad_state_stops_no_conversation(
    tmp_path: Path, path: str, how: str
) -> None:
    root = tmp_path / "timeline"
    store = FolderStore(root, writer="the test")
    timeline = with_turns(store, user("a"))
    outside = tmp_path / "outside.json"
    outside.write_text("theirs")
    if how == "folder":
        (root / path).mkdir()
    elif how == "link":
        (root / path).symlink_to(outside)
    else:
        os.mkfifo(root / path)
    assert timeline.close(ClosedBy.USER) is not None
    timeline.add(user("b", 60))
    timeline.add(user("c", 120))
    assert timeline.close_silent(at(200))
    assert [entry.turns for entry in opened(store).entries()] == [1, 1, 1]
    assert all(not opened(store).read(entry.slice_id).is_open for entry in timeline.entries())
    with pytest.raises(BadPath if how == "link" else NotAFile, match=Path(path).name) as told:
        timeline.rebuild()
    assert "remove the link" in str(told.value) or "move it away" in str(told.value)
    other = INDEX if path == STRANDS else STRANDS
    assert (root / other).is_file()
    assert outside.read_text() == "theirs"
    # Mended: it is written with the next one, without a rebuild.
    (root / path).rmdir() if how == "folder" else (root / path).unlink()
    timeline.add(user("d", MONTH_LATER))
    timeline.close(ClosedBy.USER)
    assert (root / path).is_file()
    made = derived(store)
    timeline.rebuild()
    assert derived(store) == made
    store.close()


@pytest.mark.parametrize("path", [INDEX, STRANDS])
def test_a_derived_file_that_cannot_be_read_stops_nothing(
    store: InMemoryStore, path: str
) -> None:
    before = everything(store)[path]
    store.unreadable.add(path)
    timeline = opened(store)
    timeline.add(user("in July too", 60 * 24 * 3))
    timeline.add(user("later", MONTH_LATER + 60))
    timeline.close(ClosedBy.USER)
    assert [entry.turns for entry in timeline.entries()] == [1, 1, 1, 1, 1]
    with pytest.raises(NotReadable, match=Path(path).name):
        timeline.rebuild()
    assert everything(store)[path] == before


def test_a_derived_file_that_refuses_is_not_tried_with_every_turn(
    store: InMemoryStore,
) -> None:
    store.unreadable.add(STRANDS)
    timeline = opened(store)
    timeline.add(user("d", 2 * MONTH_LATER))
    timeline.close(ClosedBy.USER)
    timeline.add(user("e", 2 * MONTH_LATER + 60))
    written = len(store.messages)
    timeline.close_silent(at(2 * MONTH_LATER + 61))
    assert len(store.messages) == written
