"""Files of messages fetched from their platforms, in bounded size and time."""

import logging
from collections.abc import Mapping

from adapters.base import Attached, FileSource, NoSuchFile, NotFetched
from memory.attached import Lost
from previously_bot.clock import Pause, within

log = logging.getLogger(__name__)

SECONDS = 60.0
"""A file that has not come by then, all tries together, is not waited for."""

_WAITS = (1.0, 3.0)
"""Before it is asked for again, in seconds."""


class Fetching:
    """`sources` by their platforms; of a file at most `most` bytes are taken."""

    def __init__(self, sources: Mapping[str, FileSource], most: int, pause: Pause) -> None:
        self._sources = sources
        self._most = most
        self._pause = pause

    async def fetch(self, platform: str, file: Attached) -> bytes | Lost:
        """The file, or why it is not to be had."""
        source = self._sources.get(platform)
        if file.size is not None and file.size > self._most:
            return Lost.TOO_LARGE
        if source is None:
            return Lost.NOT_FETCHED
        try:
            content = await within(SECONDS, self._tried(source, file), self._pause)
        except TimeoutError:
            log.warning("%s does not hand out a file in time", platform)
            return Lost.NOT_FETCHED
        except NotFetched as error:
            log.warning("%s", error)
            return Lost.NOT_FETCHED
        except NoSuchFile as error:
            log.warning("%s", error)
            # A platform that did not say the size may have found it too large just now.
            return Lost.GONE if file.size is not None else Lost.GONE_OR_LARGE
        return content if len(content) <= self._most else Lost.TOO_LARGE

    async def _tried(self, source: FileSource, file: Attached) -> bytes:
        for wait in _WAITS:
            try:
                return await source.fetch(file.reference, self._most)
            except NotFetched as error:
                log.info("%s", error)
                await self._pause(wait)
        return await source.fetch(file.reference, self._most)
