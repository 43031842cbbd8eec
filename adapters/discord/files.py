"""Fetching a file: its message is asked for an address that is good still."""

import asyncio
from typing import Any

import aiohttp
import discord

from adapters.base import AdapterError, GoneForGood, NoSuchFile, NotFetched
from adapters.discord.attachments import numbers, of
from adapters.discord.client import Client
from adapters.discord.reading import PLATFORM, UNREADABLE
from adapters.discord.refusals import UNDONE, refused

_PIECE = 64 * 1024  # bytes
_GONE = (403, 404, 410)
# What is packed would be more bytes than the server says.
_HEADERS = {"Accept-Encoding": "identity"}


async def content_of(
    client: Client | None, reference: str, most: int, patience: float
) -> bytes:
    """The file that a reference names. Raises as `FileSource.fetch` does.

    `patience` is seconds for looking it up, and for each piece of it.
    """
    named = numbers(reference)
    if named is None:
        raise NoSuchFile(PLATFORM, "that names none")
    if client is None or not client.is_logged_in:
        raise NotFetched(PLATFORM, "there is no connection")
    attachment = await _looked_up(client, named, patience)
    try:
        size, url = int(attachment["size"]), str(attachment["url"])
    except UNREADABLE as error:
        raise NotFetched(PLATFORM, "it does not say where the file is") from error
    if size > most:
        raise _too_large(most)
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=patience, sock_read=patience)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, headers=_HEADERS) as session,
            session.get(url, allow_redirects=False) as response,
        ):
            return await _read(response, most)
    # A ValueError is for an address that is none.
    except (OSError, aiohttp.ClientError, ValueError) as error:
        raise NotFetched(PLATFORM, type(error).__name__) from error


async def _looked_up(
    client: Client, named: tuple[int, int, int], patience: float
) -> dict[str, Any]:
    channel, message, attachment = named
    try:
        async with asyncio.timeout(patience):
            raw = await client.http.get_message(channel, message)
        found = of(raw, attachment)
    except UNDONE as error:
        raise _unfetched(error) from error
    except UNREADABLE as error:
        raise NotFetched(PLATFORM, "its message cannot be read") from error
    if found is None:
        raise NoSuchFile(PLATFORM, "its message has it no more")
    return found


async def _read(response: aiohttp.ClientResponse, most: int) -> bytes:
    if response.status in _GONE:
        raise NoSuchFile(PLATFORM, f"status {response.status}")
    if response.status != 200:
        raise NotFetched(PLATFORM, f"status {response.status}")
    read = bytearray()
    async for piece in response.content.iter_chunked(_PIECE):
        read += piece
        if len(read) > most:
            raise _too_large(most)
    return bytes(read)


def _unfetched(error: Exception) -> AdapterError:
    if isinstance(known := refused(error), GoneForGood):
        status = error.status if isinstance(error, discord.HTTPException) else ""
        return NoSuchFile(PLATFORM, f"its message is not to be had: status {status}")
    return NotFetched(PLATFORM, type(error).__name__ if known is None else "it is too busy")


def _too_large(most: int) -> NoSuchFile:
    return NoSuchFile(PLATFORM, f"it is larger than {most} bytes")
