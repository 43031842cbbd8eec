"""The bot as a whole on Telegram: asked in the app, answered there, kept on the timeline."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from previously_bot.app.places import Place
from previously_bot.app.platforms import platforms_of
from previously_bot.app.running import run
from previously_bot.people import People, Person
from previously_bot.settings import PlatformSettings
from tests.fakes import HandClock, never
from tests.servers.telegram import TelegramServer, telegram_server
from tests.servers.telegram.world import BEGAN

MARA = Person("mara", ZoneInfo("Europe/Berlin"), "en")
NOW = datetime.fromtimestamp(BEGAN + 60, UTC)
PEOPLE = People((MARA,), {("telegram", "8812"): MARA})


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TelegramServer]:
    async with telegram_server() as made:
        monkeypatch.setenv("BOT_TOKEN", made.token)
        yield made


@asynccontextmanager
async def running(home: Path, server: TelegramServer) -> AsyncIterator[None]:
    telegram = {"token_env": "BOT_TOKEN", "base_url": server.url}
    settings = PlatformSettings.model_validate({"telegram": telegram})
    place = Place(MARA, home / "timeline", home / "state")
    stop = asyncio.Event()
    adapters = platforms_of(settings, never)
    bot = asyncio.create_task(
        run(PEOPLE, [place], adapters, clock=HandClock(NOW), pause=never, stop=stop)
    )
    try:
        yield
    finally:
        stop.set()
        async with asyncio.timeout(20):
            await bot


def slices(home: Path) -> list[str]:
    files = home.glob("timeline/memory/episodic/slices/*/*/*/*.md")
    return [file.read_text(encoding="utf-8") for file in files]


async def test_what_is_said_on_telegram_is_answered_there_and_kept(
    tmp_path: Path, server: TelegramServer
) -> None:
    mara, stranger = server.person(8812), server.person(666)
    stranger.says("Let me in")
    mara.says("I bought a lamp")
    async with running(tmp_path, server):
        await server.until(lambda: mara.texts)
    mara.says("What did I buy?")
    async with running(tmp_path, server):
        await server.until(lambda: len(mara.texts) == 2)
    assert "lamp" in mara.texts[1]
    assert stranger.seen == []
    (said,) = slices(tmp_path)
    assert said.count("I bought a lamp\n") == 1
    assert "channels: [telegram]" in said
    assert server.updates.waiting == []
