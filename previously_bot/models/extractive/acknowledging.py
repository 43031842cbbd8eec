"""What is answered to messages that ask nothing (pure)."""

import re
from collections.abc import Sequence
from itertools import chain

from memory.words import one_line
from previously_bot import texts
from previously_bot.models.extractive.marks import decisions, open_loops
from previously_bot.models.extractive.prose import sentences

ECHO_LIMIT = 80

_HELLO = re.compile(
    r"(?:hi|hello|hey|hallo|ciao|good (?:morning|evening|afternoon)"
    r"|你好|您好|嗨|早上好|晚上好|早)"
    r"(?: there)?[\s!.,。！~👋]*"
    # Nothing but the bot's name.
    r"|@\w+",
    re.IGNORECASE,
)
# As the adapters tell of it.
_FORWARDED = re.compile(
    r"Forwarded(?: from (?P<name>[^\n]+))?:\n+(?P<words>>[^\n]*(?:\n>[^\n]*)*)"
)


def acknowledgement(said: Sequence[str], language: str) -> str:
    """That it was kept, with the words; or a greeting given back."""
    if all(_HELLO.fullmatch(text[:ECHO_LIMIT].strip()) for text in said):
        return texts.HELLO.say(language)
    if len(said) == 1 and (forwarded := _FORWARDED.fullmatch(said[0].strip())):
        return _forwarded(forwarded, language)
    spoken = list(chain.from_iterable(sentences(text) for text in said))
    if loops := open_loops(spoken):
        return texts.KEPT_LOOP.say(language, words=texts.inline(loops[-1], ECHO_LIMIT))
    if decided := decisions(spoken):
        return texts.KEPT_DECISION.say(language, words=texts.inline(decided[-1], ECHO_LIMIT))
    if spoken:
        return texts.KEPT_WORDS.say(language, words=texts.inline(" ".join(spoken), ECHO_LIMIT))
    return texts.KEPT.say(language)


def _forwarded(found: re.Match[str], language: str) -> str:
    words = one_line(re.sub("^> ?", "", found["words"], flags=re.MULTILINE))
    words = texts.inline(words, ECHO_LIMIT)
    if name := texts.inline(found["name"] or "", ECHO_LIMIT):
        return texts.KEPT_FORWARD.say(language, name=name, words=words)
    return texts.KEPT_FORWARDED.say(language, words=words)
