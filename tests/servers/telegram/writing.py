"""What bots write and change: messages, drafts, edits, deletions, and their checks in order.

The order is the real server's: what is wrong with the text and the keyboard, then the chat,
then what is replied to; last what only Telegram itself knows, a block or a length.
"""

from typing import Any

from tests.servers.telegram import files, refusals
from tests.servers.telegram.asked import Asked
from tests.servers.telegram.formatting import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    Formatted,
    formatted,
)
from tests.servers.telegram.refusals import bad_request
from tests.servers.telegram.wire import Upload
from tests.servers.telegram.world import Chat, Json, Message, Seen, World

MOST_CALLBACK_BYTES = 64
HIGHEST_ID = 2**31 - 1


def send_message(world: World, asked: Asked) -> Json:
    return _sent(world, asked, _content("text", _text_of(asked)), _text_of(asked), "")


def send_photo(world: World, asked: Asked) -> Json:
    return _send_file(world, asked, "photo")


def send_document(world: World, asked: Asked) -> Json:
    return _send_file(world, asked, "document")


def _send_file(world: World, asked: Asked, kind: str) -> Json:
    caption = formatted(
        asked.text("caption"),
        asked.text("parse_mode"),
        asked.text("caption_entities"),
        may_be_empty=True,
    )
    content = {**_file(world, asked, kind), **_content("caption", caption)}
    return _sent(world, asked, content, caption, "caption")


def _sent(world: World, asked: Asked, content: Json, told: Formatted, part: str) -> Json:
    keyboard = _keyboard(asked)
    chat = world.writable(asked.text("chat_id"))
    reply = _reply(world, asked, chat)
    chat.must_take_messages()
    limit = LONGEST_CAPTION if part else LONGEST_TEXT
    if len(told.text) > limit:
        raise bad_request(f"message {part} is too long".replace("  ", " "))
    chat.drafts.clear()
    return world.bot_says(chat, {**reply, **_known(world, content), **keyboard})


def send_message_draft(world: World, asked: Asked) -> bool:
    """Shows in private chats only, until the message itself comes."""
    told = formatted(
        asked.text("text"), asked.text("parse_mode"), asked.text("entities"), may_be_empty=True
    )
    chat = world.writable(asked.text("chat_id"))
    if chat.kind != "private":
        raise bad_request("TEXTDRAFT_PEER_INVALID")
    chat.must_take_messages()
    draft_id = asked.number("draft_id")
    if draft_id == 0:
        raise bad_request("RANDOM_ID_EMPTY")
    if len(told.text) > LONGEST_TEXT:
        raise bad_request("MESSAGE_TOO_LONG")
    chat.drafts[draft_id] = told.text
    world.show(chat, Seen("draft", told.text))
    return True


# Parts of a message


def _text_of(asked: Asked) -> Formatted:
    if not asked.text("text"):
        raise bad_request("message text is empty")
    return formatted(asked.text("text"), asked.text("parse_mode"), asked.text("entities"))


def _content(name: str, told: Formatted) -> Json:
    if not told.text:
        return {}
    marked = "entities" if name == "text" else "caption_entities"
    return {name: told.text, **({marked: told.entities} if told.entities else {})}


def _known(world: World, content: Json) -> Json:
    """Mentions by id become users; of who is not known nothing is left."""
    for name in ("entities", "caption_entities"):
        if name in content:
            kept = []
            for one in content[name]:
                if one["type"] != "text_mention":
                    kept.append(one)
                elif one["user"].get("id") in world.users:
                    kept.append({**one, "user": world.users[one["user"]["id"]]})
            content = {**content, name: kept}
            if not kept:
                del content[name]
    return content


def _keyboard(asked: Asked) -> Json:
    """An inline keyboard stays with the message; any other kind shows below the chat."""
    given = asked.parsed("reply_markup", "reply keyboard markup")
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in given:
        return {}
    for row in given["inline_keyboard"]:
        for button in row:
            if not button.get("text"):
                raise bad_request("can't parse inline keyboard button: Text buttons are empty")
            if not button.keys() - {"text"}:
                raise bad_request("Text buttons are unallowed in the inline keyboard")
            pressed = button.get("callback_data")
            if pressed is not None and not 1 <= len(pressed.encode()) <= MOST_CALLBACK_BYTES:
                raise bad_request("BUTTON_DATA_INVALID")
    return {"reply_markup": given} if any(given["inline_keyboard"]) else {}


