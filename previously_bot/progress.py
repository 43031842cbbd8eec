"""A bar for work of more than a second, on a terminal; nothing in a pipe."""

import sys
import time
from collections.abc import Collection, Iterable, Iterator
from typing import TypeVar

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

    def _with_bar(self, things: Iterable[T], done: int, total: int) -> Iterator[T]:
        # rich takes a while to import, and most work is done before anybody needs it.
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(self._doing, total=total, completed=done)
            for thing in things:
                yield thing
                bar.advance(task)
