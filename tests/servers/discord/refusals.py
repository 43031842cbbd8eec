"""How Discord says no: its statuses, its numbers and its words."""

import math
from collections.abc import Mapping
from typing import Any

from tests.servers.discord.wire import Answer

Wrong = Mapping[str, tuple[str, str]]
"""Fields, dotted where they are nested, each with a code and a sentence."""


class Refusal(Exception):
    """Raised by a route; becomes the answer."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        told = {"message": message, "code": code}
        self.answer = Answer(status, {**told, "errors": errors} if errors else told)


def invalid_form(wrong: Wrong) -> Refusal:
    errors: dict[str, Any] = {}
    for path, (code, message) in wrong.items():
        place = errors
        for name in path.split("."):
            place = place.setdefault(name, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})
    return Refusal(400, 50035, "Invalid Form Body", errors)


def too_long(field: str, limit: int) -> Wrong:
    return {field: ("BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")}


def missing(field: str) -> Wrong:
    return {field: ("BASE_TYPE_REQUIRED", "This field is required")}


def not_a_snowflake(field: str, value: object) -> Wrong:
    return {field: ("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')}


def unauthorized() -> Refusal:
    return Refusal(401, 0, "401: Unauthorized")


def not_found() -> Refusal:
    return Refusal(404, 0, "404: Not Found")


def wrong_method() -> Refusal:
    return Refusal(405, 0, "405: Method Not Allowed")


def unknown_channel() -> Refusal:
    return Refusal(404, 10003, "Unknown Channel")


def unknown_message() -> Refusal:
    return Refusal(404, 10008, "Unknown Message")


def unknown_user() -> Refusal:
    return Refusal(404, 10013, "Unknown User")


def unknown_emoji() -> Refusal:
    return Refusal(400, 10014, "Unknown Emoji")


def unknown_webhook() -> Refusal:
    return Refusal(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refusal:
    return Refusal(404, 10062, "Unknown interaction")


def not_your_application() -> Refusal:
    words = "You are not authorized to perform this action on this application"
    return Refusal(403, 20012, words)


def too_large() -> Refusal:
    return Refusal(413, 40005, "Request entity too large")


def already_acknowledged() -> Refusal:
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def dm_forbids_it() -> Refusal:
    return Refusal(403, 50003, "Cannot execute action on a DM channel")


def not_your_message() -> Refusal:
    return Refusal(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> Refusal:
    return Refusal(400, 50006, "Cannot send an empty message")


def cannot_send(status: int = 403) -> Refusal:
    return Refusal(status, 50007, "Cannot send messages to this user")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def invalid_webhook_token() -> Refusal:
    return Refusal(401, 50027, "Invalid Webhook Token")


def invalid_recipients() -> Refusal:
    return Refusal(400, 50033, "Invalid Recipient(s)")


def not_json() -> Refusal:
    return Refusal(400, 50109, "The request body contains invalid JSON.")


def reaction_blocked() -> Refusal:
    return Refusal(403, 90001, "Reaction was blocked")


def reply_needs_history() -> Refusal:
    return Refusal(403, 160002, "Cannot reply without permission to read message history")


def unknown_reference() -> Refusal:
    return invalid_form({"message_reference": ("REPLIES_UNKNOWN_MESSAGE", "Unknown message")})


def rate_limited(seconds: float, *, is_global: bool = False, scope: str = "user") -> Answer:
    """A 429; it says Via, as all that went through Discord's front door does."""
    headers = {
        "Retry-After": str(math.ceil(seconds)),
        "X-RateLimit-Scope": "global" if is_global else scope,
    }
    if is_global:
        headers["X-RateLimit-Global"] = "true"
    else:
        headers |= {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": f"{seconds:.3f}"}
    told = {
        "message": "You are being rate limited.",
        "retry_after": seconds,
        "global": is_global,
    }
    return Answer(429, told, headers)


def page(status: int, title: str) -> Answer:
    """An error of the proxy in front: HTML, with none of Discord's numbers."""
    html = f"<html><head><title>{status} {title}</title></head><body>{title}</body></html>"
    return Answer(status, html.encode(), content_type="text/html")
