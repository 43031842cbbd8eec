"""A slash command or a press on a button, as Discord tells of it, and as Incoming.

Read from the JSON itself: discord.py's own objects want fields that nobody needs here, and
raise where one is absent.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import discord

from adapters.base import Chat, Incoming
from adapters.discord.reading import PLATFORM, UNREADABLE

_COMMAND, _COMPONENT = 2, 3
_SLASH, _BUTTON = 1, 2
_DM = 1
_EPHEMERAL = 1 << 6


@dataclass(frozen=True, slots=True)
class Interaction:
    """`pressed` is the id of the message whose button it was, "" for a command. What is said
    to one that `is_hidden`, in a guild, only the person sees. Nobody else may see the token."""

    id: int
    application_id: int
    token: str = field(repr=False)
    channel_id: int
    account: int
    text: str = field(repr=False)
    pressed: str
    at: datetime
    is_private: bool
    is_hidden: bool

    @property
    def incoming(self) -> Incoming:
        return Incoming(
            Chat(PLATFORM, str(self.channel_id)),
            str(self.id),
            str(self.account),
            self.at,
            self.text,
            is_private=self.is_private,
            pressed=self.pressed,
        )


def read(raw: Any) -> Interaction | None:
    """None for what is neither of the two, and for what cannot be read."""
    try:
        return _read(raw)
    except UNREADABLE:
        return None


def _read(raw: dict[str, Any]) -> Interaction | None:
    text = _text(raw["type"], raw["data"])
    if not text:
        return None
    person = raw["user"] if raw.get("user") else raw["member"]["user"]
    message = raw["message"] if raw["type"] == _COMPONENT else {}
    is_private = raw["channel"]["type"] == _DM
    is_hidden = bool(int(message.get("flags") or 0) & _EPHEMERAL) if message else True
    return Interaction(
        int(raw["id"]),
        int(raw["application_id"]),
        str(raw["token"]),
        int(raw["channel_id"] if raw.get("channel_id") else raw["channel"]["id"]),
        int(person["id"]),
        text,
        str(int(message["id"])) if message else "",
        discord.utils.snowflake_time(int(raw["id"])),
        is_private,
        is_hidden and not is_private,
    )


def _text(kind: object, told: dict[str, Any]) -> str:
    """What the person would have written; "" for a menu, a form and the like."""
    if kind == _COMMAND and told.get("type", _SLASH) == _SLASH:
        words = [f"/{told['name']}"]
        words += [str(one["value"]) for one in told.get("options") or [] if "value" in one]
        return " ".join(" ".join(words).split())
    if kind == _COMPONENT and told.get("component_type") == _BUTTON:
        return str(told["custom_id"])
    return ""
