"""How the Bot API said no to python-telegram-bot."""

from collections.abc import Awaitable

import pytest
from telegram.error import BadRequest, Forbidden


async def refused(asked: Awaitable[object]) -> str:
    """The words; the library makes all letters small but the first."""
    with pytest.raises(BadRequest) as raised:
        await asked
    return raised.value.message


async def forbidden(asked: Awaitable[object]) -> str:
    with pytest.raises(Forbidden) as raised:
        await asked
    return raised.value.message
