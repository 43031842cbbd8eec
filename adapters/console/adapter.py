"""The Adapter for a person at the keyboard, or for a program at the other end of a pipe."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol, TextIO, TypeGuard

from adapters.base import Chat, Incoming, NotDelivered, Outgoing, Receive, Traits
from adapters.console.display import beside_text, visible
from adapters.console.lines import LineReader, mended
from adapters.console.output import descriptor_of, write_all

PLATFORM = "console"
CHAT = Chat(PLATFORM, "terminal")
ACCOUNT = "console"
QUIT = ("/quit", "/exit")

_GONE = frozenset({errno.EPIPE, errno.EIO, errno.EBADF, errno.ENXIO})
_WIDEST = 88  # columns; longer lines are hard to read


class Source(Protocol):
    """Where messages come from; `lines` and `terminal` each have one."""

    async def read(self) -> str | None:
        """The next message; None when there will be no more."""

    def waiting(self) -> AbstractContextManager[None]:
        """Around the time in which a message is dealt with and nothing is read."""

    def aside(self) -> AbstractContextManager[None]:
        """Around a write to the output."""

    def close(self) -> None:
        """End a `read`, now and from now on. May be called twice."""


def _to_stderr(sentence: str) -> None:
    if sys.stderr is not None:
        write_all(sys.stderr, f"{sentence}\n")


class ConsoleAdapter:
    """One chat at the terminal: a prompt when both ends are one, else a line a message.

    The streams are read and written by their descriptors where they have one, past Python's
    buffers; None stands for a stream the process was started without. `history` is the file of
    the prompt's earlier lines (None: not kept), `commands` are completed after a "/", and
    `complain` is told, in a sentence, what went wrong with the input (default: on stderr).

    A message's id is `<milliseconds of the adapter's start>-<n>`. `/quit` and `/exit` end
    `run`; every other line is a message. What is sent after `run` has ended is still written.
    """

    traits = Traits(PLATFORM)

    def __init__(
        self,
        now: Callable[[], datetime],
        stdin: TextIO | BinaryIO | None,
        stdout: TextIO | None,
        *,
        history: Path | None = None,
        commands: Sequence[str] = (),
        complain: Callable[[str], None] = _to_stderr,
    ) -> None:
        self._now = now
        self._stdin = stdin
        self._stdout = stdout
        self._history = history
        self._commands = commands
        self._complain = complain
        self._started = int(now().timestamp() * 1000)
        self._count = 0
        self._source: Source | None = None
        self._closed = False

    async def run(self, receive: Receive) -> None:
        """Bring each message to `receive`; the next one is read only after it has returned.

        Ends at the end of input, at `/quit`, at Ctrl-D or Ctrl-C on an empty prompt, at
        `close`, and when the output is gone. Ctrl-C while `receive` is at work is a SIGINT.
        """
        if self._closed:
            return
        self._source = source = self._open()
        try:
            while (text := await source.read()) is not None:
                if text.strip() in QUIT:
                    return
                if text.strip():
                    with source.waiting():
                        await receive(self._incoming(mended(text)))
        finally:
            self._source = None
            source.close()

    def parts(self, text: str) -> int:
        return 1

    async def notice(self, chat: Chat, message_id: str, *, waits: bool = False) -> None:
        """Whoever sits at a terminal sees that nothing is asked of them just now."""

    async def send(self, outgoing: Outgoing) -> str:
        """Write one answer and a blank line: Markdown on a terminal, the text itself elsewhere.

        There are no buttons here: what they say, for whoever wants to type it, comes below the
        text, a line for each row, and so does the place of a file, which stays where it is.
        Control characters of the text are shown, never obeyed. Raises NotDelivered when the
        output does not take it; when the output is gone altogether, `run` ends too.
        """
        if self._stdout is None:
            await self.close()
            raise NotDelivered(PLATFORM, "there is no output")
        try:
            with self._source.aside() if self._source else nullcontext():
                write_all(self._stdout, self._rendered(outgoing, self._stdout))
        except (OSError, ValueError) as error:
            if isinstance(error, ValueError) or error.errno in _GONE:
                await self.close()
            raise NotDelivered(PLATFORM, _why(error)) from error
        return ""

    async def close(self) -> None:
        """End `run`: at once when it waits for input, else when `receive` has returned."""
        self._closed = True
        if self._source is not None:
            self._source.close()

    def _open(self) -> Source:
        if _is_terminal(self._stdin) and _is_terminal(self._stdout):
            from adapters.console.terminal import TerminalPrompt, can_edit

            if can_edit():
                return TerminalPrompt(
                    self._stdin,
                    self._stdout,
                    history=self._history,
                    commands=(*self._commands, QUIT[0]),
                    complain=self._complain,
                )
        return LineReader(self._stdin, self._complain)

    def _incoming(self, text: str) -> Incoming:
        self._count += 1
        return Incoming(CHAT, f"{self._started}-{self._count}", ACCOUNT, self._now(), text)

    @staticmethod
    def _rendered(outgoing: Outgoing, stdout: TextIO) -> str:
        beside = visible(beside_text(outgoing))
        if not stdout.isatty():
            return "\n\n".join(filter(None, (visible(outgoing.text), beside))) + "\n\n"
        from adapters.console.markdown import as_aside, as_markdown

        descriptor = descriptor_of(stdout)
        columns = 80 if descriptor is None else os.get_terminal_size(descriptor).columns or 80
        width = min(columns, _WIDEST)
        parts = as_markdown(outgoing.text, width), as_aside(beside, width)
        return "\n\n".join(filter(None, parts)) + "\n\n"


def _is_terminal(stream: TextIO | BinaryIO | None) -> TypeGuard[TextIO]:
    return stream is not None and not stream.closed and stream.isatty()


def _why(error: OSError | ValueError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else "it is closed"
