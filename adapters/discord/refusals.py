"""What discord.py raises, as errors of ours. None of it repeats words of a person or the token.

Discord's numbers: https://docs.discord.com/developers/topics/opcodes-and-status-codes.
"""

from enum import Enum

import aiohttp
import discord

from adapters.base import AdapterError, GoneForGood, NotDelivered, NotLetIn
from adapters.discord.reading import PLATFORM

UNREACHABLE = (OSError, aiohttp.ClientError, discord.DiscordException)
"""What is raised where Discord cannot be reached in time, or refuses; all else is a fault."""


class Unanswered(discord.DiscordException):
    """An error of Discord's own, behind which what was asked may have been done."""


UNDONE = (*UNREACHABLE, RuntimeError)
"""What a request may end with. aiohttp's RuntimeError is for a session closed meanwhile."""

# Slow mode, "try again later" and "overloaded": refused for now, with other numbers than 429's.
_LATER = (20016, 20028, 40062, 130000)
_TOO_LARGE = "the file is larger than it takes, and that is 10 MB as a rule"
_CLOSED = {
    10003: "there is no such channel",
    40005: _TOO_LARGE,
    50001: "the bot has no access to it",
    50007: "the person takes no messages from the bot",
    50013: "the bot may not write there",
}
# With which the gateway closes.
_WRONG_TOKEN, _DISALLOWED_INTENT = 4004, 4014
_LONG = 60.0  # seconds to wait where a refusal does not say a number of them


class Reply(Enum):
    """Refusals after which there is something else to try."""

    UNKNOWN_MESSAGE = 10008
    """What is to be edited is gone."""
    INVALID_FORM = 50035
    NO_HISTORY = 160002
    """A reply is not allowed here."""
    UNKNOWN_WEBHOOK = 10015
    TOKEN_IS_OVER = 50027
    """An interaction can be answered no more; so too with an unknown webhook."""
    ACKNOWLEDGED = 40060
    """An interaction was acknowledged before."""


def is_reply(error: Exception, *replies: Reply) -> bool:
    return isinstance(error, discord.HTTPException) and any(
        error.code == reply.value for reply in replies
    )


def refused(error: Exception) -> AdapterError | None:
    """What a request that failed came to; None where nobody knows whether it was done."""
    if isinstance(error, discord.RateLimited):
        return NotDelivered(PLATFORM, "too many messages", error.retry_after)
    if isinstance(error, aiohttp.ClientConnectorError):
        return NotDelivered(PLATFORM, "it cannot be reached")
    if not isinstance(error, discord.HTTPException) or error.status >= 500:
        return None
    if error.status == 429:
        return NotDelivered(PLATFORM, "too many requests", _LONG)
    if error.status == 413:
        return GoneForGood(PLATFORM, _TOO_LARGE)
    # Without a number it is not Discord's own word, but that of a proxy before it.
    if error.status == 401 or not error.code or error.code in _LATER:
        return NotDelivered(PLATFORM, f"status {error.status}, error {error.code}")
    return GoneForGood(PLATFORM, _CLOSED.get(error.code, f"error {error.code}"))


def not_let_in(error: Exception) -> NotLetIn:
    """Why no messages come in."""
    closed = error.code if isinstance(error, discord.ConnectionClosed) else None
    if closed == _DISALLOWED_INTENT:
        return may_not_read()
    if closed == _WRONG_TOKEN or isinstance(error, discord.LoginFailure):
        return NotLetIn(
            PLATFORM,
            "the token is not valid",
            "copy it anew from the Developer Portal, under Bot",
        )
    if closed is not None:
        why = f"the connection was closed with code {closed}"
        return NotLetIn(PLATFORM, why, "look that code up in Discord's documentation")
    status = f"status {error.status}" if isinstance(error, discord.HTTPException) else ""
    return NotLetIn(
        PLATFORM,
        f"it cannot be reached: {status or type(error).__name__}",
        "look at the network, and at the addresses in the settings if there are any",
    )


def may_not_read() -> NotLetIn:
    """The one intent that a bot has only when it was switched on for it."""
    return NotLetIn(
        PLATFORM,
        "it may not read what people write",
        "switch on the Message Content Intent in the Developer Portal, under Bot",
    )


def ended() -> NotLetIn:
    """Discord closed the connection, and did not say that it may be taken up again."""
    return NotLetIn(PLATFORM, "it ended the connection", "look at https://discordstatus.com")
