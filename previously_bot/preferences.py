"""What a person chose in the chat: zone, language, and where their memory may be told.

It lies in the state folder and goes before previously.yaml. It is asked anew for every message,
so that a choice holds from the next one on.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import delete, insert, select

from adapters.base import Chat
from previously_bot.database import Database
from previously_bot.people import Person
from previously_bot.setting_types import is_zone
from previously_bot.tables import preference_rows

log = logging.getLogger(__name__)

TIMEZONE, LANGUAGE = "timezone", "language"
LANGUAGES = ("en", "zh")

_GROUP, _ON, _OFF = "group ", "on", "off "
_row = preference_rows.c


class Preferences:
    """People by their names. Every method may raise StateError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, person: Person) -> Person:
        """The person of the settings, in the zone and the language that they chose since."""
        chosen = self._chosen(person.name)
        zone, language = chosen.get(TIMEZONE, ""), chosen.get(LANGUAGE, "")
        if zone and not is_zone(zone):
            log.warning("a time zone that somebody chose is not known to this machine any more")
            zone = ""
        return replace(
            person,
            zone=ZoneInfo(zone) if zone else person.zone,
            language=language if language in LANGUAGES else person.language,
        )

    def choose(self, person: str, name: str, value: str) -> None:
        """`name` is TIMEZONE (an IANA name) or LANGUAGE (one of LANGUAGES)."""
        key = {"person": person, "name": name}
        with self._database.writing() as connection:
            connection.execute(delete(preference_rows).filter_by(**key))
            connection.execute(insert(preference_rows).values(**key, value=value))

    def allow(self, person: str, group: Chat) -> None:
        """From now on the person's memory may be told in this group."""
        self.choose(person, _named(group), _ON)

    def forbid(self, person: str, group: Chat, now: datetime) -> bool:
        """Whether it was allowed so far. `now` is aware."""
        if not self.allows(person, group):
            return False
        self.choose(person, _named(group), f"{_OFF}{now.astimezone(UTC).isoformat()}")
        return True

    def allows(self, person: str, group: Chat) -> bool:
        return self._chosen(person).get(_named(group)) == _ON

    def told_until(self, person: str, group: Chat) -> datetime | None:
        """Until when the memory was told in a group that is allowed no more; None for one that
        never was. What was answered there by then may hold any of it."""
        value = self._chosen(person).get(_named(group), "")
        return datetime.fromisoformat(value[len(_OFF) :]) if value.startswith(_OFF) else None

    def groups(self, person: str) -> list[Chat]:
        """Where the person's memory may be told, by platform and id."""
        chosen = self._chosen(person).items()
        names = sorted(
            name for name, value in chosen if name.startswith(_GROUP) and value == _ON
        )
        return [Chat(*name.removeprefix(_GROUP).split(" ", 1)) for name in names]

    def _chosen(self, person: str) -> Mapping[str, str]:
        query = select(_row.name, _row.value).where(_row.person == person)
        with self._database.reading() as connection:
            return {name: value for name, value in connection.execute(query)}


def _named(group: Chat) -> str:
    return f"{_GROUP}{group.platform} {group.chat_id}"
