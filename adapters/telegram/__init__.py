"""The chat platform Telegram: a bot that people write to in private, or mention in a group."""

from adapters.telegram.adapter import TelegramAdapter

__all__ = ["TelegramAdapter"]
