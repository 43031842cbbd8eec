"""What comes from memory, a file or a page, fenced: data to a model, never instruction (pure).

    <memory source="slice 2026-07-07-1558">
    …
    </memory>

Nothing in the text can close the fence or open another. There is no random word in it, so that
the same text is the same prompt, and a provider's cache knows it again.
"""

import re
import unicodedata
from collections.abc import Iterator

from memory.words import one_line
from previously_bot.prompt.tokens import count, cut

NAMES = ("memory", "profile", "file", "page", "forwarded", "quoted")
"""The fences there are; none of them may appear within any."""

_LONGEST_SOURCE = 60  # tokens

# What a model, or a hasty reader, may take for "<", "/" and the letters of the names.
_OPENING = "<‹«〈《⟨⟪❮❰⧼⦑⦓˂≺≪⋖ᐸᐊ⪡𝈶﹤＜︿︽"
_SLASHES = frozenset("/\\∕⁄╱⧸⟋⧵∖／＼")
_LETTERS = dict(
    pair.split(":")
    for pair in """
    а:a е:e о:o р:p с:c у:y ү:y х:x і:i ӏ:l ԁ:d м:m ԛ:q г:r ѕ:s ԝ:w ո:n ɡ:g ο:o ρ:p α:a ι:i
    γ:y ε:e ᴀ:a ᴄ:c ᴅ:d ᴇ:e ꜰ:f ɢ:g ɪ:i ı:i ʟ:l ᴍ:m ᴏ:o ᴘ:p ʀ:r ᴛ:t ᴜ:u ᴡ:w ʏ:y
    """.split()
)
_LOOKALIKES = str.maketrans(_LETTERS)
# Letters by their category, but nothing is seen of them.
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")

_CANDIDATE = re.compile(f"[{_OPENING}]")
_LONGEST_NAME = max(map(len, NAMES))


def fenced(name: str, text: str, source: str = "") -> str:
    """A text between the fences of a name (one of NAMES), and where it comes from.

    The text is `defused`; it may cost less by that, never more.
    """
    opening, closing = _fences(name, source)
    return opening + defused(text) + closing


def overhead(name: str, source: str = "") -> int:
    """What a fence costs by itself, in tokens."""
    return sum(map(count, _fences(name, source)))


def _fences(name: str, source: str) -> tuple[str, str]:
    if name not in NAMES:
        raise ValueError(f"{name!r} is no fence; take one of {', '.join(NAMES)}")
    said = "".join("'" if c == '"' else c for c in one_line(source) if c not in _OPENING + ">")
    shown = f' source="{cut(said, _LONGEST_SOURCE)}"' if said else ""
    return f"<{name}{shown}>\n", f"\n</{name}>"


def defused(text: str) -> str:
    """The text without anything in it that could be taken for a fence: that begins with "[" in
    place of its "<"."""
    begins = list(_lookalikes(text))
    if not begins:
        return text
    parts, done = [], 0
    for begin in begins:
        parts += [text[done:begin], "["]
        done = begin + 1
    return "".join([*parts, text[done:]])


def _lookalikes(text: str) -> Iterator[int]:
    """Where something begins that could be taken for a fence."""
    for match in _CANDIDATE.finditer(text):
        if _names_a_fence(text, match.end()):
            yield match.start()


def _names_a_fence(text: str, place: int) -> bool:
    word = ""
    while place < len(text) and len(word) <= _LONGEST_NAME:
        character = text[place]
        place += 1
        if _is_unseen(character) or (
            not word and (character in _SLASHES or character.isspace())
        ):
            continue
        folded = unicodedata.normalize("NFKC", character).casefold().translate(_LOOKALIKES)
        if not folded.isalnum() and folded != "_":
            break
        word += folded
    return word in NAMES


def _is_unseen(character: str) -> bool:
    """A mark, a control character, or one of no width."""
    if character.isspace():
        return False
    category = unicodedata.category(character)
    return category in ("Cc", "Cf", "Mn", "Me", "Cs") or character in _FILLERS
