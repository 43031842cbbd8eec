"""What is answered together, and what of a message goes onto the timeline (pure)."""

from collections.abc import Sequence

from adapters.base import Incoming
from memory.slices import Speaker, Turn, instant
from memory.words import shortened
from previously_bot import slash
from previously_bot.inbox import Waiting
from previously_bot.masking import without

_QUOTED = 300  # code points


def command_of(incoming: Incoming) -> slash.Command | None:
    """The command that a message is; none that brings files is one, so that these are kept."""
    return None if incoming.attached else slash.command(incoming.text)


def together(waiting: Sequence[Waiting]) -> Sequence[Waiting]:
    """The first messages that get one answer: a command, else all of one chat in a row."""
    first = waiting[0]
    if command_of(first.incoming):
        return [first]
    batch = []
    for one in waiting:
        if one.incoming.chat != first.incoming.chat or command_of(one.incoming):
            break
        batch.append(one)
    return batch


def turn_of(incoming: Incoming, text: str) -> Turn:
    """The turn that a message is, whose own text is `text`. What it replies to stands before it
    as a quotation, which is nobody's new statement. Secrets are masked in both."""
    text = without(text)
    if incoming.quoted.strip():
        text = f"> {shortened(without(incoming.quoted), _QUOTED)}\n\n{text}"
    return Turn("?", instant(incoming.at), Speaker.USER, text, incoming.origin)
