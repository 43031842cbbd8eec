"""Interactions: how they begin on the person's side, and what the bot is told of them."""

import secrets
from typing import Any

from tests.servers.discord import payloads
from tests.servers.discord.forms import BYTES_LIMIT
from tests.servers.discord.things import Channel, Interaction, Message
from tests.servers.discord.world import Event, World

COMMAND, COMPONENT = 2, 3
_TYPES = {bool: 5, str: 3, int: 4, float: 10}


def run_command(
    world: World, who: int, place: Channel, name: str, options: dict[str, Any]
) -> Interaction:
    """A slash command as Discord's client lets it be sent: registered, with what it needs."""
    known = {one["name"]: one for one in world.commands if one.get("type", 1) == 1}
    if name not in known:
        raise LookupError(f"no command /{name} is registered, only {sorted(known)}")
    wanted = {one["name"]: one for one in known[name].get("options") or []}
    absent = [key for key, one in wanted.items() if one.get("required") and key not in options]
    strange = [key for key in options if key not in wanted]
    if absent or strange:
        raise ValueError(f"/{name} lacks {absent} and has no {strange}")
    for key, value in options.items():
        if _TYPES[type(value)] != wanted[key]["type"]:
            raise ValueError(f"/{name} takes no {value!r} for {key}")
    told = [
        {"name": key, "type": wanted[key]["type"], "value": value}
        for key, value in options.items()
    ]
    about = {"id": known[name]["id"], "name": name, "type": 1}
    return _begin(world, COMMAND, who, place, {**about, "options": told} if told else about)


def press(world: World, who: int, it: Message, custom_id: str) -> Interaction:
    """A press on one of the buttons of a message."""
    buttons = {one["custom_id"]: one for one in _buttons(it.components)}
    if it.is_deleted or custom_id not in buttons or buttons[custom_id].get("disabled"):
        raise LookupError(f"no button {custom_id} can be pressed, only {sorted(buttons)}")
    place = world.channels[it.channel_id]
    about = {"custom_id": custom_id, "component_type": 2}
    return _begin(world, COMPONENT, who, place, about, it)


def _buttons(components: list[Any]) -> list[Any]:
    found = [one for one in components if one.get("type") == 2 and "custom_id" in one]
    for one in components:
        found += _buttons(one.get("components") or [])
    return found


def _begin(
    world: World,
    kind: int,
    who: int,
    place: Channel,
    about: dict[str, Any],
    message: Message | None = None,
) -> Interaction:
    token = secrets.token_urlsafe(48)
    number, made = world.ids.next(), world.clock.now()
    it = Interaction(number, token, kind, who, place, made, about, message)
    world.interactions[number] = it
    told = _payload(world, it)
    world.announce(Event("INTERACTION_CREATE", lambda reads: told))
    world.changes.tell()
    return it


def _payload(world: World, it: Interaction) -> dict[str, Any]:
    told = {
        "id": str(it.id),
        "application_id": str(world.bot.id),
        "type": it.kind,
        "data": it.about,
        "token": it.token,
        "version": 1,
        "channel_id": str(it.channel.id),
        "channel": payloads.channel(world, it.channel),
        "app_permissions": str((1 << 53) - 1),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": owners(it),
        "context": 1 if it.channel.is_dm else 0,
        "attachment_size_limit": BYTES_LIMIT,
    }
    if it.message is not None:
        told["message"] = payloads.message(world, it.message, reads=True)
    who = world.users[it.user_id]
    if it.channel.is_dm:
        return {**told, "user": payloads.user(who)}
    guild = {"id": str(it.channel.guild_id), "locale": "en-US", "features": []}
    member = {**payloads.member(who), "permissions": "0"}
    place = {"guild_id": guild["id"], "guild": guild, "guild_locale": "en-US"}
    return {**told, **place, "member": member}


def owners(it: Interaction) -> dict[str, str]:
    """Through whom the bot is there: 0 stands for a guild, or for the bot's own DM."""
    return {"0": str(it.channel.guild_id or 0)}
