"""Discord's side road for interactions: what is asked goes by their tokens, not by the bot's.

By discord.py's requests for it and not by its objects: those judge an interaction's age by a
clock of their own, keep views, and want fields that nobody needs.
"""

from typing import Any

import discord
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context, interaction_response_params

from adapters.discord.interactions import Interaction

_LATER, _LATER_UPDATE = 5, 6
_HIDDEN = 1 << 6


async def acknowledge(client: discord.Client, interaction: Interaction) -> None:
    """Say that an answer will come: a place for it shows after a command, and nothing new
    after a button."""
    kind, told = _LATER_UPDATE, None
    if not interaction.pressed:
        kind, told = _LATER, {"flags": _HIDDEN} if interaction.is_hidden else None
    await async_context.get().create_interaction_response(
        interaction.id,
        interaction.token,
        session=_hook(client, interaction).session,
        params=interaction_response_params(kind, told),
    )


async def withdraw(client: discord.Client, interaction: Interaction) -> None:
    """Take away the place that shows after a command; a button shows none."""
    if not interaction.pressed:
        hook = _hook(client, interaction)
        asking: Any = async_context.get()
        await asking.delete_original_interaction_response(
            hook.id, hook.token, session=hook.session
        )


async def edit(
    client: discord.Client,
    interaction: Interaction,
    message_id: str,
    made: MultipartParameters,
) -> str:
    """Change one of its messages, "" for the first answer to it; the message's id."""
    asking: Any = async_context.get()
    hook = _hook(client, interaction)
    if message_id:
        told = await asking.edit_webhook_message(
            hook.id,
            hook.token,
            int(message_id),
            session=hook.session,
            with_components=True,
            **_body(made),
        )
    else:
        told = await asking.edit_original_interaction_response(
            hook.id, hook.token, session=hook.session, **_body(made)
        )
    return str(int(told["id"]))


async def follow(
    client: discord.Client, interaction: Interaction, made: MultipartParameters
) -> str:
    """One more message; its id."""
    hook = _hook(client, interaction)
    asking: Any = async_context.get()
    told = await asking.execute_webhook(
        hook.id,
        hook.token,
        session=hook.session,
        wait=True,
        with_components=True,
        **_body(made),
    )
    return str(int(told["id"]))


def _hook(client: discord.Client, interaction: Interaction) -> discord.Webhook:
    return discord.Webhook.partial(interaction.application_id, interaction.token, client=client)


def _body(made: MultipartParameters) -> dict[str, Any]:
    return {"payload": made.payload, "multipart": made.multipart, "files": made.files}
