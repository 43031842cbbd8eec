"""What people do, as python-telegram-bot reads it from the updates."""

from telegram import Bot, Message

from tests.servers.telegram import TelegramServer, origins


async def received(bot: Bot) -> list[Message]:
    messages = [update.effective_message for update in await bot.get_updates()]
    return [one for one in messages if isinstance(one, Message)]


async def test_saying_and_replying(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812, first_name="Mara", username="mara_k", language_code="de")
    said = mara.says("/start now")
    mara.says("and more", reply_to=said, quote="now")
    first, second = await received(bot)
    assert first.from_user is not None
    assert (first.from_user.id, first.from_user.language_code) == (8812, "de")
    assert first.chat.type == "private"
    assert first.parse_entities(["bot_command"]) == {first.entities[0]: "/start"}
    assert second.reply_to_message is not None
    assert second.reply_to_message.text == "/start now"
    assert second.quote is not None
    assert second.quote.text == "now"
    assert second.date > first.date


async def test_a_long_paste_comes_in_pieces(server: TelegramServer, bot: Bot) -> None:
    server.person(8812).pastes("😀" * 5000)
    assert [len(one.text or "") for one in await received(bot)] == [4096, 904]


async def test_edits_come_as_edited_messages(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    said = mara.says("oen")
    mara.edits(said, "one")
    _, update = await bot.get_updates()
    assert update.message is None
    assert update.edited_message is not None
    assert update.edited_message.text == "one"
    assert said.history[0]["text"] == "oen"


async def test_forwards_of_every_origin(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    for origin in (
        origins.from_user(7, "Jon"),
        origins.from_hidden_user("Jon"),
        origins.from_chat(-100500, "Team", "owner"),
        origins.from_channel(-100600, "News", 12, "editor"),
    ):
        mara.forwards("as it was", origin)
    kinds = [one.forward_origin and one.forward_origin.type for one in await received(bot)]
    assert kinds == ["user", "hidden_user", "chat", "channel"]


async def test_albums_are_messages_of_one_group(server: TelegramServer, bot: Bot) -> None:
    server.person(8812).sends_album([b"one", b"two", b"three"], "Three")
    album = await received(bot)
    assert len({one.media_group_id for one in album}) == 1
    assert [one.caption for one in album] == ["Three", None, None]
    file = await bot.get_file(album[1].photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == b"two"


async def test_media_of_every_kind(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    mara.sends_photo(caption="see #this")
    mara.sends_document(b"notes", caption="mine")
    mara.sends_voice()
    mara.sends_sticker("🎉")
    mara.sends_location(52.5, 13.4)
    mara.sends_contact("+49123", "Jon")
    mara.sends_poll("Tea?", {"yes": 1, "no": 0})
    photo, document, voice, sticker, location, contact, poll = await received(bot)
    assert photo.parse_caption_entities(["hashtag"]) == {photo.caption_entities[0]: "#this"}
    assert document.document is not None
    assert document.document.mime_type == "text/plain"
    assert voice.voice is not None
    assert voice.voice.file_size == 4
    assert sticker.sticker is not None
    assert sticker.sticker.emoji == "🎉"
    assert location.location is not None
    assert location.location.latitude == 52.5
    assert contact.contact is not None
    assert contact.contact.first_name == "Jon"
    assert poll.poll is not None
    assert poll.poll.total_voter_count == 1


async def test_groups_have_members_and_mentions(server: TelegramServer, bot: Bot) -> None:
    mara, jon = server.person(8812), server.person(90210)
    group = server.group(-55, [mara, jon], title="Home")
    group.adds_bot(mara.user)
    said = mara.says("@prev_bot hello", to=group)
    jon.says("and me?", to=group, reply_to=said)
    added, service, first, second = await bot.get_updates()
    assert added.my_chat_member is not None
    assert service.message is not None
    assert service.message.new_chat_members[0].id == bot.id
    assert first.message is not None
    assert first.message.chat.title == "Home"
    assert first.message.entities[0].type == "mention"
    assert second.message is not None
    assert second.message.from_user is not None
    assert second.message.from_user.id == 90210
    assert mara.messages == []


async def test_with_privacy_a_bot_hears_what_is_meant_for_it(
    server: TelegramServer, bot: Bot
) -> None:
    mara = server.person(8812)
    group = server.group(-55, [mara], privacy=True)
    mara.says("not for you", to=group)
    mara.says("/help", to=group)
    mara.says("/help@other_bot", to=group)
    mara.says("what says @prev_bot?", to=group)
    sent = await bot.send_message(-55, "This.")
    mara.says("oh", to=group, reply_to=server.message(-55, sent.message_id))
    told = [one.text for one in await received(bot)]
    assert told == ["/help", "what says @prev_bot?", "oh"]


async def test_channels_have_posts(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    channel = server.group(-100600, [mara], title="News", kind="channel")
    mara.edits(mara.says("post", to=channel), "better post", to=channel)
    first, second = await bot.get_updates()
    assert first.channel_post is not None
    assert first.channel_post.from_user is None
    assert second.edited_channel_post is not None


async def test_ids_of_supergroups_are_their_own(server: TelegramServer) -> None:
    mara = server.person(8812)
    group = server.group(-55, [mara])
    supergroup = server.group(-100500, [mara], kind="supergroup")
    ids = [mara.says("a", to=to).message_id for to in (None, group, supergroup, None)]
    assert ids == [1, 2, 1, 3]


async def test_a_bot_asks_about_itself_and_chats(server: TelegramServer, bot: Bot) -> None:
    server.person(8812, first_name="Mara", username="mara_k")
    assert (await bot.get_me()).username == "prev_bot"
    assert (await bot.get_chat(8812)).first_name == "Mara"
    assert (await bot.get_chat("@mara_k")).id == 8812


async def test_commands_are_kept_by_scope_and_language(
    server: TelegramServer, bot: Bot
) -> None:
    await bot.set_my_commands([("help", "What I can do")])
    await bot.set_my_commands([("hilfe", "Was ich kann")], language_code="de")
    assert [one.command for one in await bot.get_my_commands()] == ["help"]
    assert [one.command for one in await bot.get_my_commands(language_code="de")] == ["hilfe"]
