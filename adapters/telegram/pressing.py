"""Buttons below a message of ours, and what comes when a person presses one."""

import logging
from collections.abc import Sequence
from datetime import datetime

from telegram.error import TelegramError

from adapters.base import Chat, Incoming, Rows
from adapters.telegram.api import Api, Json
from adapters.telegram.fields import inner, number, text, whole
from adapters.telegram.messages import CHATS, PLATFORM, PRIVATE

log = logging.getLogger(__name__)

LONGEST = 64
"""Bytes that Telegram gives back when a button is pressed."""

_HIGHEST = 2**31 - 1
"""Of the ids that messages have; those of presses lie above."""


def keyboard_of(rows: Rows) -> Json | None:
    """None without buttons. One that says more than Telegram takes is left out, since it would
    take the message with it."""
    shown = [
        [
            {"text": whole(button.label), "callback_data": whole(button.command)}
            for button in row
            if _is_taken(button.command)
        ]
        for row in rows
    ]
    filled = [row for row in shown if row]
    return {"inline_keyboard": filled} if filled else None


def _is_taken(command: str) -> bool:
    size = len(whole(command).encode())
    if not 1 <= size <= LONGEST:
        log.warning("a button is left out: its command has %d bytes, not 1 to 64", size)
    return 1 <= size <= LONGEST


def query_of(query: Json) -> str:
    """The id by which Telegram waits for a word about a press; "" where there is none."""
    query_id = query.get("id")
    return whole(query_id) if isinstance(query_id, str) else ""


def names_message(message_id: str) -> bool:
    """Whether this may be a message that stands in the chat, as a press does not."""
    return message_id.isdecimal() and int(message_id) <= _HIGHEST


async def let_go(api: Api, queries: Sequence[Json]) -> None:
    """End the waiting that the app shows at a button that was pressed."""
    for query_id in filter(None, map(query_of, queries)):
        try:
            await api.call("answerCallbackQuery", callback_query_id=query_id)
        except TelegramError as error:
            log.debug("Telegram goes on waiting at a button: %s", api.told(error))


def pressed(query: Json, now: datetime) -> Incoming | None:
    """What the button says; None for one that says nothing, or whose message is out of reach.

    Whoever can see a button may press it, and an app of their own may say anything by it: it is
    as if they had written that. Raises READ_ERRORS.
    """
    message, sender = inner(query, "message"), inner(query, "from")
    chat, command = inner(message, "chat"), text(query, "data")
    # A message that is too old, or was sent elsewhere by way of the bot, has no date.
    if not (query_of(query) and command.strip() and message.get("date")):
        return None
    if not sender or sender.get("is_bot") or text(chat, "type") not in CHATS:
        return None
    return Incoming(
        Chat(PLATFORM, str(number(chat, "id"))),
        query_of(query),
        str(number(sender, "id")),
        now,
        command,
        is_private=text(chat, "type") == PRIVATE,
        pressed=str(number(message, "message_id")),
    )
