"""The bot as a whole, on platforms of paper: who is answered, where, and what outlives what."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

from adapters.base import Chat, Incoming, Outgoing, Receive
from memory import checking
from memory.stores.folder import FolderStore
from previously_bot.app.places import Place
from previously_bot.app.running import run
from previously_bot.people import People, Person
from tests.fakes import NOON, HandClock, PaperAdapter, never

MARA = Person("mara", ZoneInfo("Europe/Berlin"), "en")
LIN = Person("lin", ZoneInfo("Asia/Shanghai"), "zh")
PEOPLE = People(
    (MARA, LIN),
    {("telegram", "8812"): MARA, ("discord", "90210"): MARA, ("telegram", "77"): LIN},
)


class Platform(PaperAdapter):
    """One that brings what a test says, and may die."""

    def __init__(self, platform: str) -> None:
        super().__init__(platform)
        self._coming: asyncio.Queue[Incoming | Exception] = asyncio.Queue()
        self._answered = asyncio.Condition()
        self._count = 0
        self.runs = 0

    async def run(self, receive: Receive) -> None:
        self.runs += 1
        while True:
            came = await self._coming.get()
            if isinstance(came, Exception):
                raise came
            await receive(came)

    async def send(self, outgoing: Outgoing) -> str:
        async with self._answered:
            message_id = await super().send(outgoing)
            self._answered.notify_all()
        return message_id

    def say(self, account: str, text: str, *, is_private: bool = True) -> None:
        self._count += 1
        chat = Chat(self.traits.platform, f"chat of {account}")
        incoming = Incoming(chat, f"{id(self)}-{self._count}", account, NOON, text)
        self._coming.put_nowait(replace(incoming, is_private=is_private))

    def die(self) -> None:
        self._coming.put_nowait(RuntimeError("the platform's library has a fault"))

    async def answers(self, count: int) -> list[tuple[str, str]]:
        """Chat and text of what was sent, once there are so many."""
        async with asyncio.timeout(10), self._answered:
            await self._answered.wait_for(lambda: len(self.sent) >= count)
        return [(one.chat.chat_id, one.text) for one in self.sent]


@asynccontextmanager
async def running(home: Path, *platforms: Platform) -> AsyncIterator[None]:
    stop, clock = asyncio.Event(), HandClock()
    places = [Place(one, home / one.name, home / "state") for one in PEOPLE.everyone]

    async def pause(seconds: float) -> None:
        if seconds == 4.0:
            await never(seconds)

    bot = asyncio.create_task(
        run(PEOPLE, places, lambda _: platforms, clock=clock, pause=pause, stop=stop)
    )
    try:
        yield
    finally:
        stop.set()
        async with asyncio.timeout(10):
            await bot


def said_in(folder: Path) -> list[str]:
    files = sorted(folder.glob("memory/episodic/slices/*/*/*/*.md"))
    return [file.read_text(encoding="utf-8") for file in files]


async def test_one_memory_on_both_platforms_and_one_for_each_person(tmp_path: Path) -> None:
    telegram, discord = Platform("telegram"), Platform("discord")
    async with running(tmp_path, telegram, discord):
        telegram.say("8812", "I bought a lamp")
        assert (await telegram.answers(1))[0][0] == "chat of 8812"
        discord.say("90210", "And a chair")
        assert (await discord.answers(1))[0][0] == "chat of 90210"
        telegram.say("77", "我买了一把椅子")
        assert (await telegram.answers(2))[1][0] == "chat of 77"
    (one,) = said_in(tmp_path / "mara")
    assert "I bought a lamp" in one
    assert "And a chair" in one
    assert "channels: [telegram, discord]" in one
    (other,) = said_in(tmp_path / "lin")
    assert "lamp" not in other
    assert list(checking.check(FolderStore(tmp_path / "mara")).problems) == []


async def test_strangers_get_silence(tmp_path: Path) -> None:
    telegram = Platform("telegram")
    async with running(tmp_path, telegram):
        telegram.say("666", "Let me in")
        telegram.say("90210", "An account of the other platform")
        telegram.say("8812", "hello")
        assert [chat for chat, _ in await telegram.answers(1)] == ["chat of 8812"]
    assert "Let me in" not in "".join(said_in(tmp_path / "mara") + said_in(tmp_path / "lin"))


async def test_a_platform_that_dies_is_begun_again_and_takes_no_other_with_it(
    tmp_path: Path,
) -> None:
    telegram, discord = Platform("telegram"), Platform("discord")
    async with running(tmp_path, telegram, discord):
        telegram.die()
        telegram.die()
        discord.say("90210", "hello")
        telegram.say("8812", "hello")
        await discord.answers(1)
        await telegram.answers(1)
        assert (telegram.runs, discord.runs) == (3, 1)


async def test_what_could_not_be_delivered_goes_out_at_the_next_start(tmp_path: Path) -> None:
    telegram = Platform("telegram")
    telegram.is_down = True
    tried = asyncio.Event()
    telegram.before_send = lambda _: tried.set()
    async with running(tmp_path, telegram):
        telegram.say("8812", "hello")
        await tried.wait()
    again = Platform("telegram")
    async with running(tmp_path, again):
        ((chat, _),) = await again.answers(1)
    assert chat == "chat of 8812"


async def test_a_code_makes_another_account_the_person_s_for_good(tmp_path: Path) -> None:
    telegram = Platform("telegram")
    async with running(tmp_path, telegram):
        telegram.say("8812", "/link")
        ((_, said),) = await telegram.answers(1)
        code = said.split("`")[1]
        telegram.say("4711", "ABCDEFGH")
        telegram.say("4711", f"/start {code.lower()}")
        chat, said = (await telegram.answers(2))[1]
        assert (chat, "mara's" in said) == ("chat of 4711", True)
        telegram.say("4712", code)
        telegram.say("4711", "I bought a lamp")
        assert (await telegram.answers(3))[2][0] == "chat of 4711"
    again = Platform("telegram")
    async with running(tmp_path, again):
        again.say("4711", "And a chair")
        assert (await again.answers(1))[0][0] == "chat of 4711"
    (one,) = said_in(tmp_path / "mara")
    assert "I bought a lamp" in one
    assert "And a chair" in one


async def test_nothing_is_answered_where_others_read_along(tmp_path: Path) -> None:
    telegram = Platform("telegram")
    async with running(tmp_path, telegram):
        telegram.say("8812", "What did I tell you?", is_private=False)
        telegram.say("8812", "hello")
        assert len(await telegram.answers(1)) == 1
    assert "What did I tell you?" not in "".join(said_in(tmp_path / "mara"))
