"""Discord, by its gateway and its REST API."""

from adapters.discord.account import account_of
from adapters.discord.adapter import DiscordAdapter

__all__ = ["DiscordAdapter", "account_of"]
