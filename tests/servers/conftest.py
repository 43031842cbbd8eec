"""A Telegram server for a test, and python-telegram-bot's own bot that talks to it."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot

from tests.servers.telegram import TelegramServer, telegram_server


@pytest.fixture(autouse=True)
def _durations_are_timedeltas(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library warns of its own RetryAfter otherwise, and a warning is an error here."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as made:
        yield made


@pytest.fixture
async def bot(server: TelegramServer) -> AsyncIterator[Bot]:
    made = Bot(server.token, base_url=server.base_url, base_file_url=server.base_file_url)
    async with made:
        server.asked.clear()
        yield made
