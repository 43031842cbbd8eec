"""A strict fake of Discord: gateway and REST API on loopback, and the people on it.

async with discord_server(clock) as server:
    mara = server.person(11, "mara")
    mara.says("hello")
    await server.until(lambda: server.asked("POST /channels/{channel_id}/typing"))
"""

from tests.servers.discord.faults import Fault, answers, cut, held
from tests.servers.discord.limits import Limit
from tests.servers.discord.people import File, Person, Poll
from tests.servers.discord.refusals import Refusal, page, rate_limited
from tests.servers.discord.server import TOKEN, DiscordServer, discord_server
from tests.servers.discord.things import (
    Attachment,
    Channel,
    Guild,
    Interaction,
    Message,
    Seen,
    User,
)
from tests.servers.discord.wire import Answer, Asked, Upload

__all__ = [
    "TOKEN",
    "Answer",
    "Asked",
    "Attachment",
    "Channel",
    "DiscordServer",
    "Fault",
    "File",
    "Guild",
    "Interaction",
    "Limit",
    "Message",
    "Person",
    "Poll",
    "Refusal",
    "Seen",
    "Upload",
    "User",
    "answers",
    "cut",
    "discord_server",
    "held",
    "page",
    "rate_limited",
]
