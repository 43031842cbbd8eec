"""The Discord adapter before a Discord that is not ours: what others say Discord does."""

from collections.abc import AsyncIterator
from datetime import UTC

import discord
import pytest
import simcord

from adapters.base import Chat, GoneForGood, Incoming, Outgoing
from tests.discord_desk import Kept
from tests.third_party.simulated import Simulated, SimulatedDesk


@pytest.fixture
async def desk(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SimulatedDesk]:
    simulated = Simulated()
    monkeypatch.setattr("adapters.discord.adapter.Client", simulated.client)
    yield SimulatedDesk(simulated)
    await simulated.end()


def harbour(
    desk: SimulatedDesk, **allowed: bool
) -> tuple[simcord.MemberActor, simcord.ChannelHandle]:
    """Mara in a guild with the bot, and a channel of it, where everybody may do a thing."""
    guild = desk.env.create_guild(name="Harbour")
    may = {guild.default_role: discord.PermissionOverwrite(**allowed)}
    mara = guild.add_member(desk.env.create_user("mara"))
    return mara, guild.create_text_channel("quay", overwrites=may)


async def test_a_message_in_a_dm_says_all_that_is_known_of_it(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        said = await mara.send_dm("hello")
        assert await desk.kept.next() == Incoming(
            Chat("discord", str(mara.dm_channel.id)),
            str(said.id),
            str(mara.id),
            said.created_at,
            "hello",
        )
        assert desk.kept.messages[0].at.tzinfo is UTC


async def test_in_a_guild_only_what_is_meant_for_the_bot_comes(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara, quay = harbour(desk)
        bot = desk.env.bot.user
        await mara.send(quay, "aside")
        await mara.send(quay, f"{bot.mention}, look", attachments=[("cat.png", b"cat")])
        first = await desk.kept.next()
        assert (first.text, first.is_private) == ("look", False)
        assert [(one.kind, one.name, one.size) for one in first.attached] == [
            ("photo", "cat.png", 3)
        ]
        await desk.sends(quay, "a cat")
        await mara.send(quay, "are you sure?", reply_to=quay.last_message)
        second = await desk.kept.next()
        assert (second.text, second.quoted) == ("are you sure?", "a cat")
        assert len(desk.kept.messages) == 2


async def test_a_forward_is_a_quotation(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara, quay = harbour(desk)
        said = await mara.send(quay, "I am allergic\n\nto nuts")
        await mara.forward(said, mara.user.dm_channel)
        message = await desk.kept.next()
        assert message.text == "Forwarded:\n\n> I am allergic\n>\n> to nuts"
        assert message.quoted == ""


async def test_an_answer_is_a_reply_that_pings_nobody(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara, quay = harbour(desk, mention_everyone=True)
        asked = await mara.send(quay, desk.env.bot.user.mention)
        text = f"see https://example.com {mara.mention} @everyone"
        sent = await desk.sends(quay, text, replies_to=str(asked.id))
        stored = desk.env.backend.get_message(quay.id, int(sent))
        assert stored.reference["message_id"] == str(asked.id)
        assert (stored.ping_user_ids, stored.mention_everyone) == ([], False)
        assert quay.last_message.flags.suppress_embeds


async def test_a_draft_becomes_the_answer(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        draft = await desk.sends(mara, "It")
        assert await desk.sends(mara, "It is **so**.", edits=draft) == draft
        assert desk.answers(mara.dm_channel) == ["It is **so**."]
        desk.env.backend.delete_message(mara.dm_channel.id, int(draft))
        fresh = await desk.sends(mara, "It was so.", edits=draft)
        assert await desk.sends(mara, "It was not so.", edits=draft) == fresh
        assert desk.answers(mara.dm_channel) == ["It was not so."]


async def test_a_long_answer_fits_in_its_parts(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        text = "\n\n".join(
            ["😀" * 4100, "word " * 1200, "```python\n" + "a = 1\n" * 700 + "```"]
        )
        chat = Chat("discord", str(mara.dm_channel.id))
        parts = desk.adapter.parts(text)
        for part in range(parts):
            await desk.adapter.send(Outgoing(chat, text, part))
        answers = desk.answers(mara.dm_channel)
        assert len(answers) == parts
        assert sum(one.count("a = 1") for one in answers) == 700


async def test_one_code_point_too_many_is_gone_for_good(desk: SimulatedDesk) -> None:
    desk.split = lambda text: [text]
    desk.again()
    async with desk.listening():
        mara = desk.env.create_user("mara")
        await desk.sends(mara, "😀" * 2000)
        with pytest.raises(GoneForGood, match="error 50035"):
            await desk.sends(mara, "😀" * 2001)
        assert len(desk.answers(mara.dm_channel)) == 1


async def test_a_chat_that_is_closed_is_told_and_keeps_no_other_waiting(
    desk: SimulatedDesk,
) -> None:
    async with desk.listening():
        mara, quay = harbour(desk)
        deny = discord.PermissionOverwrite
        everyone = quay.guild.default_role
        silent, hidden = (
            quay.guild.create_text_channel(name, overwrites={everyone: denied})
            for name, denied in (
                ("silent", deny(send_messages=False)),
                ("hidden", deny(view_channel=False)),
            )
        )
        for place, words in ((silent, "may not write"), (hidden, "no access")):
            with pytest.raises(GoneForGood, match=words):
                await desk.sends(place, "hello")
        await mara.send_dm("first")
        await desk.kept.next()
    desk.kept = Kept("404", str(hidden.id), *desk.kept.chats())
    desk.again()
    await mara.send_dm("second")
    async with desk.listening():
        assert (await desk.kept.next()).text == "first"
        assert (await desk.kept.next()).text == "second"


async def test_what_was_said_while_nobody_listened_comes_once_and_in_order(
    desk: SimulatedDesk,
) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        await mara.send_dm("before")
        await desk.kept.next()
        await desk.sends(mara, "yes")
    missed = [f"missed {number}" for number in range(101)]
    for text in missed:
        await mara.send_dm(text)
    desk.again()
    async with desk.listening():
        for _ in missed:
            await desk.kept.next()
        await mara.send_dm("live")
        await desk.kept.next()
    assert desk.kept.texts == ["before", *missed, "live"]


async def test_a_notice_shows_that_the_bot_is_typing(desk: SimulatedDesk) -> None:
    async with desk.listening():
        mara = desk.env.create_user("mara")
        channel = mara.dm_channel.id
        await desk.adapter.notice(Chat("discord", str(channel)), "1")
        asked = [(one.method, one.path) for one in desk.env.http_requests]
        assert ("POST", f"/channels/{channel}/typing") in asked
