"""What only a real disk can do to a store: links, pipes, permissions, limits, kill -9."""

import errno
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory.checking import Finding, check
from memory.errors import (
    BadPath,
    Conflict,
    NotAFile,
    NotReadable,
    RepositoryBusy,
    StoreUnreachable,
    WriteRefused,
)
from memory.slices import ClosedBy
from memory.store import Change, Child
from memory.stores.folder import FolderStore
from tests.strategies import user
from tests.timelines import FIRST, opened, with_turns

NOBODY = 65534
LEFTOVER = ".previously.tmp"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "timeline"


@pytest.fixture
def store(root: Path) -> Iterator[FolderStore]:
    store = FolderStore(root, writer="the tests")
    yield store
    store.close()


def put(store: FolderStore, path: str, content: bytes) -> None:
    store.write([Change(path, content, anyway=True)], message="")


def files_in(root: Path) -> set[str]:
    """Everything on disk except the lock's own folder."""
    found = (file.relative_to(root) for file in root.rglob("*"))
    return {str(file) for file in found if file.parts[0] != ".previously"}


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that any account can reach, which pytest's own is not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for inside in (folder, *folder.rglob("*")):
        if inside.is_dir():
            inside.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def as_an_ordinary_user() -> Iterator[None]:
    """Permission bits mean nothing to root, so root stops being root for a moment."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(was)


# Reading


def test_a_reader_needs_no_folder_and_makes_none(root: Path) -> None:
    reader = FolderStore(root)
    assert reader.read("memory/a.md") is None
    assert reader.children("") == ()
    assert reader.children("memory") == ()
    assert not root.exists()


def test_a_reader_reads_while_somebody_writes(root: Path, store: FolderStore) -> None:
    put(store, "memory/a.md", b"x")
    stored = FolderStore(root).read("memory/a.md")
    assert stored is not None
    assert stored.content == b"x"


def test_a_reader_leaves_no_trace(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x")
    reader = FolderStore(tmp_path)
    reader.read("a.md")
    reader.children("")
    reader.close()
    assert os.listdir(tmp_path) == ["a.md"]


def test_a_file_as_root_is_unreachable(tmp_path: Path) -> None:
    root = tmp_path / "file"
    root.write_text("x")
    for place in (root, root / "below"):
        reader = FolderStore(place)
        with pytest.raises(StoreUnreachable):
            reader.read("a.md")
        with pytest.raises(StoreUnreachable):
            reader.children("")
        with pytest.raises(StoreUnreachable):
            FolderStore(place, writer="the tests")


def test_pipes_and_sockets_are_no_files_and_nothing_waits_for_them(
    root: Path, store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(root / "pipe")
    monkeypatch.chdir(root)  # a socket's whole path may have about 100 characters
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        for path in ("pipe", "socket"):
            with pytest.raises(NotAFile):
                store.read(path)
            with pytest.raises(NotAFile):
                put(store, path, b"x")
        assert list(store.children("")) == [Child("pipe", False), Child("socket", False)]


def test_names_without_a_path_here_are_no_children(root: Path, store: FolderStore) -> None:
    put(store, "shown.md", b"x")
    for name in (b"latin-1-\xe9.md", b"back\\slash.md", b".hidden", LEFTOVER.encode()):
        (root / os.fsdecode(name)).write_bytes(b"x")
    (root / ".git").mkdir()
    assert list(store.children("")) == [Child("shown.md", is_folder=False)]


def test_what_may_not_be_read_is_told_and_not_absent(public_folder: Path) -> None:
    closed = public_folder / "closed"
    closed.mkdir()
    (closed / "a.md").write_bytes(b"x")
    (public_folder / "b.md").write_bytes(b"x")
    (public_folder / "b.md").chmod(0)
    closed.chmod(0)
    with as_an_ordinary_user():
        reader = FolderStore(public_folder)
        for path in ("closed/a.md", "closed/never.md", "b.md"):
            with pytest.raises(NotReadable, match="permission") as caught:
                reader.read(path)
            assert caught.value.path == path
        with pytest.raises(NotReadable, match="permission"):
            reader.children("closed")
        assert [c.name for c in reader.children("")] == ["b.md", "closed"]


def test_a_slice_and_a_day_that_may_not_be_read_leave_the_rest_of_the_timeline(
    public_folder: Path,
) -> None:
    public_folder.chmod(0o777)
    with as_an_ordinary_user():
        writer = FolderStore(public_folder / "timeline", writer="the tests")
        timeline = with_turns(writer, user("a"), user("b", 60), user("c", 60 * 24))
        timeline.close(ClosedBy.USER)
        tomorrow = FIRST.replace("07/1558.md", "08")
        (public_folder / "timeline" / FIRST).chmod(0)
        (public_folder / "timeline" / tomorrow).chmod(0)
        assert check(writer).problems == [
            Finding(tomorrow, "permission is missing"),
            Finding(FIRST, "permission is missing"),
        ]
        timeline = opened(writer)
        assert [turn.text for turn in timeline.read("2026-07-07-1658").turns] == ["b"]
        assert timeline.add(user("d", 61)).label == "2"
        writer.close()


@pytest.mark.parametrize("mode", [0o000, 0o111, 0o444])
def test_a_root_that_may_not_be_read_is_unreachable(public_folder: Path, mode: int) -> None:
    root = public_folder / "timeline"
    root.mkdir()
    (root / "a.md").write_bytes(b"x")
    (root / "a.md").chmod(0)
    (root / "day").mkdir(0o000)
    root.chmod(mode)
    with as_an_ordinary_user():
        reader = FolderStore(root)
        with pytest.raises(StoreUnreachable):
            reader.read("a.md")
        with pytest.raises(StoreUnreachable):
            reader.children("day")


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (errno.EACCES, NotReadable),
        (errno.EPERM, NotReadable),
        (errno.EIO, NotReadable),
        (errno.ESTALE, StoreUnreachable),
        (errno.EMFILE, StoreUnreachable),
    ],
)
def test_what_is_wrong_with_one_file_is_told_apart_from_what_is_wrong_with_all(
    store: FolderStore, monkeypatch: pytest.MonkeyPatch, code: int, error: type[Exception]
) -> None:
    put(store, "a.md", b"x")

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(error):
        store.read("a.md")
    # The same error on the folder itself: the place is down.
    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(StoreUnreachable):
        store.read("a.md")


def test_what_becomes_a_pipe_or_a_link_just_before_it_is_opened_is_not_read(
    tmp_path: Path, root: Path, store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    real = os.open

    def exchange(make: Callable[[], None]) -> Callable[..., int]:
        def call(place: str, *rest: int) -> int:
            os.unlink(place)
            make()
            return real(place, *rest)

        return call

    put(store, "a.md", b"x")
    monkeypatch.setattr(os, "open", exchange(lambda: os.mkfifo(root / "a.md")))
    with pytest.raises(NotAFile):
        store.read("a.md")
    monkeypatch.setattr(os, "open", real)
    os.unlink(root / "a.md")
    put(store, "a.md", b"x")
    link = exchange(lambda: (root / "a.md").symlink_to(tmp_path / "secret"))
    monkeypatch.setattr(os, "open", link)
    with pytest.raises(NotReadable):
        store.read("a.md")


# Links


def test_links_that_lead_out_are_refused(
    tmp_path: Path, root: Path, store: FolderStore
) -> None:
    outside = tmp_path / "timeline-of-somebody-else"
    outside.mkdir()
    (outside / "secret.md").write_bytes(b"secret")
    (root / "folder").symlink_to(outside)
    (root / "file.md").symlink_to(outside / "secret.md")
    (root / "new.md").symlink_to(outside / "new.md")
    (root / "relative.md").symlink_to("../timeline-of-somebody-else/secret.md")
    for path in ("folder/secret.md", "file.md", "new.md", "relative.md", "folder/a/b.md"):
        with pytest.raises(BadPath):
            store.read(path)
        for content in (b"x", None):
            with pytest.raises(BadPath):
                store.write([Change(path, content, anyway=True)], message="")
    with pytest.raises(BadPath):
        store.children("folder")
    listed = {child.name: child.is_folder for child in store.children("")}
    assert listed == dict.fromkeys(("folder", "file.md", "new.md", "relative.md"), False)
    assert os.listdir(outside) == ["secret.md"]
    assert (outside / "secret.md").read_bytes() == b"secret"


def test_links_within_are_followed_and_stay_links(root: Path, store: FolderStore) -> None:
    put(store, "real/a.md", b"one")
    (root / "a.md").symlink_to("real/a.md")
    (root / "folder").symlink_to("real")
    put(store, "a.md", b"two")
    put(store, "folder/b.md", b"new")
    assert (root / "a.md").is_symlink()
    assert (root / "real" / "a.md").read_bytes() == b"two"
    assert (root / "real" / "b.md").read_bytes() == b"new"
    assert [c.name for c in store.children("folder")] == ["a.md", "b.md"]


def test_what_is_to_be_written_straight_is_not_written_through_a_link(
    root: Path, store: FolderStore
) -> None:
    put(store, "memory/episodic/strands.json", b"{}")
    (root / "memory" / "notes").symlink_to("episodic")
    (root / "memory" / "a.md").symlink_to("episodic/strands.json")
    (root / "memory" / "new.md").symlink_to("episodic/new.md")
    for path in (
        "memory/notes/strands.json",
        "memory/a.md",
        "memory/new.md",
        "memory/notes/x.md",
    ):
        for content in (b"x", None):
            change = Change(path, content, anyway=True, straight=True)
            with pytest.raises(BadPath, match="link"):
                store.write([Change("memory/first.md", b"x"), change], message="")
    assert os.listdir(root / "memory" / "episodic") == ["strands.json"]
    assert (root / "memory" / "episodic" / "strands.json").read_bytes() == b"{}"
    assert store.read("memory/first.md") is None
    store.write([Change("memory/real/a.md", b"x", straight=True)], message="")
    assert (root / "memory" / "real" / "a.md").read_bytes() == b"x"


def test_a_walk_never_goes_in_circles(root: Path, store: FolderStore) -> None:
    put(store, "real/a.md", b"x")
    (root / "real" / "up").symlink_to("..")
    (root / "real" / "loop").symlink_to("loop")
    (root / "real" / "nowhere.md").symlink_to("gone.md")
    (root / "real" / "link.md").symlink_to("a.md")
    assert [(c.name, c.is_folder) for c in store.children("real")] == [
        ("a.md", False),
        ("link.md", False),
        ("loop", False),
        ("nowhere.md", False),
        ("up", False),
    ]
    with pytest.raises(NotAFile):
        store.read("real/up")
    with pytest.raises(NotReadable, match="circle"):
        store.read("real/loop")
    assert store.read("real/nowhere.md") is None


def test_a_root_that_is_a_link_is_as_good_as_the_folder(
    tmp_path: Path, root: Path, store: FolderStore
) -> None:
    (tmp_path / "link").symlink_to(root)
    put(store, "a.md", b"x")
    assert FolderStore(tmp_path / "link").read("a.md") == store.read("a.md")
    with pytest.raises(RepositoryBusy):
        FolderStore(tmp_path / "link", writer="second")


def test_a_relative_root_stays_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    store = FolderStore(Path("timeline"), writer="the tests")
    monkeypatch.chdir(tmp_path / "elsewhere")
    put(store, "a.md", b"x")
    store.close()
    assert (tmp_path / "timeline" / "a.md").read_bytes() == b"x"


@pytest.mark.parametrize(
    "path", [".git/hooks/post-commit", "memory/.GIT/config", ".previously/lock", LEFTOVER]
)
def test_git_and_the_lock_are_out_of_reach(store: FolderStore, path: str) -> None:
    with pytest.raises(BadPath):
        put(store, path, b"x")
    with pytest.raises(BadPath):
        store.read(path)


# Who may write


def test_a_reader_may_not_write(tmp_path: Path) -> None:
    reader = FolderStore(tmp_path)
    with pytest.raises(WriteRefused, match="opened for reading only"):
        put(reader, "a.md", b"x")
    assert os.listdir(tmp_path) == []


def test_a_second_writer_is_told_who_the_first_is(root: Path, store: FolderStore) -> None:
    with pytest.raises(RepositoryBusy, match=rf"the tests \(process {os.getpid()} on "):
        FolderStore(root, writer="second")


def test_closing_gives_the_lock_back_and_ends_the_writing(
    root: Path, store: FolderStore
) -> None:
    put(store, "a.md", b"x")
    store.close()
    second = FolderStore(root, writer="second")
    store.close()
    with pytest.raises(WriteRefused, match="closed"):
        put(store, "a.md", b"y")
    with pytest.raises(RepositoryBusy, match="second"):
        FolderStore(root, writer="third")
    second.close()
    assert (root / "a.md").read_bytes() == b"x"


def test_of_many_threads_one_wins_each_file(store: FolderStore) -> None:
    outcomes: list[str] = []
    start = threading.Barrier(8)

    def compete() -> None:
        start.wait()
        for n in range(20):
            try:
                store.write([Change(f"{n}.md", b"x")], message="")
            except Conflict:
                outcomes.append("lost")
            else:
                outcomes.append("won")

    threads = [threading.Thread(target=compete) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (outcomes.count("won"), outcomes.count("lost")) == (20, 140)


# A place that says no


def test_a_read_only_folder_is_refused_in_one_sentence(public_folder: Path) -> None:
    (public_folder / "a.md").write_bytes(b"x")
    public_folder.chmod(0o555)
    with as_an_ordinary_user():
        with pytest.raises(WriteRefused, match="permission is missing") as caught:
            FolderStore(public_folder, writer="the tests")
        with pytest.raises(WriteRefused, match="permission is missing"):
            FolderStore(public_folder / "new", writer="the tests")
        stored = FolderStore(public_folder).read("a.md")
    assert stored is not None
    assert str(caught.value).count(".") == str(public_folder).count(".") + 1
    assert os.listdir(public_folder) == ["a.md"]


def test_a_folder_that_became_read_only_keeps_what_it_has(public_folder: Path) -> None:
    os.chmod(public_folder, 0o777)
    with as_an_ordinary_user():
        store = FolderStore(public_folder / "timeline", writer="the tests")
        put(store, "memory/a.md", b"old")
        (public_folder / "timeline" / "memory").chmod(0o555)
        for path, content in (("memory/a.md", b"new"), ("memory/a.md", None)):
            with pytest.raises(WriteRefused, match="permission is missing"):
                store.write([Change(path, content, anyway=True)], message="")
        with pytest.raises(WriteRefused, match="permission is missing"):
            put(store, "memory/b/c.md", b"new")
        store.close()
    assert files_in(public_folder / "timeline") == {"memory", "memory/a.md"}
    assert (public_folder / "timeline" / "memory" / "a.md").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "read-only"),
        (errno.EDQUOT, "quota"),
        (errno.EACCES, "permission"),
        (errno.EIO, "the disk reports an error"),
        (errno.EBUSY, os.strerror(errno.EBUSY)),
    ],
)
@pytest.mark.parametrize("call", ["replace", "fsync", "mkdir"])
def test_each_no_of_the_system_is_said_in_words(
    root: Path,
    store: FolderStore,
    monkeypatch: pytest.MonkeyPatch,
    call: str,
    code: int,
    words: str,
) -> None:
    put(store, "a.md", b"old")

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, call, refuse)
    with pytest.raises(WriteRefused) as caught:
        put(store, "new/a.md", b"new")
    assert caught.value.path == "new/a.md"
    assert words in str(caught.value)
    assert files_in(root) == {"a.md"}


def test_an_interrupted_write_leaves_nothing_behind(
    root: Path, store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, "a.md", b"old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        put(store, "a.md", b"new")
    assert files_in(root) == {"a.md"}
    assert (root / "a.md").read_bytes() == b"old"


def test_a_name_too_long_for_the_disk_is_refused(root: Path, store: FolderStore) -> None:
    with pytest.raises(WriteRefused, match="too long"):
        put(store, "memory/" + "a" * 300, b"x")
    with pytest.raises(WriteRefused, match="too long"):
        put(store, "memory/new/" + "a" * 300 + "/b.md", b"x")
    put(store, "b" * 255, b"as long as a name may be")
    assert files_in(root) == {"b" * 255}


def test_a_write_that_the_kernel_cuts_short_leaves_the_old_file(root: Path) -> None:
    """A real limit of a real process: the second half of the file does not fit."""
    code = """
