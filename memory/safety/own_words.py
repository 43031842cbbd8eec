"""Of a message, what the person says themselves: no quotations, code, forwards or files."""

import re

from memory.attached import is_file_line
from memory.safety.late import LatePattern

GONE = "\ufffc"
"""Stands for each character that somebody else said; so all places stay where they are."""

# A quotation ends before the next one begins, so that reading takes time in proportion.
_QUOTED = re.compile(
    r'"[^"\n]*+"|“[^“”\n]*+”|„[^„“”\n]*+[“”]|‘[^‘’\n]*+’(?!\w)|«[^«»\n]*+»'
    r"|「[^「」\n]*+」|『[^『』\n]*+』|《[^《》\n]*+》|`[^`\n]*+`"
    r"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))*+'(?!\w)"
)
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_QUOTING = re.compile(r"\s*(?:>|＞|\|)")
# From here on to the end it is somebody else's; "forwarded it to my doctor" forwards nothing.
_FORWARDED = LatePattern(
    r"\W*(?:(?:begin )?(?:fwd?|forward(?:ed|ing)?)(?: (?:message|mail|email|text|post|chat))?"
    r"(?:(?: from| by)?\s*[:：-]|(?: (?:from|by|of|what) [^\n:：]{1,60}"
    r"| [^\n:：]{1,40}'s [\w ]{1,20})(?:[:：]|$))"
    r"|from\s*[:：-]"
    r"|(?:message|e?mail|text|post|copied|pasted|shared) from [^\n:：]{1,60}[:：]\s*$"
    r"|[^\n:：]{1,60}(?:[:：]\d\d[^\n:：]{1,60})?(?<!\bI )\bwrote\s*[:：]\s*$"
    r"|(?:以下|下面)?(?:是|为)?(?:转发|轉發|转自|轉自|转载|轉載)(?!给|給|到|了)"
    r"(?:[^\n:：，。]{0,20}(?:[:：\]】-]|$)))",
    re.IGNORECASE,
)
# Before a colon: what a statement is about, rather than somebody who speaks.
HEADINGS = (
    r"(?:Note|Reminder|Fyi|FYI|Important|Btw|BTW|Remember|Warning|Update|Also|Heads|PS|Health"
    r"|Medic|Meds|Allerg|Diet|Info|Hi\b|Hello|Hey|Correction|Me\b|For\b|Intoleran|Condition"
    r"|Diagnos|Blood|Emergency|Insur|Doctor|GP\b|Question|TLDR|TL|Context|Background|Facts?\b"
    r"|Summary|Ok|So\b|Well\b|Sorry|Problem|Situation|Symptom|Caution|Attention|Edit|Status"
    r"|Pregnan|Profile|Bio\b|Again|First|Second|Third|Please|Today|Thing|Reason|Contact"
    r"|My\b|I\b|Implant|Phobia|Disab|Disclaimer|Answer|Tip|Fun\b|Guess|Confession|News)"
)
# A line of a conversation; of Chinese names those with a common family name.
_SPEAKS = LatePattern(
    rf"\s*(?:[-*•]\s*)?(?!{HEADINGS})"
    r"(?:(?:Dr|Mrs?|Ms|Prof)\.? )?[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,2}[:：]\s*\S"
    r"|\s*(?:[王李张刘陈杨赵黄周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭"
    r"吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯"
    r"邵孟龙万段雷钱汤尹黎易常武乔贺赖龚张張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許蘇盧蔣賈葉鍾陸]"
    r"(?!常|全|方|一|分|是|史|事|子)[\u4e00-\u9fff]{1,2}|[小老阿](?!结|心|贴|规"
    r"|实)[\u4e00-\u9fff]{1,2}"
    r"|(?:欧阳|司马|上官|诸葛|慕容|令狐|歐陽|司馬|諸葛)[\u4e00-\u9fff]{1,2}"
    r"|(?:护士|護士|医生|醫生|大夫|病人|患者|顾客|客人|店员|服务员|老师|老師|学生|学长|同学"
    r"|记者"
    r"|旁白|客服|助手|机器人|主持人|[甲乙丙]|妈妈|爸爸|媽媽|老公|老婆|爷爷|奶奶|姐姐|妹妹"
    r"|哥哥|弟弟)"
    r")[:：]\s*\S"
)
# Only what somebody says of themselves can be taken for the person's own.
_FIRST_PERSON = LatePattern(r"\b(?:I|[Ii]'m|my|My)\b|我")


def own_words(text: str) -> str:
    """The text with everything gone that it only repeats; as long as the text."""
    lines, fenced, forwarded = [], False, False
    for line in text.split("\n"):
        is_fence = bool(_FENCE.match(line))
        forwarded = forwarded or bool(_FORWARDED.match(line))
        is_others = _QUOTING.match(line) or is_file_line(line) or _is_spoken(line)
        if fenced or is_fence or forwarded or is_others:
            line = GONE * len(line)
        fenced ^= is_fence
        lines.append(line)
    return _QUOTED.sub(lambda quoted: GONE * len(quoted[0]), "\n".join(lines))


def _is_spoken(line: str) -> bool:
    speaker = _SPEAKS.match(line)
    return bool(speaker and _FIRST_PERSON.search(line, speaker.end() - 1))
