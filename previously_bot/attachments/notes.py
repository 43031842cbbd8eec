"""What a person is told of a file with which not everything went as they may think (pure)."""

from collections.abc import Sequence

from adapters.base import Attached
from memory.attached import Lost
from previously_bot.attachments import extraction
from previously_bot.attachments.names import name_of
from previously_bot.texts import Sentence, files, masking

_LOST = {
    Lost.TOO_LARGE: files.TOO_LARGE,
    Lost.GONE: files.GONE,
    Lost.GONE_OR_LARGE: files.GONE_OR_LARGE,
    Lost.NOT_FETCHED: files.NOT_FETCHED,
    Lost.NOT_STORED: files.NOT_STORED,
}
_NOT_READ = {
    extraction.EMPTY: files.EMPTY,
    extraction.UNKNOWN: files.UNKNOWN,
    extraction.NOT_UTF_8: files.NOT_UTF_8,
    extraction.LOCKED: files.LOCKED,
    extraction.DAMAGED: files.DAMAGED,
    extraction.TOO_MUCH: files.TOO_MUCH,
}


def of_lost(file: Attached, why: Lost, most: int, language: str) -> str:
    """`most` is how many bytes of a file are kept."""
    sentence = _LOST[why]
    what = called(file, language)
    if "{most}" in sentence.en:
        return sentence.say(language, what=what, most=most // 1_000_000)
    return sentence.say(language, what=what)


def of_unread(file: Attached, why: str, language: str) -> str:
    """`why` is one of the reasons of `extraction`."""
    return _NOT_READ.get(why, files.DAMAGED).say(language, what=called(file, language))


def of_kept(file: Attached, sentence: Sentence, language: str) -> str:
    return sentence.say(language, what=called(file, language))


def of_secrets(file: Attached, sentence: Sentence, kinds: Sequence[str], language: str) -> str:
    return sentence.say(
        language, what=called(file, language), kinds=masking.named(kinds, language)
    )


def together(told: Sequence[tuple[Attached, str]], language: str) -> list[str]:
    """Files with their notes, "" for none: what is to be said of several is said once."""
    of: dict[str, list[Attached]] = {}
    for file, note in told:
        if note:
            of.setdefault(note, []).append(file)
    return [
        note.replace(called(ones[0], language), _each(ones, language), 1)
        if len(ones) > 1
        else note
        for note, ones in of.items()
    ]


def _each(ones: Sequence[Attached], language: str) -> str:
    several = files.SEVERAL.get(ones[0].kind, files.FILES)
    return several.say(language, count=len(ones))


def called(file: Attached, language: str) -> str:
    """Its name in quotation marks, or what it is."""
    if name := name_of(file):
        return f"“{name}”"
    return files.KINDS.get(file.kind, files.FILE).say(language)
