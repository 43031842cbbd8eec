"""A text in Markdown as the messages that Discord takes: at most 2000 code points each."""

from functools import lru_cache

from adapters.markup import discord_parts


@lru_cache(maxsize=64)
def messages_of(text: str) -> tuple[str, ...]:
    """None of them empty. Kept, since a text is asked for again with each of its messages."""
    return tuple(discord_parts(text))
