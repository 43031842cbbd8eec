"""What a bot writes, as python-telegram-bot asks for it over a socket."""

import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    MessageEntity,
    ReplyParameters,
)

from tests.servers.outcomes import forbidden, refused
from tests.servers.telegram import Seen, TelegramServer

KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("Yes", callback_data="yes")]])


async def test_a_message_is_kept_and_seen(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812, first_name="Mara")
    sent = await bot.send_message(8812, "<b>Hello</b> Mara", parse_mode="HTML")
    assert sent.text == "Hello Mara"
    assert sent.chat.first_name == "Mara"
    assert sent.from_user is not None
    assert sent.from_user.id == bot.id
    assert mara.texts == ["Hello Mara"]
    assert mara.messages[0].entities == [{"type": "bold", "offset": 0, "length": 5}]
    assert mara.seen == [Seen("message", "Hello Mara", sent.message_id)]


async def test_a_text_must_be_there(server: TelegramServer, bot: Bot) -> None:
    server.person(8812)
    assert await refused(bot.send_message(8812, "")) == "Message text is empty"
    assert await refused(bot.send_message(8812, "  ")) == "Text must be non-empty"


@pytest.mark.parametrize("character", ["a", "ä", "漢", "😀"])
async def test_the_limit_counts_code_points(
    server: TelegramServer, bot: Bot, character: str
) -> None:
    mara = server.person(8812)
    await bot.send_message(8812, character * 4096)
    assert len(mara.texts[0]) == 4096
    too_long = bot.send_message(8812, character * 4097)
    assert await refused(too_long) == "Message is too long"
    assert len(mara.texts) == 1


async def test_the_limit_holds_for_what_is_left_after_parsing(
    server: TelegramServer, bot: Bot
) -> None:
    server.person(8812)
    text = "<b>&lt;</b>" * 90 + "a" * 4006
    sent = await bot.send_message(8812, text, parse_mode="HTML")
    assert len(sent.text or "") == 4096
    too_long = bot.send_message(8812, f"{text}a", parse_mode="HTML")
    assert await refused(too_long) == "Message is too long"


async def test_bad_html_is_told_before_anything_else(server: TelegramServer, bot: Bot) -> None:
    said = await refused(bot.send_message(1, "ä <p>", parse_mode="HTML"))
    assert said == 'Can\'t parse entities: unsupported start tag "p" at byte offset 3'


async def test_entities_come_as_they_are(server: TelegramServer, bot: Bot) -> None:
    server.person(8812)
    entities = [
        MessageEntity("code", 3, 4),
        MessageEntity("text_mention", 8, 4, user=await bot.get_me()),
    ]
    sent = await bot.send_message(8812, "😀 code user", entities=entities)
    assert [(one.type, one.offset, one.length) for one in sent.entities] == [
        ("code", 3, 4),
        ("text_mention", 8, 4),
    ]


async def test_an_unknown_chat_is_not_found(server: TelegramServer, bot: Bot) -> None:
    assert await refused(bot.send_message(404, "a")) == "Chat not found"
    assert await refused(bot.send_message("@nobody", "a")) == "Chat not found"
    assert await refused(bot.send_message("", "a")) == "Chat_id is empty"


async def test_a_person_who_never_wrote_cannot_be_written_to(
    server: TelegramServer, bot: Bot
) -> None:
    mara = server.person(8812, started=False)
    said = await forbidden(bot.send_message(8812, "a"))
    assert said == "Forbidden: bot can't initiate conversation with a user"
    mara.says("/start")
    await bot.send_message(8812, "a")


# Replies and keyboards


async def test_replies_show_what_they_reply_to(server: TelegramServer, bot: Bot) -> None:
    said = server.person(8812).says("What now? And then?")
    reply = ReplyParameters(said.message_id, quote="And then?")
    sent = await bot.send_message(8812, "Now.", reply_parameters=reply)
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "What now? And then?"
    assert sent.quote is not None
    assert (sent.quote.text, sent.quote.position) == ("And then?", 10)


async def test_a_reply_to_nothing_is_refused_unless_it_may_go_without(
    server: TelegramServer, bot: Bot
) -> None:
    mara = server.person(8812)
    said = mara.says("gone in a moment")
    mara.deletes(said)
    asked = bot.send_message(8812, "a", reply_to_message_id=said.message_id)
    assert await refused(asked) == "Message to be replied not found"
    assert mara.texts == []
    anyway = ReplyParameters(said.message_id, allow_sending_without_reply=True)
    sent = await bot.send_message(8812, "a", reply_parameters=anyway)
    assert sent.reply_to_message is None


