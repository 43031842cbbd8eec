"""Waiting for something to have happened, without asking again and again."""

import asyncio
from collections.abc import Callable


class Changes:
    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[], object], asyncio.Future[None]]] = []

    def tell(self) -> None:
        """Something changed: whoever waited for it goes on."""
        for predicate, future in list(self._waiting):
            if not future.done() and predicate():
                future.set_result(None)

    async def until(self, predicate: Callable[[], object], seconds: float = 10.0) -> None:
        """Returns once `predicate` holds; TimeoutError if it does not get there."""
        if predicate():
            return
        entry = (predicate, asyncio.get_running_loop().create_future())
        self._waiting.append(entry)
        try:
            await asyncio.wait_for(entry[1], seconds)
        finally:
            self._waiting.remove(entry)
