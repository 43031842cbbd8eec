"""The bot as a process that Telegram brings its messages to: kill -9, and each message once."""

import asyncio
import signal
import socket
import time

from memory import markdown
from memory.slices import Speaker
from tests.end_to_end.process import Bot
from tests.servers.telegram import TelegramServer, telegram_server

PATIENCE = 30  # seconds before a test that hangs is called a failure


def unused_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def settings(telegram: TelegramServer, port: int) -> str:
    return (
        "people:\n"
        "  - name: mara\n"
        "    timezone: Europe/Berlin\n"
        '    accounts: {telegram: "8812"}\n'
        "    repository: {folder: ./timeline}\n"
        "platforms:\n"
        "  telegram:\n"
        "    token_env: TG\n"
        f"    base_url: {telegram.url}\n"
        "    webhook:\n"
        f"      url: http://127.0.0.1:{port}/hook\n"
        f"      listen: 127.0.0.1:{port}\n"
        "      secret_token_env: HOOK\n"
        "state: ./state\n"
    )


async def begun(bot: Bot, telegram: TelegramServer) -> asyncio.subprocess.Process:
    """The process, once it has set its webhook."""
    before = len(telegram.asked_for("setWebhook"))
    process = await asyncio.create_subprocess_exec(
        *bot.command("run"),
        env={**bot.environment, "TG": telegram.token, "HOOK": "s3cret"},
        cwd=bot.home,
        stderr=asyncio.subprocess.PIPE,
    )
    await telegram.world.until(
        lambda: len(telegram.asked_for("setWebhook")) > before and telegram.webhook.hook,
        PATIENCE,
    )
    return process


async def ended(process: asyncio.subprocess.Process, how: signal.Signals) -> tuple[int, str]:
    """Its exit status, and what it logged."""
    assert process.stderr is not None
    process.send_signal(how)
    async with asyncio.timeout(PATIENCE):
        said = await process.stderr.read()
        return await process.wait(), said.decode()


def said(bot: Bot) -> list[str]:
    """What the person said, in order."""
    files = sorted((bot.home / "timeline").glob("memory/episodic/slices/*/*/*/*.md"))
    slices = [markdown.parse(file.read_text("utf-8"), "2026-01-01-0000") for file in files]
    turns = [turn for one in slices for turn in one.turns]
    return [turn.text for turn in turns if turn.speaker is Speaker.USER]


async def test_killed_and_begun_again_nothing_is_lost_and_the_webhook_stays(bot: Bot) -> None:
    async with telegram_server(now=lambda: int(time.time())) as telegram:
        (bot.home / "previously.yaml").write_text(settings(telegram, unused_port()))
        mara = telegram.person(8812)
        process = await begun(bot, telegram)
        try:
            mara.says("I bought a cello")
            await telegram.world.until(lambda: len(mara.texts) == 1, PATIENCE)
            mara.says("In Hamm")
            await ended(process, signal.SIGKILL)
            mara.says("While you were away")
            process = await begun(bot, telegram)
            await telegram.world.until(lambda: not telegram.updates.waiting, PATIENCE)
            mara.says("And now")
            await telegram.world.until(lambda: not telegram.updates.waiting, PATIENCE)
            status, log = await ended(process, signal.SIGTERM)
        finally:
            if process.returncode is None:
                await ended(process, signal.SIGKILL)
        assert status == 0, log
        assert "s3cret" not in log
        assert telegram.webhook.hook is not None
    assert said(bot) == ["I bought a cello", "In Hamm", "While you were away", "And now"]
