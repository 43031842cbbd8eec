"""A message on Discord, as Incoming."""

import logging
import re
from collections.abc import Iterator, Sequence

import discord

from adapters.base import Chat, Incoming
from adapters.discord.attachments import attached, in_words

log = logging.getLogger(__name__)

PLATFORM = "discord"

UNREADABLE = (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError)
"""What discord.py, and whoever reads its objects, stumbles over in JSON of another shape."""

_OF_PEOPLE = (discord.MessageType.default, discord.MessageType.reply)
_MENTION = re.compile(r"(?P<space>[ \t]?)<@!?(?P<id>\d+)>")
_ADDRESSED = re.compile(r"\A\s*[,:]\s")


def incoming(message: discord.Message, bot: int) -> Incoming | None:
    """What a person says to the bot, whose id is `bot`; None for all else.

    That is everything in a DM, and in a guild what mentions the bot or replies to it. The
    bot's mention is taken out of the text, other people's become "@name". A message that lacks
    what all have is passed over: it would come again and again, and no other after it.
    """
    try:
        return _incoming(message, bot)
    except UNREADABLE as error:
        log.warning(
            "A message in channel %s is passed over: it cannot be read (%s).",
            message.channel.id,
            type(error).__name__,
        )
        return None


def _incoming(message: discord.Message, bot: int) -> Incoming | None:
    author = message.author
    if author.bot or message.webhook_id is not None or message.type not in _OF_PEOPLE:
        return None
    is_private = isinstance(message.channel, discord.DMChannel)
    replied = _replied(message)
    is_reply = replied is not None and replied.author.id == bot
    if not is_private and not is_reply and all(one.id != bot for one in message.mentions):
        return None
    text, files = _text(message, bot), attached(message)
    if not (text or files) and is_private:
        return None
    return Incoming(
        Chat(PLATFORM, str(message.channel.id)),
        str(message.id),
        str(author.id),
        message.created_at,
        # Who only mentions the bot says its name.
        text if text or files else f"@{_names(message)[bot]}",
        quoted=_quoted(replied, bot) if replied else "",
        is_private=is_private,
        attached=files,
    )


def _replied(message: discord.Message) -> discord.Message | None:
    """The message that is replied to, if it is there still."""
    reference = message.reference
    if reference is None or message.type is not discord.MessageType.reply:
        return None
    return reference.resolved if isinstance(reference.resolved, discord.Message) else None


def _quoted(message: discord.Message, bot: int) -> str:
    """Its files are told in words: they did not come with the message that quotes it."""
    files = [*message.attachments]
    files += [file for one in message.message_snapshots for file in one.attachments]
    return "\n".join(line for line in (_text(message, bot), *in_words(files)) if line)


def _text(message: discord.Message, bot: int) -> str:
    """The words, then a line for each thing that is neither a word nor a file."""
    lines = [_words(message, bot), *_stickers(message.stickers)]
    if message.poll is not None:
        answers = "; ".join(answer.text for answer in message.poll.answers)
        lines.append(f"[poll: {message.poll.question} — {answers}]")
    lines += [_forwarded(one) for one in message.message_snapshots]
    return "\n".join(line for line in lines if line)


def _words(message: discord.Message, bot: int) -> str:
    names = _names(message)

    def spoken(found: re.Match[str]) -> str:
        number = int(found["id"])
        if number == bot:
            return ""
        return f"{found['space']}@{names[number]}" if number in names else found[0]

    text = _MENTION.sub(spoken, message.content)
    # "@bot, what…" and "@bot: what…" address the bot; what is said comes after.
    return text if text == message.content else _ADDRESSED.sub("", text).strip()


def _names(message: discord.Message) -> dict[int, str]:
    names = {one.id: one.display_name for one in message.mentions}
    replied = _replied(message)
    return {replied.author.id: replied.author.display_name, **names} if replied else names


def _stickers(stickers: Sequence[discord.StickerItem]) -> Iterator[str]:
    return (f"[sticker {one.name}]" for one in stickers)


def _forwarded(snapshot: discord.MessageSnapshot) -> str:
    """Somebody's words, as a quotation: they are not those of the person who forwards them."""
    lines = [*snapshot.content.splitlines(), *_stickers(snapshot.stickers)]
    if not lines:
        return ""
    return "\n".join(["Forwarded:", "", *(f"> {line}".rstrip() for line in lines)])
