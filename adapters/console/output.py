"""Writing to a stream whatever its encoding, and leaving nothing in its buffer."""

import io
import os
import select
from typing import BinaryIO, TextIO


def descriptor_of(stream: TextIO | BinaryIO) -> int | None:
    """The stream's file descriptor; None for one in memory. ValueError if it is closed."""
    try:
        return stream.fileno()
    except io.UnsupportedOperation:
        return None


def write_all(stream: TextIO, text: str) -> None:
    """Write and flush; what the encoding lacks becomes "?". Raises OSError or ValueError.

    The text goes to the descriptor itself: after a broken pipe no half of it stays in Python's
    buffer to fail once more, with a traceback, when the interpreter closes its streams.
    """
    encoding = stream.encoding or "utf-8"
    left = memoryview(text.encode(encoding, "replace"))
    stream.flush()
    descriptor = descriptor_of(stream)
    if descriptor is None:
        stream.write(str(left, encoding))
        stream.flush()
        return
    while left:
        try:
            left = left[os.write(descriptor, left) :]
        except BlockingIOError:
            select.select([], [descriptor], [])
