"""Bringing one message to a chat: what Telegram does not take is tried again, more simply."""

from dataclasses import dataclass, replace

from telegram import InputFile
from telegram.error import BadRequest, ChatMigrated, Forbidden, TelegramError

from adapters.base import AdapterError, GoneForGood, MaybeDelivered, NotDelivered, Outgoing
from adapters.markup import TelegramPart
from adapters.telegram.api import TOKEN_ERRORS, Api, Flood, Json, TooLarge, was_not_sent
from adapters.telegram.fields import whole
from adapters.telegram.messages import PLATFORM
from adapters.telegram.parts import LIMIT
from adapters.telegram.pressing import keyboard_of, names_message

# What the Bot API says, in small letters, since the library changes how it is written.
_UNCHANGED = "message is not modified"
_CLOSED = (
    "chat not found",
    "peer_id_invalid",
    "user not found",
    "not enough rights",
    "have no rights",
)
_NO_EDIT = (
    "message to edit not found",
    "message can't be edited",
    "no text in the message to edit",
    "message_id_invalid",
    "message identifier is not specified",
)
_NO_KEYBOARD = ("button", "keyboard", "reply markup")
_NO_REPLY = (
    "message to be replied not found",
    "message to reply not found",
    "replied message not found",
    "reply message not found",
    "reply_message_id_invalid",
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to bring a part; `html` "" is without markup, `edits` and `replies_to` 0 none. A
    document has the part as its caption, and edits nothing."""

    chat_id: int
    plain: str
    html: str = ""
    edits: int = 0
    replies_to: int = 0
    has_moved: bool = False
    keyboard: Json | None = None
    document: InputFile | None = None


def attempt(outgoing: Outgoing, part: TelegramPart) -> Attempt:
    """The first one. Raises GoneForGood for ids that Telegram does not have.

    The id of a message that went to the supergroup which a group has become names both; there,
    ids from before mean other messages.
    """
    chat, _, edits = outgoing.edits.rpartition("/")
    try:
        return Attempt(
            int(chat or outgoing.chat.chat_id),
            part.plain,
            part.html,
            int(edits or 0),
            0 if chat else _replied_to(outgoing),
            has_moved=bool(chat),
            keyboard=keyboard_of(outgoing.buttons),
        )
    except ValueError:
        raise GoneForGood(PLATFORM, "it is not one of Telegram's") from None


def is_group(chat_id: int) -> bool:
    """Only private chats have a number above 0, which is the person's."""
    return chat_id <= 0


def _replied_to(outgoing: Outgoing) -> int:
    """In groups each message is a reply: only so does it surely go to the topic, if there are
    any, of the message that it answers."""
    asked = outgoing.replies_to
    if not asked and is_group(int(outgoing.chat.chat_id)):
        asked = outgoing.answers
    return int(asked) if names_message(asked) else 0


def is_closed(error: TelegramError) -> bool:
    """Whether a refusal is of the chat, whatever is sent there."""
    return any(words in error.message.lower() for words in _CLOSED)


async def deliver(api: Api, one: Attempt) -> str:
    """The id of the message that is in the chat now. Raises what `Adapter.send` raises."""
    while True:
        try:
            return await _bring(api, one)
        except BadRequest as error:
            if one.edits and _UNCHANGED in error.message.lower():
                return _name(one, one.edits)
            simpler = None if is_closed(error) else _simpler(one, error.message.lower())
            if simpler is None:
                raise GoneForGood(PLATFORM, api.told(error)) from None
            one = simpler
        except ChatMigrated as error:
            if one.has_moved:
                raise GoneForGood(PLATFORM, "the group moved again") from None
            one = replace(one, chat_id=error.new_chat_id, edits=0, replies_to=0, has_moved=True)
        except TelegramError as error:
            raise _failure(api, one, error) from None


async def _bring(api: Api, one: Attempt) -> str:
    words = whole(one.html or one.plain)
    said: Json = {"chat_id": one.chat_id, "reply_markup": one.keyboard}
    said["parse_mode"] = "HTML" if one.html else None
    if one.document:
        said |= {"document": one.document, "caption": words or None}
    else:
        said |= {"text": words, "link_preview_options": {"is_disabled": True}}
    if one.edits:
        # Without a keyboard this takes away the one that is there.
        await api.call("editMessageText", message_id=one.edits, **said)
        return _name(one, one.edits)
    if one.replies_to:
        said["reply_parameters"] = {
            "message_id": one.replies_to,
            "allow_sending_without_reply": True,
        }
    sent = await api.call("sendDocument" if one.document else "sendMessage", **said)
    if not isinstance(sent, dict) or not isinstance(sent.get("message_id"), int):
        raise MaybeDelivered(PLATFORM, "the answer names no message")
    return _name(one, sent["message_id"])


def _name(one: Attempt, message_id: int) -> str:
    return f"{one.chat_id}/{message_id}" if one.has_moved else str(message_id)


def _simpler(one: Attempt, why: str) -> Attempt | None:
    """Without what Telegram does not take; None when there is nothing left to leave out."""
    plain = replace(one, html="", plain=one.plain[:LIMIT])
    if one.edits and any(words in why for words in _NO_EDIT):
        return replace(one, edits=0)
    if one.replies_to and any(words in why for words in _NO_REPLY):
        return replace(one, replies_to=0)
    if one.keyboard and any(words in why for words in _NO_KEYBOARD):
        return replace(one, keyboard=None)
    # Most of all the markup may be wrong, or the text too long with it.
    return plain if plain != one else None


def _failure(api: Api, one: Attempt, error: TelegramError) -> AdapterError:
    why = api.told(error)
    if isinstance(error, Flood):
        return NotDelivered(PLATFORM, why, retry_after=error.seconds)
    if isinstance(error, Forbidden | TooLarge):
        return GoneForGood(PLATFORM, why)
    # To edit a message again changes nothing, wherever the first edit went.
    if one.edits or was_not_sent(error) or isinstance(error, TOKEN_ERRORS):
        return NotDelivered(PLATFORM, why)
    return MaybeDelivered(PLATFORM, why)
