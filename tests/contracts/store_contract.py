"""What every store promises; a backend says how it is opened, filled up and taken down."""

import itertools
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.errors import (
    BadPath,
    Conflict,
    NotAFile,
    NotReadable,
    StoreUnreachable,
    WriteRefused,
)
from memory.store import Change, Child, Store, version_of

BYTES = [
    b"",
    b"plain\n",
    b"\r\n\x00\xff\xfe",
    "Grüße, 你好 😀".encode(),
    bytes(range(256)) * 400,
]
TRICKS = [
    "..",
    "../outside.md",
    "memory/../../outside.md",
    "memory/./a.md",
    ".",
    "/etc/passwd",
    "/",
    "memory//a.md",
    "memory/a.md/",
    "memory/a\0.md",
    "memory\\a.md",
    "..\\outside.md",
    "half-a-\ud83d-pair.md",
]


def put(store: Store, path: str, content: bytes, expected: str | None = None) -> str:
    change = Change(path, content, expected=expected)
    return store.write([change], message=f"put {path}")[path]


def tree(store: Store, folder: str = "") -> dict[str, bytes]:
    """Every file that can be found by walking."""
    found: dict[str, bytes] = {}
    for child in store.children(folder):
        path = f"{folder}/{child.name}" if folder else child.name
        if child.is_folder:
            found |= tree(store, path)
        else:
            stored = store.read(path)
            assert stored is not None, f"{path} is listed and cannot be read"
            found[path] = stored.content
    return found


