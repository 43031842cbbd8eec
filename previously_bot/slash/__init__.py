"""The commands of a chat, from /help to /status; what they say is no turn."""

import re
from dataclasses import replace

from previously_bot import texts
from previously_bot.slash import (
    choosing,
    company,
    doing,
    exporting,
    forgetting,
    linking,
    looking,
    reporting,
    undoing,
    unlinking,
)
from previously_bot.slash.desk import Acts, Command, Desk, Reply
from previously_bot.texts import commands, groups, syncing

__all__ = ["NAMES", "Command", "Desk", "Reply", "command", "menu", "obey", "only_looks"]

_NAME = 40  # code points of a command that nobody knows

# One word after the slash: "/usr/bin is full" is a message like any other.
_COMMAND = re.compile(r"/([A-Za-z][A-Za-z0-9_]*)(?:\s+(\S[^\n]*?))?\s*")

_IN_HELP = re.compile(r"^- /(\w+)[^—\n]* — ([^;；:：\n]+)", re.MULTILINE)

_ACTS: Acts = {
    **doing.HELP,
    **looking.ACTS,
    **forgetting.ACTS,
    **doing.ACTS,
    **undoing.ACTS,
    **exporting.ACTS,
    **linking.ACTS,
    **unlinking.ACTS,
    **choosing.ACTS,
    **reporting.ACTS,
}
_UNLISTED: Acts = {**doing.UNLISTED, **linking.UNLISTED}

# They change nothing, neither on the timeline nor of what a person chose.
_LOOKING = frozenset({**doing.HELP, **looking.ACTS, **exporting.ACTS, **reporting.ACTS})

_OF_THE_PAST = frozenset({**looking.ACTS, **forgetting.ACTS, **exporting.ACTS})

NAMES = tuple(f"/{name}" for name in _ACTS)


def menu(language: str) -> dict[str, str]:
    """Each command with what it does in a few words, as the help has it."""
    said = commands.HELP.say(language)
    return {name: what for name, what in _IN_HELP.findall(said) if f"/{name}" in NAMES}


def command(text: str) -> Command | None:
    """The command that a message is; None for everything else."""
    match = _COMMAND.fullmatch(text)
    return Command(match[1].lower(), match[2] or "") if match else None


def only_looks(command: Command) -> bool:
    """Whether a command can be obeyed also where nothing can be written."""
    return command.name in _LOOKING


def obey(command: Command, desk: Desk) -> Reply:
    """Do it; of what others must not read, say so. Raises what the timeline raises."""
    act = _ACTS.get(command.name) or _UNLISTED.get(command.name)
    if act is None:
        unknown = commands.UNKNOWN_COMMAND
        return Reply(unknown.say(desk.person.language, command=_shown(command)))
    if not company.may_hear(command, desk):
        private = groups.ONLY_IN_PRIVATE
        return Reply(private.say(desk.person.language, command=_shown(command)))
    said = act(desk, command.rest)
    reply = said if isinstance(said, Reply) else Reply(said)
    return _as_far_as_here(reply, desk) if command.name in _OF_THE_PAST else reply


def _as_far_as_here(reply: Reply, desk: Desk) -> Reply:
    """What was looked for is not all there is while the past is still on its way here."""
    process = desk.status().process
    if process.remote is None or process.remote.has_met:
        return reply
    line = syncing.NOT_HERE_YET.say(desk.person.language, place=process.place)
    return replace(reply, text=f"{line}\n\n{reply.text}")


def _shown(command: Command) -> str:
    return texts.inline(f"/{command.name}", _NAME)
