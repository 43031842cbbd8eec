"""All that there is on this Discord, and what its changes tell the bot."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from previously_bot.clock import Clock
from tests.servers.discord import bits, payloads
from tests.servers.discord.changes import Changes
from tests.servers.discord.snowflakes import Snowflakes
from tests.servers.discord.things import (
    Attachment,
    Channel,
    Guild,
    Interaction,
    Message,
    Seen,
    User,
)

_MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True)
class Event:
    """`body` makes what is sent, told whether the receiver may read what people write.

    `intent` is what a session must have asked for to get it; 0 is for everybody.
    """

    name: str
    body: Callable[[bool], dict[str, Any]]
    intent: int = 0


class World:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.changes = Changes()
        self.ids = Snowflakes(clock)
        self.origin = ""
        self.bot = User(700_000_000_000_000_001, "previously", is_bot=True)
        self.portal = bits.MESSAGE_CONTENT
        """The privileged intents that are switched on for the bot."""
        self.users = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.attachments: dict[int, Attachment] = {}
        self.commands: list[dict[str, Any]] = []
        self.interactions: dict[int, Interaction] = {}
        self.seen: list[Seen] = []
        self.announce: Callable[[Event], None] = lambda event: None

    def user(self, number: int, name: str = "") -> User:
        return self.users.setdefault(number, User(number, name or f"person{number}"))

    def dm(self, number: int) -> Channel:
        """The bot's DM with somebody, opened now if there is none."""
        for one in self.channels.values():
            if one.recipient_id == number:
                return one
        made = Channel(self.ids.next(), recipient_id=number)
        self.channels[made.id] = made
        return made

    def add_guild(self, name: str, *people: int, has_bot: bool = True) -> Guild:
        made = Guild(self.ids.next(), name, has_bot, members=list(people))
        for one in people:
            self.user(one)
        self.add_channel(made, "general")
        self.guilds[made.id] = made
        if has_bot:
            body = payloads.guild(self, made)
            self.announce(Event("GUILD_CREATE", lambda reads: body, bits.GUILDS))
        return made

    def add_channel(self, guild: Guild, name: str, denied: int = 0) -> Channel:
        made = Channel(self.ids.next(), guild.id, name, denied=denied)
        guild.channels.append(made)
        self.channels[made.id] = made
        if guild.id in self.guilds and self._is_visible(made):
            body = payloads.channel(self, made)
            self.announce(Event("CHANNEL_CREATE", lambda reads: body, bits.GUILDS))
        return made

    def is_open_to_bot(self, it: Message) -> bool:
        """Whether the bot reads it without the content intent: DMs, mentions, its own."""
        is_dm = self.channels[it.channel_id].is_dm
        return is_dm or it.author_id == self.bot.id or self.bot.id in it.mentions

    def mentioned(self, text: str) -> list[int]:
        numbers = dict.fromkeys(int(one) for one in _MENTION.findall(text))
        return [one for one in numbers if one in self.users]

    def pings_everyone(self, text: str, place: Channel) -> bool:
        return place.allows(bits.MENTION_EVERYONE) and ("@everyone" in text or "@here" in text)

    def post(self, it: Message) -> Message:
        self.channels[it.channel_id].messages[it.id] = it
        self.attachments |= {one.id: one for one in it.attachments}
        self._see("sent", it, it.author_id, it.content)
        self._tell("MESSAGE_CREATE", it)
        return it

    def edit(self, it: Message, content: str | None = None) -> None:
        """Says that it was changed; with `content`, that is changed here."""
        if content is not None:
            if it.flags & bits.LOADING:
                it.flags &= ~bits.LOADING
            else:
                it.history.append(it.content)
                # No two edits of a message happen at the same time.
                former = it.edited or it.sent
                it.edited = max(self.clock.now(), former + timedelta(milliseconds=1))
            it.content = content
        self.attachments |= {one.id: one for one in it.attachments}
        self._see("edited", it, it.author_id, it.content)
        self._tell("MESSAGE_UPDATE", it)

    def delete(self, it: Message, who: int) -> None:
        it.is_deleted = True
        self._see("deleted", it, who)
        if it.flags & bits.EPHEMERAL:
            return
        place = self.channels[it.channel_id]
        told = {"id": str(it.id), "channel_id": str(it.channel_id), **self._place(place)}
        self._announce("MESSAGE_DELETE", place, told, bits.GUILD_MESSAGES, bits.DM_MESSAGES)

    def purge(self, messages: Sequence[Message]) -> None:
        place = self.channels[messages[0].channel_id]
        for one in messages:
            one.is_deleted = True
        told = {
            "ids": [str(one.id) for one in messages],
            "channel_id": str(place.id),
            **self._place(place),
        }
        intents = bits.GUILD_MESSAGES, bits.DM_MESSAGES
        self._announce("MESSAGE_DELETE_BULK", place, told, *intents)
        self.changes.tell()

    def embed(self, it: Message) -> None:
        """Of that the bot is told as of an edit; the time of the last edit stays."""
        it.embeds = [{"type": "link", "url": "https://example.com", "title": "Example"}]
        self._tell("MESSAGE_UPDATE", it)

    def type(self, place: Channel, who: int) -> None:
        self.seen.append(Seen("typing", place.id, who))
        now = int(self.clock.now().timestamp())
        told = {"channel_id": str(place.id), "user_id": str(who), "timestamp": now}
        if not place.is_dm:
            told |= {**self._place(place), "member": payloads.member(self.users[who])}
        if who != self.bot.id:
            self._announce("TYPING_START", place, told, bits.GUILD_TYPING, bits.DM_TYPING)
        self.changes.tell()

    def react(self, it: Message, who: int, emoji: str, *, takes_back: bool = False) -> None:
        if ((emoji, who) in it.reactions) != takes_back:
            return
        (it.reactions.remove if takes_back else it.reactions.append)((emoji, who))
        self._see("unreacted" if takes_back else "reacted", it, who, emoji)
        place = self.channels[it.channel_id]
        told = {
            "user_id": str(who),
            "channel_id": str(place.id),
            "message_id": str(it.id),
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
            **self._place(place),
        }
        if not takes_back:
            told["message_author_id"] = str(it.author_id)
        name = f"MESSAGE_REACTION_{'REMOVE' if takes_back else 'ADD'}"
        self._announce(name, place, told, bits.GUILD_REACTIONS, bits.DM_REACTIONS)

    def _place(self, place: Channel) -> dict[str, Any]:
        return {} if place.is_dm else {"guild_id": str(place.guild_id)}

    def _see(self, what: str, it: Message, who: int, text: str = "") -> None:
        self.seen.append(Seen(what, it.channel_id, who, text, it.id))
        self.changes.tell()

    def _tell(self, name: str, it: Message) -> None:
        if it.flags & bits.EPHEMERAL:
            return
        place = self.channels[it.channel_id]
        told = {
            reads: payloads.message(self, it, reads=reads, is_event=True)
            for reads in (True, False)
        }
        if self._is_visible(place):
            intent = bits.DM_MESSAGES if place.is_dm else bits.GUILD_MESSAGES
            self.announce(Event(name, lambda reads: told[reads], intent))

    def _announce(
        self, name: str, place: Channel, told: dict[str, Any], in_guild: int, in_dm: int
    ) -> None:
        if self._is_visible(place):
            intent = in_dm if place.is_dm else in_guild
            self.announce(Event(name, lambda reads: told, intent))

    def _is_visible(self, place: Channel) -> bool:
        has_bot = place.guild_id is None or self.guilds[place.guild_id].has_bot
        return has_bot and place.allows(bits.VIEW_CHANNEL)