import resource, sys
from pathlib import Path
from memory.errors import WriteRefused
from memory.store import Change
from memory.stores.folder import FolderStore
store = FolderStore(Path(sys.argv[1]), writer="limited")
store.write([Change("a.md", b"old" * 1000)], message="")
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (65536, hard))
try:
    store.write([Change("a.md", b"new" * 100_000, anyway=True)], message="")
except WriteRefused as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(root)], capture_output=True, text=True, check=True
    )
    assert "a.md cannot be written (the file would be larger" in done.stdout
    assert files_in(root) == {"a.md"}
    assert (root / "a.md").read_bytes() == b"old" * 1000


def test_a_root_that_went_away_is_not_made_again(root: Path, store: FolderStore) -> None:
    put(store, "a.md", b"x")
    root.rename(root.with_name("unmounted"))
    with pytest.raises(StoreUnreachable, match="gone"):
        put(store, "b.md", b"x")
    assert not root.exists()


# What is left on the disk


def test_what_a_killed_process_left_is_cleared_by_the_next_write(
    tmp_path: Path, root: Path, store: FolderStore
) -> None:
    put(store, "memory/day/a.md", b"x")
    (root / "memory" / LEFTOVER).write_bytes(b"half a fi")
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    (root / "memory" / "day" / LEFTOVER).symlink_to(secret)
    put(store, "memory/b.md", b"y")
    put(store, "memory/day/b.md", b"y")
    assert files_in(root) == {
        "memory",
        "memory/b.md",
        "memory/day",
        "memory/day/a.md",
        "memory/day/b.md",
    }
    assert secret.read_bytes() == b"secret"
    (root / "memory" / "day" / LEFTOVER).write_bytes(b"half a fi")
    gone = [Change(f"memory/{name}.md", None, anyway=True) for name in ("day/a", "day/b", "b")]
    store.write(gone, message="")
    assert files_in(root) == set()
    assert root.is_dir()


