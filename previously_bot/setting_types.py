"""What a setting may hold: a text, a zone, an address, a price, a folder, a section.

Each type refuses with the end of a sentence that `settings` begins with the setting's name.
Texts are stripped; nothing that may be a secret is ever repeated.
"""

import difflib
import os
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, available_timezones

import tzlocal
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainValidator,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

PLATFORMS = ("telegram", "discord")

# Less does not hold a question and what it needs; more is no budget.
_BUDGETS = range(2_000, 200_001)
# Megabytes. More than the larger one no repository takes in one file.
_FILE_SIZES = range(1, 51)
_SECRET_KEY = re.compile(r"(token|secret|password|passphrase|key)s?$", re.IGNORECASE)
_SECRET_VALUE = re.compile(r"gh[a-z]_|github_pat_|sk_|xox[a-z]_")


def refused(why: str, *at: str | int) -> PydanticCustomError:
    """A problem in our own words; `at` leads from where it was found to the setting."""
    return PydanticCustomError("setting", "{why}", {"why": why, "at": at})


def unknown(key: str, known: Sequence[str]) -> str:
    """What to say of a key that is none of the `known` ones."""
    if not _SECRET_KEY.search(key):
        return f"is no setting{_guess(key, known)}"
    name = next((name for name in known if name.endswith("_env")), f"{key}_env")
    return (
        "is no place for a secret: put it into an environment variable and the variable's "
        f"name here as `{name}`"
    )


class Section(BaseModel):
    """A mapping of settings, of which none is unknown."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _only_known_keys(cls, given: object) -> object:
        if isinstance(given, cls):
            return given
        if not isinstance(given, Mapping):
            raise refused(f"is not a mapping of settings ({', '.join(cls.model_fields)})")
        for key in given:
            if key not in cls.model_fields:
                raise refused(unknown(str(key), list(cls.model_fields)), key)
        return given


def is_zone(name: str) -> bool:
    """Whether `name` is an IANA time zone that this machine knows."""
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return False
    return True


def local_zone() -> str:
    """The IANA name of this machine's time zone; UTC where the machine does not say."""
    try:
        name = tzlocal.get_localzone_name()
    except (LookupError, ValueError, OSError):
        return "UTC"
    return name if name and is_zone(name) else "UTC"


def _guess(given: str, known: Sequence[str]) -> str:
    lowered = {name.lower(): name for name in known}
    near = difflib.get_close_matches(given.lower(), lowered, n=1)
    return f" (did you mean {lowered[near[0]]}?)" if near else ""


def _text(given: str) -> str:
    if not given.strip():
        raise refused("is empty")
    if not given.isprintable():
        raise refused("holds characters that cannot be printed")
    return given.strip()


def _zone(given: str) -> str:
    if not is_zone(given):
        guess = _guess(given, sorted(available_timezones())) or " (one is Europe/Berlin)"
        raise refused(f"is {given[:60]!r}, which is no time zone{guess}")
    return given


