"""The Discord adapter over real sockets: files that come, and files that go."""

from pathlib import Path
from typing import Any

import pytest

from adapters.base import Attached, GoneForGood, NoSuchFile, NotFetched
from adapters.base import File as OurFile
from tests.discord_desk import DiscordDesk, adapter_on, at_discord
from tests.servers.discord import (
    Answer,
    Fault,
    File,
    answers,
    bits,
    cut,
    held,
    page,
    rate_limited,
)

MESSAGE = "GET /channels/{channel_id}/messages/{message_id}"
MESSAGES = "POST /channels/{channel_id}/messages"
CDN = "GET /attachments/{channel_id}/{attachment_id}/{filename}"
LEAF = b"\x89PNG leaf"


async def sent(desk: DiscordDesk, *files: File, text: str = "") -> tuple[Attached, ...]:
    desk.mara.says(text, files=files)
    return (await desk.kept.next()).attached


async def test_files_come_beside_the_words_and_are_not_in_them() -> None:
    async with at_discord() as desk, desk.listening():
        files = [
            File("leaf.png", LEAF, "image/png"),
            File("report.pdf", b"%PDF", "application/pdf"),
            File("song.mp3", b"ID3", "audio/mpeg"),
            File("walk.mp4", b"mp4", "video/mp4"),
            File("notes", b"n"),
        ]
        said = desk.mara.says("look", files=files)
        message = await desk.kept.next()
        assert message.text == "look"
        assert [(one.kind, one.name, one.media_type, one.size) for one in message.attached] == [
            ("photo", "leaf.png", "image/png", 9),
            ("document", "report.pdf", "application/pdf", 4),
            ("audio", "song.mp3", "audio/mpeg", 3),
            ("video", "walk.mp4", "video/mp4", 3),
            ("document", "notes", "", 1),
        ]
        assert [one.reference for one in message.attached] == [
            f"{desk.mara.dm.id}/{said.id}/{one.id}" for one in said.attachments
        ]


async def test_a_voice_message_says_how_long_it_is() -> None:
    async with at_discord() as desk, desk.listening():
        [voice] = await sent(desk, File("voice-message.ogg", b"Ogg", "audio/ogg", seconds=2.4))
        assert (voice.kind, voice.seconds, voice.media_type) == ("voice", 3, "audio/ogg")


async def test_what_is_forwarded_is_somebody_elses_and_is_fetched_as_well() -> None:
    async with at_discord() as desk:
        otto = desk.server.person(12, "otto")
        [channel] = desk.server.guild("Harbour", desk.mara, otto).channels
        async with desk.listening():
            said = otto.says("a leaf", channel=channel, files=[File("leaf.png", LEAF)])
            desk.mara.forwards(said)
            desk.mara.forwards(otto.says(channel=channel, files=[File("bare.png", b"b")]))
            first, second = [await desk.kept.next() for _ in range(2)]
            assert (first.text, second.text) == ("Forwarded:\n\n> a leaf", "")
            for message, content in ((first, LEAF), (second, b"b")):
                [file] = message.attached
                assert file.is_foreign
                assert await desk.adapter.fetch(file.reference, 100) == content


async def test_in_a_guild_a_file_with_the_bots_name_needs_no_words() -> None:
    async with at_discord() as desk:
        [channel] = desk.server.guild("Harbour", desk.mara).channels
        async with desk.listening():
            bot = f"<@{desk.server.bot.id}>"
            desk.mara.says(bot, channel=channel, files=[File("leaf.png", LEAF)])
            message = await desk.kept.next()
            assert (message.text, len(message.attached)) == ("", 1)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a" * 300 + ".txt", "cod\u202egpj.exe", "a\nb.txt", "文.txt"]
)
async def test_a_name_may_be_anything(name: str) -> None:
    async with at_discord() as desk, desk.listening():
        [file] = await sent(desk, File(name, LEAF))
        assert file.name == name
        assert await desk.adapter.fetch(file.reference, 100) == LEAF
        desk.mara.says("this", replies_to=desk.mara.sees()[0])
        quoted = (await desk.kept.next()).quoted
        assert quoted.startswith("[file ")
        assert quoted.endswith("]")
        assert "\u202e" not in quoted
        assert "\n" not in quoted
        assert len(quoted) < 100


