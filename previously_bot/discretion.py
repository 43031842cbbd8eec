"""Messages without the secrets in them, before they go anywhere (pure)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.base import Incoming
from previously_bot.masking import without
from previously_bot.masking.rows import masked_in_a_row
from previously_bot.texts import masking


@dataclass(frozen=True, slots=True)
class Discreet:
    """A message without its secrets, and the kinds of those that its own words had."""

    incoming: Incoming
    kinds: tuple[str, ...] = ()

    def note(self, language: str) -> str:
        """What its person is told; "" where there is nothing to tell."""
        if not self.kinds:
            return ""
        return masking.IN_MESSAGE.say(language, kinds=masking.named(self.kinds, language))


def discreet(messages: Sequence[Incoming], former: str = "") -> list[Discreet]:
    """Messages of one chat, in order; `former` is the text of the one before them, as it was
    masked, when that may go on in the first of these."""
    rows = masked_in_a_row([one.text for one in messages], former)
    return [
        Discreet(_masked(one, row.text), row.kinds)
        for one, row in zip(messages, rows, strict=True)
    ]


def _masked(incoming: Incoming, text: str) -> Incoming:
    attached = tuple(
        replace(file, name=without(file.name)) if file.name else file
        for file in incoming.attached
    )
    return replace(incoming, text=text, quoted=without(incoming.quoted), attached=attached)
