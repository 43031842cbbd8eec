"""Whatever is given as a path: it is refused, or what is written lies where it may."""

import tempfile
import unicodedata
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from memory.errors import StoreError
from memory.store import Change
from memory.stores.folder import FolderStore
from previously_bot.errors import PathRefused
from previously_bot.tools.whitelist import SUFFIXES, WRITABLE, readable, writable

PARTS = (
    *(
        "memory",
        "Memory",
        "tasks",
        "sessions",
        "episodic",
        "EPISODIC",
        "epiſodic",
        "notes",
        ".git",
    ),
    *(
        "link",
        "out",
        "..",
        ".",
        "",
        " ",
        "~",
        "a.md",
        "b.txt",
        "c.py",
        "CON",
        "é",
        "e\u0301",
        "😀",
    ),
)
SEPARATORS = ("/", "/", "/", "//", "\\", "／", "∕", "%2f", "\0", "\u200b", "．", "․")
paths = st.one_of(
    st.lists(st.one_of(st.sampled_from(PARTS), st.sampled_from(SEPARATORS))).map("".join),
    st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=4)), max_size=5).map("/".join),
    st.tuples(st.sampled_from(WRITABLE), st.text(max_size=6), st.sampled_from(SUFFIXES)).map(
        lambda parts: f"{parts[0]}/{parts[1]}{parts[2]}"
    ),
    st.text(),
)


@given(paths)
@example("memory/link/strands.json")
@example("memory/out/a.md")
@example("memory/notes/a.md")
def test_what_is_written_lies_where_it_may(path: str) -> None:
    try:
        plain = writable(path)
    except PathRefused:
        return
    assert unicodedata.is_normalized("NFC", plain)
    assert readable(path) == plain
    with tempfile.TemporaryDirectory() as home:
        root = Path(home) / "timeline"
        (root / "memory" / "episodic").mkdir(parents=True)
        (Path(home) / "elsewhere").mkdir()
        (root / "memory" / "link").symlink_to("episodic")
        (root / "memory" / "out").symlink_to(Path(home) / "elsewhere")
        store = FolderStore(root, writer="the tests")
        try:
            store.write([Change(plain, b"x", straight=True)], message="")
        except StoreError:
            written = []
        else:
            written = [plain]
        finally:
            store.close()
        files = [file for file in Path(home).rglob("*") if file.is_file()]
        found = [file.relative_to(root).as_posix() for file in files if root in file.parents]
        assert len(files) == len(found)
        ours = [name for name in found if not name.startswith(".previously/")]
        assert ours == written
        assert all(name.split("/")[0] in WRITABLE for name in ours)
        assert not any(name.casefold().startswith("memory/episodic/") for name in ours)
