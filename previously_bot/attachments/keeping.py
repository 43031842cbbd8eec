"""Files in the person's repository, and beside each the text that was taken out of it."""

import logging

from memory.errors import BadPath, Conflict, NotAFile, NotReadable, WriteRefused
from memory.store import Change, Store
from previously_bot.attachments.names import shown
from previously_bot.lane import Lane

log = logging.getLogger(__name__)

TEXT = ".md"
"""Added to a file's path, it is the path of its text."""

_BEGINNINGS = {"document": "Text of", "recording": "What is said in"}

# What is wrong with one path, or with one file; the message goes on without it.
_NOT_THIS_ONE = (BadPath, Conflict, NotAFile, NotReadable, WriteRefused)


class Keeping:
    """The store is used through its lane. Every method raises StoreUnreachable where the place
    is down, and nothing else."""

    def __init__(self, store: Store, lane: Lane) -> None:
        self._store = store
        self._lane = lane

    async def found(self, path: str) -> bytes | None:
        """A file that is there already, from an earlier try."""
        try:
            stored = await self._lane.do(self._store.read, path)
        except _NOT_THIS_ONE as error:
            log.warning("an attachment is not read: %s", error)
            return None
        return stored.content if stored else None

    async def keep(self, path: str, content: bytes) -> bool:
        """Whether the file is in the repository now."""
        change = Change(path, content, straight=True)
        try:
            await self._lane.do(self._store.write, [change], message="Keep what was sent")
        except _NOT_THIS_ONE as error:
            log.warning("an attachment is not kept: %s", error)
            return False
        return True

    async def text_of(self, path: str) -> str | None:
        """The text that was taken out of the file at `path` before, as it stands there now."""
        content = await self.found(path + TEXT)
        if content is None:
            return None
        return content.decode("utf-8", "replace").partition("\n\n")[2].strip()

    async def keep_text(
        self, path: str, name: str, text: str, *, of: str, linked: bool = True
    ) -> None:
        """Beside the file at `path`, what it says: `of` a "document" or a "recording". It is
        not `linked` where it is not kept itself."""
        link = f"[{shown(name)}]({path.rpartition('/')[2]})" if linked else shown(name)
        page = f"# {_BEGINNINGS[of]} {link}\n\n{text}\n"
        await self.keep(path + TEXT, page.encode())
