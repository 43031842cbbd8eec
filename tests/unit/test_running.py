"""The bot as a whole, on platforms of paper: who is answered, where, and what outlives what."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import NoReturn
from zoneinfo import ZoneInfo

import pytest

from adapters.base import Attached, Chat, Incoming, Outgoing, Receive
from memory import checking
from memory.stores.folder import FolderStore
from memory.stores.github.mirror import files_of
from memory.stores.github.sync import Sync
from previously_bot.app.places import Place
from previously_bot.app.running import run
from previously_bot.clock import Pause
from previously_bot.people import People, Person
from previously_bot.preview import NOTICE_EVERY
from previously_bot.repository_settings import RepositorySettings
from previously_bot.supervision import FIRST_WAIT
from previously_bot.texts import joining
from tests.fakes import NOON, HandClock, PaperAdapter, never
from tests.servers.github import github_server
from tests.servers.github.faults import answers

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

    def say(self, account: str, text: str, *attached: Attached, group: str = "") -> None:
        self._count += 1
        chat = Chat(self.traits.platform, group or f"chat of {account}")
        message_id = f"{id(self)}-{self._count}"
        incoming = Incoming(chat, message_id, account, NOON, text, attached=attached)
        self._coming.put_nowait(replace(incoming, is_private=not group))

    def die(self) -> None:
        self._coming.put_nowait(RuntimeError("the platform's library has a fault"))

    async def answers(self, count: int) -> list[tuple[str, str]]:
        """Chat and text of what was sent, once there are so many."""
        async with asyncio.timeout(10), self._answered:
            await self._answered.wait_for(lambda: len(self.sent) >= count)
        return [(one.chat.chat_id, one.text) for one in self.sent]


async def begins_again(seconds: float) -> None:
    """No wait for what died; none ends that is for showing that somebody writes."""
    if seconds == NOTICE_EVERY:
        await never(seconds)


class WithFiles(Platform):
    async def fetch(self, reference: str, most: int) -> bytes:
        return f"{reference} of {self.traits.platform}".encode()


@asynccontextmanager
async def running(
    home: Path,
    *platforms: Platform,
    pause: Pause = begins_again,
    places: Sequence[Place] = (),
) -> AsyncIterator[None]:
    stop, clock = asyncio.Event(), HandClock()
    places = places or [Place(one, home / one.name, home / "state") for one in PEOPLE.everyone]
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


async def test_files_come_from_the_platform_of_their_message(tmp_path: Path) -> None:
    telegram, discord = Platform("telegram"), WithFiles("discord")
    sent = Attached("lease", "document", "lease.txt")
    async with running(tmp_path, telegram, discord):
        discord.say("90210", "Keep this", sent)
        await discord.answers(1)
        telegram.say("8812", "And this", sent)
        await telegram.answers(1)
    kept = (tmp_path / "mara").glob("memory/attachments/2026/07/07/*.txt")
    assert [file.read_bytes() for file in kept] == [b"lease of discord"]
    (one,) = said_in(tmp_path / "mara")
    assert "[document lease.txt: could not be fetched]" in one


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


async def test_in_a_group_those_who_are_known_are_answered_each_on_their_own_timeline(
    tmp_path: Path,
) -> None:
    telegram = Platform("telegram")
    async with running(tmp_path, telegram):
        telegram.say("666", "Let me in", group="-100")
        telegram.say("8812", "I keep bees", group="-100")
        assert (await telegram.answers(1))[0][0] == "-100"
        telegram.say("77", "我养蜜蜂", group="-100")
        assert (await telegram.answers(2))[1][0] == "-100"
        telegram.say("8812", "And in private a cat")
        assert (await telegram.answers(3))[2][0] == "chat of 8812"
        assert [bool(one.replies_to) for one in telegram.sent] == [True, True, False]
    (hers,), (his,) = said_in(tmp_path / "mara"), said_in(tmp_path / "lin")
    assert "I keep bees" in hers
    assert "And in private a cat" in hers
    assert "蜜蜂" not in hers
    assert "我养蜜蜂" in his
    assert "bees" not in his
    assert "Let me in" not in hers + his


async def test_a_code_that_is_said_in_a_group_lets_nobody_in_any_more(tmp_path: Path) -> None:
    telegram = Platform("telegram")
    async with running(tmp_path, telegram):
        telegram.say("8812", "/link")
        ((_, said),) = await telegram.answers(1)
        code = said.split("`")[1]
        telegram.say("666", code, group="-100")
        telegram.say("666", code)
        spoilt = joining.SPOILT.say("en")
        assert (await telegram.answers(2))[1] == ("chat of 8812", spoilt)
        telegram.say("8812", "/link")
        code = (await telegram.answers(3))[2][1].split("`")[1]
        telegram.say("8812", f"/start {code}", group="-100")
        assert (await telegram.answers(4))[3] == ("-100", spoilt)
        telegram.say("666", f"/start {code}")
        telegram.say("8812", "hello")
        assert [chat for chat, _ in (await telegram.answers(5))[2:]] == [
            "chat of 8812",
            "-100",
            "chat of 8812",
        ]


async def test_the_owner_is_told_of_strangers_and_everybody_what_is_up(tmp_path: Path) -> None:
    telegram, discord = Platform("telegram"), Platform("discord")
    async with running(tmp_path, telegram, discord):
        telegram.say("666", "Let me in")
        telegram.say("8812", "/status")
        ((_, hers),) = await telegram.answers(1)
        assert "Messages of strangers left alone since the start: 1" in hers
        assert "telegram: up" in hers
        assert f"Your timeline lies in {tmp_path / 'mara'}" in hers
        telegram.say("77", "/status")
        his = (await telegram.answers(2))[1][1]
        assert "陌生人" not in his
        assert "telegram：正常" in his


async def test_a_platform_that_is_down_is_said_to_be(tmp_path: Path) -> None:
    telegram, discord = Platform("telegram"), Platform("discord")
    is_waited_for = asyncio.Event()

    async def pause(seconds: float) -> None:
        if seconds == FIRST_WAIT:
            is_waited_for.set()
        await never(seconds)

    async with running(tmp_path, telegram, discord, pause=pause):
        telegram.die()
        async with asyncio.timeout(10):
            await is_waited_for.wait()
        discord.say("90210", "/status")
        ((_, said),) = await discord.answers(1)
        assert "telegram: down — a fault (RuntimeError in test_running.py:" in said
        assert "discord: up" in said


async def test_what_a_person_chose_outlives_a_start_and_is_theirs_alone(tmp_path: Path) -> None:
    telegram = Platform("telegram")
    async with running(tmp_path, telegram):
        telegram.say("8812", "/settings language 中文")
        telegram.say("8812", "/settings timezone new york")
        assert "America/New_York" in (await telegram.answers(2))[1][1]
    again = Platform("telegram")
    async with running(tmp_path, again):
        again.say("8812", "/settings")
        ((_, said),) = await again.answers(1)
        assert "时区：America/New_York（那里现在是 08:00）" in said
        again.say("77", "/settings")
        assert "时区：Asia/Shanghai" in (await again.answers(2))[1][1]
        again.say("8812", "I bought a lamp")
        await again.answers(3)
    (one,) = said_in(tmp_path / "mara")
    assert "timezone: America/New_York" in one


def on_github(person: Person, home: Path, url: str) -> Place:
    """With a token of its own, in a variable by the person's name."""
    name, mirror = person.name, home / "mirrors" / person.name
    chosen = RepositorySettings(
        github=f"{name}/timeline", token_env=f"GH_{name.upper()}", api_url=url
    )
    return Place(person, files_of(mirror), home / "state", repository=chosen, mirror=mirror)


