"""What a file is called: in the repository, with a safe name, and before a person (pure)."""

import hashlib
import mimetypes
import re
import unicodedata
from datetime import UTC

from adapters.base import Attached, Incoming
from memory.paths import ATTACHMENTS
from memory.words import one_line, shortened
from previously_bot.errors import PathRefused
from previously_bot.masking import without
from previously_bot.tools import whitelist

LONGEST = 80
"""Code points of a name, its end included; so no name has more bytes than a disk takes."""

_LONGEST_END, _LONGEST_SHOWN = 12, 80
_IN_NAMES = ("L", "M", "Nd")
_RUNS = re.compile("[-_.]*[-_][-_.]*")
_END = re.compile(r"\.[A-Za-z0-9]{1,11}")
# Where a name is a label, all of these would mean something in Markdown.
_MARKUP = re.compile(r"[\\`*_\[\]<>&~|]")
_USUAL_ENDS = {
    "voice": ".ogg",
    "photo": ".jpg",
    "video": ".mp4",
    "video message": ".mp4",
    "animation": ".mp4",
    "audio": ".mp3",
    "sticker": ".webp",
}
_VOICE, _VOICE_MESSAGE = "voice", "voice message"


def path_of(incoming: Incoming, nth: int) -> str:
    """Where the nth file (from 0) of a message is kept: always the same for the same file, and
    for no other."""
    file = incoming.attached[nth]
    at = incoming.at.astimezone(UTC)
    told = [incoming.origin, str(nth), file.kind, file.name, str(file.size)]
    mark = hashlib.sha256("\0".join(told).encode("utf-8", "replace")).hexdigest()[:8]
    stem, end = _safe(file)
    room = LONGEST - len(mark) - len(end) - 1
    day, time = f"{at:%Y/%m/%d}", f"{at:%H%M%S}"
    return f"{ATTACHMENTS}/{day}/{time}-{_cut(stem, room)}-{mark}{end}"


def label(kind: str) -> str:
    """What a kind of file is called in the lines of a turn."""
    return _VOICE_MESSAGE if kind == _VOICE else one_line(kind)[:24] or "file"


def name_of(file: Attached) -> str:
    """Its name for a line of Markdown; "" where nobody gave it one, as to a voice message."""
    return "" if file.kind == _VOICE else shown(file.name)


def shown(name: str) -> str:
    """A name for a line of Markdown, which says it and nothing else; "" where there is none."""
    seen = "".join(character for character in without(name) if not _is_unseen(character))
    return _MARKUP.sub(r"\\\g<0>", shortened(seen, _LONGEST_SHOWN))


def _is_unseen(character: str) -> bool:
    """Control characters, those that turn the direction of what follows, halves of others."""
    return unicodedata.category(character) in ("Cf", "Cs", "Co", "Cn") or (
        not character.isspace() and unicodedata.category(character) == "Cc"
    )


def _safe(file: Attached) -> tuple[str, str]:
    """A name without anything in it that a disk, a reader or a model could stumble over, and
    its end."""
    name = re.split(r"[/\\]", unicodedata.normalize("NFC", without(file.name)))[-1]
    stem, dot, last = name.rpartition(".")
    end = (dot + last).lower()
    if not stem or not _END.fullmatch(end):
        stem, end = name, _end_of(file)
    spaced = "".join(one if _is_safe(one) else "-" for one in stem)
    safe = _RUNS.sub("-", spaced).strip("-.")
    return safe or re.sub("[^a-z]+", "-", file.kind.lower()).strip("-") or "file", end


def _end_of(file: Attached) -> str:
    """The end of a name that has none, by what the platform says the file is."""
    guessed = mimetypes.guess_extension(file.media_type.split(";")[0].strip()) or ""
    if file.media_type.startswith("audio/ogg"):
        guessed = ".ogg"
    return guessed if _END.fullmatch(guessed) else _USUAL_ENDS.get(file.kind, "")


def _is_safe(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character in "._"
    if not unicodedata.category(character).startswith(_IN_NAMES):
        return False
    try:
        # What a model could not ask for by its path is no name here.
        whitelist.readable(f"a{character}a")
    except PathRefused:
        return False
    return True


def _cut(stem: str, room: int) -> str:
    """The stem of at most so many code points, and of bytes that leave room for the rest."""
    cut = stem[:room]
    while len(cut.encode()) > 200:
        cut = cut[:-1]
    return cut.rstrip("-.") or "file"
