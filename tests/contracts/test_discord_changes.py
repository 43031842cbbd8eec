"""The Discord adapter over real sockets: what becomes of messages after they were sent."""

from dataclasses import replace
from typing import Any

import pytest

from adapters.base import Chat, Deleted, Edited, Incoming
from tests.discord_desk import DiscordDesk, at_discord


def deleted(desk: DiscordDesk, message_id: object) -> Deleted:
    return Deleted(Chat("discord", str(desk.mara.dm.id)), str(message_id))


async def test_an_edit_is_the_whole_message_as_it_is_now() -> None:
    async with at_discord() as desk, desk.listening():
        question = desk.mara.says("Tea?")
        said = desk.mara.says("yse", replies_to=question)
        before = [await desk.kept.next() for _ in range(2)][1]
        desk.mara.edits(said, "yes <@11>")
        now = replace(before, text="yes @Mara")
        assert await desk.kept.change() == Edited(now)
        assert now.quoted == "Tea?"


async def test_only_what_a_person_changes_is_an_edit() -> None:
    async with at_discord() as desk, desk.listening():
        await desk.adapter.send(desk.outgoing("mine"))
        said = desk.mara.says("see https://example.com")
        await desk.kept.next()
        desk.server.looks_at_links(said)
        desk.server.world.edit(desk.answers()[0], "mine, edited")
        desk.mara.edits(said, "see https://example.org")
        desk.server.looks_at_links(said)
        desk.mara.edits(said, "see https://example.net")
        desk.say("last")
        assert (await desk.kept.next()).text == "last"
        texts = [one.now.text for one in desk.kept.events if isinstance(one, Edited)]
        assert texts == ["see https://example.org", "see https://example.net"]


async def test_in_a_guild_only_edits_of_what_is_meant_for_the_bot_come() -> None:
    async with at_discord() as desk:
        [channel] = desk.server.guild("Harbour", desk.mara).channels
        async with desk.listening():
            aside = desk.mara.says("aside", channel=channel)
            asked = desk.mara.says(f"<@{desk.server.bot.id}> what", channel=channel)
            await desk.kept.next()
            desk.mara.edits(aside, "an aside")
            desk.mara.edits(asked, f"<@{desk.server.bot.id}> what now?")
            change = await desk.kept.change()
            assert isinstance(change, Edited)
            assert (change.now.text, change.now.is_private) == ("what now?", False)


async def test_what_is_deleted_is_told_by_its_id() -> None:
    async with at_discord() as desk, desk.listening():
        messages = [desk.mara.says(text) for text in ("one", "two", "three")]
        for _ in messages:
            await desk.kept.next()
        desk.mara.deletes(messages[0])
        desk.server.purge(messages[2], messages[1])
        assert [await desk.kept.change() for _ in range(3)] == [
            deleted(desk, one.id) for one in messages
        ]


async def test_changes_and_messages_come_in_the_order_in_which_they_happened() -> None:
    async with at_discord() as desk, desk.listening():
        desk.say("zero")
        await desk.kept.next()
        said = desk.mara.says("one")
        desk.mara.edits(said, "two")
        desk.mara.deletes(said)
        desk.say("three")
        for _ in range(2):
            await desk.kept.next()
        kinds = [type(one) for one in desk.kept.events]
        assert kinds == [Incoming, Incoming, Edited, Deleted, Incoming]


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("MESSAGE_UPDATE", {"id": "5"}),
        ("MESSAGE_UPDATE", {"id": "5", "channel_id": "6", "embeds": []}),
        ("MESSAGE_UPDATE", {"id": "5", "channel_id": "6", "content": None, "author": 1}),
        ("MESSAGE_UPDATE", []),
        ("MESSAGE_DELETE", {"id": "x", "channel_id": "y"}),
        ("MESSAGE_DELETE", None),
        ("MESSAGE_DELETE_BULK", {"ids": 5, "channel_id": "6"}),
        ("MESSAGE_DELETE_BULK", {"ids": ["5", {}], "channel_id": "6"}),
    ],
)
async def test_a_change_that_cannot_be_read_ends_no_session(name: str, body: Any) -> None:
    async with at_discord() as desk, desk.listening():
        for _ in range(10):
            desk.server.gateway.dispatch(name, body)
        desk.say("behind it")
        assert (await desk.kept.next()).text == "behind it"
        assert desk.server.gateway.identified() == 1
        assert len(desk.kept.events) == 1
