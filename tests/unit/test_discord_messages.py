"""Messages on the fake Discord: what a bot sends, what a person does, what each sees."""

from datetime import UTC, datetime

import pytest

from tests.discord_client import both_chats, connected, discord
from tests.fakes import HandClock
from tests.servers.discord import File, Message, Poll, discord_server
from tests.servers.discord.nonces import WINDOW

NOW = datetime(2026, 7, 7, 12, 0, tzinfo=UTC)


def refused(caught: pytest.ExceptionInfo[discord.HTTPException]) -> tuple[int, int]:
    return caught.value.status, caught.value.code


async def test_the_history_comes_newest_first_and_a_hundred_at_a_time() -> None:
    async with discord_server(HandClock(NOW)) as server, connected(server) as client:
        mara = server.person(11)
        said = [mara.says(str(number)) for number in range(130)]
        dm = mara.dm.id

        async def page(limit: int = 50, **where: int) -> list[int]:
            found = await client.http.logs_from(dm, limit, **where)
            return [int(one["content"]) for one in found]

        assert await page(3) == [129, 128, 127]
        assert await page(100) == list(range(129, 29, -1))
        assert await page(3, before=said[10].id) == [9, 8, 7]
        assert await page(3, after=said[10].id) == [13, 12, 11]
        assert await page(3, around=said[10].id) == [11, 10, 9]
        with pytest.raises(discord.HTTPException) as caught:
            await page(101)
        assert refused(caught) == (400, 50035)
        assert "int value should be less than or equal to 100." in caught.value.text
        after = discord.Object(said[5].id)
        place = client.get_partial_messageable(dm)
        whole = [int(one.content) async for one in place.history(limit=None, after=after)]
        assert whole == list(range(6, 130))


async def test_a_reply_needs_what_it_replies_to() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        mara.says("hello")
        gone = await client.until("message")
        mara.deletes(mara.sees()[0])
        assert (await client.until("raw_message_delete")).message_id == gone.id
        with pytest.raises(discord.HTTPException) as caught:
            await gone.reply("hi")
        assert refused(caught) == (400, 50035)
        assert "In message_reference: Unknown message" in caught.value.text
        await gone.channel.send("hi", reference=gone.to_reference(fail_if_not_exists=False))
        [seen] = mara.sees()
        assert (seen.content, seen.kind, seen.replies_to) == ("hi", 0, None)


async def test_a_reply_pings_whom_it_may() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        mara.says("hello")
        message = await client.until("message")
        await message.reply(f"hi {mara.mention}")
        await message.reply("hi", mention_author=False)
        none = discord.AllowedMentions.none()
        await message.reply(f"hi {mara.mention} @everyone", allowed_mentions=none)
        _, loud, still, silent = mara.sees()
        assert (loud.mentions, still.mentions, silent.mentions) == ([11], [], [])
        assert not silent.mentions_everyone
        assert {one.replies_to for one in (loud, still, silent)} == {message.id}


async def test_one_nonce_makes_one_message_for_some_minutes() -> None:
    clock = HandClock(NOW)
    async with discord_server(clock) as server, connected(server) as client:
        mara = server.person(11)
        place = client.get_partial_messageable(mara.dm.id)
        first = await place.send("hello", nonce="turn-1")
        again = await place.send("hello", nonce="turn-1")
        other = await place.send("hello", nonce="turn-2")
        assert first.id == again.id != other.id
        assert len(mara.sees()) == 2
        clock.forward(seconds=WINDOW.total_seconds())
        assert (await place.send("hello", nonce="turn-1")).id != first.id
        with pytest.raises(discord.HTTPException) as caught:
            await place.send("hello", nonce="n" * 26)
        assert refused(caught) == (400, 50035)


async def test_edits_are_kept_with_what_stood_before() -> None:
    clock = HandClock(NOW)
    async with discord_server(clock) as server, connected(server) as client:
        mara = server.person(11)
        sent = await client.get_partial_messageable(mara.dm.id).send("one")
        clock.forward(seconds=5)
        edited = await sent.edit(content="two")
        assert edited.edited_at == clock.now()
        [seen] = mara.sees()
        assert (seen.content, seen.history) == ("two", ["one"])
        with pytest.raises(discord.HTTPException) as caught:
            await sent.edit(content="")
        assert refused(caught) == (400, 50006)
        theirs = mara.says("mine")
        message = await sent.channel.fetch_message(theirs.id)
        with pytest.raises(discord.Forbidden) as caught:
            await message.edit(content="yours")
        assert refused(caught) == (403, 50005)
        with pytest.raises(discord.Forbidden) as caught:
            await message.delete()
        assert refused(caught) == (403, 50003)
        await sent.delete()
        assert [one.content for one in mara.sees()] == ["mine"]


