"""The bot as a process between both platforms, with a model that says what a test wants."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from memory import markdown
from memory.slices import Slice, Speaker, Turn
from tests.end_to_end.model import KEY, PlayedModel
from tests.end_to_end.process import Bot
from tests.endpoint import endpoint
from tests.servers.discord import Channel, DiscordServer, discord_server
from tests.servers.discord import Message as MessageThere
from tests.servers.telegram import Message, TelegramServer, telegram_server

PATIENCE = 30  # seconds before a test that hangs is called a failure

MARA = ("mara", 8812, 90210)
BRUNO = ("bruno", 8813, 90211)

_SHORTEST, _IN_A_ROW = 8, 4  # code points of a line, words of it


def _seconds() -> int:
    return int(time.time())


class House:
    """Both platforms on loopback, and a bot between them that can be killed and begun again.

    `mara` is on Telegram and `mara_there` on Discord, and so on.
    """

    def __init__(
        self, bot: Bot, telegram: TelegramServer, discord: DiscordServer, model: PlayedModel
    ) -> None:
        self._bot = bot
        self.telegram, self.discord, self.model = telegram, discord, model
        self.mara = telegram.person(MARA[1])
        self.mara_there = discord.person(MARA[2], MARA[0])
        self.telegram_token = telegram.token
        self.secrets = [telegram.token, discord.token, KEY]
        """What the log must not tell, beside what anybody says."""
        self.variables: dict[str, str] = {}
        """What the environment has besides."""
        self.process: asyncio.subprocess.Process | None = None
        self._log = bot.home / "log"

    @property
    def repo(self) -> Path:
        """Where mara's timeline lies."""
        return self._bot.home / MARA[0]

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8") if self._log.exists() else ""

    # The process

    async def begin(self) -> None:
        """Until it listens on Discord and, where its token is good, on Telegram."""
        before = self.discord.gateway.identified()
        polls = len(self.telegram.asked_for("getUpdates"))
        with self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self._bot.command("run"),
                env={
                    **self._bot.environment,
                    **self.variables,
                    "TG": self.telegram_token,
                    "DC": self.discord.token,
                    "KEY": KEY,
                },
                cwd=self._bot.home,
                stderr=log,
            )
        await self.discord.until(
            lambda: self.discord.gateway.identified() > before, seconds=PATIENCE
        )
        if self.telegram_token == self.telegram.token:
            await self.here(lambda: len(self.telegram.asked_for("getUpdates")) > polls)

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Its exit status."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def killed(self) -> None:
        await self.end(signal.SIGKILL)

    async def again(self) -> None:
        """kill -9, and another start."""
        await self.killed()
        await self.begin()

    def settle_on(self, repository: str) -> None:
        """Before the start: that is where mara's timeline lies."""
        settings = self._bot.home / "previously.yaml"
        here = f"{{folder: ./{MARA[0]}}}"
        settings.write_text(settings.read_text("utf-8").replace(here, repository))

    # Waiting

    async def here(self, holds: Callable[[], Any]) -> None:
        """Until something is so on Telegram."""
        await self.telegram.world.until(holds, PATIENCE)

    async def there(self, holds: Callable[[], Any]) -> None:
        """Until something is so on Discord."""
        await self.discord.until(holds, PATIENCE)

    async def told_here(self, words: str) -> Message:
        """The last message to mara on Telegram, once it has these words."""
        await self.here(lambda: self.mara.texts and words in self.mara.texts[-1])
        return self.mara.messages[-1]

    async def told_there(self, words: str) -> MessageThere:
        """The last message to mara on Discord, once it has these words."""
        await self.there(lambda: self.texts_there() and words in self.texts_there()[-1])
        return self.answers_there()[-1]

    async def answered(self, on_telegram: int = 0, on_discord: int = 0) -> None:
        """Until mara was told so much, on each platform."""
        await self.here(lambda: len(self.mara.texts) >= on_telegram)
        await self.there(lambda: len(self.texts_there()) >= on_discord)

    # What the bot said on Discord

    def answers_there(self, channel: Channel | None = None) -> list[MessageThere]:
        shown = self.mara_there.sees(channel)
        return [one for one in shown if one.author_id == self.discord.bot.id]

    def texts_there(self, channel: Channel | None = None) -> list[str]:
        return [one.content for one in self.answers_there(channel)]

    # Buttons

    async def presses(self, label: str) -> None:
        """On the last message on Telegram, and waits until it is let go."""
        (found,) = [
            one["callback_data"]
            for row in self.mara.messages[-1].buttons
            for one in row
            if one["text"] == label
        ]
        query = self.mara.presses(self.mara.messages[-1], found)
        await self.here(lambda: query not in self.telegram.world.queries)

    async def presses_there(self, label: str) -> None:
        """On the last message on Discord, and waits until it is acknowledged."""
        last = self.answers_there()[-1]
        shown = [one for row in last.components for one in row["components"]]
        (found,) = [one["custom_id"] for one in shown if one["label"] == label]
        pressed = self.mara_there.presses(last, found)
        await self.there(lambda: pressed.acknowledged is not None)

    # Files

    def slices(self, name: str = MARA[0]) -> list[Slice]:
        files = sorted((self._bot.home / name).glob("memory/episodic/slices/*/*/*/*.md"))
        return [markdown.parse(file.read_text("utf-8"), "2026-01-01-0000") for file in files]

    def turns(self, name: str = MARA[0]) -> list[Turn]:
        return [turn for slice_ in self.slices(name) for turn in slice_.turns]

    def said(self, name: str = MARA[0]) -> list[str]:
        """What the person said, in order."""
        return [turn.text for turn in self.turns(name) if turn.speaker is Speaker.USER]

    def answers(self, name: str = MARA[0]) -> list[str]:
        return [turn.text for turn in self.turns(name) if turn.speaker is Speaker.AGENT]

    def holding(self, words: str) -> list[str]:
        """The files of mara's repository in which words stand."""
        files = [file for file in self.repo.rglob("*") if file.is_file()]
        return [file.name for file in files if words.encode() in file.read_bytes()]

    # What nobody may read in the log

    def betrayed(self) -> list[str]:
        """What the log tells that it must not: tokens, keys, codes, words of anybody."""
        log = self.log
        return sorted({secret for secret in self._secrets() if secret in log})

    def _secrets(self) -> Iterator[str]:
        yield from (*self.secrets, self.telegram_token)
        for is_bot, text in self.all_texts():
            for line in filter(lambda line: len(line) >= _SHORTEST, text.splitlines()):
                yield line
                # Of what people say, some words are too much already.
                words = [] if is_bot else line.split()
                for nth in range(len(words) - _IN_A_ROW + 1):
                    yield " ".join(words[nth : nth + _IN_A_ROW])

    def all_texts(self) -> Iterator[tuple[bool, str]]:
        """Everything that was said, before its edits too, and whether the bot said it."""
        for chat in self.telegram.world.chats.values():
            for here in chat.messages.values():
                is_bot = here.shown.get("from") == self.telegram.bot
                former = [str(one.get("text", "")) for one in here.history]
                yield from ((is_bot, text) for text in (here.text, *former))
        for channel in self.discord.world.channels.values():
            for there in channel.messages.values():
                is_bot = there.author_id == self.discord.bot.id
                yield from ((is_bot, text) for text in (there.content, *there.history))


