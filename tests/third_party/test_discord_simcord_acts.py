"""What people do beside writing, before a Discord by others: edits, commands, buttons."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.base import Button, Chat, Deleted, Edited, File
from tests.third_party.simulated import Simulated, SimulatedDesk

COMMANDS = {"": {"timeline": "list a time"}, "zh": {"timeline": "列出"}}
PAGES = ((Button("Older", "/timeline 2"),),)


@pytest.fixture
async def desk(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SimulatedDesk]:
    simulated = Simulated()
    monkeypatch.setattr("adapters.discord.adapter.Client", simulated.client)
    yield SimulatedDesk(simulated, commands=COMMANDS)
    await simulated.end()


async def test_edits_and_deletions_are_told(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        said = await mara.send_dm("on Tuseday")
        before = await desk.kept.next()
        await mara.edit(said, "on Tuesday")
        edited = await desk.kept.change()
        assert isinstance(edited, Edited)
        assert (edited.now.text, edited.now.origin) == ("on Tuesday", before.origin)
        await mara.delete(said)
        chat = Chat("discord", str(mara.dm_channel.id))
        assert await desk.kept.change() == Deleted(chat, str(said.id))


async def test_a_command_is_registered_and_answered(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        await desk.env.settle()
        running = asyncio.create_task(mara.slash("timeline", text="last week"))
        asked = await desk.kept.next()
        assert (asked.text, asked.account) == ("/timeline last week", str(mara.id))
        sent = [
            await desk.sends(mara, text, answers=asked.message_id, part=part)
            for part, text in ((0, "It"), (0, "and more"))
        ]
        await desk.sends(mara, "It was so.", edits=sent[0], answers=asked.message_id)
        await running
        assert desk.answers(mara.dm_channel) == ["It was so.", "and more"]


async def test_a_page_is_turned_by_its_button(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        shown = await desk.sends(mara, "page 1", buttons=PAGES)
        running = asyncio.create_task(mara.click(mara.dm_channel.last_message, label="Older"))
        pressed = await desk.kept.next()
        assert (pressed.text, pressed.pressed) == ("/timeline 2", shown)
        turned = await desk.sends(
            mara, "page 2", edits=shown, answers=pressed.message_id, buttons=PAGES
        )
        await running
        assert turned == shown
        assert desk.answers(mara.dm_channel) == ["page 2"]


async def test_a_file_reaches_the_person(desk: SimulatedDesk, tmp_path: Path) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        path = tmp_path / "kept"
        path.write_bytes(b"leaf")
        await desk.sends(mara, "Here.", file=File("leaf.txt", path))
        last = mara.dm_channel.last_message
        assert [(one.filename, one.size) for one in last.attachments] == [("leaf.txt", 4)]
