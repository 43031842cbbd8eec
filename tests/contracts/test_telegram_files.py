"""Files on Telegram: those that people send, getting them, and those that the bot sends."""

import logging
from dataclasses import replace
from pathlib import Path
from traceback import format_exception
from typing import Any

import pytest

from adapters.base import (
    AdapterError,
    Attached,
    Chat,
    File,
    GoneForGood,
    Incoming,
    MaybeDelivered,
    NoSuchFile,
    NotDelivered,
    NotFetched,
    Outgoing,
)
from adapters.telegram import TelegramAdapter
from tests.contracts.telegram_fixtures import Make, hear
from tests.servers.telegram import (
    DOWNLOAD,
    TOKEN,
    Gate,
    Person,
    TelegramServer,
    faults,
    origins,
)
from tests.servers.telegram.faults import Fault

CHAT = Chat("telegram", "8812")
END = "that is all"
MEGABYTE = 1024 * 1024
HOSTILE_NAMES = [
    "../../etc/passwd",
    "C:\\notes\\..\\a.txt",
    "nul\0.txt",
    "two\r\nlines.txt",
    "n" * 300 + ".txt",
    "\u202efdp.exe",
    '"quoted".txt',
    "\ud83d",
    "",
]


@pytest.fixture
def mara(server: TelegramServer) -> Person:
    return server.person(8812, first_name="Mara")


async def heard(mara: Person, adapter: TelegramAdapter) -> Incoming:
    """The one message that she sent."""
    mara.says(END)
    (message,) = await hear(adapter)
    return message


# Files that come in


async def test_of_a_photo_the_largest_size_is_brought(
    mara: Person, adapter: TelegramAdapter
) -> None:
    sent = mara.sends_photo(b"\xff\xd8" + b"x" * 5000, "at the lake").shown
    sent["photo"].reverse()
    message = await heard(mara, adapter)
    assert message.text == "at the lake"
    assert message.attached == (
        Attached(sent["photo"][0]["file_id"], "photo", media_type="image/jpeg", size=5002),
    )


async def test_a_voice_says_how_long_it_is_and_needs_no_words(
    mara: Person, adapter: TelegramAdapter
) -> None:
    file_id = mara.sends_voice(b"OggS", 12).shown["voice"]["file_id"]
    message = await heard(mara, adapter)
    expected = Attached(file_id, "voice", media_type="audio/ogg", size=4, seconds=12)
    assert (message.text, message.attached) == ("", (expected,))


@pytest.mark.parametrize(
    ("kind", "more", "expected"),
    [
        ("audio", {"performer": "Bach", "title": "Air"}, ("audio", "Bach Air", "")),
        (
            "audio",
            {"title": "Air", "file_name": "air.mp3", "mime_type": "audio/mpeg"},
            ("audio", "air.mp3", "audio/mpeg"),
        ),
        ("video", {"mime_type": "video/mp4"}, ("video", "", "video/mp4")),
        ("video_note", {}, ("video message", "", "video/mp4")),
        ("animation", {"file_name": "cat.mp4"}, ("animation", "cat.mp4", "")),
    ],
)
async def test_what_plays_says_how_long(
    mara: Person,
    adapter: TelegramAdapter,
    kind: str,
    more: dict[str, Any],
    expected: tuple[str, str, str],
) -> None:
    mara.plays(kind, b"12345678", 7, **more)
    (file,) = (await heard(mara, adapter)).attached
    assert (file.kind, file.name, file.media_type) == expected
    assert (file.size, file.seconds) == (8, 7)


@pytest.mark.parametrize(
    ("caption", "text"),
    [
        ("", "Forwarded from Jon:"),
        ("the lake\nat 5", "Forwarded from Jon:\n> the lake\n> at 5"),
    ],
)
async def test_a_file_that_is_forwarded_is_not_the_persons_own(
    mara: Person, adapter: TelegramAdapter, caption: str, text: str
) -> None:
    content = {"document": {"file_id": "d1", "file_name": "a.txt"}, "caption": caption}
    mara.forwards("", origins.from_user(7, "Jon"), content=content)
    message = await heard(mara, adapter)
    assert message.text == text
    assert message.attached == (Attached("d1", "document", "a.txt", is_foreign=True),)


