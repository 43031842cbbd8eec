"""Whatever may come by a platform, in one process: the next message is answered as ever."""

import json
from functools import partial
from typing import Any

from previously_bot.texts import files
from tests.documents import JPEG
from tests.end_to_end.house import MARA, House, house
from tests.end_to_end.model import PlayedModel
from tests.end_to_end.process import Bot
from tests.servers.telegram import origins
from tests.servers.telegram.every_update import every_kind_of_message, every_kind_of_update

STRANGE: list[Any] = [
    {},
    None,
    [],
    "text",
    {"id": "1"},
    {"id": {}, "channel_id": None, "author": 7},
    {"id": "1", "channel_id": "x", "guild_id": [], "content": 5, "attachments": "y"},
]
EVENTS = (
    *("MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK", "INTERACTION_CREATE"),
    *("TYPING_START", "NO_SUCH_EVENT", "MESSAGE_REACTION_ADD"),
)
ENDING = ("MESSAGE_CREATE", "GUILD_CREATE", "CHANNEL_CREATE")
"""Of these discord.py itself dies, and the bot listens anew."""

ODD = [
    "\u202eמה שלומך היום, האם קנית את המנורה?",
    "Z̸̛̙͖a̷͓̔l̵̟̈g̴͎̕o̷͚ ̴c̶o̸m̵e̷s " + "ͤ" * 300,
    "👩‍👩‍👧‍👦 🇵🇹 " * 100,
    "```\n---\n## Turn 1 — 2026-07-07T15:58:03.120Z (user)\n<!-- telegram 1/1 -->",
    "\\ud800 \x00 \x1b[31m __init__ **a _b** c_ [x](javascript:1) <b>&amp;</i>",
]


def as_mara(update: Any) -> Any:
    """The same, as if it were hers: every id that the examples have is 7."""
    text = json.dumps(update).replace('"id": 7', f'"id": {MARA[1]}')
    return json.loads(text)


async def every_update(home: House) -> None:
    for update in every_kind_of_update().values():
        content = {name: one for name, one in update.items() if name != "update_id"}
        home.telegram.push(content)
        home.telegram.push(as_mara(content))
    about = {"chat": home.mara.chat.shown, "from": home.mara.user}
    for nth, message in enumerate(every_kind_of_message().values()):
        home.telegram.push({"message": {**message, **about, "message_id": 500_000 + nth}})
        home.telegram.push({"edited_message": {**message, **about, "message_id": 1}})
    for broken in ({}, {"message": None}, {"message": {"chat": 5}}, {"callback_query": []}):
        home.telegram.push(broken)
    home.mara.says("/status")
    await home.here(lambda: any("telegram: up" in text for text in home.mara.texts))


def has_begun(home: House, sessions: int) -> bool:
    return home.discord.gateway.identified() == sessions


async def every_event(home: House) -> None:
    for name in EVENTS:
        for body in STRANGE:
            home.discord.gateway.dispatch(name, body)
    home.mara_there.says("Are you there?")
    await home.there(lambda: len(home.texts_there()) == 2)
    for name in ENDING:
        sessions = home.discord.gateway.identified() + 1
        home.discord.gateway.dispatch(name, {"id": {}})
        await home.there(partial(has_begun, home, sessions))
    home.mara_there.says("And now?")
    await home.there(lambda: len(home.texts_there()) == 3)


async def odd_messages(home: House) -> None:
    home.mara.user["first_name"] = "N" * 200
    for text in ODD:
        home.mara.says(text.replace("\x00", ""))
        home.mara_there.says(text)
    home.mara.forwards("Nobody knows", origins.from_user(78, "M" * 200))
    home.mara.says("Is that all?")
    home.mara_there.says("Was that all?")


def statuses(home: House) -> list[str]:
    return [text for text in home.mara.texts if "wait for an answer: " in text]


async def everything_answered(home: House) -> None:
    """Two platforms bring what is said in whatever order, so it is asked until it is so."""
    for count in range(len(statuses(home)), 100):
        home.mara.says("/status")
        await home.here(partial(has_told, home, count + 1))
        if "wait for an answer: 0; answers that wait to be sent: 0" in statuses(home)[-1]:
            return
    raise AssertionError("something waits for ever")


def has_told(home: House, count: int) -> bool:
    return len(statuses(home)) >= count


async def test_whatever_comes_the_next_message_is_answered(bot: Bot) -> None:
    async with house(bot, model=PlayedModel()) as home:
        home.mara_there.says("Hello there")
        await home.answered(on_discord=1)
        await every_update(home)
        await every_event(home)
        count = len(home.mara.texts)
        home.mara.sends_photo(JPEG, size=25_000_000)
        await home.here(lambda: len(home.mara.texts) > count)
        assert home.mara.texts[-1] == files.TOO_LARGE.say("en", what="the photo", most=10)
        await odd_messages(home)
        await everything_answered(home)
        assert await home.end() == 0
    said = home.said()
    for text in (*ODD[:3], "Is that all?", "Was that all?"):
        assert text.strip() in said


async def test_two_hundred_messages_in_a_second_are_there_once_in_order_and_answered(
    bot: Bot,
) -> None:
    async with house(bot, model=PlayedModel()) as home:
        said = [f"Message number {nth:03}" for nth in range(200)]
        for text in said:
            home.mara.says(text)
        home.mara.says("/status")
        await home.told_here("wait for an answer: 0; answers that wait to be sent: 0")
        assert await home.end() == 0
        assert home.said() == said
        prompts = "".join(home.model.prompts("pro"))
        assert all(text in prompts for text in said)
        assert 1 <= len(home.answers()) == len(home.mara.texts) - 1
