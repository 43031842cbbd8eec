"""The commands that Discord offers while one types "/", as they are to be."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord.http import Route

from adapters.discord.reading import UNREADABLE
from adapters.discord.refusals import UNDONE

log = logging.getLogger(__name__)

Commands = Mapping[str, Mapping[str, str]]
"""Language ("" is for all others) → command → what it does."""

_PATH = "/applications/{application_id}/commands"
_SLASH, _TEXT = 1, 3
_GUILDS, _DMS = 0, 1
_IN_GUILDS = 0  # where the bot is installed; a person's own installation is another kind
_DESCRIPTION = 100  # characters
_PATIENCE = 60.0  # seconds
_LOCALES = {"zh": ("zh-CN", "zh-TW")}
"""A language as Discord names it, where that is not the same."""


async def offer(client: discord.Client, commands: Commands) -> None:
    """Replace all that are registered, where they differ. What goes wrong is only logged."""
    wanted = _forms(commands)
    if not wanted or client.application_id is None:
        return
    try:
        async with asyncio.timeout(_PATIENCE):
            there = await client.http.request(
                Route("GET", _PATH, application_id=client.application_id),
                # Without that, only what the bot's own language has is told.
                params={"with_localizations": "true"},
            )
            if sorted(map(_compared, there), key=repr) != sorted(
                map(_compared, wanted), key=repr
            ):
                await client.http.bulk_upsert_global_commands(client.application_id, wanted)
    except (*UNDONE, *UNREADABLE) as error:
        status = error.status if isinstance(error, discord.HTTPException) else ""
        log.warning("Discord offers no commands of ours: %s %s", type(error).__name__, status)


def _forms(commands: Commands) -> list[Any]:
    return [
        {
            "type": _SLASH,
            "name": name,
            **_described(name, commands),
            "contexts": [_GUILDS, _DMS],
            "integration_types": [_IN_GUILDS],
            "options": [{"type": _TEXT, "name": "text", **_described(name, commands)}],
        }
        for name in commands.get("", {})
    ]


def _described(name: str, commands: Commands) -> dict[str, Any]:
    """What is written behind a command says as well what it does."""
    localized = {
        locale: said[name][:_DESCRIPTION]
        for language, said in commands.items()
        if language and name in said
        for locale in _LOCALES.get(language, (language,))
    }
    said = commands[""][name][:_DESCRIPTION]
    return {"description": said, "description_localizations": localized}


def _compared(told: Any) -> tuple[Any, ...]:
    """What is ours to say of a command, without what Discord adds or leaves out."""
    options: Sequence[Any] = told.get("options") or []
    return (
        told.get("type") or _SLASH,
        told["name"],
        told.get("description"),
        sorted((told.get("description_localizations") or {}).items()),
        sorted(told.get("contexts") or []),
        [(one.get("required") or False, *_compared(one)) for one in options],
    )
