"""The chat platform that needs no account: the terminal, or lines from a pipe."""

from adapters.console.adapter import ConsoleAdapter

__all__ = ["ConsoleAdapter"]
