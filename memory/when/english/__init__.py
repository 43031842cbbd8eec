"""English, as `memory.when` reads it: words, numbers, phrases."""

from memory.when.english import numbers, phrases, words
from memory.when.reading import Language

ENGLISH = Language(
    name="english",
    spaced=True,
    words=words.WORDS,
    numeral=numbers.NUMERAL,
    numbers=numbers.numbers,
    false_friends=words.FALSE_FRIENDS,
    future=words.FUTURE,
    past=words.PAST,
    phrases=phrases.LAYERS,
    glued=words.GLUED,
)
