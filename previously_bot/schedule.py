"""What happens by the clock: looking, every now and then, for slices that fell silent."""

from collections.abc import Callable
from datetime import UTC

from apscheduler.schedulers.asyncio import AsyncIOScheduler

EVERY = 20
"""Seconds between two looks: a slice closes at its last turn's time however late one looks."""


class Schedule:
    """Runs jobs in the event loop that it is entered in, `every` so many seconds."""

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._scheduler = AsyncIOScheduler(timezone=UTC)

    def __enter__(self) -> "Schedule":
        self._scheduler.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._scheduler.shutdown(wait=False)

    def every_now_and_then(self, job: Callable[[], None]) -> None:
        """Call `job`, which must return at once, again and again; a late call is skipped."""
        self._scheduler.add_job(
            job, "interval", seconds=self._every, coalesce=True, max_instances=1
        )