async def soon(seconds: float) -> None:
    """No wait for what is soon; what is later never comes, for time stands still."""
    if seconds == NOTICE_EVERY or seconds > 10:
        await never(seconds)


async def test_whose_repository_is_refused_is_told_once_and_the_others_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    telegram = Platform("telegram")
    with github_server() as server:
        monkeypatch.setenv("GH_MARA", "github_pat_that_was_revoked")
        monkeypatch.setenv("GH_LIN", server.token)
        maras, lins = (server.repository(f"{one.name}/timeline") for one in (MARA, LIN))
        places = [on_github(one, tmp_path, server.url) for one in (MARA, LIN)]
        async with running(tmp_path, telegram, pause=soon, places=places):
            telegram.say("8812", "I bought a lamp")
            await telegram.answers(2)
            telegram.say("8812", "And a chair")
            await telegram.answers(3)
            telegram.say("77", "我买了一把椅子")
            await telegram.answers(4)
            telegram.say("8812", "/status")
            chat, status = (await telegram.answers(5))[-1]
            telegram.say("77", "/status")
            _, status_of_lin = (await telegram.answers(6))[-1]
    told = [one for one in await telegram.answers(6) if one[1].startswith("The token for")]
    assert [of for of, _ in told] == ["chat of 8812"]
    assert "mara/timeline is wrong, expired or revoked" in told[0][1]
    assert chat == "chat of 8812"
    assert "Something is in the way: The token for mara/timeline" in status
    assert "The token" not in status_of_lin
    assert maras.files() == {}
    assert any("我买了一把椅子".encode() in content for content in lins.files().values())


