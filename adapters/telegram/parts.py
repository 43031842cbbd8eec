"""A text in Markdown as the messages that Telegram takes: at most 4096 code points each."""

from functools import lru_cache

from adapters.markup import TelegramPart, telegram_parts

LIMIT = 4096
"""Code points of a message, as they show; what marks them up does not count."""

_NOTHING = "…"


@lru_cache(maxsize=64)
def messages_of(text: str) -> tuple[TelegramPart, ...]:
    """At least one. Kept, since a text is asked for again with each of its messages."""
    return tuple(telegram_parts(text, LIMIT)) or (TelegramPart(_NOTHING, _NOTHING),)
