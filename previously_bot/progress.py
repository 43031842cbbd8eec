"""A bar for work of more than a second, on a terminal; nothing in a pipe."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

_SHOWN_AFTER = 1.0  # seconds


class Watch:
    """`Watch("Reading")(things)` gives back the things, and shows how far one has come."""

    def __init__(self, doing: str) -> None:
        self._doing = doing

    def __call__(self, things: Collection[T]) -> Iterator[T]:
        return self.over(things, len(things))

    def over(self, things: Iterable[T], total: int) -> Iterator[T]:
        """The same for things that are made on the way."""
        if not sys.stderr.isatty():
            yield from things
            return
        begun = time.monotonic()
        rest = iter(things)
        for done, thing in enumerate(rest, start=1):
            yield thing
            if time.monotonic() - begun > _SHOWN_AFTER:
                yield from self._with_bar(rest, done, total)

    @contextmanager
    def until_done(self) -> Iterator[Callable[[], None]]:
        """Around work of which nobody knows how long it takes, waiting for a network say. What
        this gives is to be called for each thing that is done."""
        if not sys.stderr.isatty():
            yield _nobody_watches
            return
        bar = _Moving(self._doing)
        timer = threading.Timer(_SHOWN_AFTER, bar.show)
        timer.daemon = True
        timer.start()
        try:
            yield bar.advance
        finally:
            timer.cancel()
            bar.hide()

    def _with_bar(self, things: Iterable[T], done: int, total: int) -> Iterator[T]:
        # rich takes a while to import, and most work is done before anybody needs it.
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(self._doing, total=total, completed=done)
            for thing in things:
                yield thing
                bar.advance(task)


class _Moving:
    """A bar that moves until it is hidden, and says how many things are done."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._lock = threading.Lock()
        self._bar: Progress | None = None
        self._done = 0
        self._is_over = False

    def show(self) -> None:
        # Ctrl-C is for the thread that works: it wakes nobody who waits for a network when this
        # one, or the bar's own that comes from it, takes it.
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        # As above: most work is done before.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        with self._lock:
            if self._is_over:
                return
            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.add_task(self._said(), total=None)
            self._bar.start()

    def advance(self) -> None:
        with self._lock:
            self._done += 1
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], description=self._said())

    def hide(self) -> None:
        with self._lock:
            self._is_over = True
            if self._bar is not None:
                self._bar.stop()

    def _said(self) -> str:
        return f"{self._doing}: {self._done:,}" if self._done else self._doing


def _nobody_watches() -> None:
    """Nothing is shown in a pipe."""