class StoreContract(ABC):
    @abstractmethod
    def open(self, folder: Path) -> Store:
        """An empty store to write to."""

    @abstractmethod
    def fill_up(self, store: Store, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make the place full once so many more files have been written."""

    @abstractmethod
    def take_down(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make the place impossible to ask."""

    @abstractmethod
    def forbid(self, store: Store, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make one file or folder impossible to read, while the place itself can be asked."""

    def allow(self, store: Store) -> None:
        """Undo `forbid`, where taking back the patch does not."""
        return

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        store = self.open(tmp_path)
        yield store
        store.close()

    @pytest.mark.parametrize("content", BYTES, ids=["empty", "text", "odd", "utf-8", "long"])
    def test_bytes_come_back_as_they_went(self, store: Store, content: bytes) -> None:
        version = put(store, "memory/notes/a.md", content)
        stored = store.read("memory/notes/a.md")
        assert stored is not None
        assert (stored.content, stored.version) == (content, version)

    def test_the_version_is_the_name_git_gives_to_the_bytes(self, store: Store) -> None:
        for n, content in enumerate(BYTES):
            git = subprocess.run(
                ["git", "hash-object", "--stdin", "--no-filters"],
                input=content,
                stdout=subprocess.PIPE,
                check=True,
            )
            assert put(store, f"{n}.md", content) == git.stdout.decode().strip()

    def test_names_in_any_script_are_kept(self, store: Store) -> None:
        path = "memory/日记/Ärger mit 'Leer zeichen' & 😀.md"
        put(store, path, b"x")
        assert tree(store) == {path: b"x"}

    def test_nothing_is_there_before_the_first_write(self, store: Store) -> None:
        assert store.read("memory/a.md") is None
        assert store.children("memory") == ()
        assert store.children("") == ()

    def test_below_a_file_there_is_nothing(self, store: Store) -> None:
        put(store, "a.md", b"x")
        assert store.read("a.md/b.md") is None
        assert store.children("a.md") == ()
        assert store.children("a.md/b") == ()

    def test_a_name_too_long_for_any_place_is_nothing_there(self, store: Store) -> None:
        assert store.read("a" * 5000) is None

    def test_children_are_direct_typed_and_in_order_of_name(self, store: Store) -> None:
        names = ["b.md", "B.md", "10", "9.md", "a-b", "a/deep/er.md", "ä.md", "a b.md"]
        for name in names:
            put(store, f"memory/{name}", b"x")
        put(store, "elsewhere.md", b"x")
        put(store, "memory2/not-in-it.md", b"x")
        assert list(store.children("memory")) == [
            Child("10", is_folder=False),
            Child("9.md", is_folder=False),
            Child("B.md", is_folder=False),
            Child("a", is_folder=True),
            Child("a b.md", is_folder=False),
            Child("a-b", is_folder=False),
            Child("b.md", is_folder=False),
            Child("ä.md", is_folder=False),
        ]
        assert [c.name for c in store.children("")] == ["elsewhere.md", "memory", "memory2"]

    def test_hidden_names_are_no_children(self, store: Store) -> None:
        put(store, "memory/.obsidian/workspace.json", b"x")
        put(store, "memory/.hidden.md", b"x")
        put(store, "memory/shown.md", b"x")
        assert list(store.children("memory")) == [Child("shown.md", is_folder=False)]

    def test_a_known_version_is_replaced(self, store: Store) -> None:
        first = put(store, "a.md", b"one")
        second = put(store, "a.md", b"two", expected=first)
        assert first != second
        assert tree(store) == {"a.md": b"two"}

    @pytest.mark.parametrize("content", [b"mine", None], ids=["write", "remove"])
    def test_another_version_is_a_conflict_that_names_it(
        self, store: Store, content: bytes | None
    ) -> None:
        old = put(store, "a.md", b"old")
        put(store, "a.md", b"theirs", expected=old)
        for expected in (old, None):
            with pytest.raises(Conflict) as caught:
                store.write([Change("a.md", content, expected=expected)], message="")
            assert (caught.value.path, caught.value.found) == ("a.md", version_of(b"theirs"))
        assert tree(store) == {"a.md": b"theirs"}

    @pytest.mark.parametrize("content", [b"mine", None], ids=["write", "remove"])
    def test_a_file_gone_meanwhile_is_a_conflict(
        self, store: Store, content: bytes | None
    ) -> None:
        with pytest.raises(Conflict) as caught:
            store.write([Change("a.md", content, expected=version_of(b"old"))], message="")
        assert caught.value.found is None
        assert tree(store) == {}

    def test_a_conflict_anywhere_leaves_the_whole_batch_undone(self, store: Store) -> None:
        kept = put(store, "kept.md", b"kept")
        gone = put(store, "gone.md", b"here")
        good = [
            Change("new/one.md", b"x"),
            Change("gone.md", None, expected=gone),
            Change("derived.json", b"x", anyway=True),
            Change("kept.md", b"changed", expected=kept),
        ]
        bad = Change("kept.md", b"changed", expected=version_of(b"another"))
        for place in range(4):
            with pytest.raises(Conflict):
                store.write([*good[:place], bad, *good[place:-1]], message="")
            assert tree(store) == {"kept.md": b"kept", "gone.md": b"here"}
        assert [c.name for c in store.children("")] == ["gone.md", "kept.md"]

    def test_derived_files_are_written_whatever_is_there(self, store: Store) -> None:
        for content in (b"one", b"two", None, None, b"three"):
            store.write([Change("i.json", content, anyway=True)], message="")
        assert tree(store) == {"i.json": b"three"}

    def test_a_batch_tells_the_version_of_what_it_wrote(self, store: Store) -> None:
        old = put(store, "old.md", b"old")
        batch = [
            Change("a.md", b"a"),
            Change("old.md", None, expected=old),
            Change("b/c.md", b"c", anyway=True),
        ]
        written = store.write(batch, message="three")
        assert written == {"a.md": version_of(b"a"), "b/c.md": version_of(b"c")}
        assert tree(store) == {"a.md": b"a", "b/c.md": b"c"}
        assert store.write([], message="nothing") == {}

    def test_a_path_twice_in_a_batch_ends_as_the_last_one_says(self, store: Store) -> None:
        once = Change("a.md", b"one")
        again = Change("a.md", b"two", expected=version_of(b"one"))
        removed = Change("a.md", None, expected=version_of(b"two"))
        assert store.write([once, again], message="") == {"a.md": version_of(b"two")}
        assert store.write([removed, once], message="") == {"a.md": version_of(b"one")}
        assert store.write([again, removed], message="") == {}
        assert tree(store) == {}

    def test_changes_are_made_in_their_order(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        paths = ["m.md", "z/1.md", "a/2.md", "k.md"]
        for full_after in range(4):
            self.fill_up(store, full_after, monkeypatch)
            batch = [Change(path, b"x", anyway=True) for path in paths]
            with pytest.raises(WriteRefused) as caught:
                store.write(batch, message="")
            assert caught.value.path == paths[full_after]
            assert set(tree(store)) == set(paths[:full_after])

    def test_a_full_place_keeps_the_old_file_whole_and_says_why(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = put(store, "a.md", b"old")
        self.fill_up(store, 0, monkeypatch)
        with pytest.raises(WriteRefused, match="full"):
            put(store, "a.md", b"new and longer", expected=old)
        with pytest.raises(WriteRefused, match="full"):
            put(store, "new/folder/b.md", b"new")
        assert tree(store) == {"a.md": b"old"}
        assert [c.name for c in store.children("")] == ["a.md"]

    def test_a_removed_file_is_gone_with_the_folders_it_leaves_empty(
        self, store: Store
    ) -> None:
        version = put(store, "a/b/c/d.md", b"x")
        put(store, "a/other.md", b"x")
        store.write([Change("a/b/c/d.md", None, expected=version)], message="")
        assert store.read("a/b/c/d.md") is None
        assert list(store.children("a")) == [Child("other.md", is_folder=False)]
        put(store, "a/b", b"now a file")
        assert set(tree(store)) == {"a/b", "a/other.md"}

    @pytest.mark.parametrize("path", ["a.md", "no/such/folder/a.md", "file/below.md"])
    def test_removing_what_is_not_there_is_fine(self, store: Store, path: str) -> None:
        put(store, "file", b"x")
        assert store.write([Change(path, None)], message="") == {}
        assert tree(store) == {"file": b"x"}

    @pytest.mark.parametrize("path", TRICKS)
    def test_a_path_that_is_no_place_in_the_tree_is_refused(
        self, store: Store, path: str
    ) -> None:
        put(store, "memory/a.md", b"x")
        batch = [Change("fine.md", b"x"), Change(path, b"x", anyway=True)]
        with pytest.raises(BadPath):
            store.read(path)
        with pytest.raises(BadPath):
            store.children(path)
        with pytest.raises(BadPath):
            store.write(batch, message="")
        assert tree(store) == {"memory/a.md": b"x"}

    def test_a_bad_path_is_refused_before_anything_is_compared(self, store: Store) -> None:
        conflict = Change("a.md", b"x", expected=version_of(b"never written"))
        with pytest.raises(BadPath):
            store.write([conflict, Change("../outside.md", b"x")], message="")

    def test_no_file_has_an_empty_path(self, store: Store) -> None:
        with pytest.raises(BadPath):
            store.read("")
        with pytest.raises(BadPath):
            store.write([Change("", b"x")], message="")

    def test_a_folder_is_not_a_file(self, store: Store) -> None:
        put(store, "memory/a.md", b"x")
        with pytest.raises(NotAFile):
            store.read("memory")
        for content, anyway in itertools.product((b"x", None), (True, False)):
            batch = [
                Change("first.md", b"x"),
                Change("memory", content, anyway=anyway),
            ]
            with pytest.raises(NotAFile):
                store.write(batch, message="")
        assert tree(store) == {"memory/a.md": b"x"}

    def test_a_folder_made_by_the_same_batch_is_not_a_file(self, store: Store) -> None:
        batch = [Change("new/a.md", b"x"), Change("new", b"x"), Change("b.md", b"x")]
        with pytest.raises(NotAFile):
            store.write(batch, message="")
        assert tree(store) in ({}, {"new/a.md": b"x"})

    def test_a_file_is_not_a_folder(self, store: Store) -> None:
        put(store, "a.md", b"x")
        with pytest.raises(WriteRefused, match="folder"):
            put(store, "a.md/b/c.md", b"x")
        assert tree(store) == {"a.md": b"x"}

    def test_a_place_that_is_down_is_not_an_empty_place(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(store, "a.md", b"x")
        self.take_down(store, monkeypatch)
        with pytest.raises(StoreUnreachable):
            store.read("a.md")
        with pytest.raises(StoreUnreachable):
            store.read("never/there.md")
        with pytest.raises(StoreUnreachable):
            store.children("")
        with pytest.raises(StoreUnreachable):
            store.write([Change("b.md", b"x", anyway=True)], message="")

    def test_one_file_that_cannot_be_read_is_told_apart_from_a_place_that_is_down(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(store, "memory/a.md", b"x")
        put(store, "memory/b.md", b"y")
        self.forbid(store, "memory/a.md", monkeypatch)
        with pytest.raises(NotReadable, match="permission") as caught:
            store.read("memory/a.md")
        assert (caught.value.path, caught.value.why) == ("memory/a.md", "permission is missing")
        assert [child.name for child in store.children("memory")] == ["a.md", "b.md"]
        stored = store.read("memory/b.md")
        assert stored is not None
        assert stored.content == b"y"

    def test_a_folder_that_cannot_be_read_is_not_an_empty_folder(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(store, "memory/day/a.md", b"x")
        put(store, "memory/b.md", b"y")
        self.forbid(store, "memory/day", monkeypatch)
        with pytest.raises(NotReadable) as caught:
            store.children("memory/day")
        assert caught.value.path == "memory/day"
        with pytest.raises(NotReadable):
            store.read("memory/day/a.md")
        assert list(store.children("memory")) == [Child("b.md", False), Child("day", True)]

    def test_what_cannot_be_read_is_never_written_over(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(store, "a.md", b"x")
        with monkeypatch.context() as patch:
            self.forbid(store, "a.md", patch)
            for anyway in (True, False):
                batch = [Change("b.md", b"y"), Change("a.md", b"y", anyway=anyway)]
                with pytest.raises(NotReadable) as caught:
                    store.write(batch, message="")
                assert caught.value.path == "a.md"
            assert store.read("b.md") is None
            self.allow(store)
        assert tree(store) == {"a.md": b"x"}

    def test_closing_twice_is_fine(self, store: Store) -> None:
        store.close()
        store.close()
