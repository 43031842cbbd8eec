"""Delivery of updates to a webhook: in order, each again and again until it is taken."""

import asyncio
import contextlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from tests.servers.telegram.asked import Asked
from tests.servers.telegram.refusals import bad_request
from tests.servers.telegram.updates import Updates
from tests.servers.telegram.wire import read_headers
from tests.servers.telegram.world import Json

LONGEST_SECRET = 256
NOT_IN_ANSWERS = frozenset({"setwebhook", "deletewebhook", "close", "logout"})
PATIENCE = 10
"""Seconds that the other side has for its answer."""


@dataclass(frozen=True)
class Attempt:
    """One try at one update; `status` 0 stands for no answer."""

    update: Json
    status: int
    error: str = ""

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status <= 299


@dataclass
class Hook:
    url: str
    secret: str = ""
    max_connections: int = 40


class Webhook:
    """The first retry follows at once; every later one waits for `again`.

    The real server doubles a wait of a second instead, and sends several updates at a time.
    """

    def __init__(self, updates: Updates, call: Callable[[Json], None]) -> None:
        self.hook: Hook | None = None
        self.attempts: list[Attempt] = []
        self.failed: Attempt | None = None
        """The last try that was not taken, since the webhook was set."""
        self._updates = updates
        self._call = call
        self._again = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.on_change: Callable[[], None] = lambda: None

    def again(self) -> None:
        """Lets the update that failed be tried once more."""
        self._again.set()

    # What the bot asks for

    async def set(self, asked: Asked) -> bool:
        if not asked.text("url"):
            return await self.delete(asked)
        hook = Hook(
            checked_url(asked.text("url")),
            checked_secret(asked.text("secret_token")),
            min(max(asked.number("max_connections", 40), 1), 100),
        )
        await self.close()
        if asked.flag("drop_pending_updates"):
            self._updates.forget_all()
        self._updates.allow(asked.text("allowed_updates"))
        self.hook, self.failed = hook, None
        self._updates.webhook_was_set()
        self._task = asyncio.create_task(self._deliver(hook))
        self.on_change()
        return True

    async def delete(self, asked: Asked) -> bool:
        await self.close()
        self.hook = None
        self._updates.webhook_is_set = False
        if asked.flag("drop_pending_updates"):
            self._updates.forget_all()
        return True

    def told(self, now: int) -> Json:
        told: Json = {
            "url": self.hook.url if self.hook else "",
            "has_custom_certificate": False,
            "pending_update_count": len(self._updates.waiting),
        }
        if self.hook:
            told |= {"max_connections": self.hook.max_connections, "ip_address": "127.0.0.1"}
        if self.failed:
            told |= {"last_error_date": now, "last_error_message": self.failed.error}
        return told

    async def close(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    # Delivering

    async def _deliver(self, hook: Hook) -> None:
        failures = 0
        while True:
            while not self._updates.waiting:
                self._updates.came.clear()
                await self._updates.came.wait()
            update = self._updates.waiting[0]
            self._again.clear()
            attempt, answer = await self._try(hook, update)
            if attempt.is_taken:
                failures = 0
                self._updates.forget(update)
                self._answered(answer)
            else:
                failures += 1
                self.failed = attempt
            self.attempts.append(attempt)
            self.on_change()
            if failures > 1:
                await self._again.wait()

    async def _try(self, hook: Hook, update: Json) -> tuple[Attempt, bytes]:
        try:
            async with asyncio.timeout(PATIENCE):
                status, body = await _post(hook, json.dumps(update).encode())
        except TimeoutError:
            return Attempt(update, 0, "Read timeout expired"), b""
        except (OSError, asyncio.IncompleteReadError):
            return Attempt(update, 0, "Connection refused"), b""
        try:
            reason = HTTPStatus(status).phrase
        except ValueError:
            reason = ""
        error = f"Wrong response from the webhook: {status} {reason}"
        return Attempt(update, status, "" if 200 <= status <= 299 else error), body

    def _answered(self, body: bytes) -> None:
        """An answer may ask for a method, but for one that gives something back."""
        try:
            wanted: Any = json.loads(body)
        except ValueError:
            return
        method = str(wanted.get("method", "")).lower() if isinstance(wanted, dict) else ""
        if method and method not in NOT_IN_ANSWERS and not method.startswith("get"):
            self._call(wanted)


def checked_url(url: str) -> str:
    """Only https, but for this machine itself; raises Refusal."""
    parts = urlsplit(url if "://" in url else f"https://{url}")
    if not parts.hostname or parts.scheme not in ("http", "https"):
        raise bad_request("invalid webhook URL specified")
    if parts.scheme == "http" and parts.hostname != "127.0.0.1":
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if parts.scheme == "https" and parts.port not in (None, 443, 80, 88, 8443):
        words = "Webhook can be set up only on ports 80, 88, 443 or 8443"
        raise bad_request(f"bad webhook: {words}")
    return url


def checked_secret(secret: str) -> str:
    if len(secret) > LONGEST_SECRET:
        raise bad_request("secret token is too long")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise bad_request("secret token contains unallowed characters")
    return secret


async def _post(hook: Hook, body: bytes) -> tuple[int, bytes]:
    parts = urlsplit(hook.url)
    if parts.scheme != "http":
        raise ConnectionRefusedError
    reader, writer = await asyncio.open_connection("127.0.0.1", parts.port or 80)
    try:
        lines = [
            f"POST {parts.path or '/'}{'?' + parts.query if parts.query else ''} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "Accept-Encoding: identity",
            "Connection: close",
        ]
        if hook.secret:
            lines.append(f"X-Telegram-Bot-Api-Secret-Token: {hook.secret}")
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        size = read_headers(rest).get("content-length")
        answer = await (reader.read() if size is None else reader.readexactly(int(size)))
        return int(first.split(" ")[1]), answer
    finally:
        writer.close()
