"""Chinese, as `memory.safety` reads it: what states facts, and what stands around them."""

from memory.safety.chinese import health, life, things, words
from memory.safety.patterns import language

CHINESE = language(words, things.THINGS, {**health.RULES, **life.RULES})
