"""The index as bytes, as a file, and beside a timeline: it is never the truth."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from memory import paths, words
from memory.recall import Index, cache
from memory.slices import ClosedBy, Mark, Occurrence, Speaker, Turn
from memory.stores.folder import FolderStore
from memory.timeline import Timeline
from previously_bot.index_file import IndexFile
from previously_bot.recollection import Recollection
from tests.recalling import NOW, ZONE, ask, days, index, said

QUESTIONS = (
    "cello attic",
    "妈妈的膝盖",
    "yesterday",
    "Where was I on 1 March?",
    "the workshop",
)


def some() -> Index:
    return index(
        said("2026-02-28", "The cello stands in the attic.", agent="> cello\n\nGood."),
        said("2026-03-17", "妈妈的膝盖好多了。", "Off to the workshop."),
        said("2026-03-02", "Eight.", mark=Mark(tags=("workshop",), decisions=("Eight",))),
        said(
            "2026-03-03", "x", occurrences=(Occurrence("2026-03-01", "2026-03-02", "t", "1"),)
        ),
        said("2026-03-04"),
    )


def answers(built: Index) -> list[object]:
    return [ask(built, question) for question in QUESTIONS]


def test_an_index_from_its_bytes_answers_as_before() -> None:
    loaded = cache.load(cache.dump(some()))
    assert loaded is not None
    assert answers(loaded) == answers(some())
    assert cache.dump(loaded) == cache.dump(some())
    card = loaded.card("2026-03-02-1200")
    assert card == some().card("2026-03-02-1200")


def test_slices_that_were_dropped_leave_no_trace_in_the_bytes() -> None:
    built = some()
    built.put(said("2026-03-05", "The cello again."))
    built.put(said("2026-03-02", "Nine."))
    built.drop("2026-03-05-1200")
    loaded = cache.load(cache.dump(built))
    assert loaded is not None
    assert answers(loaded) == answers(built)
    loaded.put(said("2026-03-06", "A cello."))
    assert "03-06" in days(ask(loaded, "cello"))


def test_bytes_that_are_not_whole_give_no_index() -> None:
    content = cache.dump(some())
    for length in (0, 1, 40, len(content) // 2, len(content) - 1):
        assert cache.load(content[:length]) is None
    for place in (0, 20, 60, len(content) // 2, len(content) - 1):
        changed = bytearray(content)
        changed[place] ^= 1
        assert cache.load(bytes(changed)) is None
    assert cache.load(b"not an index") is None
    assert cache.load(content + b"more") is None


def test_bytes_made_by_other_rules_give_no_index(monkeypatch: pytest.MonkeyPatch) -> None:
    content = cache.dump(some())
    monkeypatch.setattr(cache, "FORMAT", cache.FORMAT + 1)
    assert cache.load(content) is None
    monkeypatch.undo()
    monkeypatch.setattr(words, "RULES", "other words")
    assert cache.load(content) is None


def test_an_empty_index_has_bytes_too() -> None:
    loaded = cache.load(cache.dump(Index()))
    assert loaded is not None
    assert not loaded.slice_ids


# As a file


def test_a_file_that_is_not_there_or_cannot_be_is_no_error(tmp_path: Path) -> None:
    file = IndexFile(tmp_path / "recall" / "one.index")
    assert file.read() is None
    file.write(b"one")
    file.write(b"two")
    assert file.read() == b"two"
    assert [one.name for one in (tmp_path / "recall").iterdir()] == ["one.index"]
    (tmp_path / "file").write_text("in the way")
    blocked = IndexFile(tmp_path / "file" / "one.index")
    blocked.write(b"one")
    assert blocked.read() is None
    folder = IndexFile(tmp_path / "recall")
    folder.write(b"one")
    assert folder.read() is None


# Beside a timeline


class Reads:
    """A recollection over a folder, and which slices it reads."""

    def __init__(self, timeline: Timeline, kept: IndexFile) -> None:
        self.slices: list[str] = []
        self._read = timeline.read_version
        timeline.read_version = self._counted  # type: ignore[method-assign]
        self.recollection = Recollection(timeline, kept)

    def _counted(self, slice_id: str) -> object:
        self.slices.append(slice_id)
        return self._read(slice_id)

    def days(self, question: str) -> list[str]:
        return days(self.recollection.recall(question, NOW, ZONE, limit=50))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Forty slices, each about another lamp, their indexes, and a cache of them."""
    folder = tmp_path / "timeline"
    with opened(folder, writer=True) as timeline:
        for nth in range(40):
            at = NOW - timedelta(days=50 - nth)
            text = f"The lamp number{nth} is green."
            timeline.add(Turn("?", at, Speaker.USER, text))
            timeline.close(ClosedBy.USER)
    with opened(folder) as timeline:
        assert len(reads(timeline, tmp_path).days("lamp")) == 40
    return folder


