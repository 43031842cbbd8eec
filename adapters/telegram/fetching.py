"""Getting a file that Telegram keeps: where it is, then the file, as much as is wanted."""

import asyncio

import httpx
from telegram.error import BadRequest, TelegramError

from adapters.base import NoSuchFile, NotFetched
from adapters.telegram.api import Api
from adapters.telegram.fields import text, whole
from adapters.telegram.messages import PLATFORM

LONGEST = 300.0
"""Seconds that a download may take, however slowly it comes."""

_TOO_LARGE = "it is larger than what is wanted"
_GONE = (httpx.codes.BAD_REQUEST, httpx.codes.NOT_FOUND, httpx.codes.GONE)


async def fetch(api: Api, reference: str, most: int) -> bytes:
    """As `FileSource.fetch`."""
    try:
        found = await api.call("getFile", file_id=whole(reference))
        size, path = _where(found)
    except BadRequest as error:
        raise NoSuchFile(PLATFORM, api.told(error)) from None
    except TelegramError as error:
        raise NotFetched(PLATFORM, api.told(error)) from None
    except ValueError:
        raise NotFetched(PLATFORM, "the server does not say where it is") from None
    if size > most:
        raise NoSuchFile(PLATFORM, _TOO_LARGE)
    address = api.address_of(path)
    if not address:
        raise NoSuchFile(PLATFORM, "it lies on the server's own disk")
    try:
        async with asyncio.timeout(LONGEST), api.opened(address) as response:
            return await _read(response, size, most)
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        # What the error says may hold the address, and with it the token.
        raise NotFetched(PLATFORM, f"it broke off, {type(error).__name__}") from None


def _where(found: object) -> tuple[int, str]:
    """The size, 0 where it is not told, and the path. Raises ValueError."""
    if not isinstance(found, dict) or not text(found, "file_path"):
        raise ValueError("no path")
    size = found.get("file_size")
    return size if isinstance(size, int) else 0, text(found, "file_path")


async def _read(response: httpx.Response, size: int, most: int) -> bytes:
    if response.status_code in _GONE:
        raise NoSuchFile(PLATFORM, "it is gone")
    if response.status_code != httpx.codes.OK:
        raise NotFetched(PLATFORM, f"its answer is {response.status_code}")
    if int(response.headers.get("content-length", 0)) > most:
        raise NoSuchFile(PLATFORM, _TOO_LARGE)
    content = bytearray()
    async for piece in response.aiter_raw():
        content += piece
        if len(content) > most:
            raise NoSuchFile(PLATFORM, _TOO_LARGE)
    if "content-length" not in response.headers and len(content) < size:
        raise NotFetched(PLATFORM, "it broke off")
    return bytes(content)
