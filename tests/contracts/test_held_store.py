"""What a repository held at some time reads like any other store, and takes nothing."""

import pytest

from memory.errors import PastIsFixed, StoreError
from memory.store import Change, Store
from memory.stores.held import HeldStore
from memory.stores.in_memory import InMemoryStore
from tests.contracts.store_contract import BYTES, TRICKS, tree

FILES = {
    **{f"memory/{n}.md": content for n, content in enumerate(BYTES)},
    "memory/Grüße 你好/a.md": b"x",
    "memory/.hidden": b"x",
    "a.md": b"y",
}
PATHS = [*FILES, *TRICKS, "", "memory", "memory/Grüße 你好", "a.md/b", "nowhere", "x" * 5000]


def outcome(ask: object, path: str) -> object:
    assert callable(ask)
    try:
        return ask(path)
    except StoreError as error:
        return type(error), str(error)


@pytest.mark.parametrize("path", PATHS)
def test_whatever_is_asked_for_the_answer_is_that_of_a_store_of_now(path: str) -> None:
    held: Store = HeldStore("mara/timeline", FILES)
    other = InMemoryStore(FILES)
    assert outcome(held.read, path) == outcome(other.read, path)
    assert outcome(held.children, path) == outcome(other.children, path)


@pytest.mark.parametrize(
    "batch",
    [
        [Change("new.md", b"new")],
        [Change("a.md", b"over", anyway=True)],
        [Change("a.md", None, anyway=True)],
        [Change("../a.md", b"x")],
        [],
    ],
)
def test_nothing_is_ever_written(batch: list[Change]) -> None:
    held: Store = HeldStore("mara/timeline", FILES)
    before = tree(held)
    with pytest.raises(PastIsFixed, match="mara/timeline"):
        held.write(batch, message="m")
    assert tree(held) == before
    held.close()
    held.close()