async def test_a_file_is_fetched_days_later_and_by_another_process() -> None:
    async with at_discord() as desk:
        async with desk.listening():
            [file] = await sent(desk, File("leaf.png", LEAF))
        desk.clock.forward(days=30)
        desk.again()
        with pytest.raises(NotFetched, match="no connection"):
            await desk.adapter.fetch(file.reference, 100)
        async with desk.listening():
            desk.say("hello")
            await desk.kept.next()
            assert await desk.adapter.fetch(file.reference, len(LEAF)) == LEAF


async def test_what_is_too_large_is_not_asked_for() -> None:
    async with at_discord() as desk, desk.listening():
        [file] = await sent(desk, File("leaf.png", LEAF))
        with pytest.raises(NoSuchFile, match="larger than 8 bytes"):
            await desk.adapter.fetch(file.reference, len(LEAF) - 1)
        assert desk.server.asked(CDN) == []


async def test_what_is_larger_than_was_said_is_not_read_to_its_end() -> None:
    async with at_discord() as desk, desk.listening():
        [file] = await sent(desk, File("leaf.png", LEAF))
        huge = Answer(body=b"x" * 1_000_000, content_type="image/png")
        desk.server.fails(CDN, answers(huge))
        with pytest.raises(NoSuchFile, match="larger than 1000 bytes"):
            await desk.adapter.fetch(file.reference, 1000)


@pytest.mark.parametrize(
    "reference", ["", "1/2", "1/2/3/4", "a/b/c", "../../1/2/3", "1/2/3\n", f"1/2/{'9' * 30}"]
)
async def test_what_is_no_reference_names_no_file(reference: str) -> None:
    async with at_discord() as desk, desk.listening():
        with pytest.raises(NoSuchFile):
            await desk.adapter.fetch(reference, 100)
        assert desk.server.asked(MESSAGE) == []


async def test_what_is_gone_is_no_file() -> None:
    async with at_discord() as desk, desk.listening():
        [file] = await sent(desk, File("leaf.png", LEAF))
        [said] = desk.mara.sees()
        channel, message, _ = file.reference.split("/")
        for reference in (f"{channel}/{message}/5", f"{channel}/5/5", "5/5/5"):
            with pytest.raises(NoSuchFile):
                await desk.adapter.fetch(reference, 100)
        said.attachments[0].is_gone = True
        with pytest.raises(NoSuchFile, match="status 404"):
            await desk.adapter.fetch(file.reference, 100)
        desk.mara.deletes(said)
        with pytest.raises(NoSuchFile):
            await desk.adapter.fetch(file.reference, 100)


@pytest.mark.parametrize(
    ("route", "faults"),
    [
        (MESSAGE, [answers(rate_limited(900))]),
        (MESSAGE, [answers(Answer(body={"attachments": 5}))]),
        (MESSAGE, [answers(page(403, "Forbidden"))]),
        (CDN, [answers(page(503, "Unavailable"))]),
        (CDN, [answers(page(429, "Slow down"))]),
        (CDN, [answers(Answer(302, headers={"Location": "http://127.0.0.1:1/"}))]),
        (CDN, [cut(), cut()]),
    ],
)
async def test_what_fails_for_now_may_be_asked_for_again(
    route: str, faults: list[Fault]
) -> None:
    async with at_discord() as desk, desk.listening():
        [file] = await sent(desk, File("leaf.png", LEAF))
        desk.server.fails(route, *faults)
        with pytest.raises(NotFetched):
            await desk.adapter.fetch(file.reference, 100)
        assert desk.server.faults.left == {}
        assert await desk.adapter.fetch(file.reference, 100) == LEAF


