"""One writer at a time, with real processes that are really killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory.errors import BadPath, NotAFile, RepositoryBusy, StoreUnreachable, WriteRefused
from memory.stores.lock import WriterLock

HOLD = """
import subprocess, sys
from pathlib import Path
from memory.stores.lock import WriterLock
lock = WriterLock(Path(sys.argv[1]), "previously-bot chat")
if sys.argv[2:] == ["with child"]:
    subprocess.Popen(["cat"], stdin=sys.stdin)
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def holder(root: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(root), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_the_second_process_is_told_who_holds_it(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        with pytest.raises(RepositoryBusy) as caught:
            WriterLock(tmp_path, "previously-bot run")
        who = f"previously-bot chat (process {process.pid} on {socket.gethostname()})"
        assert caught.value.holder == who
        assert str(caught.value) == (
            f"{tmp_path} is in use by {who}; stop that process, or wait for it, and try again."
        )


def test_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        lock = WriterLock(tmp_path, "previously-bot run")
        with pytest.raises(RepositoryBusy, match="previously-bot run"):
            WriterLock(tmp_path, "third")
        lock.release()


def test_the_child_of_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    with holder(tmp_path, "with child") as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        WriterLock(tmp_path, "previously-bot run").release()


def test_two_locks_in_one_process_exclude_each_other(tmp_path: Path) -> None:
    first = WriterLock(tmp_path, "first")
    with pytest.raises(RepositoryBusy, match=rf"first \(process {os.getpid()} on "):
        WriterLock(tmp_path, "second")
    # Neither the refusal nor its tidying may give the first one's lock away.
    with pytest.raises(RepositoryBusy, match="first"):
        WriterLock(tmp_path, "third")
    first.release()
    second = WriterLock(tmp_path, "second")
    first.release()
    with pytest.raises(RepositoryBusy, match="second"):
        WriterLock(tmp_path, "third")
    second.release()


def test_it_can_be_given_back_from_another_thread(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path, "first")
    thread = threading.Thread(target=lock.release)
    thread.start()
    thread.join()
    WriterLock(tmp_path, "second").release()


def test_git_never_sees_it(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    lock = WriterLock(tmp_path, "first")
    seen = subprocess.run(
        ["git", "-C", str(tmp_path), "status", "--porcelain", "--untracked-files=all"],
        stdout=subprocess.PIPE,
        check=True,
    )
    lock.release()
    assert seen.stdout == b""
    assert (tmp_path / ".previously" / ".gitignore").read_text() == "*\n"
    assert (tmp_path / ".previously" / "lock").exists()


def test_an_ignore_file_cut_short_by_a_full_disk_is_mended(tmp_path: Path) -> None:
    ignore = tmp_path / ".previously" / ".gitignore"
    ignore.parent.mkdir()
    ignore.touch()
    WriterLock(tmp_path, "first").release()
    assert ignore.read_text() == "*\n"


GARBAGE = [
    b"",
    b"\xff\x00\x1b[31m",
    b"{",
    b"null",
    b"[]",
    b'"text"',
    b"{}",
    b'{"writer": 3, "process": 1, "host": "h"}',
    b'{"writer": " \\u0000 ", "process": 1, "host": "h"}',
    b"[" * 4000,
    b"9" * 100_000,
]


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
@pytest.mark.parametrize("file", ["lock", "holder.json"])
def test_garbage_in_its_files_still_gives_a_sentence(
    tmp_path: Path, file: str, garbage: bytes
) -> None:
    lock = WriterLock(tmp_path, "first")
    (tmp_path / ".previously" / file).write_bytes(garbage)
    with pytest.raises(RepositoryBusy) as caught:
        WriterLock(tmp_path, "second")
    lock.release()
    assert caught.value.holder == "another process" or file == "lock"
    assert str(caught.value).isprintable()
    WriterLock(tmp_path, "second").release()


def test_a_missing_note_still_gives_a_sentence(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path, "first")
    (tmp_path / ".previously" / "holder.json").unlink()
    with pytest.raises(RepositoryBusy, match="in use by another process; stop"):
        WriterLock(tmp_path, "second")
    lock.release()


@pytest.mark.parametrize("process", [None, "1; rm", 1.5, True, float("inf")])
def test_a_note_without_a_number_names_the_writer_alone(
    tmp_path: Path, process: object
) -> None:
    lock = WriterLock(tmp_path, "first")
    note = tmp_path / ".previously" / "holder.json"
    note.write_text(json.dumps({"writer": "chat", "process": process, "host": "h"}))
    with pytest.raises(RepositoryBusy) as caught:
        WriterLock(tmp_path, "second")
    assert caught.value.holder == "chat"
    lock.release()


def test_a_writer_with_odd_characters_stays_on_one_line(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path, "two\nlines\x1b[31m" + "x" * 999)
    with pytest.raises(RepositoryBusy) as caught:
        WriterLock(tmp_path, "second")
    lock.release()
    assert caught.value.holder.startswith("two lines[31mxxx")
    assert len(caught.value.holder) < 400


def test_a_folder_is_made_where_there_is_none(tmp_path: Path) -> None:
    WriterLock(tmp_path / "not" / "yet", "first").release()
    assert (tmp_path / "not" / "yet").is_dir()


def test_a_file_as_root_is_unreachable(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    for root in (file, file / "below"):
        with pytest.raises(StoreUnreachable, match="not a folder"):
            WriterLock(root, "first")
    assert file.read_text() == "x"


@pytest.mark.parametrize("in_the_way", [".previously", ".previously/lock/x"])
def test_something_in_its_place_is_refused(tmp_path: Path, in_the_way: str) -> None:
    file = tmp_path / in_the_way
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("x")
    with pytest.raises(WriteRefused):
        WriterLock(tmp_path, "first")
    assert file.read_text() == "x"


def test_a_note_that_cannot_be_written_leaves_no_lock_behind(tmp_path: Path) -> None:
    note = tmp_path / ".previously" / "holder.json"
    note.mkdir(parents=True)
    # Kept on purpose: an error that is still looked at keeps its lock from being collected.
    with pytest.raises(NotAFile, match=r"holder\.json is not a file .* move it away"):
        WriterLock(tmp_path, "first")
    note.rmdir()
    WriterLock(tmp_path, "second").release()


OWN_PLACES = [
    ".previously",
    *(f".previously/{n}" for n in ("lock", "holder.json", ".gitignore")),
]


@pytest.mark.parametrize("exists", [True, False], ids=["to something", "to nothing"])
@pytest.mark.parametrize("place", OWN_PLACES)
def test_nothing_is_made_or_changed_through_a_link(
    tmp_path: Path, place: str, exists: bool
) -> None:
    """A repository that was cloned may carry such links."""
    root, outside = tmp_path / "timeline", tmp_path / "outside"
    link = root / place
    link.parent.mkdir(parents=True)
    outside.mkdir()
    target = outside / "target"
    link.symlink_to(target)
    if exists and place == ".previously":
        target.mkdir()
    elif exists:
        target.write_text("")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadPath) as caught:
        WriterLock(root, "first")
    assert caught.value.path == str(link)
    assert str(caught.value).endswith("remove the link.")
    made = set(tmp_path.rglob("*")) - set(before)
    assert [one for one in made if outside in one.parents] == []
    assert place == ".previously" or not exists or target.read_text() == ""
    assert link.is_symlink()
    link.unlink()
    WriterLock(root, "second").release()


def test_the_holder_is_not_read_through_a_link(tmp_path: Path) -> None:
    root = tmp_path / "timeline"
    lock = WriterLock(root, "first")
    note = root / ".previously" / "holder.json"
    note.rename(tmp_path / "elsewhere.json")
    note.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises((BadPath, RepositoryBusy)) as caught:
        WriterLock(root, "second")
    assert "first" not in str(caught.value)
    lock.release()
    assert (tmp_path / "elsewhere.json").exists()


def test_giving_it_back_takes_nothing_away_elsewhere(tmp_path: Path) -> None:
    root, outside = tmp_path / "timeline", tmp_path / "outside"
    lock = WriterLock(root, "first")
    (root / ".previously").rename(root / "moved")
    outside.mkdir()
    (outside / "holder.json").write_text("theirs")
    (root / ".previously").symlink_to(outside)
    lock.release()
    assert (outside / "holder.json").read_text() == "theirs"


@pytest.mark.parametrize("place", OWN_PLACES)
def test_no_pipe_is_waited_for(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    os.mkfifo(tmp_path / place)
    code = """
import sys
from pathlib import Path
from memory.errors import NotAFile
from memory.stores.lock import WriterLock
try:
    WriterLock(Path(sys.argv[1]), "first")
except NotAFile as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    assert (
        done.stdout
        == f"{tmp_path / place} is not a file but a folder or something else; move it away.\n"
    )


def test_a_link_that_appears_just_before_the_note_is_written_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "timeline"
    (tmp_path / "theirs").write_text("theirs")
    real = os.open

    def open_(place: str, flags: int, *rest: int, **named: int) -> int:
        if str(place).endswith("holder.json"):
            os.symlink(tmp_path / "theirs", place)
        return real(place, flags, *rest, **named)

    monkeypatch.setattr(os, "open", open_)
    with pytest.raises(WriteRefused):
        WriterLock(root, "first")
    assert (tmp_path / "theirs").read_text() == "theirs"


def test_giving_it_back_takes_the_note_away(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path, "first")
    assert (tmp_path / ".previously" / "holder.json").exists()
    lock.release()
    assert not (tmp_path / ".previously" / "holder.json").exists()
