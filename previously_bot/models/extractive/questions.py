"""Is a message a question about the past, another question, or something said? (pure)

By cues, not by understanding; the tables in its test show how far that goes.
"""

import re
from enum import IntEnum

from memory.words import one_line

_READ = 1000  # code points read from either end of a message; between lies a paste


class Kind(IntEnum):
    """What a message wants; the higher wins when several come together."""

    STATEMENT = 0
    QUESTION = 1
    ABOUT_THE_PAST = 2


_START = (
    r"(?:^|(?<=[.!?;,…。！？]) ?)"
    r"(?:(?:so|and|but|hey|hi|hello|ok|okay|well|um|please|sorry) ?,? ){0,3}"
)
_AUXILIARY = (
    r"(?:did|do|does|is|are|am|was|were|have|has|had|should|would|will|can|could|may|might)"
)
_OPENING = re.compile(
    _START
    + r"(?:(?:what|which|who|whom|whose|when|where|why|how)(?:'s|'d|'re| exactly)? ?"
    + r"(?:" + _AUXILIARY + r"|about|many|much|long|often|far|old|time|day|else|if)\b"
    + r"|(?:what|who|where|when|how|why)'?s\b"
    + r"|" + _AUXILIARY + r"(?:n't)? "
    + r"(?:i|we|you|he|she|it|they|there|the|my|our|this|that|any)\b"
    + r"|any(?:thing|one|body|where)? (?:about|on|from)\b)"
)  # fmt: skip
_SMALL_TALK = re.compile(
    r"\bhow(?:'s|'re| are| were| is| was| have)? (?:you|your|things|life|it going)\b"
    r"|\bwhat's up\b|\bdid you sleep\b|\bhave you (?:eaten|slept)\b"
)
_RECALLING = re.compile(
    r"\b(?:do|did|don't|can|could|would|will) (?:you|we|i) (?:still |even |happen to )?"
    r"(?:remember|recall)\b"
    r"|" + _START + r"(?:remember|recall) (?:when|what|where|how|who|the time|that time|us)\b"
    r"|\bremind me (?:again )?(?:what|when|where|who|which|how|why|whether|if)\b"
    r"|\b(?:tell|show|give|find|list|read|search|look up|recap|summari[sz]e|repeat)\b"
    r"(?: (?:me|us|for|again|back|everything|all|anything|of|about)){0,4}"
    r" (?:(?:what|when|where|which|everything|whatever|all|things|that) (?:i|we|you)\b"
    r"|my notes\b|last (?:week|month|year|night|time)\b|yesterday\b)"
    r"|\bwhat (?:was|were) (?:i|we|you) (?:saying|talking|doing|thinking)\b"
)
_PAST = re.compile(
    r"\b(?:did|didn't|was|were|had|last|ago|yesterday|earlier|before|previously|back then|said"
    r"|told|talked|spoke|mentioned|discussed|decided|agreed|promised|asked|wrote|recommended)\b"
    r"|\b(?:have|has|haven't|hasn't) (?:i|we|my|our)\b|\b(?:i|we)(?:'ve| have)\b|\bagain\b"
)
_RECALLING_ZH = re.compile(
    r"还记得|记不记得|你?记得[^。！!]{0,60}(?:吗|么|嘛|不[？?]|[？?])|想不起来|帮我(?:找|查|回忆|想)"
    r"|(?:找|查|翻)(?:一下|找|查|翻)[^。！!]{0,30}(?:说|聊|提|讲|记)"
    r"|(?:回顾|总结)(?:一下)?[^。！!]{0,10}(?:上|昨|前|去年|之前)"
)
_ASKING_ZH = re.compile(
    r"什么|啥|谁|哪|几[个点号次天月时]|多少|多久|怎么|怎样|为何|何时|有没有|是不是|要不要|能不能|吗|呢[？?]?$"
)
_PAST_ZH = re.compile(
    r"上次|上回|上个?(?:周|月|星期|礼拜)|之前|以前|前几天|前天|昨天|昨晚|去年|前年|那次|那天|当时|曾经|刚才|早些时候"
    r"|[说提聊讲谈问]过|[提聊说讲谈][到了]|(?:我|我们|咱们?|你)[^，。！？?]{0,20}[了过]|决定的|[说聊讲提]的|什么时候[^，。！？?]{1,20}[的了过]"
)
_SMALL_TALK_ZH = re.compile(r"^(?:你好|吃了|吃过|睡|最近|过得|今天)[^我]{0,10}[吗么呢]?[？?]?$")
_TO_AGENT = re.compile(
    r"\b(?:did|have|had|do|would|could) you (?:\w+ )?"
    r"(?:say|said|tell|told|suggest|suggested|recommend|recommended|advise|advised|answer"
    r"|answered|propose|proposed|mention|mentioned|mean|reply)\b"
    r"|\byou(?:'ve| had| have)? (?:said|told|suggested|recommended|advised|answered|proposed)\b"
    r"|\byour (?:advice|answer|suggestion|recommendation|reply)\b"
    r"|你[^我，。！？?]{0,6}(?:说|建议|推荐|回答|告诉)|你的(?:建议|回答|意见)"
)


def kind(text: str) -> Kind:
    """What a message wants, told from its cues in English or Chinese; total on any text."""
    line = _folded(text)
    if _RECALLING.search(line) or _RECALLING_ZH.search(line):
        return Kind.ABOUT_THE_PAST
    english = (
        line.rstrip("\"'”’) ").endswith("?") or "? " in line or bool(_OPENING.search(line))
    )
    chinese = bool(_ASKING_ZH.search(line)) or "？" in line
    if not (english or chinese):
        return Kind.STATEMENT
    if _SMALL_TALK.search(line) or _SMALL_TALK_ZH.search(line):
        return Kind.QUESTION
    past = bool(_PAST.search(line)) or (chinese and bool(_PAST_ZH.search(line)))
    return Kind.ABOUT_THE_PAST if past else Kind.QUESTION


def asks_about_past(text: str) -> bool:
    """Whether the answer to a message lies on the timeline."""
    return kind(text) is Kind.ABOUT_THE_PAST


def asks_what_agent_said(text: str) -> bool:
    """Whether a question is about the bot's own words rather than the person's."""
    return bool(_TO_AGENT.search(_folded(text)))


def mostly_chinese(text: str) -> bool:
    """Whether more is Chinese than letters, three of which weigh as one character."""
    line = text[: 20 * _READ]
    han = sum("\u3400" <= character <= "\u9fff" for character in line)
    kana = sum("\u3041" <= character <= "\u30ff" for character in line)
    letters = sum(character.isalpha() for character in line) - han - kana
    return han * 3 > letters and han > 4 * kana


def mostly_english(text: str) -> bool:
    """Whether it is at least two words, in letters of English alone."""
    line = text[: 20 * _READ]
    letters = [character for character in line if character.isalpha()]
    return all(map(str.isascii, letters)) and len(re.findall("[A-Za-z]{2,}", line)) > 1


def _folded(text: str) -> str:
    line = one_line(text)
    if len(line) > 2 * _READ:
        line = f"{line[:_READ]} {line[-_READ:]}"
    return line.lower().replace("’", "'")
