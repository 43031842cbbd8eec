"""Channels and what stands in them."""

from typing import Any

from tests.servers.discord import bits, forms, payloads, refusals
from tests.servers.discord.nonces import Nonces
from tests.servers.discord.routes import Route
from tests.servers.discord.things import Channel, Message
from tests.servers.discord.wire import NO_CONTENT, Answer, Asked
from tests.servers.discord.world import World

_CHANNEL = "/channels/{channel_id}"
_MESSAGES = f"{_CHANNEL}/messages"
_MESSAGE = f"{_MESSAGES}/{{message_id}}"
_REACTION = f"{_MESSAGE}/reactions/{{emoji}}/@me"
_PAGE_LIMIT = 100


class MessageRoutes:
    def __init__(self, world: World) -> None:
        self._world = world
        self._nonces = Nonces(world.clock)

    def table(self) -> list[Route]:
        return [
            Route("GET", _CHANNEL, self.channel),
            Route("POST", f"{_CHANNEL}/typing", self.type),
            Route("GET", _MESSAGES, self.list),
            Route("POST", _MESSAGES, self.create),
            Route("GET", _MESSAGE, self.get),
            Route("PATCH", _MESSAGE, self.edit),
            Route("DELETE", _MESSAGE, self.delete),
            Route("PUT", _REACTION, self.react),
            Route("DELETE", _REACTION, self.unreact),
        ]

    def channel(self, asked: Asked) -> Answer:
        return Answer(body=payloads.channel(self._world, self._place(asked)))

    def type(self, asked: Asked) -> Answer:
        place = self._place(asked, bits.SEND_MESSAGES)
        self._require_listener(place)
        self._world.type(place, self._world.bot.id)
        return NO_CONTENT

    def list(self, asked: Asked) -> Answer:
        place = self._place(asked)
        limit, pivots = _page(asked.query)
        shown = [
            one
            for _, one in sorted(place.messages.items(), reverse=True)
            if not one.is_deleted and not one.flags & bits.EPHEMERAL
        ]
        if not place.allows(bits.READ_HISTORY):
            return Answer(body=[])
        if "around" in pivots:
            pivot = pivots["around"]
            newer = [one for one in shown if one.id > pivot][-(limit // 2) :]
            older = [one for one in shown if one.id <= pivot]
            shown = [*(newer if limit > 1 else []), *older][:limit]
        elif "after" in pivots:
            # The oldest of those that are newer, and even they newest first.
            shown = [one for one in shown if one.id > pivots["after"]][-limit:]
        elif "before" in pivots:
            shown = [one for one in shown if one.id < pivots["before"]][:limit]
        return Answer(body=[self._payload(one) for one in shown[:limit]])

    def create(self, asked: Asked) -> Answer:
        place = self._place(asked, bits.SEND_MESSAGES)
        self._require_listener(place)
        if asked.uploads and not place.allows(bits.ATTACH_FILES):
            raise refusals.missing_permissions()
        form = forms.read(asked)
        reference = form.get("message_reference")
        replied = self._referred(place, reference) if reference else None
        nonce = form.get("nonce") if form.get("enforce_nonce") else None
        former = self._nonces.former(nonce)
        if former is not None:
            return Answer(body=self._payload(former))
        if reference and reference.get("type") == 1 and replied:
            made = self._forward(place, replied)
        else:
            made = forms.compose(self._world, asked, place, replied)
        made.flags &= ~bits.EPHEMERAL
        if replied is not None:
            kind = (reference or {}).get("type", 0)
            made.kind = made.kind if kind == 1 else 19
            where = {"channel_id": str(replied.channel_id), "message_id": str(replied.id)}
            guild = {} if place.is_dm else {"guild_id": str(place.guild_id)}
            made.reference = {"type": kind, **where, **guild}
        self._nonces.keep(nonce, self._world.post(made))
        return Answer(body=self._payload(made))

    def get(self, asked: Asked) -> Answer:
        place = self._place(asked, bits.READ_HISTORY)
        return Answer(body=self._payload(self._message(place, asked)))

    def edit(self, asked: Asked) -> Answer:
        it = self._message(self._place(asked), asked)
        if it.author_id != self._world.bot.id:
            raise refusals.not_your_message()
        forms.change(self._world, asked, it)
        return Answer(body=self._payload(it))

    def delete(self, asked: Asked) -> Answer:
        place = self._place(asked)
        it = self._message(place, asked)
        if it.author_id != self._world.bot.id:
            raise refusals.dm_forbids_it() if place.is_dm else refusals.missing_permissions()
        self._world.delete(it, self._world.bot.id)
        return NO_CONTENT

    def react(self, asked: Asked) -> Answer:
        place = self._place(asked, bits.READ_HISTORY)
        it = self._message(place, asked)
        emoji = _emoji(asked)
        is_first = all(one != emoji for one, _ in it.reactions)
        if is_first and not place.allows(bits.ADD_REACTIONS):
            raise refusals.missing_permissions()
        if not self._world.users[it.author_id].takes_messages:
            raise refusals.reaction_blocked()
        self._world.react(it, self._world.bot.id, emoji)
        return NO_CONTENT

    def unreact(self, asked: Asked) -> Answer:
        it = self._message(self._place(asked), asked)
        self._world.react(it, self._world.bot.id, _emoji(asked), takes_back=True)
        return NO_CONTENT

    def _place(self, asked: Asked, permission: int = 0) -> Channel:
        place = self._world.channels.get(asked.number("channel_id"))
        if place is None:
            raise refusals.unknown_channel()
        has_bot = place.is_dm or self._world.guilds[place.guild_id or 0].has_bot
        if not has_bot or not place.allows(bits.VIEW_CHANNEL):
            raise refusals.missing_access()
        if not place.allows(permission):
            raise refusals.missing_permissions()
        return place

    def _require_listener(self, place: Channel) -> None:
        who = self._world.users.get(place.recipient_id or 0)
        if who is not None and not who.takes_messages:
            raise refusals.cannot_send()

    def _message(self, place: Channel, asked: Asked) -> Message:
        it = place.messages.get(asked.number("message_id"))
        if it is None or it.is_deleted or it.flags & bits.EPHEMERAL:
            raise refusals.unknown_message()
        return it

    def _payload(self, it: Message) -> dict[str, Any]:
        reads = bool(self._world.portal & bits.MESSAGE_CONTENT)
        return payloads.message(self._world, it, reads=reads)

    def _referred(self, place: Channel, told: Any) -> Message | None:
        """The message that is replied to or forwarded; None if it may be missing and is."""
        if not isinstance(told, dict):
            words = "Expected an object/dictionary."
            raise refusals.invalid_form({"message_reference": ("MODEL_TYPE_CONVERT", words)})
        number = str(told.get("message_id", ""))
        if not number.isdecimal():
            field = "message_reference.message_id"
            raise refusals.invalid_form(refusals.not_a_snowflake(field, number))
        if not place.allows(bits.READ_HISTORY):
            raise refusals.reply_needs_history()
        is_forward = told.get("type") == 1
        where = self._world.channels.get(int(told.get("channel_id") or 0)) or place
        if where is not place and not is_forward:
            words = "Cannot reply to a message in a different channel"
            code = "REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL"
            raise refusals.invalid_form({"message_reference": (code, words)})
        found = where.messages.get(int(number))
        if found is not None and not found.is_deleted:
            return found
        if is_forward or told.get("fail_if_not_exists", True):
            raise refusals.unknown_reference()
        return None

    def _forward(self, place: Channel, it: Message) -> Message:
        world = self._world
        number, now = world.ids.next(), world.clock.now()
        made = Message(number, place.id, world.bot.id, "", now, flags=bits.HAS_SNAPSHOT)
        made.snapshots = [payloads.snapshot(world, it)]
        return made


def _page(query: dict[str, str]) -> tuple[int, dict[str, int]]:
    limit = query.get("limit", "50")
    if not limit.lstrip("-").isdecimal():
        words = f'Value "{limit}" is not int.'
        raise refusals.invalid_form({"limit": ("NUMBER_TYPE_COERCE", words)})
    if int(limit) > _PAGE_LIMIT:
        words = f"int value should be less than or equal to {_PAGE_LIMIT}."
        raise refusals.invalid_form({"limit": ("NUMBER_TYPE_MAX", words)})
    if int(limit) < 1:
        words = "int value should be greater than or equal to 1."
        raise refusals.invalid_form({"limit": ("NUMBER_TYPE_MIN", words)})
    pivots = {name: query[name] for name in ("around", "before", "after") if name in query}
    for name, value in pivots.items():
        if not value.isdecimal():
            raise refusals.invalid_form(refusals.not_a_snowflake(name, value))
    return int(limit), {name: int(value) for name, value in pivots.items()}


def _emoji(asked: Asked) -> str:
    """Emoji of Unicode only: this Discord has none of its own."""
    emoji = asked.parameters["emoji"]
    if not emoji or emoji.isascii() or any(one.isalpha() for one in emoji):
        raise refusals.unknown_emoji()
    return emoji
