"""Secrets in what is said, masked before they reach a file or a model (pure).

A key that got into a file is in its history for ever. So of each secret only its kind stays,
and of those that are long and made by chance the last four characters, to tell them apart:
[secret: GitHub token …k3F9]. What is masked already is masked no further.
"""

from dataclasses import dataclass

from previously_bot.masking.labels import kinds_in, labelled
from previously_bot.masking.spans import Span, united

__all__ = ["Masked", "kinds_in", "masked", "secrets", "without"]

_ROUNDS = 4  # a label may be what tells that the word beside it is a secret, too


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without its secrets, and the kinds of these, each once, in their order."""

    text: str
    kinds: tuple[str, ...] = ()


def masked(text: str) -> Masked:
    kinds: dict[str, None] = {}
    for _ in range(_ROUNDS):
        found = secrets(text)
        if not found:
            break
        text = labelled(text, found)
        kinds.update(dict.fromkeys(one.kind for one in found))
    return Masked(text, tuple(kinds))


def without(text: str) -> str:
    """The text without its secrets."""
    return masked(text).text


def secrets(text: str) -> list[Span]:
    """Where the secrets of a text are, in order; no two of them overlap."""
    # Patterns take a moment to compile; no start is to wait for that.
    from previously_bot.masking.blocks import keys
    from previously_bot.masking.cards import numbers
    from previously_bot.masking.shapes import SHAPES
    from previously_bot.masking.stated import stated

    lowered = text.lower()
    if len(lowered) != len(text):
        # A few letters are two in lower case; places would be others then.
        lowered = text
    found = keys(text)
    for shape in SHAPES:
        found += shape.found(text, lowered)
    found += numbers(text)
    found += stated(text, lowered)
    return united(found)