def _reply(world: World, asked: Asked, chat: Chat) -> Json:
    wanted = asked.parsed("reply_parameters", "reply parameters")
    if wanted is None:
        wanted = {
            "message_id": asked.number("reply_to_message_id"),
            "allow_sending_without_reply": asked.flag("allow_sending_without_reply"),
        }
    if not isinstance(wanted, dict):
        raise bad_request("object expected as reply parameters")
    if wanted.get("message_id", 0) > HIGHEST_ID:
        raise bad_request('can\'t parse reply parameters: Field "message_id" is too large')
    return world.reply(chat, wanted, wanted.get("quote", ""))


def _file(world: World, asked: Asked, kind: str) -> Json:
    """The file as it was uploaded, or one that the server knows by its id."""
    given = asked.text(kind)
    upload = asked.uploads.get(given.removeprefix("attach://") if given else kind)
    if upload is None and not given:
        raise bad_request(f"there is no {kind} in the request")
    if upload is not None:
        if not upload.content:
            raise bad_request("file must be non-empty")
        return _uploaded(world, kind, upload)
    if given.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")
    known = world.files.by_id.get(given)
    if known is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if kind == "photo":
        return files.photo(known)
    return files.document(known, known.path.rpartition("/")[2], "application/octet-stream")


def _uploaded(world: World, kind: str, upload: Upload) -> Json:
    file = world.files.add(kind, upload.content, upload.filename)
    if kind == "photo":
        return files.photo(file)
    return files.document(file, upload.filename, upload.content_type)


# Changing what is there


def edit_message_text(world: World, asked: Asked) -> Json:
    told = _text_of(asked)
    keyboard = _keyboard(asked)
    chat, message = _mine(world, asked, "edit")
    if "text" not in message.shown:
        raise bad_request("there is no text in the message to edit")
    chat.must_take_messages()
    if len(told.text) > LONGEST_TEXT:
        raise bad_request("MESSAGE_TOO_LONG")
    changed = {**_known(world, _content("text", told)), **keyboard}
    kept = {
        name: one
        for name, one in message.shown.items()
        if name not in ("text", "entities", "reply_markup")
    }
    before = {name: one for name, one in message.shown.items() if name not in kept}
    if changed == before:
        raise bad_request(refusals.NOT_MODIFIED)
    message.history.append(message.shown)
    message.shown = {**kept, "edit_date": world.now(), **changed}
    world.show(chat, Seen("edit", told.text, message.message_id))
    return message.shown


def delete_message(world: World, asked: Asked) -> bool:
    """One's own everywhere, another's in private chats only."""
    chat, message = _there(world, asked, "delete")
    is_mine = message.shown.get("from") == world.bot
    if not is_mine and chat.kind != "private":
        raise bad_request("message can't be deleted")
    message.is_deleted = True
    world.show(chat, Seen("delete", "", message.message_id))
    return True


def _mine(world: World, asked: Asked, doing: str) -> tuple[Chat, Message]:
    chat, message = _there(world, asked, doing)
    if message.shown.get("from") != world.bot:
        raise bad_request(f"message can't be {doing}ed")
    return chat, message


def _there(world: World, asked: Asked, doing: str) -> tuple[Chat, Message]:
    if not asked.text("chat_id") and not asked.text("message_id"):
        raise bad_request("message identifier is not specified")
    chat = world.writable(asked.text("chat_id"))
    message = chat.message(asked.number("message_id"))
    if message is None:
        raise bad_request(f"message to {doing} not found")
    return chat, message


def set_message_reaction(world: World, asked: Asked) -> bool:
    given: Any = asked.parsed("reaction", "reaction types") or []
    if not isinstance(given, list):
        raise bad_request("expected an Array of ReactionType")
    chat, message = _there(world, asked, "react")
    chat.must_take_messages()
    if len(given) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    emoji = "".join(one.get("emoji", "") for one in given)
    if given and emoji not in REACTIONS:
        raise bad_request("REACTION_INVALID")
    world.show(chat, Seen("reaction", emoji, message.message_id))
    return True


REACTIONS = frozenset(
    """❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯
    🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄
    ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡""".split()
)
