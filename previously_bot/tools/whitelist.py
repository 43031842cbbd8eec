"""Which files a model may read and write: a path normalised, then checked (pure).

Nothing is repaired: a path that is not plainly what it seems is refused, and the reason said.
"""

import re
import unicodedata
from pathlib import PurePosixPath

from memory.paths import ATTACHMENTS
from previously_bot.errors import PathRefused

WRITABLE = ("memory", "tasks", "sessions")
SYSTEM_OWNED = ("memory", "episodic")
ACCOUNTS = "sessions"
"""By their days it is told there how answers came about; no model has a say in that."""
SUFFIXES = (".md", ".txt", ".json", ".yaml", ".yml", ".csv", ".ics")
"""Text alone is written: what could be run is not."""

_LONGEST_PART, _LONGEST_PATH = 255, 1000  # bytes of UTF-8

_YEAR = re.compile("[0-9]{4}")
_ENCODED = re.compile("%[0-9a-f]{2}", re.IGNORECASE)
# What normalisation does not turn into the character that it looks like.
_LOOKALIKES = {
    "/": "∕⁄╱⧸⟋⼃〳𝈺᜵／",
    "\\": "∖⧵⧹╲⟍⼂𝈏𝈻＼﹨",
    ".": "․‥…。｡．﹒ꓸ܁܂𐩐𝅭ꞏ",
    ":": "：﹕∶꞉ː˸ː։׃܃܄꓿ꓽ",
    "~": "～˜∼〜῀⁓∽",
    "%": "％﹪٪⁒",
}
_LOOKS_LIKE = {one: plain for plain, ones in _LOOKALIKES.items() for one in ones}
# Shown as nothing, though Unicode does not count them among what is not seen.
_BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_NOT_IN_NAMES = frozenset('<>:"|?*')
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"]
    + [f"{name}{n}" for name in ("com", "lpt") for n in "0123456789"]
)


def readable(path: str) -> str:
    """The path of a file that may be read, in NFC. Raises PathRefused."""
    return _checked(path)


def readable_folder(path: str) -> str:
    """The same for a folder, which may end in one "/"; "", "." and "/" are the repository."""
    return "" if path in ("", ".", "/", "./") else _checked(path.removesuffix("/"))


def writable(path: str) -> str:
    """The path of a file that may be written, in NFC. Raises PathRefused."""
    checked = _checked(path)
    parts = checked.split("/")
    # Many disks know no case, and some no difference between ſ and s.
    folded = [unicodedata.normalize("NFKC", part).casefold() for part in parts]
    if len(parts) < 2 or parts[0] not in WRITABLE:
        raise PathRefused(path, "only what is below memory/, tasks/ or sessions/ is written")
    if tuple(folded[:2]) == SYSTEM_OWNED:
        raise PathRefused(
            path, "memory/episodic/ is the timeline itself, which grows by talking"
        )
    if "/".join(folded[:2]) == ATTACHMENTS:
        raise PathRefused(path, "memory/attachments/ holds what was sent, as it was sent")
    if folded[0] == ACCOUNTS and _YEAR.fullmatch(folded[1]):
        raise PathRefused(path, "sessions/ tells by days how answers came about, by itself")
    suffix = PurePosixPath(parts[-1]).suffix
    if suffix not in SUFFIXES:
        raise PathRefused(path, f"only text is written: {' '.join(SUFFIXES)}")
    return checked


def _checked(path: str) -> str:
    _must_be_plain(path)
    normal = unicodedata.normalize("NFC", path)
    _must_be_plain(normal)
    if len(normal.encode()) > _LONGEST_PATH:
        raise PathRefused(path, f"it is longer than {_LONGEST_PATH:,} bytes")
    for part in normal.split("/"):
        _must_be_a_name(path, part)
    return normal


def _must_be_plain(path: str) -> None:
    """Raise PathRefused for a character that is not what it seems, or means something else."""
    for character in path:
        if plain := _LOOKS_LIKE.get(character) or _becomes(character):
            raise PathRefused(path, f'it holds a look-alike of "{plain}"')
        if unicodedata.category(character) in _UNSEEN or _is_blank(character):
            raise PathRefused(path, f"it holds U+{ord(character):04X}, which nobody sees")
        if character in _NOT_IN_NAMES:
            raise PathRefused(path, f'it holds "{character}", which names have no use for')
    if "\\" in path:
        raise PathRefused(path, 'it holds a "\\"; folders are parted by "/"')
    if "~" in path:
        raise PathRefused(path, 'it holds a "~", which may stand for another name')
    if _ENCODED.search(path):
        raise PathRefused(path, "it holds an encoded character; write the character itself")


def _becomes(character: str) -> str:
    """What of meaning to a path a character turns into when it is normalised."""
    if character.isascii():
        return ""
    normal = unicodedata.normalize("NFKC", character)
    return next((plain for plain in _LOOKALIKES if plain in normal), "")


def _is_blank(character: str) -> bool:
    if character in _BLANK or "\ufe00" <= character <= "\ufe0f":
        return True
    if "\u180b" <= character <= "\u180f" or "\U000e0100" <= character <= "\U000e01ef":
        return True
    return character.isspace() and character != " "


def _must_be_a_name(path: str, part: str) -> None:
    if not part:
        why = "it begins or ends with a slash, or has two in a row"
    elif part in (".", ".."):
        why = f'it has a step "{part}"; name the file by its whole path'
    elif part.startswith("."):
        why = "hidden files are nobody's business here"
    elif part != part.strip() or part.endswith("."):
        why = "a name in it begins with a space, or ends with a space or a dot"
    elif len(part.encode()) > _LONGEST_PART:
        why = f"a name in it is longer than {_LONGEST_PART} bytes"
    elif unicodedata.normalize("NFKC", part).split(".")[0].strip().casefold() in _DEVICES:
        why = "a name in it is that of a device"
    else:
        return
    raise PathRefused(path, why)
