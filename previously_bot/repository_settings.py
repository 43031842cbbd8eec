"""The settings of a timeline's place: a folder, or a repository on GitHub."""

import os
import re
from typing import Annotated, Self

from pydantic import AfterValidator, PlainValidator, model_validator

from previously_bot.setting_types import (
    Folder,
    GitHubRepository,
    Given,
    HttpAddress,
    Section,
    Text,
    VariableName,
    refused,
)

_NOT_A_FOLDER = frozenset({"", ".", "..", ".git"})
# What git would not keep as it is: it is how a signature is written.
_NOT_IN_A_SIGNATURE = frozenset("<>")


def _prefix(given: str) -> str:
    parts = given.strip("/").split("/")
    if given.startswith("/") or "\\" in given or _NOT_A_FOLDER & {p.casefold() for p in parts}:
        raise refused("is not a folder inside the repository, such as notes/previously")
    return "/".join(parts)


def _signed(given: str) -> str:
    if _NOT_IN_A_SIGNATURE & set(given):
        raise refused("holds < or >, which no signature can")
    return given


def _email(given: str) -> str:
    if not re.fullmatch(r"[^\s@<>]+@[^\s@<>]+", given):
        raise refused("is not an e-mail address")
    return given


def _consent(given: object) -> bool:
    """Whether something was allowed in as many words: YAML's other words for yes do not do."""
    if given not in ("true", "false", True, False):
        raise refused("is neither true nor false")
    return given in ("true", True)


class AuthorSettings(Section):
    """Who stands under the commits."""

    name: Annotated[Text, AfterValidator(_signed)]
    email: Annotated[Text, AfterValidator(_email)]


class RepositorySettings(Section):
    """Where a timeline lies: either on GitHub or in a folder (absolute).

    On GitHub it may be in a folder of the repository, the `prefix`. Without an author the
    commits are those of the token's owner.
    """

    github: GitHubRepository | None = None
    folder: Folder | None = None
    branch: Text | None = None
    token_env: VariableName | None = None
    api_url: HttpAddress | None = None
    prefix: Annotated[Text | None, Given, AfterValidator(_prefix)] = None
    author: Annotated[AuthorSettings | None, Given] = None
    allow_public: Annotated[bool, PlainValidator(_consent)] = False

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if (self.github is None) == (self.folder is None):
            raise refused("needs exactly one of `github` and `folder`")
        if self.github and not self.token_env:
            raise refused("is missing, and GitHub lets nobody in without", "token_env")
        for name in ("branch", "token_env", "api_url", "prefix", "author", "allow_public"):
            if self.folder and getattr(self, name):
                raise refused("goes with `github` only, not with `folder`", name)
        return self

    @property
    def place(self) -> str:
        """The same text for the same repository, however it was spelled."""
        if self.folder:
            return os.path.normcase(self.folder.resolve())
        return f"{self.api_url or ''} {self.github}".lower()
