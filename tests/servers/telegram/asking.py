"""What bots ask for and set without writing anything: themselves, chats, files, commands."""

import re
from typing import Any

from tests.servers.telegram.asked import Asked
from tests.servers.telegram.files import LARGEST_DOWNLOAD
from tests.servers.telegram.refusals import bad_request
from tests.servers.telegram.world import Json, Seen, World

ACTIONS = frozenset(
    """typing upload_photo record_video upload_video record_voice upload_voice
    upload_document choose_sticker find_location record_video_note upload_video_note
    record_audio upload_audio""".split()
)
MOST_COMMANDS = 100
LONGEST_DESCRIPTION = 256
LONGEST_ALERT = 200


def get_me(world: World, asked: Asked) -> Json:
    return {
        **world.bot,
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def get_chat(world: World, asked: Asked) -> Json:
    chat = world.chat(asked.text("chat_id"))
    if chat.kind != "private":
        chat.must_be_open(to_write=False)
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    return {
        **chat.shown,
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
    }


def get_file(world: World, asked: Asked) -> Json:
    if not asked.text("file_id"):
        raise bad_request("file_id not specified")
    file = world.files.by_id.get(asked.text("file_id").removesuffix("-small"))
    if file is None:
        raise bad_request("invalid file_id")
    if file.size > LARGEST_DOWNLOAD:
        raise bad_request("file is too big")
    return world.files.tell(file)


def send_chat_action(world: World, asked: Asked) -> bool:
    action = asked.text("action").lower()
    if action not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat = world.writable(asked.text("chat_id"))
    chat.must_take_messages()
    world.show(chat, Seen("action", action))
    return True


def answer_callback_query(world: World, asked: Asked) -> bool:
    if len(asked.text("text")) > LONGEST_ALERT:
        raise bad_request("MESSAGE_TOO_LONG")
    chat = world.answered_query(asked.text("callback_query_id"))
    world.show(chat, Seen("alert", asked.text("text")))
    return True


def set_my_commands(world: World, asked: Asked) -> bool:
    given = asked.parsed("commands", "commands")
    if not isinstance(given, list):
        raise bad_request("expected an Array of BotCommand")
    if len(given) > MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for one in given:
        name, description = one.get("command", "").removeprefix("/"), one.get("description", "")
        if not re.fullmatch(r"[a-z0-9_]{1,32}", name):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(description) <= LONGEST_DESCRIPTION:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        one["command"] = name
    world.commands[_for_whom(asked)] = given
    return True


def get_my_commands(world: World, asked: Asked) -> list[Json]:
    return world.commands.get(_for_whom(asked), [])


def _for_whom(asked: Asked) -> tuple[str, str]:
    scope: Any = asked.parsed("scope", "BotCommandScope") or {"type": "default"}
    whom = ":".join(str(scope[name]) for name in sorted(scope))
    return whom, asked.text("language_code")
