"""The Bot API: what is asked of it, and its answers as they came; the token never shows.

The messages of the library's own errors and log lines may hold the token, or texts of people;
what is said of an error is said by `Api.told`.
"""

import json
import logging
import re
from contextlib import AbstractAsyncContextManager
from typing import Any
from urllib.parse import quote

import httpx
from telegram import Bot
from telegram.error import EndPointNotFound, InvalidToken, TelegramError
from telegram.request import HTTPXRequest

ROOT = "https://api.telegram.org"
TOKEN_ERRORS = (InvalidToken, EndPointNotFound)

Json = dict[str, Any]

_CONNECTING = 10.0  # seconds
_LONGEST_TOLD = 200  # code points of a reason
_TALKATIVE = ("telegram", "httpx", "httpcore")
_NEVER_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)


class Flood(TelegramError):
    """Too many requests; `seconds` is how long to wait, None where the server does not say."""

    def __init__(self, seconds: float | None) -> None:
        super().__init__("too many messages at once")
        self.seconds = seconds


class TooLarge(TelegramError):
    """The server takes no request of that size."""

    def __init__(self) -> None:
        super().__init__("it is larger than what the server takes")


class _Request(HTTPXRequest):
    """Tells of floods itself: the library warns of an error of its own making; and of what is
    too large, for which it has no error."""

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        code, payload = await super().do_request(*args, **kwargs)
        if code == httpx.codes.TOO_MANY_REQUESTS:
            raise Flood(_retry_after(payload))
        if code == httpx.codes.REQUEST_ENTITY_TOO_LARGE:
            raise TooLarge
        return code, payload


class Api:
    """One bot's account at a server; `root` is the server's address, without a slash at its
    end, and `patience` how many seconds it may take over an answer."""

    def __init__(self, token: str, root: str, patience: float) -> None:
        _silence()
        # In any case: the library writes some refusals in small letters.
        self._secret = re.compile(re.escape(token), re.IGNORECASE)
        self._token = token
        self._patience = patience
        self._downloads: httpx.AsyncClient | None = None
        self._request = _Request(
            connect_timeout=_CONNECTING, read_timeout=patience, write_timeout=patience
        )
        self._bot = Bot(
            token,
            base_url=f"{root}/bot",
            base_file_url=f"{root}/file/bot",
            request=self._request,
            get_updates_request=self._request,
        )

    async def call(self, method: str, *, held: float = 0, **parameters: Any) -> Any:
        """The result of a method, as JSON; a parameter that is None is left out. The server
        may hold its answer back for `held` seconds. Raises TelegramError."""
        given = {name: value for name, value in parameters.items() if value is not None}
        # The names of methods have no case. In lower case the library does not know them, and
        # so gives the answer as it came: what it cannot parse must not be lost, or stop us.
        return await self._bot.do_api_request(
            method.lower(), api_kwargs=given, read_timeout=self._patience + held
        )

    def address_of(self, path: str) -> str:
        """Of a file whose path `getFile` has told; "" where HTTP does not lead there.

        A server of one's own tells where on its disk the file is: below a folder for each bot,
        which may be served as Telegram serves its files.
        """
        if path.startswith("/"):
            path = path.partition(f"/{self._token}/")[2]
        return f"{self._bot.base_file_url}/{quote(path)}" if path else ""

    def opened(self, address: str) -> AbstractAsyncContextManager[httpx.Response]:
        """A file, to be read as it comes and as it is. Raises httpx's errors, which may say the
        token."""
        if self._downloads is None:
            timeout = httpx.Timeout(self._patience, connect=_CONNECTING)
            self._downloads = httpx.AsyncClient(timeout=timeout)
        plain = {"Accept-Encoding": "identity"}
        return self._downloads.stream("GET", address, headers=plain)

    def told(self, error: TelegramError) -> str:
        """Why it failed, in a few words that hold no secret."""
        why = str(error).partition(". Parsing the server response")[0]
        return " ".join(self._secret.sub("<token>", why).split())[:_LONGEST_TOLD]

    async def close(self) -> None:
        await self._request.shutdown()
        if self._downloads is not None:
            await self._downloads.aclose()


def was_not_sent(error: TelegramError) -> bool:
    """Whether the request certainly never reached the server."""
    return isinstance(error.__cause__, _NEVER_SENT)


def _retry_after(payload: bytes) -> float | None:
    try:
        return float(json.loads(payload)["parameters"]["retry_after"])
    except (ValueError, LookupError, TypeError):
        return None


def _silence() -> None:
    """httpx logs addresses, which hold the token; the library what people wrote, as errors."""
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
