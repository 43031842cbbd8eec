"""How things look as JSON."""

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tests.servers.discord import bits
from tests.servers.discord.things import Attachment, Channel, Guild, Message, User

if TYPE_CHECKING:
    from tests.servers.discord.world import World

Json = dict[str, Any]
ADDRESS_LIVES = timedelta(hours=24)
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
JOINED = "2024-03-01T00:00:00+00:00"

# What a guild has none of here.
_LISTS = """
    emojis stickers features threads presences voice_states stage_instances
    guild_scheduled_events soundboard_sounds
""".split()
_LEVELS = """
    verification_level default_message_notifications explicit_content_filter mfa_level
    premium_tier nsfw_level system_channel_flags afk_timeout
""".split()


def stamp(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="microseconds") if moment else None


def user(who: User) -> Json:
    return {
        "id": str(who.id),
        "username": who.name,
        "global_name": None if who.is_bot else who.name.capitalize(),
        "discriminator": "0001" if who.is_bot else "0",
        "avatar": None,
        "bot": who.is_bot,
        "public_flags": 0,
    }


def member(who: User | None = None) -> Json:
    """A member of a guild; inside a message without the user, who stands beside it."""
    told: Json = {
        "roles": [],
        "joined_at": JOINED,
        "premium_since": None,
        "nick": None,
        "avatar": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    return {"user": user(who), **told} if who else told


def channel(world: "World", it: Channel) -> Json:
    last = max(it.messages, default=None)
    told: Json = {"id": str(it.id), "last_message_id": str(last) if last else None, "flags": 0}
    if it.recipient_id is not None:
        return {**told, "type": 1, "recipients": [user(world.users[it.recipient_id])]}
    denied = {"id": str(it.guild_id), "type": 0, "allow": "0", "deny": str(it.denied)}
    return {
        **told,
        "type": 0,
        "guild_id": str(it.guild_id),
        "name": it.name,
        "position": 0,
        "permission_overwrites": [denied],
        "nsfw": False,
        "topic": None,
        "parent_id": None,
        "rate_limit_per_user": 0,
    }


def guild(world: "World", it: Guild) -> Json:
    people = [world.bot, *(world.users[one] for one in it.members)]
    return {
        "id": str(it.id),
        "name": it.name,
        "icon": None,
        "owner_id": str(it.members[0]) if it.members else None,
        "roles": [_everyone(it)],
        "joined_at": JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(people),
        "members": [member(one) for one in people],
        "channels": [channel(world, one) for one in it.channels],
        "preferred_locale": "en-US",
        **{name: [] for name in _LISTS},
        **dict.fromkeys(_LEVELS, 0),
    }


def _everyone(it: Guild) -> Json:
    return {
        "id": str(it.id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(bits.EVERYONE),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def attachment(world: "World", it: Attachment) -> Json:
    """Its address is good for a day from when it is told; telling it again renews it."""
    origin = world.origin
    expiry = int((world.clock.now() + ADDRESS_LIVES).timestamp())
    name = _UNSAFE.sub("_", it.filename)[-100:]
    path = f"/attachments/{it.channel_id}/{it.id}/{name}?ex={expiry:x}&is=0&hm=0"
    told: Json = {
        "id": str(it.id),
        "filename": it.filename,
        "size": len(it.content),
        "url": origin + path,
        "proxy_url": origin + path,
    }
    optional: Json = {"content_type": it.content_type, "description": it.description}
    if it.seconds is not None:
        optional |= {"duration_secs": it.seconds, "waveform": "AAAA"}
    return told | {name: value for name, value in optional.items() if value is not None}


def reactions(world: "World", it: Message) -> list[Json]:
    told: dict[str, Json] = {}
    for emoji, who in it.reactions:
        fresh = {"emoji": {"id": None, "name": emoji}, "count": 0, "me": False}
        one = told.setdefault(emoji, fresh)
        one["count"] += 1
        one["me"] = one["me"] or who == world.bot.id
    return list(told.values())


def snapshot(world: "World", it: Message) -> Json:
    """What a forward shows of the message that it forwards."""
    return {
        "message": {
            "type": it.kind,
            "content": it.content,
            "embeds": it.embeds,
            "attachments": [attachment(world, one) for one in it.attachments],
            "timestamp": stamp(it.sent),
            "edited_timestamp": stamp(it.edited),
            "flags": it.flags,
            "mentions": [user(world.users[one]) for one in it.mentions],
            "mention_roles": [],
            "components": it.components,
        }
    }


def message(world: "World", it: Message, *, reads: bool, is_event: bool = False) -> Json:
    """A message for the bot; `reads`: it has the content intent."""
    told: Json = {
        "id": str(it.id),
        "channel_id": str(it.channel_id),
        "author": user(world.users[it.author_id]),
        "timestamp": stamp(it.sent),
        "edited_timestamp": stamp(it.edited),
        "tts": False,
        "mention_everyone": it.mentions_everyone,
        "mentions": [user(world.users[one]) for one in it.mentions],
        "mention_roles": [],
        "pinned": False,
        "type": it.kind,
        "flags": it.flags,
        **_content(world, it, reads or world.is_open_to_bot(it)),
        **_optional(world, it, reads),
    }
    place = world.channels[it.channel_id]
    if is_event and place.guild_id:
        told |= {"guild_id": str(place.guild_id), "member": member()}
    return told


def _content(world: "World", it: Message, is_open: bool) -> Json:
    """The fields that stay empty for whoever may not read what people write."""
    if not is_open:
        return {"content": "", "embeds": [], "attachments": [], "components": []}
    told: Json = {
        "content": it.content,
        "embeds": it.embeds,
        "attachments": [attachment(world, one) for one in it.attachments],
        "components": it.components,
    }
    return told | {"poll": it.poll} if it.poll else told


def _optional(world: "World", it: Message, reads: bool) -> Json:
    told: Json = {}
    if it.nonce is not None:
        told["nonce"] = it.nonce
    if it.reactions:
        told["reactions"] = reactions(world, it)
    if it.stickers:
        told["sticker_items"] = it.stickers
    if it.metadata:
        told |= {"interaction_metadata": it.metadata, "application_id": str(world.bot.id)}
    if it.reference:
        told["message_reference"] = it.reference
    if it.snapshots:
        is_open = reads or world.is_open_to_bot(it)
        told["message_snapshots"] = [one if is_open else _closed(one) for one in it.snapshots]
    if it.kind == 19 and it.replies_to is not None:
        former = world.channels[it.channel_id].messages.get(it.replies_to)
        shows = former is not None and not former.is_deleted
        told["referenced_message"] = (
            message(world, former, reads=reads) if former and shows else None
        )
    return told


def _closed(one: Json) -> Json:
    empty: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
    return {"message": one["message"] | empty}
