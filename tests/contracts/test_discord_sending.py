"""The Discord adapter over real sockets: what goes out, each once, and what may go wrong."""

import asyncio
import logging

import pytest

from adapters.base import Chat, GoneForGood, MaybeDelivered, NotDelivered
from tests.discord_desk import PATIENCE, DiscordDesk, Kept, adapter_on, at_discord
from tests.servers.discord import (
    Answer,
    Limit,
    Refusal,
    answers,
    bits,
    cut,
    held,
    page,
    rate_limited,
    refusals,
)

MESSAGES = "POST /channels/{channel_id}/messages"
MESSAGE = "PATCH /channels/{channel_id}/messages/{message_id}"
TYPING = "POST /channels/{channel_id}/typing"


async def said(desk: DiscordDesk, text: str = "hello") -> str:
    """The id of a message of the person that has come."""
    desk.say(text)
    return (await desk.kept.next()).message_id


def shown(desk: DiscordDesk) -> list[str]:
    return [one.content for one in desk.answers()]


async def test_an_answer_pings_nobody_and_shows_no_previews() -> None:
    async with at_discord() as desk, desk.listening():
        asked = await said(desk)
        text = "see https://example.com <@11> @everyone"
        sent = await desk.adapter.send(desk.outgoing(text, replies_to=asked))
        [answer] = desk.answers()
        assert (str(answer.id), str(answer.replies_to)) == (sent, asked)
        assert (answer.mentions, answer.mentions_everyone) == ([], False)
        assert answer.flags & bits.SUPPRESS_EMBEDS


async def test_an_answer_to_what_is_gone_is_no_reply() -> None:
    async with at_discord() as desk, desk.listening():
        asked = await said(desk)
        desk.mara.deletes(desk.mara.sees()[0])
        await desk.adapter.send(desk.outgoing("hi", replies_to=asked))
        assert [(one.content, one.replies_to) for one in desk.answers()] == [("hi", None)]


async def test_where_a_reply_is_refused_the_answer_goes_without() -> None:
    async with at_discord() as desk:
        guild = desk.server.guild("Harbour", desk.mara)
        unread = desk.server.channel(guild, "unread", bits.READ_HISTORY)
        async with desk.listening():
            asked = desk.mara.says("hello", channel=unread)
            outgoing = desk.outgoing("hi", unread, replies_to=str(asked.id))
            await desk.adapter.send(outgoing)
            wrong = refusals.unknown_reference().answer
            desk.server.fails(MESSAGES, answers(wrong))
            await desk.adapter.send(desk.outgoing("ho", replies_to=await said(desk)))
            assert [one.content for one in desk.answers(unread)] == ["hi"]
            assert shown(desk) == ["ho"]


async def test_a_long_answer_goes_in_parts() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        text = "\n\n".join(f"{number} " + "word " * 180 for number in range(5))
        parts = desk.adapter.parts(text)
        assert parts == 3
        for part in range(parts):
            await desk.adapter.send(desk.outgoing(text, part=part))
        assert [one[:1] for one in shown(desk)] == ["0", "2", "4"]


@pytest.mark.parametrize(("text", "sent"), [("", "…"), ("  \n", "…"), ("<!-- -->", "<!-- -->")])
async def test_an_answer_that_says_nothing_is_one_message(text: str, sent: str) -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        assert desk.adapter.parts(text) == 1
        await desk.adapter.send(desk.outgoing(text))
        assert shown(desk) == [sent]


async def test_a_draft_becomes_the_answer() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        draft = await desk.adapter.send(desk.outgoing("It is", goes_on=True))
        long = desk.outgoing("It is " + "long " * 900, edits=draft, goes_on=True)
        assert await desk.adapter.send(long) == draft
        assert len(shown(desk)[0]) <= 2000
        assert await desk.adapter.send(desk.outgoing("It is **so**.", edits=draft)) == draft
        assert shown(desk) == ["It is **so**."]


async def test_an_edit_of_what_is_gone_is_sent_anew_and_only_once() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        draft = await desk.adapter.send(desk.outgoing("It", goes_on=True))
        desk.server.world.delete(desk.answers()[0], 11)
        again = await desk.adapter.send(desk.outgoing("It is", edits=draft, goes_on=True))
        assert again != draft
        assert await desk.adapter.send(desk.outgoing("It is so.", edits=draft)) == again
        assert shown(desk) == ["It is so."]


async def test_the_same_answer_twice_is_two_messages() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        sent = [await desk.adapter.send(desk.outgoing("Yes.")) for _ in range(3)]
        assert len(set(sent)) == 3
        assert shown(desk) == ["Yes."] * 3


@pytest.mark.parametrize("differs", ["answers", "key"])
async def test_after_a_start_the_same_text_for_another_message_is_another_message(
    differs: str,
) -> None:
    async with at_discord() as desk:
        for which in ("1", "2", "2"):
            async with desk.listening():
                await desk.adapter.send(desk.outgoing("Yes.", **{differs: which}))
            desk.again()
        assert shown(desk) == ["Yes."] * 2


