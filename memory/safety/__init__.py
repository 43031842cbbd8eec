"""What a person states that must never be forgotten: allergies, medicines, whom to call.

Rules only. Kept is what somebody plainly says, now and in earnest, of themselves or of a person
near to them. Not kept is what is asked, denied, supposed, quoted, forwarded, told of others or
of a story, over since long, or a figure of speech. That something is over after all ("I'm no
longer allergic to nuts") is a statement of its own, of the same kind: what was said before
stays where it was said, and the newest says how it is.
"""

from memory.safety.chinese import CHINESE
from memory.safety.english import ENGLISH
from memory.safety.kinds import Kind, Stated
from memory.safety.own_words import own_words
from memory.safety.reading import Reader, lowered

__all__ = ["MOST", "READ", "Kind", "Stated", "stated"]

MOST = 16
"""So many statements are kept of one message."""

READ = 10_000
"""Code points of a message that are looked through; beyond them lies a paste."""

_LANGUAGES = (ENGLISH, CHINESE)


def stated(text: str) -> list[Stated]:
    """What a message states, in its order by language, each once; total on any text."""
    shown = text[:READ]
    if not any(one.mentions.search(lowered(shown.translate(one.plain))) for one in _LANGUAGES):
        return []
    spoken = own_words(shown)
    found: dict[tuple[Kind, str], Stated] = {}
    for language in _LANGUAGES:
        for one in Reader(language, shown, spoken).stated():
            found.setdefault((one.kind, one.says.casefold()), one)
            if len(found) == MOST:
                return list(found.values())
    return list(found.values())
