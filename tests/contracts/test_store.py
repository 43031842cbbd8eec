"""The store contract, over every backend that needs no network."""

import errno
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.errors import StoreError
from memory.store import Change, Store, version_of
from memory.stores.folder import FolderStore
from memory.stores.github.mirror import Mirror, files_of
from memory.stores.in_memory import InMemoryStore
from tests.contracts.store_contract import StoreContract, tree


class TestInMemoryStore(StoreContract):
    def open(self, folder: Path) -> Store:
        return InMemoryStore()

    def fill_up(self, store: Store, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
        assert isinstance(store, InMemoryStore)
        store.fail_after(after)

    def take_down(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        assert isinstance(store, InMemoryStore)
        store.reachable = False

    def forbid(self, store: Store, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        assert isinstance(store, InMemoryStore)
        store.unreadable.add(path)

    def allow(self, store: Store) -> None:
        assert isinstance(store, InMemoryStore)
        store.unreadable.clear()

    def test_room_can_be_made_again(self) -> None:
        store = InMemoryStore({"a/b.md": b"x"})
        store.fail_after(0)
        store.fail_after(None)
        store.write([Change("c.md", b"y")], message="said")
        assert tree(store) == {"a/b.md": b"x", "c.md": b"y"}
        assert store.messages == ["said"]


class TestFolderStore(StoreContract):
    def open(self, folder: Path) -> Store:
        self.root = folder / "timeline"
        return FolderStore(self.root, writer="the contract")

    def fill_up(self, store: Store, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Like a disk with delayed allocation: the error comes when a file is made to stay."""
        left = after

        def fsync(descriptor: int) -> None:
            nonlocal left
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                left -= 1
                if left < 0:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", fsync)

    def take_down(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root.rename(self.root.with_name("unmounted"))

    def forbid(self, store: Store, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """As the system does to others than root, for whom permission bits mean nothing."""
        closed = str(self.root / path)

        def refusing(real: Callable[..., Any]) -> Callable[..., Any]:
            def call(place: object, *rest: Any, **named: Any) -> Any:
                place_text = os.fspath(place) if isinstance(place, str | Path) else ""
                if f"{place_text}/".startswith(f"{closed}/"):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
                return real(place, *rest, **named)

            return call

        for name in ("open", "scandir"):
            monkeypatch.setattr(os, name, refusing(getattr(os, name)))


class TestMirror(TestFolderStore):
    """Of a repository that it has not heard of yet."""

    def open(self, folder: Path) -> Store:
        self.root = files_of(folder / "mirror")
        return Mirror(folder / "mirror", writer="the contract")


_CHANGES = st.builds(
    lambda path, content, how: (path, content, how),
    st.sampled_from(["a", "a/b", "a/b/c", "d/e.md", "d/f.md", "g.md", "../x", "a//b"]),
    st.one_of(st.none(), st.binary(max_size=8)),
    st.sampled_from(["as seen", "as seen", "new", "anyway", "wrong"]),
)


def _change(store: Store, path: str, content: bytes | None, how: str) -> Change:
    expected = version_of(b"never written") if how == "wrong" else None
    if how == "as seen":
        try:
            stored = store.read(path)
        except StoreError:
            stored = None
        expected = stored.version if stored else None
    return Change(path, content, expected=expected, anyway=how == "anyway")


def _outcome(store: Store, batch: list[Change]) -> object:
    try:
        return store.write(batch, message="")
    except StoreError as error:
        return type(error), str(error)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(_CHANGES, max_size=4), max_size=8))
def test_whatever_is_written_both_stores_hold_the_same(
    batches: list[list[tuple[str, bytes | None, str]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        in_memory = InMemoryStore()
        on_disk = FolderStore(Path(folder), writer="the property")
        for wanted in batches:
            batch = [_change(in_memory, *one) for one in wanted]
            assert _outcome(on_disk, batch) == _outcome(in_memory, batch)
            assert tree(on_disk) == tree(in_memory)
            assert on_disk.children("") == in_memory.children("")
        on_disk.close()