@pytest.mark.parametrize("late", [False, True])
async def test_a_cut_line_makes_one_message(late: bool) -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.server.fails(MESSAGES, cut(late=late))
        await desk.adapter.send(desk.outgoing("once"))
        assert shown(desk) == ["once"]
        assert len(desk.server.asked(MESSAGES)) == 2


@pytest.mark.parametrize("late", [False, True])
async def test_a_repeat_within_minutes_makes_one_message(late: bool) -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.server.fails(MESSAGES, cut(late=late), cut(late=late))
        with pytest.raises(NotDelivered, match="did not say whether"):
            await desk.adapter.send(desk.outgoing("once"))
        desk.clock.forward(seconds=90)
        await desk.adapter.send(desk.outgoing("once"))
        assert shown(desk) == ["once"]
        await desk.adapter.send(desk.outgoing("once"))
        assert shown(desk) == ["once"] * 2


async def test_a_repeat_that_comes_too_late_is_not_sent_blindly() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.server.fails(MESSAGES, cut(late=True), cut(), cut(), cut())
        for _ in range(2):
            with pytest.raises(NotDelivered):
                await desk.adapter.send(desk.outgoing("once"))
            desk.clock.forward(seconds=60)
        with pytest.raises(MaybeDelivered):
            await desk.adapter.send(desk.outgoing("once"))
        assert shown(desk) == ["once"]


async def test_a_repeat_after_a_refusal_is_still_in_doubt() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.server.fails(MESSAGES, cut(late=True), answers(rate_limited(900)))
        with pytest.raises(NotDelivered) as caught:
            await desk.adapter.send(desk.outgoing("once"))
        desk.clock.forward(seconds=caught.value.retry_after or 0)
        with pytest.raises(MaybeDelivered):
            await desk.adapter.send(desk.outgoing("once"))
        assert shown(desk) == ["once"]


@pytest.mark.parametrize("late", [False, True])
async def test_an_answer_that_never_comes_is_waited_for_only_so_long(late: bool) -> None:
    async with at_discord() as desk:
        desk.adapter = adapter_on(desk.server, desk.kept, desk.clock, patience=0.05)
        async with desk.listening():
            await said(desk)
            desk.server.fails(MESSAGES, held(late=late))
            with pytest.raises(NotDelivered, match="did not say whether"):
                await desk.adapter.send(desk.outgoing("once"))
            desk.server.faults.release()
            await desk.adapter.send(desk.outgoing("once"))
            assert shown(desk) == ["once"]


async def test_a_draft_that_may_be_there_is_not_sent_again() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.server.fails(MESSAGES, cut(late=True), cut())
        with pytest.raises(MaybeDelivered):
            await desk.adapter.send(desk.outgoing("It", goes_on=True))


async def test_an_edit_whose_line_was_cut_is_repeated() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        sent = await desk.adapter.send(desk.outgoing("one"))
        desk.server.fails(MESSAGE, cut(late=True))
        with pytest.raises(NotDelivered):
            await desk.adapter.send(desk.outgoing("two", edits=sent))
        desk.clock.forward(hours=1)
        assert await desk.adapter.send(desk.outgoing("two", edits=sent)) == sent
        assert shown(desk) == ["two"]


async def test_an_error_behind_which_the_message_is_there_makes_one() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        late = page(503, "Service Unavailable")
        desk.server.fails(MESSAGES, answers(late, late=True))
        with pytest.raises(NotDelivered):
            await desk.adapter.send(desk.outgoing("once"))
        # discord.py asks again by itself here, after a second.
        desk.server.fails(MESSAGES, answers(page(502, "Bad Gateway"), late=True))
        await desk.adapter.send(desk.outgoing("once"))
        assert shown(desk) == ["once"]


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (refusals.cannot_send(), "takes no messages from the bot"),
        (refusals.missing_access(), "no access"),
        (refusals.missing_permissions(), "may not write"),
        (refusals.unknown_channel(), "no such channel"),
        (refusals.invalid_form(refusals.too_long("content", 2000)), "error 50035"),
    ],
)
async def test_a_chat_that_is_closed_is_gone_for_good(refusal: Refusal, words: str) -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.server.fails(MESSAGES, answers(refusal.answer))
        with pytest.raises(GoneForGood, match=words):
            await desk.adapter.send(desk.outgoing("hello"))


