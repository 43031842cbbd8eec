"""The server itself: connections in, answers out, with the faults that a test has queued."""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from tests.servers.telegram import asking, refusals, wire, writing
from tests.servers.telegram.asked import Asked
from tests.servers.telegram.faults import Fault, Faults
from tests.servers.telegram.groups import Group
from tests.servers.telegram.people import Person
from tests.servers.telegram.refusals import Refusal
from tests.servers.telegram.updates import Updates
from tests.servers.telegram.webhook import Webhook
from tests.servers.telegram.world import Chat, Json, Message, World

TOKEN = "7123456789:AAF-loopback_only_0123456789abcdefg"
BOT = {"id": 7123456789, "is_bot": True, "first_name": "Previously", "username": "prev_bot"}
WELL_FORMED = re.compile(r"[1-9]\d{0,16}:[\w-]{1,63}", re.ASCII)
DOWNLOAD = "(download)"
"""What downloads are called among the requests and the faults; its parameter is `path`."""
LONGEST_POLL = 50
MOST_UPDATES = 100

METHODS: dict[str, Callable[[World, Asked], Any]] = {
    "getme": asking.get_me,
    "getchat": asking.get_chat,
    "getfile": asking.get_file,
    "getmycommands": asking.get_my_commands,
    "setmycommands": asking.set_my_commands,
    "sendchataction": asking.send_chat_action,
    "answercallbackquery": asking.answer_callback_query,
    "sendmessage": writing.send_message,
    "sendphoto": writing.send_photo,
    "senddocument": writing.send_document,
    "sendmessagedraft": writing.send_message_draft,
    "editmessagetext": writing.edit_message_text,
    "deletemessage": writing.delete_message,
    "setmessagereaction": writing.set_message_reaction,
}


