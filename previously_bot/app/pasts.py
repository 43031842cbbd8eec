"""The past of a timeline in a repository on GitHub; a folder has none."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

from memory.past import Past
from memory.stores.held import HeldStore
from memory.timeline import Timeline
from previously_bot.app.places import Place
from previously_bot.clock import Clock, Pause, pause, stand_still
from previously_bot.earlier import Earlier
from previously_bot.errors import BadArgument
from previously_bot.models.extractive.marks import mark
from previously_bot.people import Person
from previously_bot.repository_settings import RepositorySettings
from previously_bot.settings import secret

if TYPE_CHECKING:
    from memory.stores.github.repository import GitHubRepository
    from memory.stores.github.wire import Surroundings


def repository_of(
    repository: RepositorySettings, token: str, around: "Surroundings"
) -> "GitHubRepository":
    """One that the settings say is on GitHub; to be closed. Raises TokenRefused."""
    # Only those who are there wait for its client, which takes long to import.
    from memory.stores.github.repository import GitHubRepository
    from memory.stores.github.writing import Author

    author = repository.author
    return GitHubRepository(
        repository.github or "",
        token,
        around,
        branch=repository.branch,
        prefix=repository.prefix or "",
        author=Author(author.name, author.email) if author else None,
        api_url=repository.api_url,
    )


def token_of(person: Person, repository: RepositorySettings) -> str:
    """Raises MissingSecret, which says whose it is."""
    what = f"{person.name}’s repository {repository.github}"
    return secret(repository.token_env or "", what)


@contextmanager
def earlier_of(
    person: Person, repository: RepositorySettings, clock: Clock
) -> Iterator[Earlier]:
    """What the memory of a person held there. Raises MissingSecret and TokenRefused."""
    from memory.stores.github.pacing import Pacer
    from memory.stores.github.wire import Surroundings

    jitter = secrets.SystemRandom().random
    around = Surroundings(clock.now, stand_still, jitter, Pacer(clock.now))
    token = token_of(person, repository)
    with ExitStack() as stack:
        past = stack.enter_context(closing(repository_of(repository, token, around)))
        yield stack.enter_context(closing(earlier_over(past, person, clock)))


def earlier_over(past: Past, person: Person, clock: Clock, pause: Pause = pause) -> Earlier:
    """What the memory of a person held in a place; to be closed before that is."""

    def opened(files: Mapping[str, bytes]) -> Timeline:
        store = HeldStore(past.name, files)
        return Timeline(store, zone=person.zone.key, mark=mark, customs=person.customs)

    return Earlier(past, opened, clock, pause, person.customs)


@contextmanager
def open_earlier(place: Place, clock: Clock) -> Iterator[Earlier | None]:
    """What the memory held in a place; None where it lies in a folder."""
    if place.repository is None or place.repository.github is None:
        yield None
        return
    with earlier_of(place.person, place.repository, clock) as earlier:
        yield earlier


@contextmanager
def past_at(place: Place, clock: Clock) -> Iterator[Earlier]:
    """The same for whoever asks for nothing else. Raises BadArgument for a folder."""
    with open_earlier(place, clock) as earlier:
        if earlier is None:
            raise BadArgument(
                f"{place.called} is a folder, and history needs a repository on GitHub; put "
                "`github` under `repository` in the settings."
            )
        yield earlier