async def reached(event: asyncio.Event) -> None:
    """Until it is set; that somebody stands at a gate is no change that a server tells."""
    async with asyncio.timeout(PATIENCE):
        await event.wait()


def settings(
    telegram: TelegramServer,
    discord: DiscordServer,
    people: Sequence[tuple[str, int, int]],
    model_url: str,
) -> str:
    return "\n".join(
        [
            "people:",
            *(
                f"  - {{name: {name}, timezone: Europe/Berlin, language: en,"
                f' accounts: {{telegram: "{here}", discord: "{there}"}},'
                f" repository: {{folder: ./{name}}}}}"
                for name, here, there in people
            ),
            "platforms:",
            f"  telegram: {{token_env: TG, base_url: {telegram.url}}}",
            f"  discord: {{token_env: DC, api_url: {discord.api_url},"
            f" gateway_url: {discord.gateway_url}}}",
            "state: ./state",
            *(["models:"] if model_url else []),
            *(
                f"  {role}: {{base_url: {model_url}, model: {role}, api_key_env: KEY}}"
                for role in ("flash", "pro", "voice")
                if model_url
            ),
        ]
    )


@asynccontextmanager
async def house(
    bot: Bot,
    *people: tuple[str, int, int],
    model: PlayedModel | None = None,
    prepare: Callable[[House], None] = lambda home: None,
) -> AsyncIterator[House]:
    """Of mara, unless others are named too. Without a model, memory alone answers; `prepare` is
    done before the start. At the end nobody's words and no secret must stand in the log."""
    played = model or PlayedModel()
    async with (
        telegram_server(now=_seconds) as telegram,
        discord_server() as discord,
        endpoint(played.reply) as models,
    ):
        written = settings(telegram, discord, (MARA, *people), models.url if model else "")
        (bot.home / "previously.yaml").write_text(written)
        made = House(bot, telegram, discord, played)
        prepare(made)
        try:
            await made.begin()
            yield made
        except BaseException as error:
            said = [f"{'bot' if is_bot else '>'} {text}" for is_bot, text in made.all_texts()]
            error.add_note("\n".join((made.log, *said)))
            raise
        finally:
            await made.killed()
        assert made.betrayed() == []
