"""Discord, by its gateway and its REST API."""

from adapters.discord.adapter import DiscordAdapter

__all__ = ["DiscordAdapter"]
