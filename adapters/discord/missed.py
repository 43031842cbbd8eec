"""What was said in channels while nobody listened. The gateway does not say it again."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, TypeVar

import discord

from adapters.discord.acknowledging import Pause
from adapters.discord.client import Client
from adapters.discord.reading import UNREADABLE

log = logging.getLogger(__name__)

MOST = 5000
"""Messages of one channel that are looked at, the newest; a guild's channel may be busy."""

_PAGE = 100

_T = TypeVar("_T")


async def missed(
    client: Client, after: Iterable[tuple[str, int]], pause: Pause
) -> list[discord.Message]:
    """All of the channels' messages after an id each, oldest first.

    Channels that are closed to the bot have none. Raises what discord.py raises when Discord
    cannot be reached.
    """
    found: list[discord.Message] = []
    for chat_id, last in after:
        try:
            channel = await _patiently(partial(client.fetch_channel, int(chat_id)), pause)
            if not isinstance(channel, discord.abc.Messageable):
                continue
            raw = await _newer(client, channel.id, last, pause)
        except (discord.Forbidden, discord.NotFound, discord.InvalidData) as error:
            log.debug("nothing is fetched from channel %s: %s", chat_id, error)
            continue
        found += [read for one in raw if (read := _read(channel, one)) is not None]
    return sorted(found, key=lambda message: message.id)


async def _newer(client: Client, channel_id: int, last: int, pause: Pause) -> list[Any]:
    """A channel's messages as JSON, newest first."""
    found: list[Any] = []
    before: int | None = None
    while len(found) < MOST:
        asking = partial(client.http.logs_from, channel_id, _PAGE, before=before)
        page: Any = await _patiently(asking, pause)
        newer = [one for one in page if _number(one) > last]
        found += newer
        if len(newer) < _PAGE:
            return found
        before = _number(newer[-1])
    log.warning(
        "Channel %s has more than %d messages that were missed; older ones are passed over.",
        channel_id,
        MOST,
    )
    return found


async def _patiently(asking: Callable[[], Awaitable[_T]], pause: Pause) -> _T:
    while True:
        try:
            return await asking()
        except discord.RateLimited as error:
            await pause(error.retry_after)


def _number(raw: Any) -> int:
    """A message's id; 0, which is older than all, where it has none."""
    return int(raw.get("id", 0))


def _read(channel: Any, raw: Any) -> discord.Message | None:
    """None for a message that discord.py cannot parse; it would stop all others."""
    try:
        return discord.Message(state=channel._state, channel=channel, data=raw)
    except UNREADABLE as error:
        log.warning(
            "A message in channel %s is passed over: it cannot be read (%s).",
            channel.id,
            type(error).__name__,
        )
        return None
