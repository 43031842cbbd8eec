"""The process may end between any two things that it writes: nothing is lost or told twice."""

import copy
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from memory import paths
from memory.slices import ClosedBy
from memory.stores.folder import FolderStore
from memory.stores.github.known import Known
from tests.remotes import RemoteInMemory
from tests.strategies import agent, user
from tests.syncing import Clock, Machine
from tests.timelines import FIRST, derived, put, rebuilt

PROFILE = "memory/user/profile.md"


class Camera:
    """Keeps what a kill -9 would leave, before and after each thing that is written."""

    def __init__(self, bot: Machine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken: list[tuple[Path, RemoteInMemory]] = []
        self._bot, self._folder = bot, folder
        self._on = True
        real_transaction, real_make = Known._transaction, FolderStore._make

        @contextmanager
        def transaction(known: Known) -> Iterator[None]:
            self.take()
            with real_transaction(known):
                yield
            self.take()

        def make(store: FolderStore, change: Any) -> str:
            made = real_make(store, change)
            self.take()
            return made

        monkeypatch.setattr(Known, "_transaction", transaction)
        monkeypatch.setattr(FolderStore, "_make", make)
        self._watch(bot.remote.commit)

    def _watch(self, real: Callable[..., Any]) -> None:
        def commit(*given: Any) -> Any:
            made = real(*given)
            self.take()
            return made

        self._bot.remote.commit = commit  # type: ignore[method-assign]

    def take(self) -> None:
        if not self._on:
            return
        place = self._folder / str(len(self.taken))
        shutil.copytree(self._bot.folder, place)
        remote = RemoteInMemory()
        remote.head = self._bot.remote.head
        remote.commits = copy.copy(self._bot.remote.commits)
        self.taken.append((place, remote))

    def stop(self) -> None:
        self._on = False


def life(bot: Machine) -> None:
    """Everything that can happen: a merge, a conflict, a slice anew, a removal, commits."""
    remote = bot.remote
    bot.add(user("more", 5, origin="telegram 3"))
    put(bot.mirror, PROFILE, "lives in Bonn\n")
    put(bot.mirror, "tasks/old.md", None)
    there = (remote.files[FIRST].decode().replace("\nhello\n", "\nhello!\n")).encode()
    remote.person({FIRST: there, PROFILE: b"lives in Ulm\n", "notes/new.md": b"new\n"})
    bot.sync.pull()
    bot.sync.push()
    bot.add(agent("and more", 6, origin="telegram 4"))
    remote.person({paths.slice_path("2026-07-07-1603"): None})
    bot.sync.pull()
    bot.timeline.close(ClosedBy.USER)
    bot.sync.push()


@pytest.mark.parametrize("speaks", [False, True], ids=["silence", "one talks on"])
def test_wherever_the_process_ends_nothing_is_lost_and_nothing_is_told_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, speaks: bool
) -> None:
    bot = Machine(tmp_path / "bot", RemoteInMemory(), Clock())
    put(bot.mirror, PROFILE, "lives in Berlin\n")
    put(bot.mirror, "tasks/old.md", "old\n")
    bot.add(user("hello", origin="telegram 1"), agent("hi", 1))
    bot.timeline.close(ClosedBy.USER)
    bot.all()
    camera = Camera(bot, tmp_path / "left", monkeypatch)
    life(bot)
    camera.stop()
    assert len(camera.taken) > 30
    for place, remote in camera.taken:
        again = Machine(place, remote, Clock())
        if speaks:
            again.add(user("later", 7, origin="telegram 5"))
        again.all()
        assert again.files == remote.files, place
        assert derived(again.mirror) == rebuilt(again.mirror), place
        texts = [text for said in again.said.values() for text in said]
        assert len(texts) == len(set(texts)), place
        assert "hello" in {text.rstrip("!") for text in texts}, place
        assert ("later" in texts) == speaks, place
        profile = remote.files[PROFILE]
        beside = [path for path in remote.files if "previously, " in path]
        assert len(beside) <= 1, place
        if profile == b"lives in Ulm\n":
            was_written = "lives in Bonn" in str(remote.files)
            assert was_written == bool(beside), place
        again.end()
    assert [text for said in bot.said.values() for text in said] == ["hello!", "hi", "and more"]
    bot.end()


@pytest.mark.parametrize("what", ["slice", "turn"])
def test_what_the_person_deletes_of_a_commit_whose_fate_nobody_noted_stays_deleted(
    tmp_path: Path, what: str
) -> None:
    remote = RemoteInMemory({"README.md": b"Mara's.\n"})
    bot = Machine(tmp_path / "bot", remote, Clock())
    bot.add(user("hello", origin="telegram 1"), agent("hi", 1))
    bot.timeline.close(ClosedBy.USER)
    remote.faults = [("commit", "killed")]
    with pytest.raises(KeyboardInterrupt):
        bot.all()
    written = remote.files[FIRST].decode()
    without = written[: written.index("## Turn 2")]
    remote.person({FIRST: None if what == "slice" else without.encode()})
    again = bot.again()
    again.all()
    said = [text.rstrip() for turns in again.said.values() for text in turns]
    assert said == ([] if what == "slice" else ["hello"])
    assert again.files == remote.files
    again.end()
