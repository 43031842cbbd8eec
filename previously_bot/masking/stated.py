"""Passwords and keys that somebody plainly says: "password: …", "my password is …", "密码是…".

What follows the word must look like a secret: most sentences about passwords hold none, and
code names them without saying them (pure).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from re import Match

from previously_bot.masking.spans import API_KEY, PASSWORD, SECURITY_CODE, Span

_ASIAN = "\u2e80"
_KINDS = {
    "password": ("password", "passwd", "passcode", "passphrase", "pwd", "密码", "口令"),
    "key": ("key", "token", "secret", "密钥", "令牌"),
    "code": ("cvv", "cvc", "cvv2", "安全码"),
    "pin": ("pin",),
}
_OF_KEYS = re.compile(
    r"(?:secret|private|access|api|auth|client|signing|encryption)[ _-]?(?:access[ _-]?)?\Z"
)
# What stands between the word and the secret. A name in code may have quotation marks.
_LINK = re.compile(
    r"(?P<quote>[\"'`*]{0,3})[ \t]{0,4}(?:(?P<sign>:=|=>|==?|[:：＝])"
    r"|(?P<verb>(?:is now|is|was|will be|to)\b(?:[ \t]{0,2}:)?"
    r"|就是|改成了?|改为了?|设[为成]了?|[是为])[:：]?)"
    r"[ \t*]{0,4}"
)
_QUOTED = re.compile(
    r"(?P<mark>[\"'`“‘「『])(?P<secret>[^\s\"'`“”‘’「」『』]{4,128})[\"'`”’」』]"
)
_BARE = re.compile(r"[!-~]{4,128}")
_AT_END = re.compile(r"[ \t]*(?:$|[\n\r。，！；,;.!?、)）]|</)")
_STRAY = ".,;:!?)]}>\"'`*"
_DIGIT, _LETTER, _SIGN = (
    re.compile("[0-9]"),
    re.compile("[A-Za-z]"),
    re.compile("[!@#$%^&*?~+]"),
)
_CODE = re.compile(r"[()\[\]{}<>|\\]|^[$%]|://|::|->|^[\w.+-]+@[\w-]+\.[\w.]+$|^/|^\.|^--|^@")
_NAMES = re.compile(
    r"pass|pwd|token|secret|key|user|input|env|conf|self|args|param|request|hash|salt|none"
    r"|null|true|false|str(?:ing)?\b|text|value|required|optional|example|changeme\b|your|test\b",
    re.IGNORECASE,
)
_TECHNICAL = re.compile(
    r"(?:sha|md|aes|rsa|utf|base|bcrypt|argon|pbkdf|scrypt|oauth|x?509|ipv|http|tls|ssl|fido|win"
    r"|mp|h26|v)-?\d|\d+(?:st|nd|rd|th|d|h|s|m|ms|px|kb|mb|gb|am|pm|x|%)\b|[a-z]+-[a-z-]+$"
    r"|\d+[-–/.:]\d+|[A-Za-z]+(?:[./'’-][A-Za-z]+)+$",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"\b(?:chang|set|reset|updat)\w*[^.!?\n]{0,40}\Z", re.IGNORECASE)
_MASK = re.compile(r"[*x.…•#_-]+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Word:
    """Where a text speaks of a secret, and of which sort."""

    what: str
    written: str
    start: int
    end: int


def stated(text: str, lowered: str) -> list[Span]:
    """Each password or key that is said by name; `lowered` is the text in lower case."""
    found = []
    for word in _words(text, lowered):
        link = _LINK.match(text, word.end)
        if link and link["verb"] == "to" and not _is_changed(text, word.start):
            continue
        if link and (span := _said(text, word, link)):
            found.append(span)
    return found


def _words(text: str, lowered: str) -> Iterator[_Word]:
    # Looking for each word takes a tenth of what one pattern for all of them takes.
    for what, words in _KINDS.items():
        for word in words:
            start = lowered.find(word)
            while start >= 0:
                end = start + len(word)
                if _is_meant(what, word, lowered, start):
                    yield _Word(what, text[start:end], start, end)
                start = lowered.find(word, end)


def _is_meant(what: str, word: str, lowered: str, start: int) -> bool:
    """A key is one of something; and no letter stands before a short word."""
    if what == "password" or word[0] > _ASIAN:
        return True
    before = lowered[max(0, start - 24) : start]
    has_letter = before[-1:].isascii() and before[-1:].isalpha()
    if what != "key":
        return not has_letter
    return bool(_OF_KEYS.search(before)) or (word != "key" and not has_letter)


def _is_changed(text: str, start: int) -> bool:
    return bool(_CHANGED.search(text[max(0, start - 60) : start]))


def _said(text: str, word: _Word, link: Match[str]) -> Span | None:
    what = word.what
    if what in ("code", "pin"):
        return _number(text, word, link.end())
    kind = PASSWORD if what == "password" else API_KEY
    quoted = _QUOTED.match(text, link.end())
    if quoted:
        secret = quoted["secret"]
        is_one = _is_quoted_secret(secret, what, is_said=bool(link["sign"]))
        return Span(*quoted.span("secret"), kind) if is_one else None
    bare = _BARE.match(text, link.end())
    if bare is None:
        return None
    secret = bare[0] if _SIGN.search(bare[0][-1]) else bare[0].rstrip(_STRAY)
    end = bare.start() + len(secret)
    if not _is_secret(secret, what):
        return None
    has_digit, has_letter = bool(_DIGIT.search(secret)), bool(_LETTER.search(secret))
    is_strong = has_letter and (has_digit or bool(_SIGN.search(secret[1:])))
    if not is_strong and not _stands_alone(text, word, link, secret, end):
        return None
    return Span(bare.start(), end, kind)


def _is_quoted_secret(secret: str, what: str, *, is_said: bool) -> bool:
    """In code almost any text in quotation marks is the value; in prose it may be a word."""
    if _MASK.match(secret) or _CODE.search(secret) or _NAMES.search(secret):
        return False
    if what == "key":
        return len(secret) >= 12 and bool(_DIGIT.search(secret) and _LETTER.search(secret))
    return is_said or bool(_DIGIT.search(secret) or _SIGN.search(secret))


def _is_secret(secret: str, what: str) -> bool:
    """Whether it is no name, no type, no measure, nothing that code would have there."""
    if len(secret) < 4 or _MASK.match(secret) or _CODE.search(secret):
        return False
    if what == "key":
        is_long = len(secret) >= 12 and _DIGIT.search(secret) and _LETTER.search(secret)
        return bool(is_long) and not _TECHNICAL.match(secret) and not _is_name(secret)
    return not _TECHNICAL.match(secret) and not _is_name(secret)


def _is_name(secret: str) -> bool:
    """Whether it looks like what a program calls something: `password2`, `form.password`."""
    return bool(_NAMES.search(secret)) and bool(re.fullmatch(r"[\w.-]+", secret))


def _stands_alone(text: str, word: _Word, link: Match[str], secret: str, end: int) -> bool:
    """Of plain words and plain numbers it is only believed where nothing else can be meant: at
    the end of what is said, after a sign (a name in capitals before "="), or in Chinese."""
    if word.what != "password" or not _AT_END.match(text, end):
        return False
    is_number = secret.isdigit()
    if not (is_number or (secret.isalpha() and len(secret) >= 5)):
        return False
    if word.written[-1] > _ASIAN:
        return True
    if link["sign"] in ("=", "=="):
        return word.written.isupper() and not text[word.end : link.end()].endswith(" ")
    if link["sign"]:
        return is_number or not _follows_code(text, word.start)
    return is_number and len(secret) >= 4


def _follows_code(text: str, start: int) -> bool:
    """Whether more than a few words stand before it on its line, as in "(password: string"."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return bool(re.search(r"[(){}\[\]=|`]", line)) or len(line.split()) > 6


def _number(text: str, word: _Word, start: int) -> Span | None:
    lengths = "4" if word.what == "pin" else "3,4"
    if word.what == "pin" and word.written == "pin" and "is" not in text[word.end : start]:
        return None  # of electronics
    found = re.compile(rf"[0-9]{{{lengths}}}(?![0-9A-Za-z.,:/-][0-9A-Za-z])").match(text, start)
    if found is None or text[found.end() : found.end() + 1].isdigit():
        return None
    kind = PASSWORD if word.what == "pin" else SECURITY_CODE
    return Span(*found.span(), kind)
