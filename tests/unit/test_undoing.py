"""What the bot wrote is taken back as far as nobody has changed it since, and no further."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memory.errors import WriteRefused
from memory.store import Change
from memory.stores.in_memory import InMemoryStore
from previously_bot.choreography import Cast
from previously_bot.database import Database
from previously_bot.journal import KEPT, MOST, Journal
from previously_bot.model import Call, Completion
from previously_bot.models.scripted import ScriptedModel
from previously_bot.own_writes import Fate, OwnWrites
from tests.fakes import NOON
from tests.remotes import RemoteInMemory
from tests.strategies import user
from tests.syncing import Clock, Machine
from tests.talks import glance, talk
from tests.timelines import FIRST, files, put

OLD, NEW = "memory/notes/old.md", "tasks/new.md"
LATER = NOON + timedelta(minutes=1)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(tmp_path)
    yield made
    made.close()


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore({OLD: b"as it was"})


@pytest.fixture
def own(store: InMemoryStore, database: Database) -> OwnWrites:
    return OwnWrites(store, Journal(database), "mara")


def write(own: OwnWrites, store: InMemoryStore, path: str, text: str, at: Any = NOON) -> None:
    stored = store.read(path)
    own.write(Change(path, text.encode(), stored.version if stored else None), at)


def test_an_answer_s_files_go_back_together_and_then_those_before(
    own: OwnWrites, store: InMemoryStore
) -> None:
    write(own, store, OLD, "first")
    write(own, store, OLD, "second", LATER)
    write(own, store, OLD, "third", LATER)
    write(own, store, NEW, "new", LATER)
    back = own.take_back("a")
    assert back is not None
    assert back.files == {OLD: Fate.RESTORED, NEW: Fate.REMOVED}
    assert files(store) == {OLD: b"first"}
    back = own.take_back("b")
    assert back is not None
    assert (back.at, back.files) == (NOON, {OLD: Fate.RESTORED})
    assert files(store) == {OLD: b"as it was"}
    assert own.take_back("c") is None


def test_a_file_changed_since_is_left_and_the_others_go_back(
    own: OwnWrites, store: InMemoryStore
) -> None:
    write(own, store, OLD, "mine")
    write(own, store, NEW, "new")
    put(store, OLD, b"edited by hand")
    back = own.take_back("a")
    assert back is not None
    assert back.files == {OLD: Fate.LEFT, NEW: Fate.REMOVED}
    assert files(store) == {OLD: b"edited by hand"}


def test_one_that_was_written_twice_and_then_changed_is_not_half_taken_back(
    own: OwnWrites, store: InMemoryStore
) -> None:
    write(own, store, OLD, "first")
    write(own, store, OLD, "second")
    put(store, OLD, b"first, and by hand")
    back = own.take_back("a")
    assert back is not None
    assert back.files == {OLD: Fate.LEFT}
    assert files(store) == {OLD: b"first, and by hand"}


def test_asked_again_after_a_kill_the_same_files_are_meant(
    own: OwnWrites, store: InMemoryStore
) -> None:
    write(own, store, OLD, "first")
    write(own, store, OLD, "second", LATER)
    assert own.take_back("the same message") == own.take_back("the same message")
    assert files(store) == {OLD: b"first"}


def test_on_github_files_go_back_in_one_commit_and_what_was_said_stays(
    tmp_path: Path, database: Database
) -> None:
    remote, clock = RemoteInMemory({OLD: b"as it was"}), Clock()
    bot = Machine(tmp_path / "mirror", remote, clock)
    bot.all()
    own = OwnWrites(bot.mirror, Journal(database), "mara")
    for path in (OLD, NEW):
        stored = bot.mirror.read(path)
        own.write(Change(path, b"mine", stored.version if stored else None), NOON)
    bot.add(user("write that down"))
    bot.all()
    bot.add(user("no, do not", 1))
    own.take_back("a")
    bot.sync.step()
    *_, back, slice_ = remote.messages()
    assert back == "Take back what was written at 2026-07-07 12:00"
    assert slice_.startswith("Slice ")
    assert remote.files == {OLD: b"as it was", FIRST: bot.files[FIRST]}
    assert bot.said == {"2026-07-07-1558": ["write that down", "no, do not"]}
    bot.end()


class Killed(BaseException):
    """kill -9, as far as a test can do it."""


@pytest.mark.parametrize("is_written", [False, True])
def test_killed_around_a_write_nothing_wrong_is_restored(
    own: OwnWrites, store: InMemoryStore, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    do = store.write

    def die(*args: Any, **named: Any) -> None:
        if is_written:
            do(*args, **named)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(store, "write", die)
        with pytest.raises(Killed):
            write(own, store, OLD, "mine")
    if not is_written:
        put(store, OLD, b"by hand")
    own.take_back("a")
    assert files(store) == {OLD: b"as it was" if is_written else b"by hand"}


def test_what_the_place_refused_was_not_written(own: OwnWrites, store: InMemoryStore) -> None:
    store.fail_after(0)
    with pytest.raises(WriteRefused):
        write(own, store, OLD, "mine")
    assert own.take_back("a") is None


def test_what_is_old_or_too_much_is_forgotten_and_nobody_else_s(database: Database) -> None:
    journal = Journal(database)
    journal.note("lin", NOON, OLD, b"lin's", "v")
    for nth in range(3):
        journal.note("mara", NOON + timedelta(days=nth), OLD, bytes(MOST // 2), f"{nth}")
    journal.note("mara", NOON + timedelta(days=3), OLD, b"", "3")
    assert [journal.take("mara", f"m{nth}") != [] for nth in range(4)] == [True] * 3 + [False]
    assert [one.before for one in journal.take("lin", "l1")] == [b"lin's"]
    journal.note("lin", NOON, OLD, b"lin's", "v")
    journal.forget_before(NOON)
    assert len(journal.take("lin", "l2")) == 1
    journal.note("lin", NOON + KEPT + timedelta(days=1), NEW, None, "v")
    assert [one.path for one in journal.take("lin", "l3")] == [NEW]
    assert journal.take("lin", "l4") == []


async def test_a_person_takes_back_what_the_model_wrote(tmp_path: Path) -> None:
    told = json.dumps({"path": "memory/notes/garden.md", "content": "roses"})
    pro = ScriptedModel(
        [Completion("", (Call("1", "write_file", told),)), "Written.", "Nothing to do."]
    )
    cast = Cast(ScriptedModel([glance(), glance()]), pro)
    async with talk(tmp_path, cast) as now:
        assert "written nothing" in await now.say("/undo")
        await now.say("Keep that I grow roses")
        assert "memory/notes/garden.md" in files(now.store)
        await now.say("thanks")
        said = await now.say("/undo")
        assert "`memory/notes/garden.md` is gone" in said
        assert "memory/notes/garden.md" not in files(now.store)
        assert "written nothing" in await now.say("/undo")
