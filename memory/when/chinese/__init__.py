"""Chinese, as `memory.when` reads it: words, numbers, phrases, lookalikes."""

from memory.when.chinese import lookalikes, numbers, phrases, words
from memory.when.reading import Language

CHINESE = Language(
    name="chinese",
    spaced=False,
    words=words.WORDS,
    numeral=numbers.NUMERAL,
    numbers=numbers.numbers,
    false_friends=lookalikes.FALSE_FRIENDS,
    future=words.FUTURE,
    past=words.PAST,
    phrases=phrases.LAYERS,
    plain=words.TRADITIONAL,
    not_before=lookalikes.NOT_BEFORE,
    not_after=lookalikes.NOT_AFTER,
)