async def test_buttons_are_pressed_and_answered_once(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    await bot.send_message(8812, "Sure?", reply_markup=KEYBOARD)
    query_id = mara.presses(mara.messages[0], "yes")
    (update,) = await bot.get_updates()
    assert update.callback_query is not None
    assert update.callback_query.data == "yes"
    await bot.answer_callback_query(query_id, "Done")
    assert mara.seen[-1] == Seen("alert", "Done")
    said = await refused(bot.answer_callback_query(query_id))
    assert said == "Query is too old and response timeout expired or query id is invalid"


async def test_callback_data_is_short(server: TelegramServer, bot: Bot) -> None:
    server.person(8812)
    wide = InlineKeyboardMarkup([[InlineKeyboardButton("Yes", callback_data="ä" * 33)]])
    said = await refused(bot.send_message(8812, "a", reply_markup=wide))
    assert said == "Button_data_invalid"


# Edits, deletions, reactions


async def test_edits_keep_what_was_there_before(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    sent = await bot.send_message(8812, "One", reply_markup=KEYBOARD)
    await bot.edit_message_text("Two", 8812, sent.message_id, reply_markup=KEYBOARD)
    await bot.edit_message_text("Three", 8812, sent.message_id)
    (message,) = mara.messages
    assert message.text == "Three"
    assert [one["text"] for one in message.history] == ["One", "Two"]
    assert message.buttons == []
    assert [one.kind for one in mara.seen] == ["message", "edit", "edit"]


async def test_an_edit_must_change_something(server: TelegramServer, bot: Bot) -> None:
    server.person(8812)
    sent = await bot.send_message(8812, "<b>One</b>", parse_mode="HTML")
    same = bot.edit_message_text(" <b>One</b> ", 8812, sent.message_id, parse_mode="HTML")
    assert (await refused(same)).startswith("Message is not modified: specified new")
    await bot.edit_message_text("One", 8812, sent.message_id)


async def test_what_cannot_be_edited(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    theirs = mara.says("mine").message_id
    mine = (await bot.send_message(8812, "One")).message_id
    photo = (await bot.send_photo(8812, b"jpeg", caption="Look")).message_id
    assert await refused(bot.edit_message_text("a", 8812, 404)) == "Message to edit not found"
    assert await refused(bot.edit_message_text("a", 8812, theirs)) == "Message can't be edited"
    said = await refused(bot.edit_message_text("a", 8812, photo))
    assert said == "There is no text in the message to edit"
    assert await refused(bot.edit_message_text("", 8812, mine)) == "Message text is empty"
    said = await refused(bot.edit_message_text("a" * 4097, 8812, mine))
    assert said == "Message_too_long"


async def test_deleted_messages_are_gone(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    sent = await bot.send_message(8812, "One")
    await bot.delete_message(8812, sent.message_id)
    assert mara.messages == []
    assert server.message(8812, sent.message_id).is_deleted
    again = bot.delete_message(8812, sent.message_id)
    assert await refused(again) == "Message to delete not found"


async def test_in_groups_only_ones_own_are_deleted(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    group = server.group(-55, [mara])
    said = mara.says("hello", to=group)
    asked = bot.delete_message(-55, said.message_id)
    assert await refused(asked) == "Message can't be deleted"


async def test_actions_and_reactions_are_seen_in_order(
    server: TelegramServer, bot: Bot
) -> None:
    mara = server.person(8812)
    said = mara.says("good news")
    await bot.send_chat_action(8812, "typing")
    await bot.set_message_reaction(8812, said.message_id, "🎉")
    await bot.set_message_reaction(8812, said.message_id)
    assert mara.seen == [
        Seen("action", "typing"),
        Seen("reaction", "🎉", said.message_id),
        Seen("reaction", "", said.message_id),
    ]


async def test_what_cannot_be_reacted(server: TelegramServer, bot: Bot) -> None:
    said = server.person(8812).says("a").message_id
    wrong = await refused(bot.set_message_reaction(8812, said, "🦖"))
    assert wrong == "Reaction_invalid"
    many = await refused(bot.set_message_reaction(8812, said, ["🎉", "👍"]))
    assert many == "Reactions_too_many"
    none = await refused(bot.set_message_reaction(8812, 404, "🎉"))
    assert none == "Message to react not found"
    action = await refused(bot.send_chat_action(8812, "singing"))
    assert action == "Wrong parameter action in request"


async def test_drafts_show_until_the_message_comes(server: TelegramServer, bot: Bot) -> None:
    mara = server.person(8812)
    await bot.send_message_draft(8812, 5, "Hel")
    await bot.send_message_draft(8812, 5, "Hello Ma")
    assert mara.drafts == ["Hello Ma"]
    await bot.send_message(8812, "Hello Mara")
    assert mara.drafts == []
    assert [one.kind for one in mara.seen] == ["draft", "draft", "message"]


async def test_drafts_are_for_private_chats(server: TelegramServer, bot: Bot) -> None:
    server.group(-55, [server.person(8812)])
    said = await refused(bot.send_message_draft(-55, 5, "a"))
    assert said == "Textdraft_peer_invalid"
    await bot.send_message_draft(8812, 5, "")
    assert await refused(bot.send_message_draft(8812, 5, " ")) == "Text must be non-empty"