async def test_in_a_group_a_file_sent_to_the_bot_has_no_words_of_its_name(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-55, [mara])
    mara.sends_photo(caption="@prev_bot", to=group)
    mara.sends_photo(caption="not for you", to=group)
    message = await heard(mara, adapter)
    assert (message.text, len(message.attached)) == ("", 1)


@pytest.mark.parametrize("name", HOSTILE_NAMES)
async def test_a_name_may_be_anything_and_the_file_is_fetched(
    mara: Person, adapter: TelegramAdapter, name: str
) -> None:
    mara.sends_document(b"hello", name, "no/type/at all\n")
    (file,) = (await heard(mara, adapter)).attached
    assert (file.name, file.media_type) == (name.replace("\ud83d", "\ufffd"), "")


@pytest.mark.parametrize("odd", [-1, True, 1.5, "12", None, []])
async def test_odd_numbers_do_not_take_a_file_away(
    mara: Person, adapter: TelegramAdapter, odd: Any
) -> None:
    size = {"file_id": "p1", "file_size": odd, "width": odd, "height": odd}
    mara.sends({"photo": [size, size]})
    message = await heard(mara, adapter)
    assert [(file.reference, file.size) for file in message.attached] == [("p1", None)]


# Getting them


async def sent_document(
    mara: Person, content: bytes = b"0123456789", size: int | None = None
) -> str:
    return str(mara.sends_document(content, size=size).shown["document"]["file_id"])


