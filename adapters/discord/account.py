"""Whose token it is, and whether it may read what people write: asked once."""

import asyncio

from adapters.discord.acknowledging import Pause
from adapters.discord.client import Client
from adapters.discord.reading import UNREADABLE
from adapters.discord.refusals import UNDONE, may_not_read, not_let_in


async def account_of(token: str, api_url: str | None, patience: float, pause: Pause) -> str:
    """The name of the bot, which Discord may take `patience` seconds to say. Raises NotLetIn.

    The gateway is not asked, so who listens there is not disturbed.
    """
    client = Client(pause, api_url, None)
    try:
        async with asyncio.timeout(patience):
            await client.login(token)
        name, flags = str(client.user), client.application_flags
    except (*UNDONE, *UNREADABLE) as error:
        raise not_let_in(error) from None
    finally:
        await client.close()
    if not (flags.gateway_message_content or flags.gateway_message_content_limited):
        raise may_not_read()
    return name
