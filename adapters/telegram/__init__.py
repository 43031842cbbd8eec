"""The chat platform Telegram: a bot that people write to in private, or mention in a group."""

from adapters.telegram.account import account_of
from adapters.telegram.adapter import TelegramAdapter
from adapters.telegram.webhook import SECRETS, Webhook

__all__ = ["SECRETS", "TelegramAdapter", "Webhook", "account_of"]
