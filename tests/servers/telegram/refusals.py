"""How the Bot API says no: the status, the words and the parameters of each refusal."""

from collections.abc import Mapping
from typing import Any

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the "
    "same as a current content and reply markup of the message"
)
OTHER_POLL = (
    "terminated by other getUpdates request; make sure that only one bot instance is running"
)
WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the "
    "webhook first"
)
QUERY_GONE = "query is too old and response timeout expired or query ID is invalid"


class Refusal(Exception):
    """An answer with "ok": false."""

    def __init__(
        self, code: int, description: str, parameters: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = dict(parameters or {})

    @property
    def body(self) -> dict[str, Any]:
        told = {"ok": False, "error_code": self.code, "description": self.description}
        return {**told, "parameters": self.parameters} if self.parameters else told

    @property
    def headers(self) -> dict[str, str]:
        retry_after = self.parameters.get("retry_after")
        return {} if retry_after is None else {"Retry-After": str(retry_after)}


def bad_request(words: str, **parameters: Any) -> Refusal:
    return Refusal(400, f"Bad Request: {_begun_small(words)}", parameters)


def _begun_small(words: str) -> str:
    """Sentences begin with a small letter; codes such as MESSAGE_TOO_LONG stay as they are."""
    if words[1:2] == "_" or words[1:2].isupper():
        return words
    return words[:1].lower() + words[1:]


def forbidden(words: str) -> Refusal:
    return Refusal(403, f"Forbidden: {words}")


def conflict(words: str) -> Refusal:
    return Refusal(409, f"Conflict: {words}")


def not_found(words: str = "") -> Refusal:
    return Refusal(404, f"Not Found: {words}" if words else "Not Found")


def unauthorized() -> Refusal:
    return Refusal(401, "Unauthorized")


def too_large() -> Refusal:
    return Refusal(413, "Request Entity Too Large")


def too_many(seconds: int) -> Refusal:
    said = f"Too Many Requests: retry after {seconds}"
    return Refusal(429, said, {"retry_after": seconds})


def migrated(to: int) -> Refusal:
    words = "group chat was upgraded to a supergroup chat"
    return bad_request(words, migrate_to_chat_id=to)


def blocked() -> Refusal:
    return forbidden("bot was blocked by the user")


def kicked(kind: str = "group") -> Refusal:
    return forbidden(f"bot was kicked from the {kind} chat")
