"""How a process is, as it tells the people whom it serves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from importlib.metadata import version

from adapters.base import Adapter
from previously_bot.app.places import Place
from previously_bot.status import PlatformStatus, Process, RemoteStatus
from previously_bot.supervision import Supervisor


@dataclass(frozen=True, slots=True)
class Report:
    """`strangers` counts the messages that were left alone, which is told to the `owner`, the
    first person of the settings."""

    since: datetime
    adapters: Sequence[Adapter]
    supervisor: Supervisor
    owner: str
    strangers: Callable[[], int]
    remotes: Mapping[str, Callable[[], RemoteStatus]]
    """Of those whose timeline lies elsewhere, by their names."""

    def on(self, place: Place) -> Callable[[], Process]:
        """What is told to the person of a place, whenever they ask."""
        return partial(self._told, place)

    def _told(self, place: Place) -> Process:
        name = place.person.name
        return process_at(
            place,
            self.since,
            [
                PlatformStatus(name, self.supervisor.down.get(name, ""))
                for name in (adapter.traits.platform for adapter in self.adapters)
            ],
            self.strangers() if name == self.owner else None,
            self.remotes[name]() if name in self.remotes else None,
        )


def process_at(
    place: Place,
    since: datetime,
    platforms: Sequence[PlatformStatus],
    strangers: int | None = None,
    remote: RemoteStatus | None = None,
) -> Process:
    models = [section.model for section in place.models.cast.values()]
    return Process(
        version=version("previously-bot"),
        since=since,
        platforms=platforms,
        models=list(dict.fromkeys(models)),
        place=place.called,
        strangers=strangers,
        remote=remote,
    )
