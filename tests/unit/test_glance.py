"""What one sees of a mirror without a lock, while another process writes to it or none does."""

import sqlite3
from pathlib import Path

import pytest

from memory.errors import NotReadable
from memory.slices import ClosedBy
from memory.stores.github.glance import Glance, glance
from memory.stores.github.tree import KNOWN
from tests.strategies import user
from tests.syncing import Machine
from tests.timelines import FIRST


def everything_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files, but for the one in which SQLite notes who is reading."""
    return {
        str(file): (file.stat().st_mtime_ns, file.read_bytes())
        for file in folder.rglob("*")
        if file.is_file() and not file.name.endswith("-shm")
    }


def test_where_nothing_was_begun_there_is_nothing_to_see(tmp_path: Path) -> None:
    assert glance(tmp_path / "mirror") is None
    assert list(tmp_path.iterdir()) == []


def test_what_is_pending_is_seen_while_another_holds_the_mirror(bot: Machine) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.timeline.close(ClosedBy.USER)
    assert bot.mirror.pending
    assert glance(bot.folder) == Glance(bot.mirror.standing, len(bot.mirror.pending))
    bot.sync.step()
    seen = glance(bot.folder)
    assert seen == Glance(bot.mirror.standing, pending=0)
    assert seen.standing.commit


def test_it_is_seen_too_when_nobody_holds_it_and_no_trace_is_left(bot: Machine) -> None:
    bot.add(user("hello", origin="telegram 1"))
    pending = len(bot.mirror.pending)
    bot.end()
    before = everything_in(bot.folder)
    assert glance(bot.folder) == Glance(bot.mirror.standing, pending)
    assert everything_in(bot.folder) == before


def test_what_a_killed_process_wrote_ahead_is_seen(bot: Machine, tmp_path: Path) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.sync.step()
    left = tmp_path / "left"
    left.mkdir()
    for name in (KNOWN, f"{KNOWN}-wal"):
        (left / name).write_bytes((bot.folder / name).read_bytes())
    (left / "files").symlink_to(bot.folder / "files")
    assert glance(left) == glance(bot.folder)


def test_a_file_that_was_lost_here_is_not_pending(bot: Machine) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.timeline.close(ClosedBy.USER)
    bot.sync.step()
    (bot.folder / "files" / FIRST).unlink()
    seen = glance(bot.folder)
    assert seen is not None
    assert seen.pending == 0


def test_an_edit_by_hand_is_pending_though_nobody_has_looked_yet(bot: Machine) -> None:
    bot.add(user("hello", origin="telegram 1"))
    bot.timeline.close(ClosedBy.USER)
    bot.sync.step()
    (bot.folder / "files" / "notes.md").write_text("by hand")
    assert bot.mirror.pending == []
    seen = glance(bot.folder)
    assert seen is not None
    assert seen.pending == 1


@pytest.mark.parametrize("content", [b"no database at all, but text", b""])
def test_a_database_that_cannot_be_read_is_said_to_be_so(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / KNOWN).write_bytes(content)
    with pytest.raises(NotReadable, match=KNOWN):
        glance(tmp_path)


def test_one_that_somebody_else_keeps_to_themselves_is_said_to_be_so(bot: Machine) -> None:
    bot.end()
    with sqlite3.connect(bot.folder / KNOWN, isolation_level=None) as other:
        other.execute("pragma locking_mode = exclusive")
        other.execute("begin exclusive")
        other.execute("delete from facts")
        with pytest.raises(NotReadable, match="locked"):
            glance(bot.folder)
        other.execute("rollback")
    other.close()
