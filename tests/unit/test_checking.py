"""What `check` says of a repository: what could be read, what may be lost, what is odd."""

from datetime import UTC, datetime

from memory import markdown
from memory.checking import check
from memory.slices import Slice, Speaker, Status, Turn
from memory.store import Change
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline

NOON = datetime(2026, 7, 7, 12, tzinfo=UTC)
DAY = "memory/episodic/slices/2026/07/07"


def page(slice_id: str) -> bytes:
    turn = Turn("1", NOON, Speaker.USER, "A lamp.")
    return markdown.encode(Slice(slice_id, NOON, NOON, (turn,), Status.CLOSED))


def repository(**files: bytes) -> InMemoryStore:
    store = InMemoryStore()
    store.write(
        [Change(f"{DAY}/{name}", content) for name, content in files.items()], message=""
    )
    return store


def test_a_sound_repository_has_no_problems_and_no_notes() -> None:
    store = repository(
        **{"1200.md": page("2026-07-07-1200"), "1300.md": page("2026-07-07-1300")}
    )
    Timeline(store, zone="UTC", mark=lambda slice_: slice_.mark).rebuild()
    report = check(store)
    assert (report.slices, report.turns) == (2, 2)
    assert report.problems == []
    assert report.notes == []


def test_two_files_of_one_id_are_a_problem_that_names_both() -> None:
    later = "1200/timeline/core.md"
    store = repository(**{"1200.md": page("2026-07-07-1200"), later: page("2026-07-07-1200")})
    (problem,) = check(store).problems
    assert {f"{DAY}/1200.md", f"{DAY}/{later}"} == {
        problem.path,
        problem.what.split(" has the same")[0],
    }


def test_a_folder_where_a_slice_should_be_is_a_problem_and_the_rest_is_read() -> None:
    store = repository(**{"1200.md/x": b"", "1300.md": page("2026-07-07-1300")})
    report = check(store)
    assert [problem.path for problem in report.problems] == [f"{DAY}/1200.md"]
    assert report.turns == 1


def test_other_files_and_lying_indexes_are_notes() -> None:
    store = repository(**{"1200.md": page("2026-07-07-1200"), "shopping.md": b"milk"})
    timeline = Timeline(store, zone="UTC", mark=lambda slice_: slice_.mark)
    timeline.rebuild()
    index = "memory/episodic/slices/2026/07/_index.json"
    stored = store.read(index)
    assert stored is not None
    lie = stored.content.replace(b'"turns": 1', b'"turns": 9')
    store.write([Change(index, lie, anyway=True)], message="")
    report = check(store)
    assert report.problems == []
    assert {note.path for note in report.notes} == {f"{DAY}/shopping.md", index}


def test_every_slice_is_shown_to_whoever_watches() -> None:
    seen: list[str] = []

    def watch(ids):  # type: ignore[no-untyped-def]
        for one in ids:
            seen.append(one)
            yield one

    check(repository(**{"1200.md": page("2026-07-07-1200")}), watch)
    assert seen == ["2026-07-07-1200"]
