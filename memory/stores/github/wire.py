"""Requests to GitHub's REST API: who asks, how often, and what of an answer can be used.

The token goes to the one host of the settings and to no other, and into no text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx

from memory.errors import (
    IncompleteAnswer,
    LimitReached,
    RemoteUnreachable,
    StrangeAnswer,
    TokenRefused,
)
from memory.stores.github.body import Whole, pieces, whole
from memory.stores.github.client import NEVER_SENT, NO_ADDRESS, NO_CONNECTION, client, why
from memory.stores.github.pacing import Allowance, Jitter, Now, Pacer, Pause, waits
from memory.stores.github.refusals import is_limit, is_trouble, refusal

API = "https://api.github.com"

_PATIENCE = timedelta(seconds=61)  # longest wait for a turn; longer is told to the caller
_MOVED = frozenset({301, 302, 307, 308})
_LONGEST_TOLD = 200  # code points of a reason
_NAME = re.compile(r"(?!\.+/)[\w.-]{1,100}/(?!\.+$)[\w.-]{1,100}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that came whole; `content` is JSON, or None where there was none."""

    status: int
    content: Any = None
    said: str = ""
    """The place's own reason when it refuses."""
    more: bool = False
    """Whether it is a list that goes on on another page."""

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the time, the pace and the randomness come from."""

    now: Now
    pause: Pause
    jitter: Jitter
    pacer: Pacer
    timeout: float = 30.0
    """Seconds that each piece of an answer may take."""


class Wire:
    """One repository, asked with one token. `name` is owner/name as it is called now."""

    def __init__(self, name: str, token: str, root: str, around: Surroundings) -> None:
        if not token.isascii() or not token.isprintable() or not token.strip():
            raise TokenRefused(name)
        self.name = name
        self.branch = ""
        self.allowance = Allowance()
        self._token = token
        self._root = httpx.URL(root.rstrip("/"))
        self._place = f"/repos/{name}"
        self._around = around
        try:
            self._client = client(around.timeout)
        except (ImportError, ValueError):
            what = "the environment names a proxy of a kind that cannot be used"
            raise RemoteUnreachable(name, what) from None
        self._seen: dict[str, tuple[str, Any]] = {}

    def __repr__(self) -> str:
        return f"Wire({self.name!r}, {self._root.host!r})"

    def close(self) -> None:
        self._client.close()

    def get(self, path: str, /, *, again: bool = False, **params: str | int) -> Answer:
        """Ask for something; `again` for what is asked often and rarely changes."""
        seen = self._seen.get(path) if again else None
        headers = {"if-none-match": seen[0]} if seen else {}
        response = self._send("GET", path, params=params, headers=headers)
        if seen and response.status == 304:
            return Answer(200, seen[1])
        answer = self._answer(response)
        if again and answer.good and (tag := response.headers.get("etag")):
            self._seen[path] = (tag, answer.content)
        return answer

    def forget(self) -> None:
        """From now on everything is asked for as if for the first time."""
        self._seen.clear()

    def put(
        self, method: str, path: str, body: Mapping[str, Any], *, once: bool = False
    ) -> Answer:
        """Write something, in its turn; what must not be done twice is sent `once`."""
        return self._answer(self._send(method, path, once=once, json=body))

    def must(self, answer: Answer, *, writing: bool = False) -> Any:
        """The content of a good answer; raises what any other means."""
        if answer.good:
            return answer.content
        raise refusal(self.name, self.branch, answer.status, answer.said, writing=writing)

    @contextmanager
    def download(self, path: str) -> Iterator[Iterator[bytes] | None]:
        """A long body, piece by piece, from wherever the place sends us for it; None where
        there is no such download, or nobody gets to it from here.

        No token goes there: the address itself says that we may.
        """
        streamed = self._begun(path)
        if streamed is None:
            yield None
            return
        try:
            with closing(streamed):
                if streamed.status_code != 200:
                    # Of the repository that says nothing: an address is good for minutes.
                    what = f"the download answers with {streamed.status_code}"
                    raise IncompleteAnswer(self.name, what)
                yield pieces(self.name, streamed, self._around.now)
        except httpx.HTTPError as error:
            raise IncompleteAnswer(self.name, why(error)) from None

    def _begun(self, path: str) -> httpx.Response | None:
        response = self._send("GET", path)
        if response.status == 404:
            return None
        if response.status not in _MOVED:
            self.must(self._answer(response))
            raise StrangeAnswer(self.name, "no download begins there")
        address = self._joined(self._root, response.location)
        if address.scheme not in ("https", self._root.scheme) or not address.host:
            raise StrangeAnswer(self.name, "the address of a download is none")
        try:
            return self._client.send(self._client.build_request("GET", address), stream=True)
        except NO_CONNECTION:
            return None
        except httpx.HTTPError as error:
            raise IncompleteAnswer(self.name, why(error)) from None
        except NO_ADDRESS:
            raise StrangeAnswer(self.name, "the address of a download is none") from None

    def follow(self, name: str) -> None:
        """From now on the repository is called this."""
        if not _NAME.fullmatch(name):
            raise StrangeAnswer(self.name, "what should be owner/name is not")
        self.name, self._place = name, f"/repos/{name}"

    def _wait_for_turn(self) -> None:
        now = self._around.now()
        moment = self._around.pacer.turn(_PATIENCE)
        if moment - now > _PATIENCE:
            raise LimitReached(self.name, moment)
        if moment > now:
            self._around.pause((moment - now).total_seconds())

    def _send(self, method: str, path: str, *, once: bool = False, **given: Any) -> Whole:
        """Repeats what may be repeated. Raises RemoteUnreachable and LimitReached."""
        closed = self.allowance.closed_until(self._around.now())
        if closed:
            raise LimitReached(self.name, closed)
        left = waits(self._around.jitter)
        while True:
            if method != "GET":
                self._wait_for_turn()
            try:
                response = self._attempt(method, path, **given)
            except httpx.HTTPError as error:
                sent = not isinstance(error, NEVER_SENT)
                wait = None if once and sent else next(left, None)
                if wait is None:
                    what = why(error)
                    raise RemoteUnreachable(self.name, what, was_sent=sent) from None
            else:
                if not is_trouble(response.status) or once:
                    return response
                wait = next(left, None)
                if wait is None:
                    return response
            self._around.pause(wait)

    def _attempt(self, method: str, path: str, **given: Any) -> Whole:
        response = self._request(method, self._url(path), **given)
        if response.status not in _MOVED or _begins_download(response, path):
            return response
        # A renamed or transferred repository: followed once, and only to where we are known.
        address = self._joined(response.url, response.location)
        if (address.scheme, address.netloc) != (self._root.scheme, self._root.netloc):
            raise StrangeAnswer(self.name, "it sends to another host")
        self._remember(address.path)
        if address.query:
            given.pop("params", None)
        return self._request(method, address, **given)

    def _request(self, method: str, address: httpx.URL, **given: Any) -> Whole:
        headers = {"authorization": f"Bearer {self._token}", **given.pop("headers", {})}
        now = self._around.now
        try:
            stream = self._client.stream(method, address, headers=headers, **given)
            with stream as streamed:
                self.allowance.note(streamed.headers, now())
                response = whole(self.name, streamed, now)
        except NO_ADDRESS:
            raise StrangeAnswer(self.name, "an address in it is none") from None
        said = response.content[:1000].decode(errors="replace")
        if is_limit(response.status, response.headers, said):
            raise LimitReached(self.name, self.allowance.refused(response.headers, now()))
        self.allowance.answered()
        return response

    def _remember(self, moved: str) -> None:
        """Where the repository is asked for from now on, when the new address tells."""
        below = moved.removeprefix(self._root.path.rstrip("/"))
        found = re.match(r"(/repositories/[0-9]+|/repos/[^/]+/[^/]+)(?=/|$)", below)
        if found:
            self._place = found[0]

    def _url(self, path: str) -> httpx.URL:
        # Not joined as a path: some parts of it are quoted already, and must stay so.
        try:
            return httpx.URL(f"{self._root}{self._place}{path}")
        except httpx.InvalidURL:
            raise StrangeAnswer(self.name, "a name in it is none") from None

    def _joined(self, base: httpx.URL, location: str) -> httpx.URL:
        try:
            joined = base.join(location)
            if joined.host is not None and 0 < (joined.port or 443) < 1 << 16:
                return joined
        except NO_ADDRESS:
            pass  # as one with a port that there cannot be
        raise StrangeAnswer(self.name, "it sends to an address that is none")

    def _answer(self, response: Whole) -> Answer:
        try:
            content = json.loads(response.content) if response.content else None
        except (ValueError, RecursionError):
            if 200 <= response.status < 300:
                raise StrangeAnswer(self.name, "what came is no JSON") from None
            content = None
        said = content.get("message", "") if isinstance(content, dict) else ""
        return Answer(response.status, content, self._told(said), response.more)

    def _told(self, said: object) -> str:
        """A reason in one line that holds no secret."""
        text = said if isinstance(said, str) else ""
        return " ".join(text.replace(self._token, "<token>").split())[:_LONGEST_TOLD]


def _begins_download(response: Whole, path: str) -> bool:
    return response.status == 302 and path.startswith("/tarball/")
