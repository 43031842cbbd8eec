"""What a message may be made of, as far as Discord checks it."""

from typing import Any

from tests.servers.discord import bits, components, refusals
from tests.servers.discord.things import Attachment, Channel, Message
from tests.servers.discord.wire import Asked
from tests.servers.discord.world import World

CONTENT_LIMIT = 2000
"""In code points."""
NONCE_LIMIT = 25
FILES_LIMIT = 10
BYTES_LIMIT = 10 * 1024 * 1024


def read(asked: Asked) -> dict[str, Any]:
    """The form of a message, checked field by field."""
    form = asked.body if asked.body is not None else {}
    if not isinstance(form, dict):
        raise refusals.not_json()
    wrong: dict[str, tuple[str, str]] = {}
    content = form.get("content")
    if content is not None and len(str(content)) > CONTENT_LIMIT:
        wrong |= refusals.too_long("content", CONTENT_LIMIT)
    if len(str(form.get("nonce") or "")) > NONCE_LIMIT:
        wrong |= refusals.too_long("nonce", NONCE_LIMIT)
    for field, limit in (("embeds", 10), ("components", 5), ("sticker_ids", 3)):
        if len(form.get(field) or []) > limit:
            wrong |= refusals.too_long(field, limit)
    wrong |= _wrong_mentions(form.get("allowed_mentions"))
    wrong |= components.wrong(form.get("components") or [])
    if len(asked.uploads) > FILES_LIMIT:
        wrong |= refusals.too_long("attachments", FILES_LIMIT)
    if wrong:
        raise refusals.invalid_form(wrong)
    if sum(len(one.content) for one in asked.uploads) > BYTES_LIMIT:
        raise refusals.too_large()
    return form


def _wrong_mentions(allowed: dict[str, Any] | None) -> refusals.Wrong:
    if not allowed:
        return {}
    parse = allowed.get("parse") or []
    for number, one in enumerate(parse):
        if one not in ("users", "roles", "everyone"):
            words = "Value must be one of ('users', 'roles', 'everyone')."
            return {f"allowed_mentions.parse.{number}": ("BASE_TYPE_CHOICES", words)}
    if "users" in parse and allowed.get("users"):
        words = 'parse:["users"] and users: [ids...] are mutually exclusive.'
        return {"allowed_mentions": ("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)}
    return {}


def text(form: dict[str, Any]) -> str:
    """The content as it is stored: without white space around it."""
    return str(form.get("content") or "").strip()


def files(world: World, asked: Asked, place: Channel) -> list[Attachment]:
    told = {str(one.get("id")): one for one in (asked.body or {}).get("attachments") or []}
    made = []
    for number, upload in enumerate(asked.uploads):
        about = told.get(str(number), {})
        name = about.get("filename") or upload.filename
        kind = upload.content_type
        made.append(
            Attachment(
                world.ids.next(),
                place.id,
                name,
                upload.content,
                None if kind == "application/octet-stream" else kind,
                about.get("description"),
            )
        )
    return made


def require_something(it: Message) -> None:
    parts = (it.content, it.attachments, it.embeds, it.components, it.stickers)
    if not any(parts) and it.poll is None and not it.snapshots:
        raise refusals.empty_message()


def whom(
    world: World, form: dict[str, Any], content: str, replied: Message | None
) -> list[int]:
    """Whom a message of the bot pings: those it names, as far as its form allows."""
    allowed = form.get("allowed_mentions")
    named = world.mentioned(content)
    author = [replied.author_id] if replied else []
    if allowed is not None:
        listed = {int(one) for one in allowed.get("users") or []}
        every = "users" in (allowed.get("parse") or [])
        named = [one for one in named if every or one in listed]
        author = author if allowed.get("replied_user") else []
    return list(dict.fromkeys([*named, *author]))


def compose(world: World, asked: Asked, place: Channel, replied: Message | None) -> Message:
    """A message of the bot as its form has it, not yet in its channel."""
    form = read(asked)
    content = text(form)
    made = Message(
        world.ids.next(),
        place.id,
        world.bot.id,
        content,
        world.clock.now(),
        flags=int(form.get("flags") or 0) & (bits.MAY_SEND | bits.EPHEMERAL),
        nonce=form.get("nonce"),
        mentions=whom(world, form, content, replied),
        embeds=form.get("embeds") or [],
        components=form.get("components") or [],
        attachments=files(world, asked, place),
        poll=form.get("poll"),
    )
    allowed = form.get("allowed_mentions")
    may_ping_all = allowed is None or "everyone" in (allowed.get("parse") or [])
    made.mentions_everyone = may_ping_all and world.pings_everyone(content, place)
    require_something(made)
    return made


def change(world: World, asked: Asked, it: Message) -> None:
    """An edit by the bot; what the form does not name stays as it is."""
    form = read(asked)
    place = world.channels[it.channel_id]
    content = text(form) if "content" in form else it.content
    kept = it.attachments
    if "attachments" in form:
        named = {str(one.get("id")) for one in form["attachments"] or []}
        kept = [one for one in kept if str(one.id) in named]
    files_now = [*kept, *files(world, asked, place)]
    embeds = form.get("embeds", it.embeds) or []
    below = form.get("components", it.components) or []
    if not (content or files_now or embeds or below or it.snapshots or it.poll):
        raise refusals.empty_message()
    it.attachments, it.embeds, it.components = files_now, embeds, below
    it.mentions = whom(world, form, content, None)
    if "flags" in form:
        it.flags = it.flags & ~bits.SUPPRESS_EMBEDS | int(form["flags"]) & bits.SUPPRESS_EMBEDS
    world.edit(it, content)