@pytest.mark.parametrize("route", [MESSAGE, CDN])
async def test_a_server_that_says_nothing_is_waited_for_only_so_long(route: str) -> None:
    async with at_discord() as desk:
        desk.adapter = adapter_on(desk.server, desk.kept, desk.clock, patience=0.05)
        async with desk.listening():
            [file] = await sent(desk, File("leaf.png", LEAF))
            desk.server.fails(route, held())
            with pytest.raises(NotFetched):
                await desk.adapter.fetch(file.reference, 100)


# Files for the person


def ours(tmp_path: Path, name: str = "notes.txt", content: bytes = LEAF) -> OurFile:
    path = tmp_path / "kept"
    path.write_bytes(content)
    return OurFile(name, path)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("notes.txt", "notes.txt"),
        ("上周.md", "上周.md"),
        ('../a\\b\r\n"c.txt', "_a_b_c.txt"),
        ("", "file"),
        ("a" * 300 + ".zip", "a" * 146 + ".zip"),
    ],
)
async def test_a_file_has_a_name_that_discord_takes(
    tmp_path: Path, name: str, shown: str
) -> None:
    async with at_discord() as desk, desk.listening():
        desk.say("my notes?")
        await desk.kept.next()
        await desk.adapter.send(desk.outgoing("Here.", file=ours(tmp_path, name)))
        [(sent_as, content)] = desk.received()
        assert (sent_as.removeprefix(".."), content) == (shown, LEAF)


async def test_a_file_goes_with_the_last_draft_and_once(tmp_path: Path) -> None:
    async with at_discord() as desk, desk.listening():
        desk.say("my notes?")
        await desk.kept.next()
        file = ours(tmp_path)
        draft = await desk.adapter.send(desk.outgoing("He", goes_on=True))
        desk.server.fails("PATCH /channels/{channel_id}/messages/{message_id}", cut())
        whole: dict[str, Any] = {"edits": draft, "file": file}
        with pytest.raises(Exception, match="did not say"):
            await desk.adapter.send(desk.outgoing("Here.", **whole))
        assert await desk.adapter.send(desk.outgoing("Here.", **whole)) == draft
        assert desk.received() == [("notes.txt", LEAF)]


async def test_a_file_whose_line_was_cut_is_sent_once(tmp_path: Path) -> None:
    async with at_discord() as desk, desk.listening():
        desk.say("my notes?")
        await desk.kept.next()
        desk.server.fails(MESSAGES, cut(late=True))
        await desk.adapter.send(desk.outgoing("Here.", file=ours(tmp_path)))
        assert desk.received() == [("notes.txt", LEAF)]


@pytest.mark.parametrize("proxy", [False, True])
async def test_a_file_that_is_too_large_is_never_sent(tmp_path: Path, proxy: bool) -> None:
    async with at_discord() as desk, desk.listening():
        desk.say("my notes?")
        await desk.kept.next()
        content = LEAF if proxy else bytes(10 * 1024 * 1024 + 1)
        if proxy:
            desk.server.fails(MESSAGES, answers(page(413, "Too Large")))
        with pytest.raises(GoneForGood, match="larger than it takes"):
            await desk.adapter.send(
                desk.outgoing("Here.", file=ours(tmp_path, content=content))
            )
        assert desk.answers() == []


async def test_where_no_files_may_be_sent_the_message_is_gone(tmp_path: Path) -> None:
    async with at_discord() as desk:
        guild = desk.server.guild("Harbour", desk.mara)
        bare = desk.server.channel(guild, "bare", bits.ATTACH_FILES)
        async with desk.listening():
            desk.say("my notes?")
            await desk.kept.next()
            with pytest.raises(GoneForGood, match="may not write"):
                await desk.adapter.send(desk.outgoing("Here.", bare, file=ours(tmp_path)))
