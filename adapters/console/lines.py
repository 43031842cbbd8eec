"""Messages from a pipe or a file: a line each."""

import array
import asyncio
import os
import re
import select
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from queue import SimpleQueue
from typing import Any, BinaryIO, TextIO

from adapters.console.output import descriptor_of

_A_MOMENT = 1.0  # seconds; only a byte stolen by another reader could take them all
_BOM = b"\xef\xbb\xbf"
_NEVER_UTF8 = re.compile("[\ud800-\udc7f\udd00-\udfff]")

_Request = tuple[asyncio.AbstractEventLoop, asyncio.Future[bytes | None]]


def mended(text: str) -> str:
    """The text without lone surrogates (a terminal's undecodable bytes): files refuse them."""
    whole = _NEVER_UTF8.sub("\ufffd", text)
    return whole.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class LineReader:
    """Reads lines in a thread of its own, one for each `read` and never ahead of it.

    A descriptor is read byte by byte, so the process has never taken more out of a pipe than
    the line it hands on: what follows is still there for the next reader of the same pipe, even
    after a kill -9. Only a line whose end had not come yet is lost with the process, or by
    `close`. Streams without a descriptor (and all of them on Windows) are read by `readline`.
    """

    def __init__(
        self, stream: TextIO | BinaryIO | None, complain: Callable[[str], None]
    ) -> None:
        self._complain = complain
        self._complained = False
        self._first = True
        self._requests: SimpleQueue[_Request | None] = SimpleQueue()
        self._answer: asyncio.Future[bytes | None] | None = None
        self._stream: Any = getattr(stream, "buffer", stream)
        self._closed = stream is None or stream.closed
        self._descriptor: int | None = None
        self._wake: tuple[int, int] | None = None
        if stream is not None and not stream.closed and os.name == "posix":
            self._descriptor = descriptor_of(stream)
        if self._descriptor is not None:
            self._wake = os.pipe()
        self._thread: threading.Thread | None = None

    async def read(self) -> str | None:
        """The next line without its end; None at the end of input. Bad bytes become U+FFFD."""
        if self._closed:
            return None
        loop = asyncio.get_running_loop()
        self._answer = loop.create_future()
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="console", daemon=True)
            self._thread.start()
        self._requests.put((loop, self._answer))
        try:
            line = await self._answer
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", error)
            self._complain(f"The input cannot be read any further ({why}).")
            return None
        return None if line is None else self._decoded(line)

    def waiting(self) -> AbstractContextManager[None]:
        return nullcontext()

    def aside(self) -> AbstractContextManager[None]:
        return nullcontext()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._requests.put(None)
        if self._wake is not None:
            os.close(self._wake[1])
            if self._thread is None:
                os.close(self._wake[0])
            else:  # it has been woken; afterwards the descriptor is its owner's to close
                self._thread.join(_A_MOMENT)
        elif self._answer is not None:
            _settle(self._answer, None)

    def _decoded(self, line: bytes) -> str:
        if self._first:
            line = line.removeprefix(_BOM)
        self._first = False
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        try:
            return line.decode()
        except UnicodeDecodeError:
            if not self._complained:
                self._complain(
                    "The input is not all UTF-8; what could not be read became \ufffd."
                )
            self._complained = True
            return line.decode(errors="replace")

    def _serve(self) -> None:
        """The thread: a line for every request, until there is none or nobody to take it."""
        try:
            for loop, answer in iter(self._requests.get, None):
                try:
                    line = self._by_line() if self._descriptor is None else self._by_byte()
                except (OSError, ValueError) as error:
                    loop.call_soon_threadsafe(_settle, answer, error)
                else:
                    loop.call_soon_threadsafe(_settle, answer, line)
        except RuntimeError:
            return  # the loop is closed: nobody waits for a line any more
        finally:
            if self._wake is not None:
                os.close(self._wake[0])

    def _by_line(self) -> bytes | None:
        line: bytes | str = self._stream.readline()
        return (mended(line).encode() if isinstance(line, str) else line) or None

    def _by_byte(self) -> bytes | None:
        assert self._descriptor is not None
        assert self._wake is not None
        line = bytearray()
        while True:
            ready, _, _ = select.select([self._descriptor, self._wake[0]], [], [])
            if self._wake[0] in ready:
                return None
            for _ in range(_available(self._descriptor)):
                byte = os.read(self._descriptor, 1)
                line += byte
                if byte in (b"\n", b""):
                    return bytes(line) or None


def _available(descriptor: int) -> int:
    """How many bytes can be read without waiting; 1 (which may be the end) if nobody knows."""
    import fcntl
    import termios

    count = array.array("i", [0])
    try:
        fcntl.ioctl(descriptor, termios.FIONREAD, count)
    except OSError:
        return 1
    return max(1, count[0])


def _settle(answer: asyncio.Future[bytes | None], line: bytes | Exception | None) -> None:
    if answer.done():
        return
    if isinstance(line, Exception):
        answer.set_exception(line)
    else:
        answer.set_result(line)
