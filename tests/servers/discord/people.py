"""A person on this Discord: what they do there, and what they see."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from tests.servers.discord import bits, interactions, payloads
from tests.servers.discord.things import Attachment, Channel, Interaction, Message, User
from tests.servers.discord.world import World


@dataclass(frozen=True)
class File:
    filename: str
    content: bytes = field(repr=False)
    content_type: str | None = None
    seconds: float | None = None
    """A voice message, so long."""


@dataclass(frozen=True)
class Poll:
    question: str
    answers: Sequence[str]


class Person:
    """Whatever names no channel is done in the person's DM with the bot."""

    def __init__(self, world: World, user: User) -> None:
        self._world = world
        self.user = user
        self.id = user.id

    @property
    def dm(self) -> Channel:
        return self._world.dm(self.id)

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def says(
        self,
        text: str = "",
        *,
        channel: Channel | None = None,
        replies_to: Message | None = None,
        files: Sequence[File] = (),
        stickers: Sequence[str] = (),
        poll: Poll | None = None,
        pings: bool = True,
    ) -> Message:
        """`pings`: whether a reply pings whom it replies to."""
        place = channel or self.dm
        it = self._message(place, text.strip(), kind=19 if replies_to else 0)
        if replies_to is not None:
            it.reference = self._reference(replies_to, 0)
            author = [replies_to.author_id] if pings else []
            it.mentions = list(dict.fromkeys([*it.mentions, *author]))
        it.attachments = [
            Attachment(
                self._world.ids.next(),
                place.id,
                one.filename,
                one.content,
                one.content_type,
                seconds=one.seconds,
            )
            for one in files
        ]
        it.stickers = [
            {"id": str(self._world.ids.next()), "name": name, "format_type": 1}
            for name in stickers
        ]
        if any(one.seconds is not None for one in files):
            it.flags |= bits.IS_VOICE
        it.poll = self._poll(poll, it) if poll else None
        return self._world.post(it)

    def forwards(self, it: Message, channel: Channel | None = None) -> Message:
        """The forward itself has no text; that of the message stands in its snapshot."""
        made = self._message(channel or self.dm, "")
        made.reference = self._reference(it, 1)
        made.flags = bits.HAS_SNAPSHOT
        made.snapshots = [copy.deepcopy(payloads.snapshot(self._world, it))]
        return self._world.post(made)

    def edits(self, it: Message, text: str) -> None:
        it.mentions = self._world.mentioned(text)
        self._world.edit(it, text.strip())

    def deletes(self, it: Message) -> None:
        self._world.delete(it, self.id)

    def types(self, channel: Channel | None = None) -> None:
        self._world.type(channel or self.dm, self.id)

    def reacts(self, it: Message, emoji: str) -> None:
        self._world.react(it, self.id, emoji)

    def unreacts(self, it: Message, emoji: str) -> None:
        self._world.react(it, self.id, emoji, takes_back=True)

    def runs(self, command: str, channel: Channel | None = None, **options: Any) -> Interaction:
        """A slash command; LookupError or ValueError where Discord would not let it be sent."""
        place = channel or self.dm
        return interactions.run_command(self._world, self.id, place, command, options)

    def presses(self, it: Message, custom_id: str) -> Interaction:
        return interactions.press(self._world, self.id, it, custom_id)

    def blocks(self) -> None:
        """From now on the bot can send this person nothing."""
        self.user.takes_messages = False

    def unblocks(self) -> None:
        self.user.takes_messages = True

    def sees(self, channel: Channel | None = None) -> list[Message]:
        """What stands in a channel now, oldest first, with what only this person sees."""
        place = channel or self.dm
        return [
            one
            for _, one in sorted(place.messages.items())
            if not one.is_deleted and one.reader_id in (None, self.id)
        ]

    def _message(self, place: Channel, text: str, kind: int = 0) -> Message:
        world = self._world
        number, now = world.ids.next(), world.clock.now()
        it = Message(number, place.id, self.id, text, now, kind, mentions=world.mentioned(text))
        it.mentions_everyone = world.pings_everyone(text, place)
        return it

    def _reference(self, it: Message, kind: int) -> dict[str, Any]:
        place = self._world.channels[it.channel_id]
        told = {"type": kind, "channel_id": str(it.channel_id), "message_id": str(it.id)}
        return told | ({"guild_id": str(place.guild_id)} if place.guild_id else {})

    def _poll(self, poll: Poll, it: Message) -> dict[str, Any]:
        return {
            "question": {"text": poll.question},
            "answers": [
                {"answer_id": number, "poll_media": {"text": text}}
                for number, text in enumerate(poll.answers, start=1)
            ],
            "expiry": payloads.stamp(it.sent + timedelta(hours=24)),
            "allow_multiselect": False,
            "layout_type": 1,
            "results": {"is_finalized": False, "answer_counts": []},
        }