def test_a_private_file_stays_private(root: Path, store: FolderStore) -> None:
    put(store, "a.md", b"one")
    (root / "a.md").chmod(0o600)
    put(store, "a.md", b"two")
    assert stat.S_IMODE((root / "a.md").stat().st_mode) == 0o600


def test_files_and_new_folders_are_made_to_stay(
    root: Path, store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        same = os.fstat(descriptor)
        place = next(p for p in (root, *root.rglob("*")) if os.path.samestat(p.stat(), same))
        synced.append(str(place.relative_to(root)))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    batch = [Change("new/day/a.md", b"x"), Change("new/day/b.md", b"x")]
    store.write(batch, message="")
    file = f"new/day/{LEFTOVER}"
    assert synced == [".", "new", file, file, "new/day"]
    synced.clear()
    store.write([Change("new/day/a.md", None, anyway=True)], message="")
    assert synced == ["new/day"]


def test_a_disk_that_cannot_sync_folders_is_good_enough(
    root: Path, store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(os, "fsync", fsync)
    put(store, "memory/a.md", b"x")
    assert (root / "memory" / "a.md").read_bytes() == b"x"


def test_a_folder_that_cannot_be_made_to_stay_is_refused(
    store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(WriteRefused, match="the disk reports an error"):
        put(store, "a.md", b"x")


def test_no_descriptor_stays_open(root: Path, store: FolderStore) -> None:
    before = os.dup(0)
    os.close(before)
    put(store, "memory/a.md", b"x")
    store.read("memory/a.md")
    store.children("memory")
    with pytest.raises(NotAFile):
        put(store, "memory", b"x")
    after = os.dup(0)
    os.close(after)
    assert after == before


def test_adding_a_turn_looks_at_no_other_file(
    root: Path, store: FolderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, "memory/day/a.md", b"x")
    for n in range(50):
        (root / "memory" / "day" / f"other-{n}.md").write_bytes(b"x")

    def refuse(*_: object) -> None:
        raise AssertionError("a write listed a folder")

    for listing in ("scandir", "listdir", "walk"):
        monkeypatch.setattr(os, listing, refuse)
    put(store, "memory/day/a.md", b"y")


WRITE_FOR_EVER = """
import itertools, sys
from pathlib import Path
from memory.store import Change
from memory.stores.folder import FolderStore
store = FolderStore(Path(sys.argv[1]), writer="the one to be killed")
for n in itertools.count():
    print(n, flush=True)
    content = bytes([n % 256]) * 2_000_000
    store.write([Change("memory/a.md", content, anyway=True)], message="")
"""


def test_kill_9_in_the_middle_of_a_write_leaves_a_whole_file(root: Path) -> None:
    for lines in range(2, 10):
        command = [sys.executable, "-c", WRITE_FOR_EVER, str(root)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _ in range(lines):
                assert process.stdout.readline()
            process.send_signal(signal.SIGKILL)
        content = (root / "memory" / "a.md").read_bytes()
        assert content == content[:1] * 2_000_000
        store = FolderStore(root, writer="the one after")
        assert list(store.children("memory")) == [Child("a.md", is_folder=False)]
        put(store, "memory/b.md", b"x")
        assert files_in(root) == {"memory", "memory/a.md", "memory/b.md"}
        store.write([Change("memory/b.md", None, anyway=True)], message="")
        store.close()
