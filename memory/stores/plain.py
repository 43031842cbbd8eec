"""Opening a plain file and nothing else: no link is followed, no pipe is waited for."""

import errno
import os
import stat
from typing import IO

# Not every system has these; where they exist, nothing can slip in between look and open.
_CAREFUL = (
    getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)


def read_plain(place: str, most: int = -1) -> bytes | None:
    """The content, or so many bytes of it; None for what is no file: a folder, a pipe.

    Raises OSError, for a link (ELOOP) and where nothing is there, too.
    """
    file = open_plain(place, os.O_RDONLY)
    if file is None:
        return None
    with file:
        return file.read(most)


def open_plain(place: str, flags: int) -> IO[bytes] | None:
    """A file opened, and with O_CREAT made where there is none; else as `read_plain`."""
    try:
        mode = os.lstat(place).st_mode
    except FileNotFoundError:
        if not flags & os.O_CREAT:
            raise
    else:
        # Asked before opening as well: to open a tape, say, is to do something to it.
        if stat.S_ISLNK(mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), place)
        if not stat.S_ISREG(mode):
            return None
    descriptor = os.open(place, flags | _CAREFUL, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    return os.fdopen(descriptor, "rb" if flags == os.O_RDONLY else "r+b")