class TelegramServer:
    """The Bot API for one bot on loopback, and the people on the other side of it.

    Everything counts up from fixed numbers; no test needs to wait for time to pass.
    """

    def __init__(self, now: Callable[[], int] | None = None) -> None:
        self.token = TOKEN
        self.url = ""
        """The server's root, without a slash at its end."""
        self.asked: list[Asked] = []
        """Every request with a good token, as it came."""
        self.world = World(dict(BOT), now)
        self.faults = Faults()
        self.webhook = Webhook(self.updates, self._asked_in_answer)
        self.webhook.on_change = self.world.change
        self._open: set[asyncio.Task[None]] = set()
        self._broken: list[BaseException] = []
        self._is_closing = False

    @property
    def base_url(self) -> str:
        """As python-telegram-bot takes it."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        return f"{self.url}/file/bot"

    @property
    def updates(self) -> Updates:
        return self.world.updates

    @property
    def bot(self) -> Json:
        return self.world.bot

    # For tests

    def person(self, user_id: int, *, started: bool = True, **about: Any) -> Person:
        """The same one for the same id; without `started` the bot may not write first."""
        user = self.world.users.setdefault(
            user_id,
            {"id": user_id, "is_bot": False, "first_name": f"Person {user_id}", **about},
        )
        names = ("first_name", "last_name", "username")
        shown = {name: user[name] for name in names if name in user}
        standing = "open" if started else "unstarted"
        chat = Chat(user_id, "private", shown, standing)
        return Person(self.world, user, self.world.chats.setdefault(user_id, chat))

    def group(
        self,
        chat_id: int,
        members: Iterable[Person],
        *,
        title: str = "Group",
        kind: str = "group",
        privacy: bool = False,
    ) -> Group:
        """`kind` may be supergroup or channel as well; the bot is in it."""
        chat = self.world.chats.setdefault(chat_id, Chat(chat_id, kind, {"title": title}))
        return Group(self.world, chat, [one.user for one in members], privacy=privacy)

    def push(self, update: Json) -> None:
        """An update of any shape, malformed ones too; an update_id is added when missing."""
        self.updates.add(update)
        self.world.change()

    def next(self, method: str, *faults: Fault) -> None:
        """What happens to the next requests for a method, one after the other."""
        self.faults.add(method, *faults)

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Waits for something to become true of the server; gives what it became."""
        return await self.world.until(holds)

    def asked_for(self, method: str) -> list[Asked]:
        return [one for one in self.asked if one.method.lower() == method.lower()]

    def message(self, chat_id: int, message_id: int) -> Message:
        """Deleted ones too."""
        return self.world.chats[chat_id].messages[message_id]

    # Connections

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        task.add_done_callback(self._finished)
        try:
            stays = True
            while stays:
                stays = await self._serve_one(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        except asyncio.CancelledError:
            if not self._is_closing:
                raise
        finally:
            writer.close()

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._open.discard(task)
        if not task.cancelled() and (broken := task.exception()):
            self._broken.append(broken)

    async def _serve_one(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Whether the connection stays open for another request."""
        try:
            request = await wire.read_request(reader)
        except wire.BodyTooLarge:
            writer.write(_refused(refusals.too_large()))
            await writer.drain()
            return False
        if request is None:
            return False
        response = await self._respond(request)
        if response is None:
            return False
        writer.write(response)
        await writer.drain()
        return request.stays_open and wire.stays_open(response)

    async def _respond(self, request: wire.Request) -> bytes | None:
        """None for closing the connection without a word."""
        path = request.path
        kind = "/file/bot" if path.startswith("/file/bot") else "/bot"
        token, _, method = path.removeprefix(kind).partition("/")
        if not path.startswith(kind) or not method or not WELL_FORMED.fullmatch(token):
            return _refused(refusals.not_found())
        if token != self.token:
            return _refused(refusals.unauthorized())
        try:
            params, uploads = wire.parameters(request)
        except ValueError:
            return _refused(refusals.bad_request("can't parse JSON object"))
        if kind == "/file/bot":
            params, method = {"path": method}, DOWNLOAD
        asked = Asked(method, params, uploads, request.verb, request.headers, self.token)
        self.asked.append(asked)
        self.world.change()
        return await self._with_faults(asked)

    async def _with_faults(self, asked: Asked) -> bytes | None:
        fault = self.faults.take(asked.method)
        if fault is None:
            return await self._answer(asked)
        if fault.gate is not None and fault.before:
            await fault.gate.passed()
        response = await self._answer(asked) if fault.carried_out else None
        if fault.gate is not None and not fault.before:
            await fault.gate.passed()
        if fault.cut:
            return None
        return response if fault.told is None else fault.told

    async def _answer(self, asked: Asked) -> bytes:
        try:
            if asked.method == DOWNLOAD:
                return self._download(asked.text("path"))
            result = await self._result(asked)
        except Refusal as refusal:
            return _refused(refusal)
        return wire.answer(200, json.dumps({"ok": True, "result": result}).encode())

    def _download(self, path: str) -> bytes:
        file = self.world.files.told.get(path)
        if file is None:
            raise refusals.not_found()
        return wire.answer(200, file.content, content_type="application/octet-stream")

    async def _result(self, asked: Asked) -> Any:
        method = asked.method.lower()
        if method == "getupdates":
            self.updates.allow(asked.text("allowed_updates"))
            limit = min(max(asked.number("limit", MOST_UPDATES), 1), MOST_UPDATES)
            seconds = min(max(asked.number("timeout"), 0), LONGEST_POLL)
            return await self.updates.poll(asked.number("offset"), limit, seconds)
        if method == "setwebhook":
            return await self.webhook.set(asked)
        if method == "deletewebhook":
            return await self.webhook.delete(asked)
        if method == "getwebhookinfo":
            return self.webhook.told(self.world.now())
        if method not in METHODS:
            raise refusals.not_found("method not found")
        return METHODS[method](self.world, asked)

    def _asked_in_answer(self, wanted: Json) -> None:
        """A method asked for in the answer to a webhook: no one hears what came of it."""
        params = {
            name: value if isinstance(value, str) else json.dumps(value)
            for name, value in wanted.items()
            if name != "method"
        }
        asked = Asked(str(wanted["method"]), params, verb="WEBHOOK", secret=self.token)
        self.asked.append(asked)
        if method := METHODS.get(asked.method.lower()):
            with contextlib.suppress(Refusal):
                method(self.world, asked)
        self.world.change()

    async def close(self) -> None:
        """Ends every connection; raises what went wrong in the server itself."""
        self._is_closing = True
        await self.webhook.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        if self._broken:
            raise self._broken[0]


def _refused(refusal: Refusal) -> bytes:
    body = json.dumps(refusal.body).encode()
    return wire.answer(refusal.code, body, headers=refusal.headers)


@asynccontextmanager
async def telegram_server(
    now: Callable[[], int] | None = None,
) -> AsyncIterator[TelegramServer]:
    """A server on a free port of this machine, closed with all its connections at the end."""
    made = TelegramServer(now)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0, limit=wire.LONGEST_HEAD)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        await made.close()
        await server.wait_closed()
