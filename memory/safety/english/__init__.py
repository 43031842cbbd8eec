"""English, as `memory.safety` reads it: what states facts, and what stands around them."""

from memory.safety.english import health, life, things, words
from memory.safety.patterns import language

ENGLISH = language(words, things.THINGS, {**health.RULES, **life.RULES})
