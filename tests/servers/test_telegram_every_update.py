"""There is an update and a message of every kind, and the library reads each of them."""

from telegram import Bot, Message, Update
from telegram.constants import UpdateType

from tests.servers.telegram import TelegramServer
from tests.servers.telegram.every_update import every_kind_of_message, every_kind_of_update
from tests.servers.telegram.updates import KINDS


def test_there_is_an_update_of_every_kind() -> None:
    updates = every_kind_of_update()
    assert updates.keys() == set(UpdateType) == KINDS
    for kind, update in updates.items():
        read = Update.de_json(update, None)
        assert getattr(read, kind) is not None
        assert read.to_dict() == update


def test_there_is_a_message_of_every_kind() -> None:
    messages = every_kind_of_message()
    assert {"text", "pinned_message", "checklist", "giveaway"} <= messages.keys()
    for kind, message in messages.items():
        assert getattr(Message.de_json(message, None), kind) is not None


async def test_updates_of_every_kind_reach_the_bot(server: TelegramServer, bot: Bot) -> None:
    updates = every_kind_of_update()
    await bot.get_updates(allowed_updates=list(updates))
    for update in updates.values():
        server.push({name: one for name, one in update.items() if name != "update_id"})
    assert len(await bot.get_updates()) == len(updates)
