"""Tools for files: read what is not hidden, list, write beside the timeline."""

from memory.errors import Conflict
from memory.store import Change, Store
from memory.words import one_line
from previously_bot.account import Used
from previously_bot.errors import BadCall
from previously_bot.masking import masked, secrets
from previously_bot.own_writes import OwnWrites
from previously_bot.prompt.fences import fenced
from previously_bot.prompt.tokens import count, cut
from previously_bot.tools import whitelist
from previously_bot.tools.arguments import Arguments
from previously_bot.tools.used import (
    Asking,
    Instrument,
    instrument,
    listed,
    number,
    room,
    words,
)

LONGEST = 200_000
"""Code points that a file may be given."""

_LARGEST = 2_000_000  # bytes
_MOST_LINES = 1_000_000
_HIDDEN = "\n(Secrets in this file are masked, so it cannot be written over.)"
_MASKED = " Secrets in it were masked; no file of the person may hold any."
_NOTE = "\n({} lines of {:,} are shown; read on with from_line {})"


class Files:
    """What was not read here to its end is not written over, nor what was changed since.

    Not for several threads at once.
    """

    def __init__(self, store: Store, own: OwnWrites) -> None:
        self._store, self._own = store, own
        self._versions: dict[str, str] = {}

    def instruments(self) -> tuple[Instrument, ...]:
        where = "Its path, such as memory/user/profile.md."
        return (
            instrument(
                self.read_file,
                "Read a text file of the person's repository.",
                {
                    "path": words(where),
                    "from_line": number(
                        "The first line to show; 1 if left out.", 1, _MOST_LINES
                    ),
                },
                ["path"],
            ),
            instrument(
                self.list_files,
                "What lies in a folder of the person's repository; folders end in a slash.",
                {
                    "folder": words(
                        "Its path, such as memory/notes; left out: the whole repository."
                    ),
                },
            ),
            instrument(
                self.write_file,
                "Write a whole text file below memory/, tasks/ or sessions/; memory/episodic/ "
                "and the years in sessions/ write themselves. Read a file that exists before "
                "you replace it.",
                {
                    "path": words("Its path, such as memory/notes/garden.md."),
                    "content": words("All that the file is to hold."),
                },
                ["path", "content"],
            ),
        )

    def read_file(self, given: Arguments, asking: Asking) -> Used:
        path = whitelist.readable(given.text("path"))
        first = given.number("from_line", 1, _MOST_LINES)
        stored = self._store.read(path)
        if stored is None:
            raise BadCall(f"There is no file {path}; list_files shows what there is.")
        if b"\0" in stored.content or len(stored.content) > _LARGEST:
            raise BadCall(f"{path} is no text, or is too large to be read here.")
        seen = masked(stored.content.decode("utf-8", "replace"))
        lines = seen.text.split("\n")
        if first > len(lines):
            raise BadCall(f"{path} has only {len(lines):,} lines.")
        hidden = _HIDDEN if seen.kinds else ""
        text, is_end = _shown(lines, first, room("file", path) - count(hidden))
        if seen.kinds:
            # Whoever writes it anew would write the labels over the person's own words.
            self._versions.pop(path, None)
        elif is_end:
            self._versions[path] = stored.version
        return Used(fenced("file", text + hidden, path), read=(path,))

    def list_files(self, given: Arguments, asking: Asking) -> Used:
        folder = whitelist.readable_folder(given.text("folder", ""))
        children = self._store.children(folder)
        names = [one_line(child.name) + "/" * child.is_folder for child in children]
        title = f"{folder or 'The repository'}: {len(names):,} files and folders"
        if not names:
            title = f"There is nothing in {folder or 'the repository'}."
        return Used(listed(title, names, "list a folder in it", folder), read=(folder or "/",))

    def write_file(self, given: Arguments, asking: Asking) -> Used:
        path = whitelist.writable(given.text("path"))
        if secrets(path):
            raise BadCall("A path must hold no secret; choose another.")
        told = masked(given.text("content"))
        content = told.text
        if len(content) > LONGEST:
            raise BadCall(f"`content` may have {LONGEST:,} characters; make it shorter.")
        expected = self._versions.get(path)
        change = Change(path, content.encode(), expected, straight=True)
        try:
            self._versions[path] = self._own.write(change, asking.seen.now)
        except Conflict as conflict:
            was = "was changed meanwhile" if expected else "exists already"
            if conflict.found is None:
                self._versions.pop(path, None)
                was = "was removed meanwhile"
            raise BadCall(
                f"{path} {was}, and nothing was written; read it to its end, then write all "
                "that it is to hold, with what others wrote."
            ) from conflict
        note = _MASKED if told.kinds else ""
        return Used(f"Written: {path} ({len(content):,} characters).{note}", written=(path,))


def _shown(lines: list[str], first: int, budget: int) -> tuple[str, bool]:
    """As much as there is room for, and whether that is to the end."""
    rest = "\n".join(lines[first - 1 :])
    if count(rest) <= budget:
        return rest, True
    longest = _NOTE.format(f"{first}–{len(lines)}", len(lines), len(lines))
    head = cut(rest, budget - count(longest))
    last = first + head.count("\n")
    # A line that was begun is begun again, unless it is longer than there is room for.
    onward = last if last > first else first + 1
    return head + _NOTE.format(f"{first}–{last}", len(lines), onward), False
