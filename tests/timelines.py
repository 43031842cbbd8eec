"""A timeline on a store in memory, and what tests ask of both."""

from collections.abc import Iterable

from memory import markdown, paths
from memory.slices import Mark, Slice, Turn
from memory.store import Change, Store
from memory.stores.in_memory import InMemoryStore
from memory.timeline import Timeline

FIRST = "memory/episodic/slices/2026/07/07/1558.md"


def mark_of(slice_: Slice) -> Mark:
    """A mark that depends on nothing but what was said."""
    texts = [turn.text for turn in slice_.turns]
    return Mark(
        focus=f"about {texts[0]}" if texts else "",
        summary=" / ".join(texts),
        tags=tuple(sorted({word for text in texts for word in text.split()[:1]})),
    )


def opened(store: Store) -> Timeline:
    """As a process finds it that has just been started."""
    return Timeline(store, zone="Europe/Berlin", mark=mark_of)


def with_turns(store: Store, *turns: Turn) -> Timeline:
    timeline = opened(store)
    for turn in turns:
        timeline.add(turn)
    return timeline


def files(store: Store, folder: str = "") -> dict[str, bytes]:
    """Everything in a store, by path."""
    found: dict[str, bytes] = {}
    for child in store.children(folder):
        path = f"{folder}/{child.name}" if folder else child.name
        if child.is_folder:
            found |= files(store, path)
        else:
            stored = store.read(path)
            assert stored is not None
            found[path] = stored.content
    return found


def derived(store: Store) -> dict[str, bytes]:
    """Indexes and strands: what `rebuild` makes."""
    return {path: text for path, text in files(store).items() if path.endswith(".json")}


def rebuilt(store: Store) -> dict[str, bytes]:
    """What the derived files ought to be by the slices alone; made in a copy."""
    copy = InMemoryStore(files(store))
    opened(copy).rebuild()
    return derived(copy)


def slices(store: Store) -> dict[str, Slice]:
    """Every slice as its file has it, by id."""
    found = {}
    for path, content in files(store).items():
        slice_id = paths.slice_id_of(path)
        if slice_id:
            found[slice_id] = markdown.decode(content, slice_id).slice
    return found


def said(store: Store) -> dict[str, list[str]]:
    """What was said in each slice, as the files have it."""
    return {
        slice_id: [turn.text for turn in slice_.turns]
        for slice_id, slice_ in sorted(slices(store).items())
    }


def read_all(timeline: Timeline) -> list[str]:
    """What was said, as a timeline reads it."""
    return [
        turn.text
        for entry in timeline.entries()
        for turn in timeline.read(entry.slice_id).turns
    ]


def put(store: Store, path: str, content: bytes | str | None) -> None:
    """What the person does to a file, on github.com say."""
    if isinstance(content, str):
        content = content.encode()
    store.write([Change(path, content, anyway=True)], message="by hand")


def edit(store: Store, path: str, old: str, new: str) -> None:
    """Replace words in a file, which must be there."""
    stored = store.read(path)
    assert stored is not None
    assert old in stored.content.decode()
    put(store, path, stored.content.decode().replace(old, new))


def holding(contents: Iterable[tuple[str, str]]) -> InMemoryStore:
    return InMemoryStore({path: content.encode() for path, content in contents})
