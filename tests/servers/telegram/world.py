"""All that the server knows: who there is, the chats, what was said in them, what was seen."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.servers.telegram import refusals
from tests.servers.telegram.files import Files
from tests.servers.telegram.markup import units
from tests.servers.telegram.refusals import Refusal, bad_request, forbidden
from tests.servers.telegram.updates import Updates

Json = dict[str, Any]

BEGAN = 1_790_000_000
"""The date of the first message, in seconds of Unix time; each later one is a second on."""


TOPIC = ("message_thread_id", "is_topic_message")
"""What a message in a topic of a group has, and so has a reply to it."""


@dataclass
class Message:
    """`shown` is the message as the Bot API shows it now, `history` how it was before."""

    shown: Json
    history: list[Json] = field(default_factory=list)
    is_deleted: bool = False

    @property
    def message_id(self) -> int:
        return int(self.shown["message_id"])

    @property
    def text(self) -> str:
        """The text or the caption."""
        return str(self.shown.get("text", self.shown.get("caption", "")))

    @property
    def entities(self) -> list[Json]:
        found: list[Json] = self.shown.get("entities") or self.shown.get("caption_entities", [])
        return found

    @property
    def buttons(self) -> list[list[Json]]:
        rows: list[list[Json]] = self.shown.get("reply_markup", {}).get("inline_keyboard", [])
        return rows

    @property
    def without_reply(self) -> Json:
        return {name: one for name, one in self.shown.items() if name != "reply_to_message"}


@dataclass(frozen=True)
class Seen:
    """Something of the bot's that showed in a chat.

    `kind` is message, edit, delete, action, reaction, draft or alert; `value` its text, its
    action or its emoji.
    """

    kind: str
    value: str = ""
    message_id: int | None = None


@dataclass
class Chat:
    """`standing` is how the bot stands in it: open, unstarted, blocked, deactivated,
    kicked or left.
    """

    chat_id: int
    kind: str
    about: Json
    standing: str = "open"
    migrated_to: int | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    drafts: dict[int, str] = field(default_factory=dict)

    @property
    def shown(self) -> Json:
        return {"id": self.chat_id, "type": self.kind, **self.about}

    def message(self, message_id: int) -> Message | None:
        """Deleted ones are not there."""
        found = self.messages.get(message_id)
        return None if found is None or found.is_deleted else found

    def must_be_open(self, *, to_write: bool) -> None:
        """Raises what the server says instead of letting the bot write or change anything."""
        if self.standing == "deactivated":
            raise forbidden("user is deactivated")
        if self.migrated_to is not None and to_write:
            raise refusals.migrated(self.migrated_to)
        if self.standing == "kicked":
            raise refusals.kicked(self.kind)
        if self.standing == "left":
            raise forbidden(f"bot is not a member of the {self.kind} chat")

    def must_take_messages(self) -> None:
        if self.standing == "unstarted":
            raise forbidden("bot can't initiate conversation with a user")
        if self.standing == "blocked":
            raise refusals.blocked()


class World:
    """Deterministic: ids and dates are counted, nothing is drawn."""

    def __init__(self, bot: Json, now: Callable[[], int] | None = None) -> None:
        self.bot = bot
        self.now = now or itertools.count(BEGAN).__next__
        self.updates = Updates()
        self.files = Files()
        self.users: dict[int, Json] = {int(bot["id"]): bot}
        self.chats: dict[int, Chat] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.queries: dict[str, Chat] = {}
        """The chats of the callback queries that have not been answered."""
        self._changed = asyncio.Event()
        self._private_ids = itertools.count(1)
        self._other_ids: dict[int, Iterator[int]] = {}
        self._numbers = itertools.count(1)

    # Waiting for something to happen

    def change(self) -> None:
        self._changed.set()

    async def until(self, holds: Callable[[], Any], seconds: float = 10) -> Any:
        """Waits until it holds, looking again whenever anything has happened."""
        async with asyncio.timeout(seconds):
            while not (found := holds()):
                self._changed.clear()
                await self._changed.wait()
        return found

    # Chats

    def chat(self, named: str) -> Chat:
        """By its id or its @name; raises Refusal."""
        if not named:
            raise bad_request("chat_id is empty")
        for chat in self.chats.values():
            if str(chat.chat_id) == named or (
                named.startswith("@") and f"@{chat.about.get('username')}" == named
            ):
                return chat
        raise bad_request("chat not found")

    def writable(self, named: str) -> Chat:
        chat = self.chat(named)
        chat.must_be_open(to_write=True)
        return chat

    # Messages

    def number(self) -> int:
        """Another number for a query, a poll, an album."""
        return next(self._numbers)

    def next_message_id(self, chat: Chat) -> int:
        """Supergroups and channels count by themselves, all other chats together."""
        if chat.kind in ("private", "group"):
            return next(self._private_ids)
        return next(self._other_ids.setdefault(chat.chat_id, itertools.count(1)))

    def keep(self, chat: Chat, sender: Json | None, content: Json) -> Message:
        """A new message of a chat; a sender is missing in channels only."""
        head = {"message_id": self.next_message_id(chat), "date": self.now()}
        by = {} if sender is None else {"from": sender}
        message = Message({**head, "chat": chat.shown, **by, **content})
        chat.messages[message.message_id] = message
        return message

    def bot_says(self, chat: Chat, content: Json) -> Json:
        """Keeps a message of the bot's, and shows it to who is in the chat."""
        message = self.keep(chat, self.bot, content)
        self.show(chat, Seen("message", message.text, message.message_id))
        return message.shown

    def show(self, chat: Chat, seen: Seen) -> None:
        chat.seen.append(seen)
        self.change()

    def reply(self, chat: Chat, wanted: Json, quote: str = "") -> Json:
        """What a reply adds to a message; raises Refusal when there is nothing to reply to."""
        message_id = wanted.get("message_id", 0)
        found = chat.message(message_id)
        if found is None:
            if not message_id or wanted.get("allow_sending_without_reply"):
                return {}
            raise bad_request("message to be replied not found")
        added = {"reply_to_message": found.without_reply}
        if found.shown.get("is_topic_message"):
            added |= {name: found.shown[name] for name in TOPIC}
        if quote and quote not in found.text:
            raise bad_request("QUOTE_TEXT_INVALID")
        if not quote:
            return added
        position = units(found.text[: found.text.index(quote)])
        return {**added, "quote": {"text": quote, "position": position}}

    def ask_query(self, chat: Chat) -> str:
        query_id = str(self.number() + 4_000_000_000)
        self.queries[query_id] = chat
        return query_id

    def answered_query(self, query_id: str) -> Chat:
        """Each is answered once; raises Refusal."""
        chat = self.queries.pop(query_id, None)
        if chat is None:
            raise bad_request(refusals.QUERY_GONE)
        return chat

    def known_user(self, user_id: int) -> Json:
        """Raises Refusal."""
        if user_id not in self.users:
            raise Refusal(400, "Bad Request: user not found")
        return self.users[user_id]
