"""What the server answers, and how it says no: the statuses and words of the real one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

DOCUMENTATION = "https://docs.github.com/rest"


@dataclass(frozen=True)
class Reply:
    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


class Refused(Exception):
    """The reply instead of what was asked for."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.status)
        self.reply = reply


def shown(content: Any, status: int = 200, **headers: str) -> Reply:
    return Reply(
        status,
        json.dumps(content).encode(),
        {"content-type": "application/json; charset=utf-8", **headers},
    )


def refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Reply:
    content = {
        "message": message,
        "documentation_url": DOCUMENTATION,
        "status": str(status),
    }
    return shown(content, status, **(headers or {}))


def refused(status: int, message: str) -> Refused:
    return Refused(refusal(status, message))


def not_found() -> Refused:
    return refused(404, "Not Found")


def is_empty() -> Refused:
    return refused(409, "Git Repository is empty.")


def archived() -> Refused:
    return refused(403, "Repository was archived so is read-only.")


def not_permitted() -> Refused:
    return refused(403, "Resource not accessible by personal access token")


def bad_credentials() -> Refused:
    return refused(401, "Bad credentials")


def blocked() -> Refused:
    return refused(451, "Repository access blocked")


def secondary_limit(retry_after: int | None = 60, status: int = 403) -> Reply:
    """Too much at once; not always does it say for how long."""
    message = (
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try "
        "again."
    )
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    return refusal(status, message, headers)


def primary_limit() -> Reply:
    return refusal(403, "API rate limit exceeded for user ID 8812.")
