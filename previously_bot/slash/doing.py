"""Commands that do something, such as /close; and those that say what there is to do."""

import re

from memory.slices import ClosedBy
from previously_bot import texts
from previously_bot.slash.desk import Acts, Desk
from previously_bot.texts import commands

_LEAVING = re.compile("^- /quit .*\n", re.MULTILINE)


def _help(desk: Desk, _: str) -> str:
    """Only a terminal can be left."""
    said = commands.HELP.say(desk.person.language)
    is_terminal = desk.asked.chat.platform == "console"
    return said if is_terminal else _LEAVING.sub("", said)


def _start(desk: Desk, _: str) -> str:
    return texts.GREETING.say(desk.person.language)


def _close(desk: Desk, _: str) -> str:
    closed = desk.timeline.close(ClosedBy.USER)
    sentence = commands.SLICE_CLOSED if closed else commands.NOTHING_TO_CLOSE
    return sentence.say(desk.person.language)


HELP: Acts = {"help": _help}
ACTS: Acts = {"close": _close}
# What platforms begin with; nobody needs to be told of it.
UNLISTED: Acts = {"start": _start}
