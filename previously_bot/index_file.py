"""The cache of recall as a file of the state folder: replaced whole, and free to be deleted."""

import contextlib
import logging
import os
import tempfile
from pathlib import Path

log = logging.getLogger(__name__)


class IndexFile:
    """Several processes may have the same file: the last to write wins, and none sees half."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> bytes | None:
        try:
            # Asked before opening: opening a pipe would wait for somebody to write into it.
            return self._path.read_bytes() if self._path.is_file() else None
        except OSError:
            return None

    def write(self, content: bytes) -> None:
        """What cannot be kept is made again at the next start: that is no error."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, temporary = tempfile.mkstemp(".tmp", self._path.name, self._path.parent)
        except OSError as error:
            log.info("the index of recall is not kept: %s", error)
            return
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
            os.replace(temporary, self._path)
        except OSError as error:
            log.info("the index of recall is not kept: %s", error)
            with contextlib.suppress(OSError):
                os.unlink(temporary)