@contextmanager
def opened(folder: Path, *, writer: bool = False) -> Iterator[Timeline]:
    store = FolderStore(folder, writer="test" if writer else None)
    try:
        yield Timeline(store, zone="Europe/Berlin", mark=lambda slice_: slice_.mark)
    finally:
        store.close()


def reads(timeline: Timeline, state: Path) -> Reads:
    return Reads(timeline, IndexFile(state / "one.index"))


def files(repository: Path) -> list[Path]:
    return sorted((repository / paths.SLICES).rglob("*.md"))


def test_with_the_cache_no_slice_is_read(repository: Path, tmp_path: Path) -> None:
    with opened(repository) as timeline:
        asked = reads(timeline, tmp_path)
        assert asked.days("number7") == ["02-03"]
        assert asked.slices == []


@pytest.mark.parametrize("harm", ["missing", "cut", "garbage", "other rules"])
def test_without_a_good_cache_all_is_read_again(
    repository: Path, tmp_path: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "one.index"
    content = file.read_bytes()
    if harm == "missing":
        file.unlink()
    elif harm == "other rules":
        monkeypatch.setattr(cache, "FORMAT", cache.FORMAT + 1)
    else:
        file.write_bytes(content[:-9] if harm == "cut" else b"\xff" * 999)
    with opened(repository) as timeline:
        asked = reads(timeline, tmp_path)
        assert asked.days("number7") == ["02-03"]
        assert len(asked.slices) == 40
    monkeypatch.undo()
    if harm != "other rules":
        assert cache.load(file.read_bytes()) is not None


def test_what_a_person_edits_beside_the_bot_is_read_again(
    repository: Path, tmp_path: Path
) -> None:
    edited, kept = files(repository)[3], files(repository)[4]
    before = edited.stat()
    edited.write_text(edited.read_text().replace("number3 is green", "number3 is white"))
    os.utime(edited, ns=(before.st_atime_ns, before.st_mtime_ns))
    kept.touch()
    with opened(repository) as timeline:
        asked = reads(timeline, tmp_path)
        assert asked.days("white lamp number3")[0] == "01-30"
        assert len(asked.slices) == 2
        assert "01-30" not in asked.days("green")


def test_a_cache_that_knows_slices_that_are_gone_does_not_show_them(
    repository: Path, tmp_path: Path
) -> None:
    files(repository)[3].unlink()
    with opened(repository) as timeline:
        asked = reads(timeline, tmp_path)
        assert asked.days("number3") == []
        assert len(asked.days("lamp")) == 39


def test_indexes_of_the_repository_may_lie(repository: Path, tmp_path: Path) -> None:
    for file in (repository / paths.SLICES).rglob(paths.INDEX):
        lie = file.read_text().replace("2026-02-03-2030", "2026-02-03-0101")
        file.write_text(lie)
    (tmp_path / "one.index").unlink()
    with opened(repository) as timeline:
        assert reads(timeline, tmp_path).days("number7") == ["02-03"]


def test_a_cache_of_another_repository_is_found_out(repository: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(repository, other)
    changed = files(other)[0]
    changed.write_text(changed.read_text().replace("lamp", "door"))
    with opened(other) as timeline:
        asked = reads(timeline, tmp_path)
        assert len(asked.days("lamp")) == 39
        assert asked.days("door") == ["01-27"]


def test_two_at_once_may_write_the_cache(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "one.index").unlink()
    with opened(repository) as one, opened(repository) as other:
        assert len(reads(one, tmp_path).days("lamp")) == 40
        assert len(reads(other, tmp_path).days("lamp")) == 40
    assert cache.load((tmp_path / "one.index").read_bytes()) is not None


def test_what_is_said_after_the_cache_is_found_and_the_cache_is_kept_up(
    repository: Path, tmp_path: Path
) -> None:
    written = (tmp_path / "one.index").read_bytes()
    with opened(repository, writer=True) as timeline:
        asked = reads(timeline, tmp_path)
        for nth in range(40):
            at = NOW - timedelta(minutes=60 - nth)
            timeline.add(Turn("?", at, Speaker.USER, f"The door number{nth}."))
            assert asked.days(f"door number{nth}")[0] == "03-18"
    assert (tmp_path / "one.index").read_bytes() != written
