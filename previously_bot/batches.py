"""What is answered together, and what of a message goes onto the timeline (pure)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from adapters.base import Incoming
from memory.slices import Speaker, Turn, instant
from memory.words import shortened
from previously_bot import slash
from previously_bot.attachments.shelf import Settled
from previously_bot.inbox import Waiting
from previously_bot.masking import without

ALTERING = frozenset({"close", "forget"})
"""Commands for which it matters what is on the timeline when they are obeyed."""

_QUOTED = 300  # code points
_AHEAD = timedelta(minutes=1)  # a clock that is further ahead is wrong
_A_MOMENT = timedelta(milliseconds=1)


class Order:
    """Of one person's messages and answers within a second, which is all that some platforms
    tell: what comes later is later."""

    def __init__(self) -> None:
        self._last: datetime | None = None

    def said(self, at: datetime) -> None:
        """Something was said at an aware moment."""
        self._last = max(instant(at), self._last or instant(at))

    def after_all(self, incoming: Incoming) -> Incoming:
        """The message as one of after all that was said in its second."""
        at, last = instant(incoming.at), self._last
        if last and at <= last and _second(at) == _second(last + _A_MOMENT):
            incoming = replace(incoming, at=last + _A_MOMENT)
        self.said(incoming.at)
        return incoming


def after(asked: datetime, now: datetime) -> datetime:
    """When something that was said at a moment is answered: now. A platform's clock may be a
    little ahead of ours, and no answer comes before what it answers."""
    return asked if now < asked < now + _AHEAD else now


def _second(at: datetime) -> datetime:
    return at.replace(microsecond=0)


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


def turns_of(batch: Sequence[Waiting], settled: Sequence[Settled]) -> list[Turn]:
    """The turns that messages are, with what came with each of them settled."""
    return [
        turn_of(waiting.incoming, one.text) for waiting, one in zip(batch, settled, strict=True)
    ]
