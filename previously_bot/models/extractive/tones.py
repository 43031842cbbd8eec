"""The tone of what somebody says, from two short lists of words in each language (pure)."""

import re
from collections.abc import Sequence

_GOOD = frozenset(
    """
    amazing awesome beautiful best better brilliant calm cheerful delighted delicious
    enjoy enjoyed enjoying excellent excited fantastic finally fun glad good grateful
    great happy hooray hopeful love loved lovely lucky nice perfect pleased proud relieved
    success superb terrific thankful thrilled win won wonderful yay
    """.split()
)
_BAD = frozenset(
    """
    afraid alone angry annoyed annoying anxious ashamed awful bad broke broken cried crying
    depressed desperate disappointed disappointing exhausted fail failed failure fear frustrated
    frustrating furious grief guilty hate hated horrible hopeless hurt hurts ill lonely lost mad
    miserable nervous overwhelmed pain painful panic sad scared sick sorry stressed stressful
    stuck terrible tired trouble ugly unhappy upset worried worry worse worst wrong
    """.split()
)
_GOOD_ZH = (
    "开心 高兴 快乐 太好了 喜欢 幸福 满意 顺利 成功 期待 棒 轻松 感谢 放心 骄傲 "
    "兴奋 愉快 好吃 美好"
)
_BAD_ZH = (
    "难过 伤心 生气 害怕 担心 焦虑 失望 糟糕 讨厌 累 烦 痛苦 孤独 失败 压力 "
    "着急 后悔 郁闷 崩溃 生病 难受"
)
_GOOD_SIGNS = "😀😃😄😁😊🙂😍🥰😂🤣🎉👍❤💚💙🥳😎🙌"
_BAD_SIGNS = "😢😭😞😔😟😠😡😩😫😰😨💔👎🙁☹😖"

_NEGATIONS = frozenset("not no never without hardly isn't wasn't aren't don't didn't".split())
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_GOOD_PATTERN = re.compile("(不|没|没有|不太|不是很)?(?:" + "|".join(_GOOD_ZH.split()) + ")")
_BAD_PATTERN = re.compile("(不|没|没有|不太|不是很|别)?(?:" + "|".join(_BAD_ZH.split()) + ")")


def tone(sentences: Sequence[str]) -> str:
    """positive, negative, mixed (both, neither twice the other or more), or neutral."""
    good = bad = 0
    for sentence in sentences:
        line = sentence.lower().replace("’", "'")
        for found_good, found_bad in (_words(line), _chinese(line), _signs(line)):
            good += found_good
            bad += found_bad
    if good == bad == 0:
        return "neutral"
    if good > 2 * bad:
        return "positive"
    if bad > 2 * good:
        return "negative"
    return "mixed"


def _words(line: str) -> tuple[int, int]:
    good = bad = 0
    words = _WORD.findall(line)
    for place, word in enumerate(words):
        if word not in _GOOD and word not in _BAD:
            continue
        negated = not _NEGATIONS.isdisjoint(words[max(0, place - 3) : place])
        if (word in _GOOD) is not negated:
            good += 1
        else:
            bad += 1
    return good, bad


def _chinese(line: str) -> tuple[int, int]:
    good = [bool(match[1]) for match in _GOOD_PATTERN.finditer(line)]
    bad = [bool(match[1]) for match in _BAD_PATTERN.finditer(line)]
    return good.count(False) + bad.count(True), bad.count(False) + good.count(True)


def _signs(line: str) -> tuple[int, int]:
    return sum(line.count(sign) for sign in _GOOD_SIGNS), sum(line.count(s) for s in _BAD_SIGNS)
