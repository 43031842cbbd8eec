"""What is answered together, and what of a message goes onto the timeline (pure)."""

from collections.abc import Sequence

from adapters.base import Incoming
from memory.slices import Speaker, Turn, instant
from memory.words import shortened
from previously_bot import slash
from previously_bot.inbox import Waiting

_QUOTED = 300  # code points


def together(waiting: Sequence[Waiting]) -> Sequence[Waiting]:
    """The first messages that get one answer: a command, else all of one chat in a row."""
    first = waiting[0]
    if slash.command(first.incoming.text):
        return [first]
    batch = []
    for one in waiting:
        if one.incoming.chat != first.incoming.chat or slash.command(one.incoming.text):
            break
        batch.append(one)
    return batch


def turn_of(incoming: Incoming) -> Turn:
    """The turn that a message is. What it replies to stands before it as a quotation, which
    is nobody's new statement."""
    text = incoming.text
    if incoming.quoted.strip():
        text = f"> {shortened(incoming.quoted, _QUOTED)}\n\n{text}"
    return Turn("?", instant(incoming.at), Speaker.USER, text, incoming.origin)
