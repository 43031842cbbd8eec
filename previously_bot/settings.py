"""previously.yaml and the environment, read once into frozen values.

Every scalar of the file is taken as the text that stands there, so that YAML's own ideas of
`no`, `0123` and `12:30` never apply. The problem that comes first in the file is the one told.
Secrets are never in the file: a key ending in `_env` names the variable, `secret` reads it.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import platformdirs
import yaml
from pydantic import Field, ValidationError, model_validator

from memory.when import WEEK_STARTS, Customs
from previously_bot.errors import (
    BadSetting,
    MissingSecret,
    UnreadableSettings,
    UnusableSecret,
)
from previously_bot.model_settings import ModelsSettings
from previously_bot.platform_settings import PlatformSettings
from previously_bot.repository_settings import RepositorySettings
from previously_bot.setting_types import (
    Accounts,
    Country,
    EmptyAsLeftOut,
    Folder,
    Given,
    Megabytes,
    Section,
    Text,
    Zone,
    local_zone,
    refused,
)

FILE_NAME = "previously.yaml"

KeyPath = tuple[str | int, ...]
"""How a setting is reached: ("people", 0, "timezone")."""


def user_folder() -> Path:
    """Where what belongs to the user lies when no setting says otherwise."""
    return platformdirs.user_data_path("previously", appauthor=False)


def config_folder() -> Path:
    return platformdirs.user_config_path("previously", appauthor=False)


def secret(env_name: str, what: str = "") -> str:
    """What the environment variable holds, without the white space around it; `what` is what
    it is for.

    Raises MissingSecret when it is not set, or blank.
    """
    value = os.environ.get(env_name, "").strip()
    if not value:
        raise MissingSecret(env_name, what)
    return value


def secret_of(env_name: str, pattern: str, words: str) -> str:
    """A secret that has to be of a form, which `words` describe. Raises MissingSecret and
    UnusableSecret."""
    value = secret(env_name)
    if not re.fullmatch(pattern, value):
        raise UnusableSecret(env_name, words)
    return value


def _default_repository() -> RepositorySettings:
    return RepositorySettings(folder=user_folder() / "timeline")


class PersonSettings(Section):
    name: Text
    timezone: Zone
    language: Literal["en", "zh"] = "en"
    week_start: Literal["monday", "sunday", "saturday"] = "monday"
    date_order: Literal["month_first", "day_first"] = "month_first"
    holidays: Annotated[Country, Given] = ""
    accounts: Accounts = Field(default_factory=dict, validate_default=True)
    repository: RepositorySettings = Field(default_factory=_default_repository)

    @property
    def customs(self) -> Customs:
        week_start = WEEK_STARTS[self.week_start]
        return Customs(week_start, self.date_order == "day_first", self.holidays)


class AttachmentSettings(Section):
    """Of a file that somebody sends `most` megabytes are kept; a larger one is only noted."""

    most: Megabytes = 10

    @property
    def bytes(self) -> int:
        return self.most * 1_000_000


class Settings(Section):
    people: tuple[PersonSettings, ...]
    platforms: Annotated[PlatformSettings, EmptyAsLeftOut] = PlatformSettings()
    state: Folder = Field(default_factory=lambda: user_folder() / "state")
    models: Annotated[ModelsSettings, EmptyAsLeftOut] = ModelsSettings()
    attachments: Annotated[AttachmentSettings, EmptyAsLeftOut] = AttachmentSettings()

    @classmethod
    def default(cls) -> "Settings":
        """What holds when there is no file: one person who talks in the console."""
        return cls(people=(PersonSettings(name="you", timezone=local_zone()),))

    @model_validator(mode="after")
    def _somebody_and_nobody_twice(self) -> Self:
        if not self.people:
            raise refused("is empty", "people")
        taken: dict[tuple[str, str], str] = {}
        for number, person in enumerate(self.people):
            places: list[tuple[tuple[str, str], KeyPath, str]] = [
                (("", person.name.casefold()), ("name",), "is the name of two people"),
                (
                    ("repository", person.repository.place),
                    ("repository",),
                    "is the repository of {other} too, and each person needs one",
                ),
            ]
            for platform, account in person.accounts.items():
                where: KeyPath = ("accounts", platform)
                places.append(((platform, account), where, "is the account of {other} too"))
            for place, at, why in places:
                if place in taken:
                    raise refused(why.format(other=taken[place]), "people", number, *at)
                taken[place] = person.name
        return self


def find_settings_file(given: Path | None) -> Path | None:
    """The file to read: the one given, else $PREVIOUSLY_CONFIG, else one in the usual places.

    A file that is asked for by name is returned whether or not it exists; None means that
    nobody asked for one and none is there.
    """
    if given is not None:
        return given
    if named := os.environ.get("PREVIOUSLY_CONFIG", "").strip():
        return Path(named).expanduser()
    usual = (Path(FILE_NAME), config_folder() / FILE_NAME)
    return next((path for path in usual if path.exists()), None)


def read_settings(path: Path) -> Settings:
    """Raises UnreadableSettings when the file cannot be read, BadSetting for what is in it."""
    lines: dict[KeyPath, int] = {(): 1}
    try:
        node = yaml.compose(_read(path), Loader=yaml.SafeLoader)
        values = _plain(node, (), lines, str(path)) if node else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        raise UnreadableSettings(where, f"not valid YAML: {error.problem}") from None
    except (yaml.YAMLError, RecursionError):
        raise UnreadableSettings(str(path), "not valid YAML") from None
    if not isinstance(values, dict):
        raise UnreadableSettings(f"{path}:1", "it is no mapping that begins with `people:`")
    try:
        return Settings.model_validate(values, context={"folder": path.absolute().parent})
    except ValidationError as error:
        raise _first_problem(error, lines, str(path)) from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except IsADirectoryError:
        raise UnreadableSettings(str(path), "it is a folder, not a file") from None
    except UnicodeDecodeError:
        raise UnreadableSettings(str(path), "it is not text in UTF-8") from None
    except OSError as error:
        raise UnreadableSettings(str(path), error.strerror or "unreadable") from None


def _plain(node: yaml.Node, path: KeyPath, lines: dict[KeyPath, int], file: str) -> Any:
    """The node as dicts, lists, texts and None; `lines` takes the line of every key path."""
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        return [
            _plain(child, (*path, number), lines, file)
            for number, child in enumerate(node.value)
        ]
    if not isinstance(node, yaml.MappingNode):
        return None if node.tag == "tag:yaml.org,2002:null" else node.value
    values: dict[str, Any] = {}
    for key, child in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise UnreadableSettings(f"{file}:{line}", "a key there is not a text")
        below = (*path, key.value)
        if key.value in values:
            first = lines[below]
            raise BadSetting(
                f"{file}:{line}", _dotted(below), f"stands in line {first} already"
            )
        lines[below] = line
        values[key.value] = _plain(child, below, lines, file)
    return values


def _dotted(path: KeyPath) -> str:
    return ".".join(str(part) for part in path)


def _first_problem(
    error: ValidationError, lines: Mapping[KeyPath, int], file: str
) -> BadSetting:
    """The problem that stands first in the file; what is missing, where its section stands."""
    problems: list[tuple[int, KeyPath, str]] = []
    for problem in error.errors(include_url=False):
        path = (*problem["loc"], *problem.get("ctx", {}).get("at", ()))
        known = next(path[:n] for n in range(len(path), -1, -1) if path[:n] in lines)
        why = _WHY.get(problem["type"], "cannot be used ({msg})")
        words = {"msg": problem["msg"], "given": problem["input"], **problem.get("ctx", {})}
        problems.append((lines[known], path, why.format(**words)))
    line, path, why = min(problems, key=lambda problem: problem[0])
    return BadSetting(f"{file}:{line}", _dotted(path), why)


_WHY = {
    "setting": "{why}",
    "missing": "is missing",
    "string_type": "is not a text",
    "tuple_type": "is not a list",
    "dict_type": "is not a mapping",
    "mapping_type": "is not a mapping",
    "literal_error": "is {given!r} and not one of {expected}",
}
