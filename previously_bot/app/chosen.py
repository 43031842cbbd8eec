"""What people chose and whom they became, as a state folder has it, for commands that only ask.

Where nothing was ever kept there is nothing to ask, and no database is imported or made.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from previously_bot.people import People, Person

if TYPE_CHECKING:
    from previously_bot.database import Database

_T = TypeVar("_T")

# What `database` calls it too, which takes long to import.
_FILE = "previously.db"


def as_they_chose(state: Path, person: Person) -> Person:
    """In the zone and the language that they chose in the chat. Raises StateError."""

    def ask(database: "Database") -> Person:
        from previously_bot.preferences import Preferences

        return Preferences(database).of(person)

    return _asked(state, ask, person)


def who_became(state: Path, person: Person, people: People) -> Person:
    """Who somebody is by now; themselves where that one was taken out of the settings. Raises
    StateError."""

    def ask(database: "Database") -> Person:
        from previously_bot.joins import Joins

        name = Joins(database).all().get(person.name, person.name)
        return next((one for one in people.everyone if one.name == name), person)

    return _asked(state, ask, person)


def _asked(state: Path, ask: Callable[["Database"], _T], otherwise: _T) -> _T:
    if not (state / _FILE).exists():
        return otherwise
    from previously_bot.database import Database

    with closing(Database(state)) as database:
        return ask(database)
