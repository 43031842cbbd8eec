"""Everybody at once: `python benchmarks/company.py [--quick]`.

Fifty people send twenty messages each, on Telegram and on Discord by turns, to a bot in a
process of its own, over sockets, with models that take no time. Measured is how long each of
them waits: while everybody writes the next message as soon as the answer is there, and while
everybody takes some seconds to read. `--quick` shows within seconds that it can be measured.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from table import Row, at_most, same, table

from tests.servers.discord import DiscordServer, discord_server
from tests.servers.telegram import TelegramServer, telegram_server
from tests.talks import glance

HERE = str(Path(__file__).resolve())
PEOPLE, MESSAGES = 50, 20
READING = 3.0
"""Seconds that people take over an answer, on average."""

MEDIAN, KEPT = 250, 10
"""Milliseconds that are wanted, until the answer is there and until a message is kept."""

GROWN = 1.2
"""As much memory as after the first fifth of the messages, at most."""

Say = Callable[[str], object]
Heard = Callable[[], list[str]]


@dataclass
class Measured:
    waits: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)
    answers: int = 0
    in_order: bool = True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--bot", metavar="FOLDER", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.bot:
        asyncio.run(_bot(Path(given.bot)))
        return
    people, messages = (4, 3) if given.quick else (PEOPLE, MESSAGES)
    rows: list[Row] = []
    for name, reading in (
        ("everybody reads for some seconds", 0.2 if given.quick else READING),
        ("everybody writes on at once", 0.0),
    ):
        measured = asyncio.run(_measure(people, messages, reading))
        rows += _rows(name, measured, people * messages)
    print(table(rows))


def _rows(name: str, measured: Measured, sent: int) -> list[Row]:
    waits = sorted(measured.waits)
    late = waits[int(0.95 * len(waits))]
    early = measured.memory[len(measured.memory) // 5]
    return [
        at_most(f"{name}: median", 1000 * statistics.median(waits), MEDIAN, "ms"),
        Row(f"{name}: 95th percentile", f"{1000 * late:.0f} ms"),
        at_most(
            f"{name}: until it is kept, median",
            1000 * statistics.median(measured.kept),
            KEPT,
            "ms",
        ),
        same(f"{name}: messages and answers", sent, measured.answers),
        same(f"{name}: in each person's order", measured.in_order, True),
        at_most(
            f"{name}: memory grows", measured.memory[-1] / early, GROWN, "x", is_ratio=True
        ),
    ]


async def _measure(people: int, messages: int, reading: float) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        async with _servers() as (telegram, discord):
            _settings(Path(folder), people, telegram, discord)
            bot = await asyncio.create_subprocess_exec(
                sys.executable,
                HERE,
                "--bot",
                folder,
                cwd=folder,
                env={**os.environ, "TG": telegram.token, "DC": discord.token},
            )
            try:
                await discord.until(lambda: discord.gateway.session, 60)
                measured = await _everybody(
                    bot.pid, people, messages, reading, telegram, discord
                )
            finally:
                bot.send_signal(signal.SIGTERM)
                await bot.wait()
            measured.kept = json.loads(_receipts(folder).read_text(encoding="utf-8"))
            return measured


async def _everybody(
    pid: int,
    people: int,
    messages: int,
    reading: float,
    telegram: TelegramServer,
    discord: DiscordServer,
) -> Measured:
    measured = Measured()
    chance = random.Random(7)
    async with asyncio.TaskGroup() as group:
        for number in range(1, people + 1):
            pauses = [chance.uniform(0, 2 * reading) for _ in range(messages)]
            group.create_task(_person(number, pauses, telegram, discord, measured, pid))
    return measured


async def _person(
    number: int,
    pauses: list[float],
    telegram: TelegramServer,
    discord: DiscordServer,
    measured: Measured,
    pid: int,
) -> None:
    here, there = telegram.person(number), discord.person(1000 + number, f"p{number}")

    def told_there() -> list[str]:
        return [one.content for one in there.sees() if one.author_id == discord.bot.id]

    def told_here() -> list[str]:
        return here.texts

    apps: list[tuple[Say, Heard, object]] = [
        (here.says, told_here, telegram),
        (there.says, told_there, discord),
    ]
    turns = zip(itertools.cycle(apps), pauses, strict=False)
    for nth, ((say, heard, server), seconds) in enumerate(turns):
        await asyncio.sleep(seconds)
        before = len(heard())
        began = time.perf_counter()
        say(f"message {nth} of {number}")
        text = f"An answer to message {nth} of {number}."
        await _until(server, lambda: heard()[before:])  # noqa: B023 - awaited at once
        measured.waits.append(time.perf_counter() - began)
        measured.in_order &= heard()[before:] == [text]
        measured.answers += len(heard()) - before
        measured.memory.append(_resident(pid))


async def _until(server: object, holds: Callable[[], object]) -> None:
    assert isinstance(server, TelegramServer | DiscordServer)
    async with asyncio.timeout(60):
        await server.until(holds)


def _receipts(folder: str) -> Path:
    """Where the bot writes how long each message took until it was kept."""
    return Path(folder) / "receipts.json"


def _resident(pid: int) -> int:
    """Bytes of memory that a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def _servers() -> AsyncIterator[tuple[TelegramServer, DiscordServer]]:
    async with (
        telegram_server(now=lambda: int(time.time())) as telegram,
        discord_server() as discord,
    ):
        yield telegram, discord


def _settings(
    folder: Path, people: int, telegram: TelegramServer, discord: DiscordServer
) -> None:
    lines = ["people:"]
    for number in range(1, people + 1):
        lines += [
            f"  - name: p{number}",
            "    timezone: UTC",
            f"    accounts: {{telegram: {number}, discord: {1000 + number}}}",
            f"    repository: {{folder: ./timelines/p{number}}}",
        ]
    lines += [
        "platforms:",
        f"  telegram: {{token_env: TG, base_url: {telegram.url}}}",
        f"  discord: {{token_env: DC, api_url: {discord.api_url},"
        f" gateway_url: {discord.gateway_url}}}",
        "state: ./state",
    ]
    (folder / "previously.yaml").write_text("\n".join(lines), encoding="utf-8")


async def _bot(folder: Path) -> None:
    """The bot itself, with models in this process that take no time."""
    from adapters.base import Event
    from previously_bot.app import running
    from previously_bot.app.places import everybody
    from previously_bot.app.serving import serve
    from previously_bot.choreography import Cast
    from previously_bot.household import Household
    from previously_bot.model import Completion, Prompt

    class Instant:
        name = "instant"

        def __init__(self, answer: Callable[[Prompt], str]) -> None:
            self._answer = answer

        async def complete(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
            text = self._answer(prompt)
            yield text
            yield Completion(text)

        async def close(self) -> None:
            """Nothing is open."""

    def answer(prompt: Prompt) -> str:
        said = prompt.messages[-1].text.rpartition("message ")[2]
        return f"An answer to message {' '.join(said.split()[:3])}."

    @asynccontextmanager
    async def cast_of(_: object) -> AsyncIterator[Cast]:
        yield Cast(Instant(lambda _: glance()), Instant(answer))

    receipts: list[float] = []

    class Timed(Household):
        async def receive(self, event: Event) -> None:
            began = time.perf_counter()
            await super().receive(event)
            receipts.append(time.perf_counter() - began)

    running.cast_of = cast_of
    running.Household = Timed
    await serve(*everybody(folder / "previously.yaml"))
    _receipts(str(folder)).write_text(json.dumps(receipts), encoding="utf-8")


if __name__ == "__main__":
    main()
