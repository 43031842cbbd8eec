"""Who is who: an account on a platform belongs to one person, or to nobody we know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self
from zoneinfo import ZoneInfo

from memory.when import USUAL, Customs
from previously_bot.errors import BadArgument
from previously_bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Person:
    """`language` is "en" or "zh"; `customs` are how times are read; `accounts` are those of the
    settings, each its platform and its id there; they do not tell who somebody is."""

    name: str
    zone: ZoneInfo
    language: str
    customs: Customs = USUAL
    accounts: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class People:
    """Everybody who may talk to the bot, in the order of the settings, and their accounts."""

    everyone: tuple[Person, ...]
    accounts: Mapping[tuple[str, str], Person]

    @classmethod
    def of(cls, settings: Settings) -> Self:
        everyone: list[Person] = []
        accounts: dict[tuple[str, str], Person] = {}
        for found in settings.people:
            zone, given = ZoneInfo(found.timezone), tuple(found.accounts.items())
            person = Person(found.name, zone, found.language, found.customs, given)
            everyone.append(person)
            for account in given:
                accounts[account] = person
        return cls(tuple(everyone), MappingProxyType(accounts))

    def who(self, platform: str, account: str) -> Person | None:
        """The person with this account; None is a stranger, to whom the caller says nothing."""
        return self.accounts.get((platform, account))

    def named(self, name: str | None) -> Person:
        """The person of that name, or without a name the first. Raises BadArgument."""
        if name is None:
            return self.everyone[0]
        for person in self.everyone:
            if person.name.casefold() == name.strip().casefold():
                return person
        known = ", ".join(person.name for person in self.everyone)
        raise BadArgument(f"Nobody here is named {name!r}; choose one of: {known}.")

    def with_account(self, platform: str, account: str, person: Person) -> "People":
        """The same people, where this account is `person`'s; an account of nobody else's.

        Raises BadArgument when it belongs to another person, or when the person is not one of
        these people.
        """
        if person not in self.everyone:
            raise BadArgument(f"{person.name} is not in the settings; add them under `people`.")
        owner = self.who(platform, account)
        if owner is not None and owner != person:
            raise BadArgument(
                f"The account {account} on {platform} is {owner.name}'s; remove it there first."
            )
        accounts = {**self.accounts, (platform, account): person}
        return People(self.everyone, MappingProxyType(accounts))