async def test_a_persons_edits_and_reactions_arrive() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        said = mara.says("helo")
        await client.until("message")
        mara.edits(said, "hello")
        assert (await client.until("raw_message_edit")).data["content"] == "hello"
        mara.reacts(said, "👍")
        added = await client.until("raw_reaction_add")
        assert (added.user_id, added.message_id, str(added.emoji)) == (11, said.id, "👍")
        mara.unreacts(said, "👍")
        assert (await client.until("raw_reaction_remove")).message_id == said.id
        mara.types()
        assert (await client.until("raw_typing")).user_id == 11


async def test_what_shows_in_a_channel_is_kept_in_order() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        mara.says("hello")
        message = await client.until("message")
        await message.add_reaction("👀")
        await message.add_reaction("👀")
        await message.channel.typing()
        sent = await message.channel.send("h")
        await sent.edit(content="hi")
        await message.remove_reaction("👀", client.user)
        shown = [(one.what, one.text) for one in server.seen]
        assert shown == [
            ("sent", "hello"),
            ("reacted", "👀"),
            ("typing", ""),
            ("sent", "h"),
            ("edited", "hi"),
            ("unreacted", "👀"),
        ]
        with pytest.raises(discord.HTTPException) as caught:
            await message.add_reaction("eyes")
        assert refused(caught) == (400, 10014)


async def test_a_forward_has_its_text_in_a_snapshot() -> None:
    async with discord_server() as server:
        mara = server.person(11)
        [channel] = server.guild("Harbour", mara).channels
        async with connected(server) as client:
            first = mara.says("the original", channel=channel)
            mara.forwards(first)
            message = await client.until("message", 2)
            assert message.content == ""
            assert message.flags.forwarded
            assert [one.content for one in message.message_snapshots] == ["the original"]
            assert message.reference.type is discord.MessageReferenceType.forward
            sent = await message.forward(mara.dm and message.channel)
            assert mara.sees()[-1].id == sent.id
            assert sent.message_snapshots[0].content == ""


async def test_a_persons_reply_carries_what_it_replies_to() -> None:
    async with (
        discord_server() as server,
        connected(server, both_chats(content=False)) as client,
    ):
        mara = server.person(11)
        [channel] = server.guild("Harbour", mara).channels
        sent = await client.get_partial_messageable(channel.id).send("a question?")
        question = channel.messages[sent.id]
        mara.says("an answer", channel=channel, replies_to=question)
        mara.says("another", channel=channel, replies_to=question, pings=False)
        await client.until("message", 3)
        _, answer, another = client.got("message")
        assert (answer.content, another.content) == ("an answer", ""), "a reply is a mention"
        assert answer.reference.resolved.content == "a question?"
        mara.deletes(question)
        mara.says("late", channel=channel, replies_to=question)
        late = await client.until("message", 4)
        assert isinstance(late.reference.resolved, discord.DeletedReferencedMessage)


async def test_files_go_both_ways() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        said = mara.says(files=[File("notes.txt", b"bread, milk", "text/plain")])
        message = await client.until("message")
        [attachment] = message.attachments
        assert (attachment.filename, attachment.size) == ("notes.txt", 11)
        assert attachment.content_type == "text/plain"
        assert await attachment.read() == b"bread, milk"
        said.attachments[0].is_gone = True
        with pytest.raises(discord.NotFound):
            await attachment.read()
        file = discord.File(__file__, filename="a.py", description="tests")
        sent = await message.channel.send("here", file=file)
        [seen] = mara.sees()[-1].attachments
        assert (seen.filename, seen.description) == ("a.py", "tests")
        assert seen.content.startswith(b'"""Messages')
        assert await sent.attachments[0].read() == seen.content
        edited = await sent.edit(attachments=[])
        assert edited.attachments == []


async def test_stickers_and_polls_arrive() -> None:
    async with discord_server() as server, connected(server) as client:
        mara = server.person(11)
        mara.says(stickers=["wave"])
        assert [one.name for one in (await client.until("message")).stickers] == ["wave"]
        mara.says(poll=Poll("Tea?", ["yes", "no"]))
        poll = (await client.until("message", 2)).poll
        assert poll.question == "Tea?"
        assert [one.text for one in poll.answers] == ["yes", "no"]


def test_a_message_shows_itself_plainly() -> None:
    assert "content='hello'" in repr(Message(1, 2, 3, "hello", NOW))