async def test_whose_repository_is_public_is_told_so_in_their_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    telegram = Platform("telegram")
    with github_server() as server:
        for one in (MARA, LIN):
            monkeypatch.setenv(f"GH_{one.name.upper()}", server.token)
            server.repository(f"{one.name}/timeline").private = False
        places = [on_github(one, tmp_path, server.url) for one in (MARA, LIN)]
        async with running(tmp_path, telegram, pause=soon, places=places):
            telegram.say("77", "我买了一把椅子")
            told = dict.fromkeys(text for _, text in await telegram.answers(2))
            telegram.say("8812", "I bought a lamp")
            told |= dict.fromkeys(text for _, text in await telegram.answers(4))
            telegram.say("77", "/status")
            _, status = (await telegram.answers(5))[-1]
    assert any(text.startswith("lin/timeline 是公开的") for text in told)
    assert any(text.startswith("mara/timeline is public") for text in told)
    assert "- 有点问题：lin/timeline 是公开的" in status


async def test_one_strange_answer_of_a_repository_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    telegram = Platform("telegram")
    with github_server() as server:
        monkeypatch.setenv("GH_MARA", server.token)
        repo = server.repository("mara/timeline")
        repo.push({"README.md": "Mine.\n"})
        place = on_github(MARA, tmp_path, server.url)
        async with running(tmp_path, telegram, pause=soon, places=[place]):
            telegram.say("8812", "I bought a lamp")
            await telegram.answers(1)
        repo.push({"README.md": "by hand\n"})
        server.fails("compare", answers(404, "Not Found"))
        again = Platform("telegram")
        async with running(tmp_path, again, pause=soon, places=[place]):
            again.say("8812", "And a chair")
            await again.answers(1)
            again.say("8812", "/status")
            await again.answers(2)
        assert server.faults.left == {}
        assert any(b"And a chair" in content for content in repo.files().values())
    assert not [one for one in again.sent if one.text.startswith("The history")]
    assert len(again.sent) == 2


async def test_a_fault_of_what_keeps_a_repository_the_same_keeps_nobody_from_talking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(sync: Sync, *_: object) -> NoReturn:
        raise ValueError("secret words")

    monkeypatch.setattr(Sync, "step", fault)
    monkeypatch.setattr(Sync, "flush", fault)
    monkeypatch.setenv("GH_MARA", "github_pat_of_mara")
    telegram = Platform("telegram")
    place = on_github(MARA, tmp_path, "http://127.0.0.1:1")
    async with running(tmp_path, telegram, pause=soon, places=[place]):
        telegram.say("8812", "I bought a lamp")
        await telegram.answers(1)
    assert "I bought a lamp" in said_in(place.folder)[0]