def _country(given: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{2}", given):
        raise refused("is not the two letters of a country, such as US")
    return given.upper()


def _variable(given: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", given) or _SECRET_VALUE.match(given):
        raise refused("is not the name of an environment variable, such as GITHUB_TOKEN")
    return given


def _address(*schemes: str) -> AfterValidator:
    def check(given: str) -> str:
        try:
            parts = urlsplit(given)
            good = parts.scheme in schemes and parts.hostname and parts.port != 0
        except ValueError:
            good = False
        if not good or " " in given:
            raise refused(f"is not an address that begins with {schemes[-1]}://")
        if parts.username is not None or parts.password is not None:
            raise refused("has a name or a password in it, where anybody may read it")
        return given.rstrip("/")

    return AfterValidator(check)


def _listen(given: str) -> str:
    try:
        parts = urlsplit(f"//{given}")
        good = parts.hostname and parts.port and parts.netloc == given and "@" not in given
    except ValueError:
        good = False
    if not good or " " in given:
        raise refused("is not an address with a port to listen at, such as 127.0.0.1:8080")
    return given


def _path(given: str) -> str:
    if not re.fullmatch(r"/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*", given):
        raise refused("is not the path of an address, such as /telegram")
    return given


def _repository(given: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]+/[A-Za-z0-9._-]+", given):
        raise refused("is not a repository as owner/name")
    return given


def _folder(given: object, info: ValidationInfo) -> Path:
    if not isinstance(given, str | Path) or not str(given).strip() or "\0" in str(given):
        raise refused("is not a path")
    base: Path = (info.context or {}).get("folder", Path())
    try:
        return Path(os.path.abspath(base / Path(given).expanduser()))
    except RuntimeError:
        raise refused("names a user whose home folder is unknown") from None


def _price(given: object) -> Decimal:
    """Of the text that stands there, so that no digit is lost on the way."""
    if isinstance(given, Decimal):
        return given
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,12})?", str(given).strip(), re.ASCII):
        raise refused("is not a price, which is a number such as 0.28")
    return Decimal(str(given).strip())


def _budget(given: object) -> int:
    text = str(given).strip()
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or int(text) not in _BUDGETS:
        low, high = _BUDGETS[0], _BUDGETS[-1]
        raise refused(f"is not a number of tokens from {low} to {high}")
    return int(text)


def _file_size(given: object) -> int:
    text = str(given).strip()
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or int(text) not in _FILE_SIZES:
        low, high = _FILE_SIZES[0], _FILE_SIZES[-1]
        raise refused(f"is not a whole number of megabytes from {low} to {high}")
    return int(text)


def _yes_or_no(given: object) -> bool:
    text = str(given).strip().lower()
    if text not in ("true", "false", "yes", "no"):
        raise refused("is neither true nor false")
    return text in ("true", "yes")


def _accounts(given: object) -> Mapping[str, str]:
    if not isinstance(given, Mapping):
        raise refused("is not a mapping from platform to account")
    for platform, account in given.items():
        if platform not in PLATFORMS:
            raise refused(f"is no platform{_guess(str(platform), PLATFORMS)}", platform)
        if not re.fullmatch(r"[1-9][0-9]*", str(account), re.ASCII):
            raise refused(f"is not the number of an account on {platform}", platform)
    return MappingProxyType({platform: str(account) for platform, account in given.items()})


def empty_as_left_out(given: object) -> object:
    """For a heading with nothing, or only comments, under it."""
    return {} if given is None else given


def _not_empty(given: object) -> object:
    if given is None:
        raise refused("is empty")
    return given


Text = Annotated[str, AfterValidator(_text)]
Zone = Annotated[Text, AfterValidator(_zone)]
Country = Annotated[Text, AfterValidator(_country)]
VariableName = Annotated[Text, AfterValidator(_variable)]
HttpAddress = Annotated[Text, _address("http", "https")]
WebSocketAddress = Annotated[Text, _address("ws", "wss")]
ListenAddress = Annotated[Text, AfterValidator(_listen)]
UrlPath = Annotated[Text, AfterValidator(_path)]
GitHubRepository = Annotated[Text, AfterValidator(_repository)]
Price = Annotated[Decimal, PlainValidator(_price)]
TokenBudget = Annotated[int, PlainValidator(_budget)]
Megabytes = Annotated[int, PlainValidator(_file_size)]
YesOrNo = Annotated[bool, PlainValidator(_yes_or_no)]
Folder = Annotated[Path, BeforeValidator(_folder)]
# Platform → the account's number, as text: names can change hands, numbers cannot.
Accounts = Annotated[
    Mapping[str, str], BeforeValidator(empty_as_left_out), PlainValidator(_accounts)
]
Given = BeforeValidator(_not_empty)
EmptyAsLeftOut = BeforeValidator(empty_as_left_out)
