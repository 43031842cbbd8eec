"""From the Bot API's messages to Incoming: whose words are whose, and what is meant for us."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from adapters.base import Chat, Incoming
from adapters.telegram import attachments
from adapters.telegram.api import Json
from adapters.telegram.fields import inner, number, several, text
from adapters.telegram.files import attached_to, file_of

PLATFORM = "telegram"
READ_ERRORS = (ValueError, OverflowError, OSError)
"""What reading a message raises that is not as the Bot API says; dates may be of no year."""

PRIVATE = "private"
CHATS = (PRIVATE, "group", "supergroup")
"""The kinds of chats in which people write under their own names."""


@dataclass(frozen=True, slots=True)
class Me:
    """The bot, as others see it."""

    user_id: int
    username: str

    @classmethod
    def of(cls, user: Json) -> "Me":
        return cls(number(user, "id"), text(user, "username"))


def incoming(messages: Sequence[Json], me: Me) -> Incoming | None:
    """One message of a person, or the messages of one album; None when it is nothing for us.

    That is every post of a channel, what no person wrote, and in a group whatever neither
    mentions the bot nor replies to it. Raises READ_ERRORS.
    """
    first = messages[0]
    chat, sender = inner(first, "chat"), inner(first, "from")
    is_private = text(chat, "type") == PRIVATE
    if text(chat, "type") not in CHATS:
        return None
    # Who writes in the name of a chat cannot be told from others who do.
    if not sender or sender.get("is_bot") or "sender_chat" in first:
        return None
    if not is_private and not any(_is_meant(one, me) for one in messages):
        return None
    said, files = _said(messages, me), attached_to(messages)
    if not (said.strip() or files):
        return None
    return Incoming(
        Chat(PLATFORM, str(number(chat, "id"))),
        str(number(first, "message_id")),
        str(number(sender, "id")),
        datetime.fromtimestamp(number(first, "date"), UTC),
        said,
        quoted=_quoted(first),
        is_private=is_private,
        attached=files,
    )


def words_of(message: Json) -> str:
    return text(message, "text") or text(message, "caption")


def _said(messages: Sequence[Json], me: Me) -> str:
    """The words, and in words what was sent beside them and is no file."""
    forwarded = inner(messages[0], "forward_origin")
    words = [words_of(one) if forwarded else _for_me(one, me) for one in messages]
    others = attachments.told([one for one in messages if not file_of(one)])
    parts = [part for part in (*words, others) if part]
    if not forwarded:
        return "\n".join(parts)
    if not (parts or attached_to(messages)):
        return ""
    lines = "\n".join(parts).split("\n") if parts else []
    quotation = [f"> {line}".rstrip() for line in lines]
    return "\n".join([f"Forwarded from {_name_of(forwarded)}:", *quotation])


def _for_me(message: Json, me: Me) -> str:
    """Without the bot's name, unless there is nothing else."""
    return _without_mentions(message, me) or ("" if file_of(message) else words_of(message))


def _quoted(message: Json) -> str:
    """Of what it replies to the part that was chosen, or else all of it."""
    replied = inner(message, "reply_to_message")
    chosen = text(inner(message, "quote"), "text")
    return chosen or words_of(replied) or attachments.told([replied])


def _name_of(origin: Json) -> str:
    user, chat = inner(origin, "sender_user"), inner(origin, "sender_chat")
    chat = chat or inner(origin, "chat")
    names = (
        f"{text(user, 'first_name')} {text(user, 'last_name')}",
        text(origin, "sender_user_name"),
        text(chat, "title") or text(chat, "first_name") or text(chat, "username"),
    )
    return next((" ".join(name.split()) for name in names if name.strip()), "somebody")


# Mentions


def _is_meant(message: Json, me: Me) -> bool:
    """A mention in what somebody forwards is nobody's call."""
    if "forward_origin" in message:
        return False
    replied_to = inner(message, "reply_to_message")
    # All that is said in a topic replies to its beginning, which is no message.
    is_reply = (
        inner(replied_to, "from").get("id") == me.user_id
        and "forum_topic_created" not in replied_to
    )
    return is_reply or bool(_mentions(message, me))


def _mentions(message: Json, me: Me) -> list[tuple[int, int]]:
    """From where to where the bot is called, in UTF-16 code units, as Telegram counts.

    In a private chat only the name behind a command is a call: "/why@bot".
    """
    entities = several(message, "entities") or several(message, "caption_entities")
    if text(inner(message, "chat"), "type") == PRIVATE:
        entities = [entity for entity in entities if entity.get("type") == "bot_command"]
    called = f"@{me.username}".casefold()
    found = []
    for entity in entities:
        start = number(entity, "offset")
        end = start + number(entity, "length")
        named = _units(words_of(message), start, end).casefold()
        match entity.get("type"):
            case "mention" if named == called:
                found.append((start, end))
            case "text_mention" if inner(entity, "user").get("id") == me.user_id:
                found.append((start, end))
            case "bot_command" if named.endswith(called):
                found.append((end - len(called), end))
    return found


def _without_mentions(message: Json, me: Me) -> str:
    said = words_of(message)
    for start, end in sorted(_mentions(message, me), reverse=True):
        before, after = _units(said, 0, start), _units(said, end)
        if not before.strip():
            said = after.lstrip(" ,:")
        elif before.endswith(" ") and not after[:1].isalnum():
            said = before.rstrip(" ") + after
        else:
            said = before + after
    return said


def _units(said: str, start: int, end: int | None = None) -> str:
    units = said.encode("utf-16-le")
    stop = None if end is None else 2 * end
    return units[2 * start : stop].decode("utf-16-le", "replace")
