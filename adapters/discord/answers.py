"""Answers to interactions, for as long as Discord takes them: some minutes, and one process."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord
from discord.http import MultipartParameters, handle_message_parameters

from adapters.base import AdapterError, MaybeDelivered, NotDelivered, Outgoing
from adapters.discord import hooks
from adapters.discord.forms import buttons, upload
from adapters.discord.interactions import Interaction
from adapters.discord.reading import PLATFORM
from adapters.discord.refusals import UNDONE, Reply, is_reply, refused

# A token is good for 15 minutes; what is begun in the last of them may come too late:
# https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages
_ANSWERABLE = timedelta(minutes=14)
_REMEMBERED = 1000  # interactions, and as many messages


@dataclass(slots=True)
class _Open:
    """`waits`: whether the place for its first answer is still empty. `acknowledged`: whether
    Discord took that there will be one."""

    interaction: Interaction
    waits: bool
    acknowledged: Callable[[], Awaitable[bool]]


class Answers:
    """Their tokens are kept in memory only."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._shown: OrderedDict[str, tuple[_Open, str]] = OrderedDict()
        """By the id of a message: whose it is, and the message that stands for it now."""

    def keep(
        self, interaction: Interaction, acknowledged: Callable[[], Awaitable[bool]]
    ) -> None:
        """One that is acknowledged when it is answered, at the latest."""
        fresh = _Open(interaction, not interaction.pressed, acknowledged)
        self._open[str(interaction.id)] = fresh
        if interaction.pressed:
            self._show(fresh, interaction.pressed, interaction.pressed)
        while len(self._open) > _REMEMBERED:
            self._open.popitem(last=False)

    def drop(self, interaction: Interaction) -> None:
        """One that nobody answers."""
        if (found := self._open.get(str(interaction.id))) is not None:
            self._forget(found)

    async def deliver(
        self, client: discord.Client, outgoing: Outgoing, content: str, patience: float
    ) -> str | None:
        """The id of the message that it became; None where it is to go as any other message.

        The first part fills the place that waits, others follow. Raises NotDelivered,
        GoneForGood, and MaybeDelivered: what follows has no nonce that makes a repeat harmless.
        """
        found, message_id = self._find(outgoing)
        if found is None:
            return None
        if not await found.acknowledged():
            self._forget(found)
            return None
        shown, unsure = "", _unsure(NotDelivered)
        try:
            async with asyncio.timeout(patience):
                if message_id or found.waits:
                    shown = await _edit(
                        client, found.interaction, outgoing, content, message_id
                    )
                if not shown:
                    unsure = _unsure(MaybeDelivered)
                    shown = await _follow(client, found.interaction, outgoing, content)
        except UNDONE as error:
            if is_reply(error, Reply.TOKEN_IS_OVER, Reply.UNKNOWN_WEBHOOK):
                self._forget(found)
                return None
            raise refused(error) or unsure from error
        found.waits = False
        self._show(found, shown, shown)
        if outgoing.edits:
            # Whoever edits the old one again means this one.
            self._show(found, outgoing.edits, shown)
        return shown

    def _find(self, outgoing: Outgoing) -> tuple[_Open | None, str]:
        """Which interaction it belongs to, and which of its messages it changes, if any."""
        if outgoing.edits:
            found, message_id = self._shown.get(outgoing.edits, (None, ""))
        else:
            found, message_id = self._open.get(outgoing.answers), ""
        if found is not None and self._now() - found.interaction.at >= _ANSWERABLE:
            self._forget(found)
            return None, ""
        return found, message_id

    def _show(self, whose: _Open, known_as: str, message_id: str) -> None:
        self._shown[known_as] = (whose, message_id)
        self._shown.move_to_end(known_as)
        while len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)

    def _forget(self, whose: _Open) -> None:
        self._open.pop(str(whose.interaction.id), None)
        for known_as in [one for one, (owner, _) in self._shown.items() if owner is whose]:
            del self._shown[known_as]


async def _edit(
    client: discord.Client,
    interaction: Interaction,
    outgoing: Outgoing,
    content: str,
    message_id: str,
) -> str:
    """ "" where what was to be changed is gone."""
    with _form(outgoing, content, is_hidden=False) as made:
        try:
            return await hooks.edit(client, interaction, message_id, made)
        except discord.NotFound as error:
            if is_reply(error, Reply.UNKNOWN_MESSAGE):
                return ""
            raise


async def _follow(
    client: discord.Client, interaction: Interaction, outgoing: Outgoing, content: str
) -> str:
    with _form(outgoing, content, is_hidden=interaction.is_hidden) as made:
        return await hooks.follow(client, interaction, made)


def _form(outgoing: Outgoing, content: str, *, is_hidden: bool) -> MultipartParameters:
    file = upload(outgoing)
    return handle_message_parameters(
        content,
        flags=discord.MessageFlags(suppress_embeds=True, ephemeral=is_hidden),
        file=discord.utils.MISSING if file is None else file,
        view=buttons(outgoing),
        allowed_mentions=discord.AllowedMentions.none(),
    )


def _unsure(kind: type[NotDelivered] | type[MaybeDelivered]) -> AdapterError:
    return kind(PLATFORM, "it did not say whether it did")