async def test_who_blocks_the_bot_is_written_to_again_after_unblocking() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.mara.blocks()
        with pytest.raises(GoneForGood):
            await desk.adapter.send(desk.outgoing("hello"))
        await desk.adapter.notice(desk.outgoing("").chat, "1")
        desk.mara.unblocks()
        await desk.adapter.send(desk.outgoing("hello"))
        assert shown(desk) == ["hello"]


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        (rate_limited(900), 900),
        (rate_limited(64.5, is_global=True), 65),
        (Answer(429, b"slow down", {"Retry-After": "33"}, "text/html"), 33),
        (Answer(429, b"slow down", {"Retry-After": "soon"}, "text/html"), 60),
        (refusals.Refusal(403, 20028, "slowmode").answer, None),
        (refusals.unauthorized().answer, None),
        (page(403, "Forbidden"), None),
    ],
)
async def test_what_is_refused_for_now_may_be_sent_again(
    answer: Answer, seconds: float | None
) -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.server.fails(MESSAGES, answers(answer))
        with pytest.raises(NotDelivered) as caught:
            await desk.adapter.send(desk.outgoing("hello"))
        assert caught.value.retry_after == seconds
        desk.clock.forward(hours=1)
        await desk.adapter.send(desk.outgoing("hello"))
        assert shown(desk) == ["hello"]


async def test_a_full_channel_is_not_waited_for() -> None:
    async with at_discord() as desk, desk.listening():
        await said(desk)
        desk.server.rest.limits.of[MESSAGES] = Limit(1, 600.0)
        await desk.adapter.send(desk.outgoing("one"))
        with pytest.raises(NotDelivered) as caught:
            await desk.adapter.send(desk.outgoing("two"))
        assert caught.value.retry_after == 600
        assert shown(desk) == ["one"]


async def test_nothing_is_sent_before_and_after_a_run() -> None:
    async with at_discord() as desk:
        with pytest.raises(NotDelivered, match="no connection"):
            await desk.adapter.send(desk.outgoing("hello"))
        await desk.adapter.notice(desk.outgoing("").chat, "1")
        async with desk.listening():
            await said(desk)
        with pytest.raises(NotDelivered, match="no connection"):
            await desk.adapter.send(desk.outgoing("hello"))
        assert shown(desk) == []


async def test_a_send_under_way_at_the_end_is_told_as_unknown() -> None:
    async with at_discord() as desk:
        fault = held()
        async with desk.listening():
            await said(desk)
            desk.server.fails(MESSAGES, fault)
            sending = asyncio.create_task(desk.adapter.send(desk.outgoing("hello")))
            await fault.reached.wait()
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(NotDelivered):
                await sending


async def test_a_notice_shows_that_the_bot_is_typing() -> None:
    async with at_discord() as desk, desk.listening():
        asked = await said(desk)
        chat = desk.outgoing("").chat
        await desk.adapter.notice(chat, asked)
        typing = [one.what for one in desk.server.seen if one.user_id == desk.server.bot.id]
        assert typing == ["typing"]
        faults = (cut(), answers(rate_limited(900)), answers(page(503, "Service Unavailable")))
        desk.server.fails(TYPING, *faults)
        for _ in faults:
            await desk.adapter.notice(chat, asked)
        await desk.adapter.notice(Chat("discord", "404"), asked)
        assert desk.server.faults.left == {}


async def test_no_log_line_shows_the_token_and_none_above_debug_shows_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with at_discord() as desk:
        async with desk.listening():
            await said(desk, "a secret of mara's")
            desk.server.fails(MESSAGES, answers(page(503, "Unavailable")))
            with pytest.raises(NotDelivered) as caught:
                await desk.adapter.send(desk.outgoing("a secret of the bot's"))
            wrong = refusals.invalid_form(refusals.too_long("content", 2000)).answer
            desk.server.fails(MESSAGES, answers(wrong))
            with pytest.raises(GoneForGood) as gone:
                await desk.adapter.send(desk.outgoing("a secret of the bot's"))
            desk.server.gateway.dispatch("MESSAGE_CREATE", {"id": "5", "content": "a secret"})
            await said(desk, "a secret again")
        adapter = adapter_on(desk.server, Kept(), desk.clock, token="t0p.wrong.token")
        with pytest.raises(Exception, match="not valid") as refused:
            await adapter.run(desk.kept.receive)
        told = [str(one.value) for one in (caught, gone, refused)]
        told += [repr(desk.adapter), repr(adapter)]
        lines = [(one.levelno, caplog.handler.format(one)) for one in caplog.records]
        everything = "\n".join([*told, *(line for _, line in lines)])
        assert desk.server.token not in everything
        assert "t0p" not in everything
        loud = [line for level, line in lines if level > logging.DEBUG]
        assert loud
        assert [line for line in [*told, *loud] if "secret" in line] == []


async def test_after_a_restart_the_same_words_to_another_message_are_another_message() -> None:
    """What one process counted the next does not know, and Discord still knows the nonce."""
    async with at_discord() as desk:
        for answered in ("1", "2", "1"):
            async with desk.listening():
                await desk.adapter.send(desk.outgoing("Closed.", answers=answered))
            desk.again()
        assert shown(desk) == ["Closed."] * 2
