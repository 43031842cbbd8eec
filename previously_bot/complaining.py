"""What goes wrong with a repository elsewhere, told by a command to a person."""

from collections.abc import Iterator
from contextlib import contextmanager

from memory.errors import RemoteError
from previously_bot.errors import MissingSecret, NotDoneThere, SyncedElsewhere
from previously_bot.people import Person
from previously_bot.texts import remotes


@contextmanager
def in_words_of(person: Person) -> Iterator[None]:
    """In their language and zone. Raises NotDoneThere in place of such an error."""
    try:
        yield
    except (RemoteError, MissingSecret, SyncedElsewhere) as error:
        said = remotes.in_words(error, person.zone, person.language)
        raise NotDoneThere(said) from error
