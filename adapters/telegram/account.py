"""Whose token it is: asked once, and nothing is listened to."""

import asyncio

import httpx
from telegram.error import TelegramError

from adapters.base import NotLetIn
from adapters.telegram.api import ROOT, TOKEN_ERRORS, Api
from adapters.telegram.asking import TOKEN_REMEDY
from adapters.telegram.messages import PLATFORM, Me

_NETWORK = "look at the network, and at platforms.telegram.base_url if it is set"


async def account_of(token: str, base_url: str | None, patience: float) -> str:
    """The name of the bot, which the server may take `patience` seconds to say. Raises
    NotLetIn."""
    api = Api(token, (base_url or ROOT).rstrip("/"), patience)
    try:
        async with asyncio.timeout(patience):
            me = Me.of(await api.call("getMe"))
    except TOKEN_ERRORS as error:
        raise NotLetIn(PLATFORM, api.told(error), TOKEN_REMEDY) from None
    except TelegramError as error:
        if isinstance(error.__cause__, httpx.InvalidURL):
            why = "the token has signs that none has"
            raise NotLetIn(PLATFORM, why, TOKEN_REMEDY) from None
        raise NotLetIn(PLATFORM, f"no answer: {api.told(error)}", _NETWORK) from None
    except TimeoutError:
        raise NotLetIn(PLATFORM, "no answer: it took too long", _NETWORK) from None
    except (ValueError, AttributeError):
        raise NotLetIn(PLATFORM, "what answers is no Telegram", _NETWORK) from None
    finally:
        await api.close()
    return f"@{me.username}"
