"""What a slice is tagged with: its most telling words, in English and in Chinese (pure)."""

import re
from collections import Counter
from collections.abc import Sequence

from memory.words import FUNCTION_CHARACTERS, STOP_BIGRAMS, STOP_WORDS, is_cjk, surfaces, terms

MOST = 5
ENOUGH = 3
"""Words that occur only once are tags only up to so many: they are guesses."""

_REPEATED = 1.9

_CALENDAR = (
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur "
    "thurs fri january february march april june july august september october november "
    "december jan feb mar apr jun jul aug sept sep oct nov dec morning afternoon evening "
    "night noon midnight day days week weeks weekend month months year years hour hours "
    "minute minutes spring summer autumn winter tonight ago"
)
_EMPTY = (
    "absolutely actually anyway asking basically believe bit bring brought call called "
    "care case change check completely decide decided definitely different done easy "
    "ended end exactly fact feel feeling felt figure find fine finally first follow "
    "forget forgot found full give given giving good great happen happened happy hard "
    "hear heard help hope idea important keep kept large later leave left literally long "
    "look looked looking looks lots main mean meant mind moment move moved name nearly "
    "next nice old open order part people person place plan point possible pretty "
    "probably problem question ready real reason remember remind remembered right second "
    "seem seems send sent set settle settled show side simply small sort spend start "
    "started stay stop stuff sorry thought thinking time times trying turn turned use "
    "used using usually whole won wonder word work worked working works worth write wrote "
    "wrong bought buy buying bad better best big new true false yep nope hmm haha lol new "
    "ones two three four five six seven eight nine ten half via etc"
)
_LEFT_OUT = frozenset(f"{_CALENDAR} {_EMPTY}".split())

_CALENDAR_ZH = re.compile(
    r"(?:星期|礼拜|周)[一二三四五六日天末]|[早晚中上下][午上]|今[晚早年天]|昨[晚天]|明[早年天]|去年|前年"
    r"|[0-9一二两三四五六七八九十百千几半第]+"
    r"(?:月份?|[个只件张次天年日号点时分钟周条块本杯辆套位岁米斤元家篇台])"
)
_PHRASES_ZH = re.compile(
    "决定|打算|准备|想要|希望|发现|开始|结束|看看|去看|问题|今后|比较|特别|终于|其实|大概|可能|好像"
    "|留下|下来|起来|回来|关不上|看到|听说"
    "|为了|关于|别忘|忘记|提醒|说好|一下|还得|还是|最后|最近|真的|定了|我们|他们|她们|你们|咱们"
    "|一[起直定样点些个]"
    "|" + "|".join(sorted(STOP_BIGRAMS))
)
_VERBS_ZH = "买卖换搬找修吃喝去来得想做聊问"
_NOT_SPLIT_ZH = ("修理", "修改", "做法", "来源", "来自", "去向", "问卷", "想法")
_BREAK_ZH = re.compile(f"[{''.join(sorted(FUNCTION_CHARACTERS))}成]+")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")


def tags(sentences: Sequence[str]) -> tuple[str, ...]:
    """Up to five telling words, the most telling first; fewer when the sentences hold fewer.

    English in lower case and readable, a plural as its singular where that is plain;
    Chinese as words of two to four characters, as far as repetition and the characters around
    them tell.
    """
    text = "\n".join(sentences)
    scored = _english(text) | _chinese(text)
    order = sorted(scored, key=lambda word: -scored[word])  # stable: first come, first shown
    repeated = sum(scored[word] >= _REPEATED for word in order)
    return tuple(order[: min(MOST, max(repeated, ENOUGH))])


def _english(text: str) -> dict[str, float]:
    counts = Counter(term for term in terms(text) if not is_cjk(term))
    words = surfaces(text)
    scores: dict[str, float] = {}
    for term, count in counts.items():
        word = _singular(words[term], term, text)
        if _is_telling(word, text):
            scores[word] = count + _bonus(word, text)
    return scores


def _is_telling(word: str, text: str) -> bool:
    if word in _LEFT_OUT or word in STOP_WORDS or not word[0].isalpha() or len(word) > 30:
        return False
    return len(word) > 2 or (len(word) == 2 and word.upper() in text)


def _bonus(word: str, text: str) -> float:
    """Longer words say more, names most; adverbs and verb forms say less."""
    score = min(len(word), 10) * 0.04
    if f" {word.capitalize()}" in text:
        score += 0.4
    if word.endswith("ly"):
        score -= 0.5
    elif word.endswith(("ed", "ing")):
        score -= 0.3
    return score


def _singular(word: str, stem: str, text: str) -> str:
    """cabinets → cabinet, where the stem shows it; not Mars (a name), tennis or glass."""
    plain = word.endswith("s") and stem == word[:-1] and stem[-1:] not in "aeious"
    return stem if plain and word.capitalize() not in text else word


def _chinese(text: str) -> dict[str, float]:
    whole: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    for chunk in _chunks(text):
        if 2 <= len(chunk) <= 4:
            whole[chunk] += 1
        for length in (2, 3, 4):
            for start in range(len(chunk) - length + 1):
                inside[chunk[start : start + length]] += 1
    scores = {
        word: count
        + 0.3 * (word in whole)
        + (0.1 * len(word) if count > 1 else -0.1 * len(word))
        for word, count in inside.items()
        if count > 1 or word in whole
    }
    kept: list[str] = []
    for word in sorted(scores, key=lambda word: -scores[word]):
        if not any(_clashes(word, other, word in whole) for other in kept):
            kept.append(word)
        if len(kept) == MOST:
            break
    return {word: scores[word] for word in kept}


def _clashes(word: str, kept: str, is_whole: bool) -> bool:
    """Whether a candidate is part of a better one, or around it, or straddles an end of it."""
    straddles = word[0] == kept[-1] or word[-1] == kept[0]
    return word in kept or kept in word or (straddles and not is_whole)


def _chunks(text: str) -> list[str]:
    spaced = _PHRASES_ZH.sub(" ", _CALENDAR_ZH.sub(" ", text))
    chunks = []
    for run in _HAN.findall(_BREAK_ZH.sub(" ", spaced)):
        chunk = run
        while len(chunk) > 2 and chunk[0] in _VERBS_ZH and not chunk.startswith(_NOT_SPLIT_ZH):
            chunk = chunk[1:]
        chunks.append(chunk)
    return chunks
