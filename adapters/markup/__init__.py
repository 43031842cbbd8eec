"""An answer in Markdown, in the messages that a platform takes."""

from adapters.markup.discord_markdown import discord_parts
from adapters.markup.telegram_html import TelegramPart, telegram_parts

__all__ = ["TelegramPart", "discord_parts", "telegram_parts"]
