"""The prompt: a line editor with history and completion (prompt_toolkit)."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import create_input
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import is_dumb_terminal

_STYLE = Style.from_dict(
    {
        "prompt": "bold ansicyan",
        "completion-menu": "bg:default",
        "completion-menu.completion": "bg:default fg:default",
        "completion-menu.completion.current": "noreverse bold bg:default fg:ansicyan",
        "scrollbar.background": "bg:default",
        "scrollbar.button": "bg:ansibrightblack",
    }
)


def can_edit() -> bool:
    """Whether the terminal can move its cursor (TERM is not "dumb")."""
    return not is_dumb_terminal()


class TerminalPrompt:
    """Reads messages at a prompt; Enter sends, Alt-Enter breaks the line.

    What is typed while nothing is read (an answer is on its way) is kept for the next prompt,
    and a write while the prompt stands goes above it and leaves the typed text alone.
    """

    def __init__(
        self,
        stdin: TextIO | BinaryIO,
        stdout: TextIO,
        *,
        history: Path | None,
        commands: Sequence[str],
        complain: Callable[[str], None],
    ) -> None:
        self._closed = False
        self._complain = complain
        self._complaints: list[str] = []
        self._input = create_input(_as_text(stdin))
        self._output = _create_output(stdout)
        slash = Condition(lambda: self._session.default_buffer.text.startswith("/"))
        self._session: PromptSession[str] = PromptSession(
            [("class:prompt", "› ")],
            style=_STYLE,
            history=_open_history(history, self._complaints.append),
            completer=_Commands(commands),
            complete_while_typing=slash,
            reserve_space_for_menu=8,
            key_bindings=_key_bindings(),
            input=self._input,
            output=self._output,
        )

    async def read(self) -> str | None:
        """The next message; None at Ctrl-D, at Ctrl-C with nothing typed, or when closed."""
        if self._closed:
            return None
        self._speak()
        try:
            text = await self._session.prompt_async(
                set_exception_handler=False, handle_sigint=False
            )
        except (EOFError, OSError):
            return None
        self._speak()
        return text.rstrip("\n")

    def _speak(self) -> None:
        """Complain where it does not land in the middle of the prompt."""
        for sentence in self._complaints:
            self._complain(sentence)
        self._complaints.clear()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Keep the keys typed meanwhile for the next prompt; Ctrl-C still interrupts."""

        def keep(keys: Sequence[KeyPress]) -> None:
            store_typeahead(self._input, [key for key in keys if key.key != Keys.ControlC])
            if any(key.key == Keys.ControlC for key in keys):
                signal.raise_signal(signal.SIGINT)

        self._output.enable_bracketed_paste()
        self._output.flush()
        try:
            with (
                self._input.raw_mode(),
                self._input.attach(lambda: keep(self._input.read_keys())),
            ):
                yield
        finally:
            store_typeahead(self._input, self._input.flush_keys())
            self._output.disable_bracketed_paste()
            self._output.flush()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the prompt away for a write, and put it back with what was typed."""
        app = self._session.app
        if not app.is_running:
            yield
            return
        app.renderer.erase()
        try:
            yield
        finally:
            app.invalidate()

    def close(self) -> None:
        self._closed = True
        app = self._session.app
        if app.is_running and not app.is_done:
            app.exit(exception=EOFError())


class _Commands(Completer):
    """Completes a slash command at the start of the message."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = sorted({f"/{name.removeprefix('/')}" for name in names})

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        for name in self._names:
            if name.startswith(typed):
                yield Completion(name, start_position=-len(typed))


class _PrivateHistory(FileHistory):
    """Earlier messages in a file; when it cannot be written, says so once and goes on."""

    def __init__(self, path: Path, complain: Callable[[str], None]) -> None:
        super().__init__(path)
        self._complain = complain

    def store_string(self, string: str) -> None:
        try:
            super().store_string(string)
        except OSError as error:
            self._complain(_not_kept(error))
            self._complain = lambda _: None


def _open_history(path: Path | None, complain: Callable[[str], None]) -> History:
    if path is None:
        return InMemoryHistory()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        os.close(descriptor)
        path.chmod(0o600)
    except OSError as error:
        complain(_not_kept(error))
        return InMemoryHistory()
    return _PrivateHistory(path, complain)


def _not_kept(error: OSError) -> str:
    return f"The history of the prompt is not kept ({error})."


def _key_bindings() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("c-c")
    def _clear_or_leave(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=EOFError())

    @keys.add("escape", "enter")
    def _break_the_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    return keys


def _as_text(stream: TextIO | BinaryIO) -> TextIO:
    """The stream as prompt_toolkit wants it: with an encoding."""
    if hasattr(stream, "encoding"):
        return cast(TextIO, stream)
    return open(stream.fileno(), encoding="utf-8", closefd=False)


def _create_output(stdout: TextIO) -> Output:
    output = create_output(stdout)
    if isinstance(output, Vt100_Output):
        # The cursor's position is only needed for menus; asking for it mixes the terminal's
        # reply into what is typed, and warns on terminals that never reply.
        output.enable_cpr = False
    return output