async def test_a_file_is_fetched_by_its_reference(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    content = bytes(range(256)) * 4 * 1024
    reference = await sent_document(mara, content)
    assert await adapter.fetch(reference, len(content)) == content
    (asked,) = server.asked_for(DOWNLOAD)
    assert asked.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("size", [None, 5])
async def test_of_a_file_that_is_larger_than_wanted_nothing_is_kept(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, size: int | None
) -> None:
    """Also of one that says it is smaller than it is."""
    with pytest.raises(NoSuchFile, match="larger"):
        await adapter.fetch(await sent_document(mara, size=size), 9)
    assert len(server.asked_for(DOWNLOAD)) == (0 if size is None else 1)


async def test_a_file_that_does_not_say_where_it_ends_is_read_no_further_than_wanted(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    reference = await sent_document(mara)
    server.next(DOWNLOAD, *[faults.unmeasured(b"x" * MEGABYTE)] * 2)
    assert len(await adapter.fetch(reference, MEGABYTE)) == MEGABYTE
    with pytest.raises(NoSuchFile, match="larger"):
        await adapter.fetch(reference, MEGABYTE - 1)


async def test_a_file_that_begins_by_saying_that_it_is_larger_is_not_read(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    server.next(DOWNLOAD, faults.cut_short(b"01234", 101))
    with pytest.raises(NoSuchFile, match="larger"):
        await adapter.fetch(await sent_document(mara), 100)


async def test_a_photo_of_25_megabytes_comes_in_and_cannot_be_had(
    mara: Person, make: Make
) -> None:
    mara.sends_photo(size=25 * MEGABYTE)
    (photo,) = (await heard(mara, make())).attached
    assert photo.size == 25 * MEGABYTE
    with pytest.raises(NoSuchFile, match="too big"):
        await make().fetch(photo.reference, 100 * MEGABYTE)


@pytest.mark.parametrize("reference", ["", "nobody's", "\ud83d", "a/../b\0", "x" * 5000])
async def test_a_reference_that_is_none_is_no_file(
    adapter: TelegramAdapter, reference: str
) -> None:
    with pytest.raises(NoSuchFile, match="telegram has no such file"):
        await adapter.fetch(reference, 10)


async def test_a_file_that_is_gone_meanwhile_is_none(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    server.next(DOWNLOAD, faults.refused(404, "Not Found"))
    with pytest.raises(NoSuchFile, match="gone"):
        await adapter.fetch(await sent_document(mara), 100)


UNREACHABLE = [
    faults.bad_gateway(),
    faults.flood(7),
    faults.refused(500, f"/bot{TOKEN}/"),
    faults.refused(401, "Unauthorized"),
    faults.cut_before(),
]


@pytest.mark.parametrize("method", ["getFile", DOWNLOAD])
@pytest.mark.parametrize("fault", UNREACHABLE)
async def test_what_goes_wrong_on_the_way_may_go_right_later(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, method: str, fault: Fault
) -> None:
    reference = await sent_document(mara)
    server.next(method, fault)
    with pytest.raises(NotFetched) as raised:
        await adapter.fetch(reference, 100)
    assert TOKEN.lower() not in "".join(format_exception(raised.value)).lower()
    assert await adapter.fetch(reference, 100) == b"0123456789"


@pytest.mark.parametrize(
    ("method", "fault"),
    [
        ("getFile", faults.garbled()),
        ("getFile", faults.garbled(b'{"ok": true, "result": []}')),
        ("getFile", faults.garbled(b'{"ok": true, "result": {"file_path": 7}}')),
        ("getFile", faults.garbled(b'{"ok": true, "result": {"file_id": "x"}}')),
        (DOWNLOAD, faults.cut_short(b"01234", 10)),
        (DOWNLOAD, faults.unmeasured(b"01234")),
    ],
)
async def test_half_an_answer_is_none(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, method: str, fault: Fault
) -> None:
    server.next(method, fault)
    with pytest.raises(NotFetched):
        await adapter.fetch(await sent_document(mara), 100)


async def test_a_download_that_stands_still_is_given_up(
    server: TelegramServer, mara: Person, make: Make
) -> None:
    server.next(DOWNLOAD, faults.held(Gate()))
    with pytest.raises(NotFetched):
        await make(patience=0.05).fetch(await sent_document(mara), 100)


async def test_where_nothing_listens_a_file_is_asked_for_again(
    make: Make, unused_port: int
) -> None:
    with pytest.raises(NotFetched):
        await make(base_url=f"http://127.0.0.1:{unused_port}").fetch("d1", 100)


async def test_once_it_is_closed_nothing_is_fetched(
    mara: Person, adapter: TelegramAdapter
) -> None:
    reference = await sent_document(mara)
    await adapter.fetch(reference, 100)
    await adapter.close()
    with pytest.raises(NotFetched, match="stopping"):
        await adapter.fetch(reference, 100)


async def test_a_file_on_the_disk_of_a_server_of_ones_own_is_had_when_that_is_served(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    reference = await sent_document(mara)
    server.world.files.folder = f"/var/lib/telegram-bot-api/{TOKEN}/"
    assert await adapter.fetch(reference, 100) == b"0123456789"


@pytest.mark.parametrize(
    "folder", [f"/var/lib/{TOKEN}/", "/var/lib/files/", f"C:\\bots\\{TOKEN}\\"]
)
async def test_a_file_on_the_disk_of_a_server_is_none_for_us(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, folder: str
) -> None:
    server.world.files.folder, server.world.files.is_served = folder, False
    with pytest.raises(NoSuchFile) as raised:
        await adapter.fetch(await sent_document(mara), 100)
    assert TOKEN not in str(raised.value)


async def test_downloads_stand_in_no_log(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    reference = await sent_document(mara)
    await adapter.fetch(reference, 100)
    server.next(DOWNLOAD, faults.cut_before())
    with pytest.raises(NotFetched):
        await adapter.fetch(reference, 100)
    assert TOKEN not in caplog.text


# Files for the person


@pytest.fixture
def notes(tmp_path: Path) -> File:
    path = tmp_path / "notes"
    path.write_bytes(b"my notes")
    return File("notes.txt", path)


def documents(mara: Person) -> list[str]:
    """The names of those that she was sent."""
    return [
        one.shown["document"]["file_name"] for one in mara.messages if "document" in one.shown
    ]


async def test_a_short_text_is_the_caption_with_its_markup_reply_and_buttons(
    mara: Person, adapter: TelegramAdapter, notes: File
) -> None:
    asked = mara.says("a question")
    await adapter.send(
        Outgoing(CHAT, f"**{'x' * 1024}**", file=notes, replies_to=str(asked.message_id))
    )
    (message,) = mara.messages
    assert (message.text, message.entities[0]["type"]) == ("x" * 1024, "bold")
    assert message.shown["reply_to_message"]["text"] == "a question"
    assert documents(mara) == ["notes.txt"]


async def test_a_long_text_is_said_before_its_file(
    mara: Person, adapter: TelegramAdapter, notes: File
) -> None:
    named = await adapter.send(Outgoing(CHAT, "x" * 1025, file=notes))
    assert mara.texts == ["x" * 1025, ""]
    assert documents(mara) == ["notes.txt"]
    assert named == str(mara.messages[0].message_id)


async def test_a_file_needs_no_text(
    mara: Person, adapter: TelegramAdapter, notes: File
) -> None:
    await adapter.send(Outgoing(CHAT, "", file=notes))
    assert (mara.texts, documents(mara)) == ([""], ["notes.txt"])


async def test_a_draft_becomes_the_text_and_the_file_comes_after_it(
    mara: Person, adapter: TelegramAdapter, notes: File
) -> None:
    draft = await adapter.send(Outgoing(CHAT, "a dr"))
    assert await adapter.send(Outgoing(CHAT, "a draft", edits=draft, file=notes)) == draft
    assert (mara.texts, documents(mara)) == (["a draft", ""], ["notes.txt"])


@pytest.mark.parametrize("name", HOSTILE_NAMES)
async def test_a_file_of_any_name_is_sent(
    mara: Person, adapter: TelegramAdapter, notes: File, name: str
) -> None:
    await adapter.send(Outgoing(CHAT, "here", file=replace(notes, name=name)))
    (shown,) = documents(mara)
    assert shown
    assert not set(shown) & set('/\\"\0\r\n')
    assert shown.endswith(name[-4:].replace("\ud83d", "\ufffd"))


async def test_a_file_that_a_bot_may_not_send_is_gone_for_good(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, tmp_path: Path
) -> None:
    path = tmp_path / "large"
    with path.open("wb") as large:
        large.truncate(50 * MEGABYTE + 1)
    with pytest.raises(GoneForGood, match="larger than the 50 MB"):
        await adapter.send(Outgoing(CHAT, "here", file=File("large", path)))
    assert server.asked_for("sendDocument") == []


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (faults.too_large(), GoneForGood),
        (faults.blocked(), GoneForGood),
        (faults.refused(400, "Bad Request: file must be non-empty"), GoneForGood),
        (faults.flood(9), NotDelivered),
        (faults.cut_after(), MaybeDelivered),
        (faults.bad_gateway(), MaybeDelivered),
    ],
)
async def test_a_file_is_refused_as_a_message_is(
    server: TelegramServer,
    mara: Person,
    adapter: TelegramAdapter,
    notes: File,
    fault: Fault,
    error: type[AdapterError],
) -> None:
    # What may be wrong with the markup is tried again without it.
    server.next("sendDocument", *[fault] * 2)
    with pytest.raises(error):
        await adapter.send(Outgoing(CHAT, "here", file=notes))


async def test_a_file_that_is_not_taken_yet_does_not_have_its_text_said_again(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, notes: File
) -> None:
    outgoing = Outgoing(CHAT, "x" * 2000, file=notes)
    for _ in range(2):
        server.next("sendDocument", faults.flood(9))
        with pytest.raises(NotDelivered) as raised:
            await adapter.send(outgoing)
        assert raised.value.retry_after == 9
    await adapter.send(outgoing)
    await adapter.send(outgoing)
    assert mara.texts == ["x" * 2000, "", "x" * 2000, ""]
    assert len(documents(mara)) == 2


async def test_a_file_follows_a_group_that_became_a_supergroup(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter, notes: File
) -> None:
    onward = server.group(-55, [mara]).becomes_supergroup(-100777)
    for text in ("here", "x" * 2000):
        await adapter.send(Outgoing(Chat("telegram", "-55"), text, file=notes))
    ours = [one for one in onward.messages if one.shown.get("from") == server.bot]
    assert [(one.text, "document" in one.shown) for one in ours] == [
        ("here", True),
        ("x" * 2000, False),
        ("", True),
    ]
