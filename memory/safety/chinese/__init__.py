"""Chinese, as `memory.safety` reads it: what states facts, and what stands around them."""

from memory.safety.chinese import health, life, things, words
from memory.safety.patterns import Vocabulary
from memory.safety.reading import Language

_RULES = {**health.RULES, **life.RULES}
_VOCABULARY = Vocabulary({**words.VOCABULARY, **things.THINGS})

CHINESE = Language(
    plain=words.PLAIN,
    topics=_VOCABULARY.topics(_RULES),
    mentions=_VOCABULARY.any_of(_RULES),
    clause=_VOCABULARY.pattern(words.CLAUSE),
    asks=_VOCABULARY.pattern(words.ASKS),
    tag=_VOCABULARY.pattern(words.TAG),
    denies=_VOCABULARY.pattern(words.DENIES),
    unreal=_VOCABULARY.pattern(words.UNREAL),
    staged=_VOCABULARY.pattern(words.STAGED),
    joking=_VOCABULARY.pattern(words.JOKING),
    supposes=_VOCABULARY.pattern(words.SUPPOSES),
    revokes=_VOCABULARY.pattern(words.REVOKES),
    subject=_VOCABULARY.pattern(words.SUBJECT),
    person=_VOCABULARY.pattern(words.PERSON),
    himself=_VOCABULARY.pattern(words.HIMSELF),
    myself=_VOCABULARY.pattern(words.MYSELF),
)
