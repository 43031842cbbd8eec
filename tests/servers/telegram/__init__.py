"""A Bot API server on loopback, as strict as the real one, with people who talk to the bot."""

from tests.servers.telegram.faults import Fault, Gate
from tests.servers.telegram.groups import Group
from tests.servers.telegram.people import Person
from tests.servers.telegram.server import DOWNLOAD, TOKEN, TelegramServer, telegram_server
from tests.servers.telegram.world import Message, Seen

__all__ = [
    "DOWNLOAD",
    "TOKEN",
    "Fault",
    "Gate",
    "Group",
    "Message",
    "Person",
    "Seen",
    "TelegramServer",
    "telegram_server",
]
