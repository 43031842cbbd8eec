"""The files of a message: what they are, and under what name they are found again."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import discord

from adapters.base import Attached

_REFERENCE = re.compile(r"(\d{1,20})/(\d{1,20})/(\d{1,20})")
_PLAYED = ("audio", "video")
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+"
)
_SHOWN = 80  # characters of a name that is told in words


def attached(message: discord.Message) -> tuple[Attached, ...]:
    """A message's own files, then those of what it forwards, which are somebody else's."""
    found = [_attached(message, one, is_foreign=False) for one in message.attachments]
    for snapshot in message.message_snapshots:
        found += [_attached(message, one, is_foreign=True) for one in snapshot.attachments]
    return tuple(found)


def in_words(attachments: Sequence[discord.Attachment]) -> Iterator[str]:
    """A line in brackets for each, where the files themselves are not handed on."""
    for one in attachments:
        if one.is_voice_message():
            yield "[voice message]"
        else:
            is_image = (one.content_type or "").startswith("image/")
            yield f"[{'image' if is_image else 'file'} {shown(one.filename)}]"


def shown(name: str) -> str:
    """A file's name in one line, without what would change how the line reads."""
    clean = " ".join(_UNSEEN.sub(" ", name).split())
    return clean if len(clean) <= _SHOWN else f"{clean[: _SHOWN - 1]}…"


def numbers(reference: str) -> tuple[int, int, int] | None:
    """The channel, the message and the attachment that a reference names, if it is one."""
    found = _REFERENCE.fullmatch(reference)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def of(raw: Any, attachment: int) -> dict[str, Any] | None:
    """One attachment of a message in JSON, or of what that forwards; None if it has no such."""
    messages = [raw, *(one["message"] for one in raw.get("message_snapshots") or [])]
    for message in messages:
        for one in message.get("attachments") or []:
            if int(one["id"]) == attachment:
                return dict(one)
    return None


def _attached(
    message: discord.Message, one: discord.Attachment, *, is_foreign: bool
) -> Attached:
    # The addresses of files expire within a day; the message gives out new ones.
    return Attached(
        f"{message.channel.id}/{message.id}/{one.id}",
        _kind(one),
        name=str(one.filename or ""),
        media_type=str(one.content_type or ""),
        size=int(one.size),
        seconds=_seconds(one.duration),
        is_foreign=is_foreign,
    )


def _seconds(duration: object) -> int | None:
    if not isinstance(duration, int | float) or not math.isfinite(duration):
        return None
    return math.ceil(duration)


def _kind(one: discord.Attachment) -> str:
    if one.is_voice_message():
        return "voice"
    family = (one.content_type or "").partition("/")[0]
    if family == "image":
        return "photo"
    return family if family in _PLAYED else "document"
