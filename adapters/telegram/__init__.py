"""The chat platform Telegram: a bot that people write to in private, or mention in a group."""

from adapters.telegram.adapter import TelegramAdapter
from adapters.telegram.parts import Part

__all__ = ["Part", "TelegramAdapter"]
