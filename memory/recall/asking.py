"""The words of a question that only ask, and what they tell of the time meant (pure).

"What did I say about the boat?" asks for the boat; that something was said tells nothing of
where. By cues, in English and Chinese; `question` uses them.
"""

import re

_WHO = r"(?:i|we|you|us|they)"
_AUXILIARY = (
    r"(?:did|do|does|have|had|has|was|were|is|are|am|would|could|should|can|will|might)(?:n't)?"
)
_WHAT = r"(?:what|which|who|whom|where|when|why|how)(?:'s|'d|'re|'ve)?"
_TOLD = (
    r"(?:talk(?:ed|ing)?|chat(?:ted|ting)?|discuss(?:ed|ing)?|speak(?:ing)?|spoke|spoken"
    r"|sa(?:y|id|ying)|tell|told|ask(?:ed)?|mention(?:ed)?|write|wrote|written"
    r"|work(?:ed|ing)? on|decide(?:d)?|agree(?:d)?|note(?:d)?|bring up|brought up"
    r"|go over|went over|cover(?:ed)?|do|did|done|doing|been up to|up to)"
)
_AND_SO = r"(?: (?:about|of|over|on|with|to|each other|together|regarding|concerning))*"
_EMPTY_ENGLISH = [
    rf"\bwhat(?: else)? {_AUXILIARY} {_WHO}(?: \w+ly| ever| all| just| last)? work(?:ed|ing)?"
    r"(?: on)?\b",
    rf"{_WHAT}(?: else| exactly)? {_AUXILIARY} {_WHO}(?: \w+ly| ever| all| just| last)? {_TOLD}"
    rf"{_AND_SO}\b",
    rf"\b{_AUXILIARY} {_WHO}(?: ever| already)? {_TOLD}{_AND_SO}\b",
    rf"\b(?:{_WHO}|{_WHO} (?:have|had)|i've|we've|you've) (?:talked|chatted|spoke|spoken"
    rf"|discussed|said|told|mentioned|wrote|written|decided|agreed){_AND_SO}\b",
    rf"\b(?:do|did|can|could|don't|can't) {_WHO} (?:still |even |happen to )?"
    rf"(?:remember|recall)(?: (?:when|what|where|how|who|if|whether|that))?\b",
    r"\b(?:remind|tell|show|give|find|list|read|search|look up|recap|summari[sz]e|catch)"
    r" (?:me|us|up|for|again|all|everything|anything|what|when|where|which)"
    r"(?: (?:again|up|on|of|about|all|everything|anything))*\b",
    r"\b(?:recap|summary|summari[sz]e|overview)(?: of| on)?\b",
    r"\b(?:our|my|the|a|any|last)(?: \w+)? (?:conversation|chat|discussion|talk|message)s?"
    r"(?: (?:about|on|of|with))*\b",
    rf"\b{_WHAT}(?: else| all)? (?:has |had |have |was |is |did )?happen(?:ed|ing|s)?"
    r"(?: to me)?\b",
    r"\bwhat(?:'s| was| is| were)? (?:been )?(?:going|went) on\b",
    r"\bas (?:i |we |you )?mentioned(?: on| in)?\b",
    r"\banything (?:about|on|from|of)\b",
]  # fmt: skip
_EMPTY_CHINESE = [
    r"(?:你|您)?(?:还|是否还)?记不记得|(?:你|您)?还?记得|想不起来?了?|请问|提醒(?:一下)?我|告诉我|帮我|能不能|可不可以",
    r"(?:找|查|回忆|总结|回顾|看|想|列)(?:一下|一找|一查|找|查|出)",
    r"(?:我们|咱们|咱|我|你|您)?(?:都|有没有|是不是|曾经?|还|又)*"
    r"(?:聊|说|谈|讨论|讲|提|问|写|告诉|记录|决定|商量|忙|做|干)(?:到|起|过|了|的|些|和|及)*"
    r"(?:关于|有关)?(?=什么|啥|哪|吗|没有|关于|有关|$|[？?，,。])",
    r"(?:聊|说|谈|讨论|讲|提|问)(?:到|起|过)(?:的|了)?",
    r"关于|有关|发生(?:了|过)?|来着",
    r"(?:是)?(?:什么|啥|哪)(?:时候|时间|地方|样子?|事情?|东西|个|些|里|儿|位|种)?",
    r"怎么(?:样|回事|办|了)?|怎样|如何|为什么|多少|几(?:个|位|次)|是?谁|有没有|是不是|对不对|没有(?=[？?]|$)",
    r"[吗呢吧啊呀嘛么哦噢哈](?=[？?，,。！!\s]|$)",
    r"(?:其实|实际上)?我?(?:真正|到底|其实)?想(?:要)?(?:问|知道)(?:一下)?的?(?:问题)?(?:是)?(?:这个)?",
    r"(?:我)?(?:那个|这个)?问题是(?:这个)?",
    r"事情|事儿?(?=[？?]|$)",
]
_ENGLISH = re.compile("|".join(_EMPTY_ENGLISH))
_CHINESE = re.compile("|".join(_EMPTY_CHINESE))

_SPEAKING = re.compile(
    rf"\b{_WHO}(?: have| had| \w+ly| ever| all| just| last)?"
    r" (?:talk|chat|discuss|speak|spoke|say|said|tell|told|ask|mention|write|wrote|work|decide"
    r"|agree|note|bring up|go over|went over|cover)"
    r"|\b(?:conversation|chat|discussion|talk|message|recap|summar)"
    r"|\bmention(?:ed|s)?\b|\bsaid\b|\btold\b"
    r"|聊|说|谈|讨论|(?<!想)问|告诉|写|讲|提到|提过|提起|商量|决定|做了?什么|干了?什么|忙"
)
_INTERROGATIVE = re.compile(
    r"[?？]|(?:^|[,;:.] ?)(?:and |so |but |then )?"
    rf"(?:{_WHAT}|{_AUXILIARY} (?:i|we|you|he|she|it|they|there|the|my|our|this|that|any))\b"
    r"|什么|啥|谁|哪|几[个点号次天月时]|多少|多久|怎么|怎样|如何|为何|何时|有没有|是不是|吗"
)
_OF_AGENT = re.compile(
    r"\b(?:did|have|had|do|would|could) you (?:\w+ )?"
    r"(?:say|said|tell|told|suggest|recommend|advise|answer|propose|mention|reply|give|list)"
    r"|\byou(?:'ve| had| have)? (?:said|told|suggested|recommended|advised|answered|proposed)\b"
    r"|\byour (?:advice|answer|suggestion|recommendation|reply|list)\b"
    r"|你[^我，。！？?]{0,6}(?:说|建议|推荐|回答|告诉)|你的(?:建议|回答|意见)"
)


def without_asking(text: str) -> str:
    """The text (lower case) without the words that only ask; a bar stands where they stood."""
    return _CHINESE.sub(" | ", _ENGLISH.sub(" | ", text))


def is_asking(sentence: str) -> bool:
    """Whether a sentence (lower case) has the cues of a question."""
    return bool(_INTERROGATIVE.search(sentence))


def is_of_speaking(text: str) -> bool:
    """Whether a question (lower case) is about what was said, rather than what happened."""
    return bool(_SPEAKING.search(text))


def is_of_agent(text: str) -> bool:
    """Whether a question (lower case) is about the agent's own words."""
    return bool(_OF_AGENT.search(text))
