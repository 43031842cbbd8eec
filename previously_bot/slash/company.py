"""Which commands are obeyed where others read along."""

from previously_bot.slash.desk import Command, Desk

# Of what is not named here, some tell more than a question would (/why, /status, /export), and
# some give away the timeline itself (/link).
EVERYWHERE = frozenset({"help", "start", "when"})
WHERE_ALLOWED = frozenset({"recap", "timeline", "recall", "strands", "slice", "close"})


def may_hear(command: Command, desk: Desk) -> bool:
    """Whether everybody in the chat may read what a command says. Raises StateError."""
    if desk.asked.is_private or command.name in EVERYWHERE:
        return True
    if command.name == "settings":
        return command.rest.casefold().split()[:1] in (["group"], ["群"])
    is_allowed = desk.preferences.allows(desk.person.name, desk.asked.chat)
    return is_allowed and command.name in WHERE_ALLOWED
