"""What `check` says of a repository: what could be read, what may be lost, what is odd."""

import os
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory import markdown
from memory.checking import Finding, check
from memory.errors import StoreUnreachable
from memory.slices import Slice, Speaker, Status, Turn
from memory.store import Change
from memory.stores.folder import FolderStore
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


# What cannot be read

ELSEWHERE = "a link leads out of the repository"
NO_FOLDER = "a file or a link is where a folder should be"
MONTH = "memory/episodic/slices/2026/07"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository on disk with one sound slice, at 13:00."""
    root = tmp_path / "timeline"
    (root / DAY).mkdir(parents=True)
    (root / DAY / "1300.md").write_bytes(page("2026-07-07-1300"))
    return root


@pytest.mark.parametrize(
    "closed",
    [f"{DAY}/1200.md", "memory/episodic/slices/2026/07/08", "memory/episodic/slices/2025"],
)
def test_what_may_not_be_read_is_a_problem_and_the_rest_is_read(closed: str) -> None:
    store = repository(
        **{"1200.md": page("2026-07-07-1200"), "1300.md": page("2026-07-07-1300")}
    )
    for folder in ("2026/07/08", "2025/01/01"):
        other = Change(f"memory/episodic/slices/{folder}/1200.md", page("2026-07-07-1200"))
        store.write([other], message="")
    store.unreadable.add(closed)
    report = check(store)
    assert report.problems == [Finding(closed, "permission is missing")]
    assert report.slices == 3
    store.reachable = False
    with pytest.raises(StoreUnreachable):
        check(store)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("out.md", ELSEWHERE),
        ("nowhere.md", "nothing"),
        ("loop.md", "its links lead in a circle"),
        ("pipe.md", "it is not a file"),
        ("socket.md", "it is not a file"),
        ("folder.md", "it is not a file"),
    ],
)
def test_a_slice_that_is_no_file_is_a_problem(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, what: str
) -> None:
    slice_ = root / DAY / "1200.md"
    monkeypatch.chdir(slice_.parent)
    (tmp_path / "outside.md").write_bytes(page("2026-07-07-1200"))
    if name == "out.md":
        slice_.symlink_to(tmp_path / "outside.md")
    elif name == "nowhere.md":
        slice_.symlink_to("never.md")
    elif name == "loop.md":
        slice_.symlink_to("1200.md")
    elif name == "pipe.md":
        os.mkfifo(slice_)
    elif name == "folder.md":
        slice_.symlink_to("..")
    else:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("1200.md")
    report = check(FolderStore(root))
    (problem,) = report.problems
    assert problem.path == f"{DAY}/1200.md"
    assert problem.what == what or what == "nothing"
    assert what != "nothing" or "a link that leads nowhere" in problem.what
    assert report.slices == 1


@pytest.mark.parametrize("outside", [True, False])
@pytest.mark.parametrize(
    "folder", [f"{MONTH}/08", "memory/episodic/slices/2026/08", f"{DAY}/1200"]
)
def test_a_linked_folder_is_a_problem_and_is_not_followed(
    root: Path, tmp_path: Path, folder: str, outside: bool
) -> None:
    place = tmp_path / "outside" if outside else root / "notes" / "08"
    for inside in ("1400.md", "07/1400.md", "timeline/core.md"):
        (place / inside).parent.mkdir(parents=True, exist_ok=True)
        (place / inside).write_bytes(page("2026-07-08-1400"))
    (root / folder).symlink_to(place)
    report = check(FolderStore(root))
    assert report.problems == [Finding(folder, NO_FOLDER)]
    assert report.slices == 1


def test_odd_things_that_are_no_slices_are_notes(root: Path, tmp_path: Path) -> None:
    os.mkfifo(root / DAY / "pipe")
    (root / MONTH / "picture.png").symlink_to(tmp_path / "never.png")
    report = check(FolderStore(root))
    assert report.problems == []
    assert {note.path for note in report.notes} == {f"{DAY}/pipe", f"{MONTH}/picture.png"}


@pytest.mark.parametrize(
    "path",
    ["memory", "memory/episodic", "memory/episodic/slices", "memory/episodic/slices/2026"],
)
def test_a_file_where_the_tree_should_be_is_a_problem(tmp_path: Path, path: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("x")
    assert check(FolderStore(tmp_path)).problems == [Finding(path, NO_FOLDER)]
    assert check(InMemoryStore({path: b"x"})).problems == [Finding(path, NO_FOLDER)]


@pytest.mark.parametrize("path", ["memory", "memory/episodic", "memory/episodic/slices"])
def test_a_tree_that_is_a_link_elsewhere_is_a_problem(tmp_path: Path, path: str) -> None:
    root = tmp_path / "timeline"
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "outside" / "slices").mkdir(parents=True)
    (root / path).symlink_to(tmp_path / "outside")
    assert check(FolderStore(root)).problems == [Finding(path, ELSEWHERE)]


def test_nothing_at_all_is_no_problem(tmp_path: Path) -> None:
    assert check(FolderStore(tmp_path)).problems == []
    (tmp_path / "memory" / "user").mkdir(parents=True)
    assert check(FolderStore(tmp_path)).problems == []
    (tmp_path / "memory" / "episodic" / "slices").mkdir(parents=True)
    assert check(FolderStore(tmp_path)).problems == []


@pytest.mark.parametrize("path", [f"{MONTH}/_index.json", "memory/episodic/strands.json"])
def test_a_derived_file_that_is_none_is_a_note(root: Path, tmp_path: Path, path: str) -> None:
    derived = root / path
    derived.mkdir()
    (derived / "1200.md").write_bytes(page("2026-07-07-1200"))
    report = check(FolderStore(root))
    assert (report.problems, report.notes) == ([], [Finding(path, "it is not a file")])
    (derived / "1200.md").rename(tmp_path / "outside.json")
    derived.rmdir()
    derived.symlink_to(tmp_path / "outside.json")
    report = check(FolderStore(root))
    assert (report.problems, report.notes) == ([], [Finding(path, ELSEWHERE)])


@pytest.mark.parametrize(
    "closed", [f"{DAY}/1200.md", DAY, MONTH, "memory/episodic/slices/2026"]
)
def test_what_an_index_says_of_what_cannot_be_read_is_no_contradiction(closed: str) -> None:
    store = repository(**{"1200.md": page("2026-07-07-1200")})
    Timeline(store, zone="UTC", mark=lambda slice_: slice_.mark).rebuild()
    store.unreadable.add(closed)
    assert check(store).notes == []
