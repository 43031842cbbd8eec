"""Chats that are closed to the bot, and the files in those that are not."""

import pytest
from telegram import Bot
from telegram.error import ChatMigrated, NetworkError

from tests.servers.outcomes import forbidden, refused
from tests.servers.telegram import TelegramServer


async def test_a_block_is_told(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    mara.blocks()
    said = await forbidden(bot.send_message(8812, "a"))
    assert said == "Forbidden: bot was blocked by the user"
    assert await forbidden(bot.send_chat_action(8812, "typing")) == said
    (update,) = await bot.get_updates()
    assert update.my_chat_member is not None
    assert update.my_chat_member.new_chat_member.status == "kicked"
    mara.unblocks()
    await bot.send_message(8812, "a")


async def test_a_deleted_account_is_told(server: TelegramServer, bot: Bot) -> None:
    server.person(8812).is_deactivated()
    assert await forbidden(bot.send_message(8812, "a")) == "Forbidden: user is deactivated"


@pytest.mark.parametrize("kind", ["group", "supergroup"])
async def test_a_removal_is_told(server: TelegramServer, bot: Bot, kind: str) -> None:
    mara = server.person(8812)
    group = server.group(-100500, [mara], kind=kind)
    group.removes_bot(mara.user)
    said = await forbidden(bot.send_message(-100500, "a"))
    assert said == f"Forbidden: bot was kicked from the {kind} chat"
    group.removes_bot(mara.user, standing="left")
    said = await forbidden(bot.send_message(-100500, "a"))
    assert said == f"Forbidden: bot is not a member of the {kind} chat"


async def test_a_group_that_became_a_supergroup_says_where_it_went(
    server: TelegramServer, bot: Bot
) -> None:
    mara = server.person(8812)
    onward = server.group(-55, [mara]).becomes_supergroup(-100777)
    with pytest.raises(ChatMigrated) as raised:
        await bot.send_message(-55, "a")
    assert raised.value.new_chat_id == -100777
    sent = await bot.send_message(-100777, "a")
    assert onward.messages[-1].message_id == sent.message_id
    told = [update.message for update in await bot.get_updates()]
    assert [one and (one.migrate_to_chat_id, one.migrate_from_chat_id) for one in told] == [
        (-100777, None),
        (None, -55),
    ]


# Files


async def test_photos_and_documents_are_kept(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    photo = await bot.send_photo(8812, b"jpeg", caption="<i>Look</i>", parse_mode="HTML")
    assert photo.caption == "Look"
    sent = await bot.send_document(8812, b"a,b\r\n1,2\r\n", filename="ta ble.csv")
    assert sent.document is not None
    assert sent.document.file_name == "ta ble.csv"
    file = await bot.get_file(sent.document.file_id)
    assert bytes(await file.download_as_bytearray()) == b"a,b\r\n1,2\r\n"
    again = await bot.send_document(8812, sent.document.file_id)
    assert again.document is not None
    assert again.document.file_unique_id == sent.document.file_unique_id
    assert len(mara.messages) == 3
    (upload,) = server.asked_for("sendPhoto")[0].uploads.values()
    assert upload.content == b"jpeg"


async def test_files_that_cannot_be_sent(server: TelegramServer, bot: Bot) -> None:
    server.person(8812)
    assert await refused(bot.send_document(8812, b"")) == "File must be non-empty"
    said = await refused(bot.send_document(8812, "nothing-known"))
    assert said == "Wrong file identifier/http url specified"
    long = bot.send_photo(8812, b"jpeg", caption="😀" * 1025)
    assert await refused(long) == "Message caption is too long"
    await bot.send_photo(8812, b"jpeg", caption="😀" * 1024)


async def test_large_files_cannot_be_downloaded(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    limit = 20 * 1024 * 1024
    for size in (limit, limit + 1):
        mara.sends_document(b"%PDF", "a.pdf", size=size)
    fits, too_big = [update.message for update in await bot.get_updates()]
    assert fits is not None
    assert fits.document is not None
    assert (await bot.get_file(fits.document.file_id)).file_size == limit
    assert too_big is not None
    assert too_big.document is not None
    assert await refused(bot.get_file(too_big.document.file_id)) == "File is too big"
    assert await refused(bot.get_file("nothing-known")) == "Invalid file_id"


async def test_uploads_over_fifty_megabytes_are_refused(
    server: TelegramServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.person(8812)
    monkeypatch.setattr("tests.servers.telegram.wire.LARGEST_BODY", 1000)
    with pytest.raises(NetworkError, match="Request Entity Too Large"):
        await bot.send_document(8812, b"x" * 2000)
    await bot.send_document(8812, b"x" * 100)
