"""The bot as a process, on both platforms at once: one memory, strangers outside, kill -9."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from memory import markdown
from memory.slices import Slice, Speaker
from tests.end_to_end.process import Bot
from tests.servers.discord import DiscordServer, discord_server
from tests.servers.telegram import TelegramServer, telegram_server


def _seconds() -> int:
    return int(time.time())


PATIENCE = 30  # seconds before a test that hangs is called a failure


class House:
    """Both platforms on loopback, and a bot between them that can be killed and begun again."""

    def __init__(self, bot: Bot, telegram: TelegramServer, discord: DiscordServer) -> None:
        self._bot = bot
        self.telegram, self.discord = telegram, discord
        self.mara = telegram.person(8812)
        self.mara_there = discord.person(90210, "mara")
        self.telegram_token = telegram.token
        self.process: asyncio.subprocess.Process | None = None
        (bot.home / "previously.yaml").write_text(
            "people:\n"
            "  - name: mara\n"
            "    timezone: Europe/Berlin\n"
            '    accounts: {telegram: "8812", discord: "90210"}\n'
            "    repository: {folder: ./timeline}\n"
            "platforms:\n"
            f"  telegram: {{token_env: TG, base_url: {telegram.url}}}\n"
            f"  discord: {{token_env: DC, api_url: {discord.api_url},"
            f" gateway_url: {discord.gateway_url}}}\n"
            "state: ./state\n"
        )

    async def begin(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *self._bot.command("run"),
            env={
                **self._bot.environment,
                "TG": self.telegram_token,
                "DC": self.discord.token,
            },
            cwd=self._bot.home,
            stderr=asyncio.subprocess.PIPE,
        )
        await self.discord.until(lambda: self.discord.gateway.session, PATIENCE)

    async def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Its exit status, and what it logged."""
        assert self.process is not None
        assert self.process.stderr is not None
        self.process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            said = await self.process.stderr.read()
            return await self.process.wait(), said.decode()

    def told_there(self) -> list[str]:
        """What the bot said on Discord."""
        return [
            one.content
            for one in self.mara_there.sees()
            if one.author_id == self.discord.bot.id
        ]

    def slices(self) -> list[Slice]:
        files = sorted((self._bot.home / "timeline").glob("memory/episodic/slices/*/*/*/*.md"))
        return [markdown.parse(file.read_text("utf-8"), "2026-01-01-0000") for file in files]

    def said(self) -> list[str]:
        """What the person said, in order."""
        turns = (turn for slice_ in self.slices() for turn in slice_.turns)
        return [turn.text for turn in turns if turn.speaker is Speaker.USER]


@asynccontextmanager
async def house(bot: Bot) -> AsyncIterator[House]:
    async with telegram_server(now=_seconds) as telegram, discord_server() as discord:
        made = House(bot, telegram, discord)
        await made.begin()
        try:
            yield made
        finally:
            if made.process is not None and made.process.returncode is None:
                await made.end(signal.SIGKILL)


async def answered(home: House, on_telegram: int = 0, on_discord: int = 0) -> None:
    """Wait until the person was told so much, on each platform."""
    async with asyncio.timeout(PATIENCE):
        await home.telegram.until(lambda: len(home.mara.texts) >= on_telegram)
        await home.discord.until(lambda: len(home.told_there()) >= on_discord)


async def test_one_memory_on_both_platforms(bot: Bot) -> None:
    async with house(bot) as home:
        home.mara.says("I bought a cello in Hamm")
        await answered(home, on_telegram=1)
        home.mara_there.says("What did I buy in Hamm?")
        await answered(home, on_discord=1)
        assert "“I bought a cello in Hamm”" in home.told_there()[-1]
        status, log = await home.end()
    assert status == 0, log
    (one,) = home.slices()
    assert [turn.origin.split()[0] for turn in one.turns if turn.speaker is Speaker.USER] == [
        "telegram",
        "discord",
    ]
    assert one.channels == ("telegram", "discord")


async def test_a_command_chosen_on_discord_is_answered_in_its_place(bot: Bot) -> None:
    async with house(bot) as home:
        await home.discord.until(lambda: home.discord.world.commands, PATIENCE)
        chosen = home.mara_there.runs("help")
        await home.discord.until(lambda: any(home.told_there()), PATIENCE)
        assert chosen.original is not None
        assert "/timeline" in chosen.original.content
        assert home.told_there() == [chosen.original.content]
        await home.end()


async def test_strangers_get_silence_and_a_code_lets_them_in(bot: Bot) -> None:
    async with house(bot) as home:
        stranger = home.telegram.person(666)
        stranger.says("Let me in")
        home.mara.says("/link")
        await answered(home, on_telegram=1)
        code = home.mara.texts[-1].split()[-1]
        assert stranger.texts == []
        stranger.says(code)
        await home.telegram.until(lambda: stranger.texts)
        stranger.says("I bought a lamp")
        await home.telegram.until(lambda: len(stranger.texts) == 2)
        await home.end()
    assert home.said() == ["I bought a lamp"]


@pytest.mark.parametrize("times", [1, 3])
async def test_killed_in_the_middle_nothing_is_lost_and_nothing_is_said_twice(
    bot: Bot, times: int
) -> None:
    async with house(bot) as home:
        # A chat that was never seen before cannot be looked into after a start.
        home.mara_there.says("Hello")
        await answered(home, on_discord=1)
        for nth in range(times):
            home.mara.says(f"Telegram, message {nth}")
            home.mara_there.says(f"Discord, message {nth}")
            await answered(home, on_telegram=nth + 1)
            await home.end(signal.SIGKILL)
            await home.begin()
        await answered(home, on_telegram=times, on_discord=times + 1)
        home.mara.says("The last one")
        await answered(home, on_telegram=times + 1)
        await home.end()
    wanted = [
        f"{name}, message {nth}" for nth in range(times) for name in ("Discord", "Telegram")
    ]
    assert sorted(home.said()) == sorted(["Hello", *wanted, "The last one"])
    assert len(home.mara.texts) == times + 1
    assert len(home.told_there()) == times + 1


async def test_the_log_tells_neither_texts_nor_tokens(bot: Bot) -> None:
    async with house(bot) as home:
        home.mara.says("A secret word: xylophone")
        home.mara_there.says("Another secret word: bassoon")
        await answered(home, on_telegram=1, on_discord=1)
        _, log = await home.end()
    for secret in ("xylophone", "bassoon", home.telegram.token, home.discord.token):
        assert secret not in log


async def test_a_token_that_is_not_good_is_told_and_the_other_platform_goes_on(
    bot: Bot,
) -> None:
    async with house(bot) as home:
        await home.end(signal.SIGKILL)
        home.telegram_token = f"{home.telegram.token}x"
        await home.begin()
        home.mara_there.says("Hello")
        await answered(home, on_discord=1)
        _, log = await home.end()
    assert "telegram stopped" in log
    assert home.telegram_token not in log
