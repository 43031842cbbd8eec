"""The HTTP client: what it sends along, whom it believes, and what it says when it fails."""

import functools
import logging
import ssl
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

from memory.stores.github.body import PACKED

_CONNECTING = 10.0  # seconds at most
_TALKATIVE = ("httpx", "httpcore")
_HEADERS = {
    "accept": "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    "accept-encoding": PACKED,
    "user-agent": "previously-bot",
}

NO_CONNECTION = (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError)
"""Nobody gets to that host from here, now or ever."""

NEVER_SENT = (*NO_CONNECTION, httpx.PoolTimeout, httpx.UnsupportedProtocol)
"""Of these nothing has gone out."""

# The client takes host names apart by itself, here and there, and says no in many ways.
NO_ADDRESS = (httpx.InvalidURL, ValueError)


def client(timeout: float) -> httpx.Client:
    """With so many seconds for each piece of an answer. Raises ImportError and ValueError for
    a proxy, named by the environment, that cannot be used."""
    _silence()
    return httpx.Client(
        headers=_HEADERS,
        timeout=httpx.Timeout(timeout, connect=min(timeout, _CONNECTING)),
        verify=_trust(),
        cookies=_no_cookies(),
    )


@functools.cache
def _trust() -> ssl.SSLContext:
    """Whom to believe who they are; read once, since it takes a tenth of a second."""
    return httpx.create_ssl_context()


def _no_cookies() -> CookieJar:
    """None is kept: one that cannot be sent back would stop all that follows."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=()))


def why(error: httpx.HTTPError) -> str:
    """In our own words: the library's may hold an address that lets anybody in."""
    if isinstance(error, httpx.TimeoutException):
        return "it took too long"
    if isinstance(error, httpx.ConnectError):
        return "no connection"
    if isinstance(error, httpx.ProxyError):
        return "the proxy refuses"
    return "the connection broke"


def _silence() -> None:
    """httpx logs addresses, and that of a download lets anybody in."""
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
