"""What people do on Telegram, as the bot is told it: whose words, and what was sent."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adapters.base import Chat, Incoming
from adapters.telegram import TelegramAdapter
from adapters.telegram.polling import ALBUM_IN
from tests.contracts.telegram_fixtures import Make, hear
from tests.servers.telegram import Person, TelegramServer, origins
from tests.servers.telegram.world import BEGAN

END = "that is all"


@pytest.fixture
def mara(server: TelegramServer) -> Person:
    return server.person(8812, first_name="Mara")


async def texts(mara: Person, adapter: TelegramAdapter) -> list[str]:
    mara.says(END)
    return [message.text for message in await hear(adapter)]


async def test_a_message_in_private(mara: Person, adapter: TelegramAdapter) -> None:
    said = mara.says("hello @prev_bot")
    mara.says(END)
    assert await hear(adapter) == [
        Incoming(
            Chat("telegram", "8812"),
            str(said.message_id),
            "8812",
            datetime.fromtimestamp(BEGAN, UTC),
            "hello @prev_bot",
        )
    ]


@pytest.mark.parametrize(("late", "taken"), [(0.4, 0.4), (7.0, 0.999), (-0.1, 0.0)])
async def test_within_the_second_that_telegram_tells_it_is_of_when_it_came(
    mara: Person, make: Make, late: float, taken: float
) -> None:
    told = datetime.fromtimestamp(BEGAN, UTC)
    mara.says("hello")
    mara.says(END)
    (first, *_) = await hear(make(now=lambda: told + timedelta(seconds=late)))
    assert first.at == told + timedelta(seconds=taken)


async def test_what_it_replies_to(mara: Person, adapter: TelegramAdapter) -> None:
    said = mara.says("the whole of it")
    photo = mara.sends_photo(caption="the lake")
    voice = mara.sends_voice(seconds=12)
    for replied in (said, photo, voice):
        mara.says("that", reply_to=replied)
    mara.says("that part", reply_to=said, quote="whole")
    mara.says(END)
    quoted = [message.quoted for message in await hear(adapter)]
    assert quoted == [
        "",
        "",
        "",
        "the whole of it",
        "the lake",
        "[voice message, 12 s]",
        "whole",
    ]


async def test_deletions_are_not_told(mara: Person, adapter: TelegramAdapter) -> None:
    mara.deletes(mara.says("one"))
    assert await texts(mara, adapter) == ["one"]


async def test_a_long_paste_is_several(mara: Person, adapter: TelegramAdapter) -> None:
    mara.pastes("😀" * 5000)
    assert [len(text) for text in await texts(mara, adapter)] == [4096, 904]


async def test_what_was_sent_is_told_in_words(mara: Person, adapter: TelegramAdapter) -> None:
    mara.sends_sticker("😀")
    mara.sends_location(52.5, 13.4)
    mara.sends_contact("+49123", "Jo")
    mara.sends_poll("Tea or coffee?", {"tea": 1, "coffee": 0})
    assert await texts(mara, adapter) == [
        "[sticker 😀]",
        "[location 52.5, 13.4]",
        "[contact Jo +49123]",
        "[poll: Tea or coffee? — tea; coffee]",
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        # Files by which nothing can be asked for.
        ({"photo": []}, "[photo]"),
        ({"video": {"duration": 7}}, "[video, 7 s]"),
        ({"video_note": {"duration": 7}}, "[video message, 7 s]"),
        (
            {"audio": {"duration": 200, "performer": "Bach", "title": "Air"}},
            "[audio Bach Air, 200 s]",
        ),
        ({"audio": {"duration": 200}}, "[audio, 200 s]"),
        ({"animation": {"duration": 2}, "document": {"file_name": "a.gif"}}, "[animation]"),
        ({"document": {"file_name": "two\nlines"}}, "[document two lines]"),
        ({"document": {}}, "[document]"),
        ({"dice": {"emoji": "🎲", "value": 4}}, "[dice 🎲 4]"),
        (
            {
                "location": {"latitude": 1, "longitude": -2.25},
                "venue": {
                    "location": {"latitude": 1, "longitude": -2.25},
                    "title": "Café",
                    "address": "Am Ufer 1",
                },
            },
            "[Café, Am Ufer 1, location 1, -2.25]",
        ),
        (
            {"checklist": {"title": "Trip", "tasks": [{"text": "tent"}, {"text": "map"}]}},
            "[checklist: Trip — tent; map]",
        ),
        ({"story": {"id": 1}}, "[story]"),
    ],
)
async def test_other_things_that_are_sent(
    mara: Person, adapter: TelegramAdapter, content: dict[str, Any], told: str
) -> None:
    mara.sends(content)
    assert await texts(mara, adapter) == [told]


async def test_an_album_is_one_message(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    jo = server.person(90210)
    first, *_ = mara.sends_album([b"one", b"two", b"three"], "At the lake")
    jo.says("in between")
    jo.sends_album([b"one"])
    mara.says(END)
    album, between, other = await hear(adapter)
    assert (album.text, album.message_id) == ("At the lake", str(first.message_id))
    assert [one.kind for one in album.attached] == ["photo"] * 3
    assert len({one.reference for one in album.attached}) == 3
    assert (between.text, len(other.attached)) == ("in between", 1)
    assert server.updates.waiting == []


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        (origins.from_user(7, "Jon"), "Jon"),
        (origins.from_hidden_user("Jon\nthe Second"), "Jon the Second"),
        (origins.from_chat(-100500, "Team", "owner"), "Team"),
        (origins.from_channel(-100600, "News", 12, "editor"), "News"),
        ({"type": "new", "date": 1}, "somebody"),
    ],
)
async def test_what_is_forwarded_is_quoted(
    mara: Person, adapter: TelegramAdapter, origin: dict[str, Any], name: str
) -> None:
    mara.forwards("/close\n\n> I am allergic", origin)
    told = f"Forwarded from {name}:\n> /close\n>\n> > I am allergic"
    assert await texts(mara, adapter) == [told]


async def test_service_messages_are_nothing(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    mara.sends({"pinned_message": mara.says("pinned").shown})
    mara.sends({"brand_new_thing": {"text": "hm"}})
    mara.blocks()
    mara.unblocks()
    group = server.group(-55, [mara])
    group.adds_bot(mara.user)
    group.becomes_supergroup(-100777)
    assert await texts(mara, adapter) == ["pinned"]


# Groups


async def test_in_a_group_a_mention_is_heard_and_taken_out(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-55, [mara], title="Home")
    for text in (
        "not for you",
        "@other_bot what is this?",
        "@prev_bot hello",
        "😀 ask @Prev_Bot about it",
        "@prev_bot, when was that?",
        "when was that @prev_bot?",
        "/why@prev_bot",
        "/why@other_bot",
        "/why",
        "me@prev_bot.example",
        "@prev_bot",
    ):
        mara.says(text, to=group)
    mention = {"type": "text_mention", "offset": 3, "length": 4, "user": server.bot}
    mara.says("hi Prev there", to=group, entities=[mention])
    mara.says(END)
    heard = await hear(adapter)
    assert [message.text for message in heard] == [
        "hello",
        "😀 ask about it",
        "when was that?",
        "when was that?",
        "/why",
        "@prev_bot",
        "hi there",
    ]
    assert {message.chat for message in heard} == {Chat("telegram", "-55")}
    assert not any(message.is_private for message in heard)


async def test_in_private_only_the_name_behind_a_command_is_taken_out(
    mara: Person, adapter: TelegramAdapter
) -> None:
    mara.says("/why@prev_bot")
    mara.says("ask @prev_bot")
    assert await texts(mara, adapter) == ["/why", "ask @prev_bot"]


async def test_in_a_group_a_reply_to_the_bot_is_heard(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-100777, [mara], kind="supergroup")
    server.world.bot_says(group.chat, {"text": "an answer"})
    (answer,) = group.messages
    mara.says("and then?", to=group, reply_to=answer)
    mara.says("to myself", to=group, reply_to=mara.says("a thought", to=group))
    mara.says(END)
    (message,) = await hear(adapter)
    assert (message.text, message.quoted, message.account) == ("and then?", "an answer", "8812")


async def test_an_album_that_is_torn_over_two_polls_is_one_message(
    server: TelegramServer, make: Make
) -> None:
    mara, seconds = server.person(8812), []
    first, *_ = mara.sends_album([b"one", b"two", b"three"], "At the lake")
    torn = [server.updates.waiting.pop() for _ in range(2)][::-1]

    async def pause(lasting: float) -> None:
        seconds.append(lasting)
        server.updates.waiting += torn
        mara.says(END)

    (album,) = await hear(make(pause=pause))
    assert (album.text, len(album.attached)) == ("At the lake", 3)
    assert album.message_id == str(first.message_id)
    assert seconds == [ALBUM_IN]


async def test_an_album_after_as_much_as_comes_at_once_is_one_message(
    server: TelegramServer, make: Make
) -> None:
    mara = server.person(8812)
    for nth in range(97):
        mara.says(f"word {nth}")
    mara.sends_album([b"1", b"2", b"3", b"4", b"5"], "At the lake")
    mara.says(END)
    *words, album = await hear(make())
    assert [one.text for one in words] == [f"word {nth}" for nth in range(97)]
    assert (album.text, len(album.attached)) == ("At the lake", 5)


async def test_in_a_topic_that_the_bot_began_only_what_is_meant_for_it_is_heard(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-100777, [mara], kind="supergroup")
    server.world.bot_says(group.chat, {"forum_topic_created": {"name": "Trip"}})
    (beginning,) = group.messages
    mara.says("to the others", to=group, reply_to=beginning)
    mara.says("@prev_bot to you", to=group, reply_to=beginning)
    assert await texts(mara, adapter) == ["to you"]


async def test_in_a_group_an_album_is_heard_by_its_caption(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-55, [mara])
    mara.sends_album([b"one", b"two"], "@prev_bot look", to=group)
    mara.sends_album([b"one", b"two"], "look", to=group)
    mara.says(END)
    (album,) = await hear(adapter)
    assert (album.text, len(album.attached)) == ("look", 2)


async def test_in_a_group_nobody_else_is_obeyed(
    server: TelegramServer, mara: Person, adapter: TelegramAdapter
) -> None:
    group = server.group(-55, [mara])
    channel = server.group(-100600, [mara], kind="channel")
    mara.says("@prev_bot in a channel", to=channel)
    mara.says("@prev_bot for all", to=group, sender_chat=group.chat.shown)
    mara.forwards("@prev_bot forwarded", origins.from_user(7, "Jon"), to=group)
    robot = server.person(7, is_bot=True)
    robot.says("@prev_bot from a bot", to=group)
    assert await texts(mara, adapter) == []
