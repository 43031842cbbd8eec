"""Messages on their way to Discord, each there once however often it is asked for."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

import aiohttp
import discord

from adapters.base import AdapterError, MaybeDelivered, NotDelivered, Outgoing
from adapters.discord.answers import Answers
from adapters.discord.client import Client
from adapters.discord.forms import buttons, upload
from adapters.discord.reading import PLATFORM
from adapters.discord.refusals import UNDONE, Reply, is_reply, refused

# Discord knows a nonce again "in the past few minutes"; how many it does not say. For so long a
# repeated message is the one that is there already, and so a repeat does no harm:
# https://docs.discord.com/developers/resources/message#create-message
_KNOWN_AGAIN = timedelta(minutes=2)

_UPLOAD = 60.0  # seconds more for what has a file
_NONCE = 25  # characters, at most
_REMEMBERED = 1000  # messages

_T = TypeVar("_T")


class Delivery:
    """Remembers what a repeat must know, for as long as the process lives.

    `patience` is seconds for one request, with what discord.py repeats by itself.
    """

    def __init__(self, now: Callable[[], datetime], patience: float) -> None:
        self._now = now
        self._patience = patience
        self.answers = Answers(now)
        self._delivered: OrderedDict[str, int] = OrderedDict()
        self._unsure_since: OrderedDict[str, datetime] = OrderedDict()
        self._replaced: OrderedDict[str, str] = OrderedDict()

    async def deliver(self, client: Client, outgoing: Outgoing, content: str) -> str:
        """Send one message, or edit the one that it `edits`; its id. Raises as `send` does."""
        patience = self._patience_for(outgoing)
        answered = await self.answers.deliver(client, outgoing, content, patience)
        if answered is not None:
            return answered
        place = client.get_partial_messageable(int(outgoing.chat.chat_id))
        former = self._replaced.get(outgoing.edits, outgoing.edits)
        if former:
            if await self._edit(place, int(former), outgoing, content):
                return former
            fresh = await self._send(place, outgoing, content)
            # Whoever edits the old one again means this one.
            _keep(self._replaced, outgoing.edits, fresh)
            return fresh
        return await self._send(place, outgoing, content)

    def _patience_for(self, outgoing: Outgoing) -> float:
        return self._patience + (_UPLOAD if outgoing.file else 0)

    async def _edit(
        self,
        place: discord.PartialMessageable,
        message_id: int,
        outgoing: Outgoing,
        content: str,
    ) -> bool:
        """Whether there was a message to edit. An edit may be repeated at any time."""
        message = place.get_partial_message(message_id)
        file = upload(outgoing)
        files: dict[str, Any] = {} if file is None else {"attachments": [file]}
        try:
            async with asyncio.timeout(self._patience_for(outgoing)):
                await message.edit(
                    content=content,
                    view=buttons(outgoing),
                    allowed_mentions=discord.AllowedMentions.none(),
                    **files,
                )
        except UNDONE as error:
            if is_reply(error, Reply.UNKNOWN_MESSAGE):
                return False
            raise refused(error) or _unsure(NotDelivered) from error
        return True

    async def _send(
        self, place: discord.PartialMessageable, outgoing: Outgoing, content: str
    ) -> str:
        key = _key(outgoing)
        since = self._unsure_since.get(key)
        if since is not None and self._now() - since >= _KNOWN_AGAIN:
            del self._unsure_since[key]
            raise _unsure(MaybeDelivered)
        try:
            async with asyncio.timeout(self._patience_for(outgoing)):
                sent = await self._sent(place, outgoing, content, key)
        except UNDONE as error:
            known = refused(error)
            if known is None:
                self._doubt(key)
            if outgoing.goes_on and key in self._unsure_since:
                # The next draft is another text, and so would be another message.
                raise _unsure(MaybeDelivered) from error
            raise known or _unsure(NotDelivered) from error
        self._unsure_since.pop(key, None)
        # From now on the same text is another message, which a nonce must not swallow.
        _keep(self._delivered, key, self._delivered.get(key, 0) + 1)
        return str(sent.id)

    async def _sent(
        self, place: discord.PartialMessageable, outgoing: Outgoing, content: str, key: str
    ) -> discord.Message:
        """Sends; once more where the line was cut, or where it may not be a reply."""
        nonce = _digest(f"{key} {self._delivered.get(key, 0)}")[:_NONCE]
        try:
            return await _post(place, content, nonce, outgoing)
        except UNDONE as error:
            if outgoing.replies_to and is_reply(error, Reply.INVALID_FORM, Reply.NO_HISTORY):
                return await _post(place, content, nonce, replace(outgoing, replies_to=""))
            if isinstance(error, aiohttp.ClientError) and refused(error) is None:
                self._doubt(key)
                return await _post(place, content, nonce, outgoing)
            raise

    def _doubt(self, key: str) -> None:
        """From now on, if not before, nobody knows whether the message is there."""
        _keep(self._unsure_since, key, self._unsure_since.get(key, self._now()))


async def _post(
    place: discord.PartialMessageable, content: str, nonce: str, outgoing: Outgoing
) -> discord.Message:
    """One message that pings nobody, and of whose links nothing is shown below it."""
    sending: dict[str, Any] = {"nonce": nonce, "suppress_embeds": True}
    if outgoing.replies_to:
        sending["mention_author"] = False
        sending["reference"] = discord.MessageReference(
            message_id=int(outgoing.replies_to), channel_id=place.id, fail_if_not_exists=False
        )
    if (below := buttons(outgoing)) is not None:
        sending["view"] = below
    if (file := upload(outgoing)) is not None:
        sending["file"] = file
    return await place.send(content, allowed_mentions=discord.AllowedMentions.none(), **sending)


def _unsure(kind: type[NotDelivered] | type[MaybeDelivered]) -> AdapterError:
    return kind(PLATFORM, "it did not say whether it did")


def _key(outgoing: Outgoing) -> str:
    """Of what it answers too: an answer like the last is no repeat of it, also where that was
    given by a process that has ended since."""
    whose = (outgoing.chat.chat_id, outgoing.replies_to, outgoing.answers, outgoing.key)
    return _digest(f"{json.dumps(whose)} {outgoing.part} {outgoing.text}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _keep(kept: OrderedDict[str, _T], key: str, value: _T) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > _REMEMBERED:
        kept.popitem(last=False)
