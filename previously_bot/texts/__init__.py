"""Every sentence shown to a person in a chat, in English and in Chinese.

`texts.KEPT.say(language)`, `texts.UNKNOWN_COMMAND.say("zh", command="/x")`. A misspelt sentence
is a type error; a placeholder that is missing or unknown raises KeyError.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from string import Formatter
from zoneinfo import ZoneInfo

from memory.along import Stretch
from memory.recap import Recap
from memory.words import shortened
from previously_bot.moments import distance, speaks_chinese, stretch_in_words


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence (or a few that belong together) in both languages, with {placeholders}."""

    en: str
    zh: str

    def say(self, language: str, **values: object) -> str:
        """The sentence in a language (zh…, or else English) with its placeholders filled.

        Values go in as they are, braces and all; of "{count:file|files}" one word goes in, by
        whether it is 1. Raises KeyError for a wrong set of them.
        """
        template = self.zh if speaks_chinese(language) else self.en
        if values.keys() != placeholders(template):
            raise KeyError(f"{template!r} is filled with {sorted(values)}")
        return template.format(**{name: _Value(one) for name, one in values.items()})


@dataclass(frozen=True, slots=True)
class _Value:
    """What a placeholder is filled with: itself, or one of the two words that it asks for."""

    value: object

    def __format__(self, wanted: str) -> str:
        one, _, many = wanted.partition("|")
        if not many:
            return format(self.value, wanted)
        return one if self.value == 1 else many


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


# Coming and going

GREETING = Sentence(
    "I am Previously: I remember you by *when*. Everything you say here goes onto one "
    "timeline, in files that are yours.\n\n"
    "Just start talking. Later ask me something like “What did we talk about last "
    "Tuesday evening?”; /help lists what else I understand.",
    "我是 Previously，按*时间*记住你。你在这里说的一切都会放进一条时间线，"
    "存在属于你自己的文件里。\n\n"
    "直接开始聊就好。以后可以问我“上周二晚上我们聊了什么？”；/help 列出我还能听懂的命令。",
)
DEMO_GREETING = Sentence(
    "This is Previously, with a small invented past to look around in. I remember by *when*: "
    "everything said goes onto one timeline.\n\n"
    "Try “{question}”, or /timeline, or tell me something of your own. /quit ends the demo.",
    "这里是 Previously 的演示，里面有一小段虚构的过去。我按*时间*记忆："
    "说过的一切都在一条时间线上。\n\n"
    "试试“{question}”，或者 /timeline，也可以说点你自己的事。/quit 结束演示。",
)
DEMO_FOLDER = Sentence(
    "The files of this copy are in `{folder}`.",
    "这份副本的文件在 `{folder}`。",
)
# Commands

PAIR = Sentence(
    "{code} — send this to the bot within ten minutes; the account that sends it is {name}'s.",
    "{code} — 请在十分钟内把它发给机器人；发送它的账号就属于 {name}。",
)
LINKED = Sentence(
    "This account is {name}'s from now on: one timeline, whichever app you write from.",
    "这个账号从现在起属于 {name}：不管用哪个应用，都是同一条时间线。",
)
TIMELINE_EMPTY = Sentence(
    "Your timeline is still empty. Say something, and it begins.",
    "你的时间线还是空的。说点什么，它就开始了。",
)
NOTHING_THEN = Sentence(
    "There is nothing on your timeline in that time ({when}).",
    "那段时间（{when}）你的时间线上什么也没有。",
)
GOING_ON = Sentence("still going on", "还在进行")
KEPT_WAITING = Sentence(
    "Your message is kept, and I answer it by myself once this is out of the way: {why}",
    "你的消息已经记下，等这个问题解决后我会自动回答：{why}",
)
NOTHING_FOUND = Sentence(
    "I found nothing about that on your timeline.",
    "我在你的时间线上没有找到相关的内容。",
)
NOTHING_FOUND_HERE = Sentence(
    "I found nothing about that in what is on this machine so far.",
    "在目前已到这台机器的内容里，我没有找到相关的。",
)
NO_ANSWER_NOW = Sentence(
    "I could not answer just now. What you said is kept; ask me again in a little while.",
    "我现在没能回答。你说的话已经记下了，请过一会儿再问我。",
)

# Previously

PREVIOUSLY = Sentence("**Previously on you:**", "**前情提要：**")
PREVIOUSLY_SCENE = Sentence("{when}: {about}", "{when}：{about}")
CORRECTED_SINCE = Sentence("{about} (corrected: {right})", "{about}（已更正：{right}）")
STILL_OPEN = Sentence("Still open: {loops}", "还没了结：{loops}")

# Answers from memory alone

NO_MODEL = Sentence(
    "No language model is configured, so I answer from memory alone: I keep what you say and "
    "find it again.",
    "没有配置语言模型，所以我只凭记忆回答：我会记下你说的话，并能重新找到它。",
)
NO_MODEL_SHORT = Sentence(
    "(from memory, without a language model)", "（仅凭记忆，没有语言模型）"
)
ANSWER_CUT = Sentence(
    "(My answer was cut off here, for its length; ask me to go on.)",
    "（回答太长，在这里被截断了；可以让我继续。）",
)
MODEL_DOWN = Sentence(
    "(My language model does not answer just now; this is from memory alone.)",
    "（语言模型暂时没有回应；以上仅凭记忆。）",
)
MODEL_REFUSES = Sentence(
    "(My language model refuses to answer, perhaps for its key or its name in the settings; "
    "this is from memory alone.)",
    "（语言模型拒绝回答，可能是设置里的密钥或名称不对；以上仅凭记忆。）",
)
CANNOT_ANSWER_NOW = Sentence(
    "That I cannot answer without my language model, which does not respond just now. Your "
    "question is kept; ask me again in a little while.",
    "没有语言模型，这个问题我答不了，而它暂时没有回应。你的问题已经记下，请过一会儿再问我。",
)
HELLO = Sentence(
    "Hello! Tell me something, or ask me about what you told me before.",
    "你好！说点什么吧，或者问问你以前告诉过我的事。",
)
KEPT = Sentence("Kept.", "记下了。")
KEPT_WORDS = Sentence("Kept: “{words}”", "记下了：“{words}”")
KEPT_FORWARD = Sentence("Kept what {name} wrote: “{words}”", "记下了 {name} 写的：“{words}”")
KEPT_FORWARDED = Sentence("Kept what was forwarded: “{words}”", "记下了转发的内容：“{words}”")
KEPT_LOOP = Sentence(
    "Kept, and noted as still to do: “{words}”", "记下了，并标为待办：“{words}”"
)
KEPT_DECISION = Sentence(
    "Kept, and noted as decided: “{words}”", "记下了，并标为决定：“{words}”"
)
CANNOT_ANSWER = Sentence(
    "That I cannot answer without a language model; I can only remember. Your question is "
    "kept. Ask me what you said, or what we talked about at some time.",
    "没有语言模型，这个问题我答不了；我只会记忆。你的问题已经记下了。"
    "可以问我你说过什么，或者某个时候我们聊了什么。",
)
FOUND = Sentence("This is what I find on your timeline:", "我在你的时间线上找到这些：")
MORE = Sentence("… and {count} more", "……还有 {count} 段")
NO_TIME_NAMED = Sentence("No time is named there.", "里面没有时间。")
TOO_VAGUE = Sentence("too vague to look in", "太笼统，无法据此查找")
ABOUT_THEN = Sentence("about ", "大约")
ALONG = Sentence("Looking along that time:", "沿着这段时间看：")
STRETCH = Sentence("**{when}**: {count}", "**{when}**：{count}")
CONVERSATIONS = Sentence("{count} {count:conversation|conversations}", "{count}段对话")
DECIDED = Sentence("decided: {words}", "决定：{words}")
LEFT_OPEN = Sentence("left open: {words}", "未了结：{words}")
MEANT = Sentence("(“{words}”: {when})", "（“{words}”：{when}）")
YOU_SAID = Sentence("You, {time}: “{words}”", "你，{time}：“{words}”")
I_SAID = Sentence("I, {time}: “{words}”", "我，{time}：“{words}”")
CORRECTED = Sentence("Corrected later: “{words}”", "后来更正：“{words}”")
CORRECTED_ON = Sentence("Corrected on {day}: “{words}”", "更正于{day}：“{words}”")

_FENCE = re.compile("`{3,}")
_LOOP_LIMIT = 60  # code points of a decision or an open loop in the line of a stretch
_ABOUT_LIMIT = 120  # code points of a scene or an open loop in a recap


def previously(recap: Recap, now: datetime, zone: ZoneInfo, language: str) -> str:
    """ "Previously on you", as Markdown: a line a scene, oldest first; what is still open."""
    lines = [PREVIOUSLY.say(language)]
    for scene in recap.scenes:
        when = distance(scene.end, now, zone, language)
        about = corrected(inline(scene.about, _ABOUT_LIMIT), scene.corrected, language)
        lines.append("- " + PREVIOUSLY_SCENE.say(language, when=_capital(when), about=about))
    loops = [inline(loop, _ABOUT_LIMIT).rstrip(".。") for loop in recap.open_loops]
    if loops:
        separator = "；" if speaks_chinese(language) else "; "
        lines += ["", STILL_OPEN.say(language, loops=separator.join(loops))]
    return "\n".join(lines)


def corrected(about: str, right: str, language: str) -> str:
    """What a slice was about, with what is right of it as it is known now ("" for nothing)."""
    if not right.strip():
        return about
    return CORRECTED_SINCE.say(language, about=about, right=inline(right, _ABOUT_LIMIT))


def inline(text: str, limit: int) -> str:
    """Words of a person for the middle of a line: at most `limit` code points, on one line.

    Fences lose their third backtick: Discord takes them as code, far beyond the line.
    """
    return _FENCE.sub("`", shortened(text, limit))


def stretch(part: Stretch, language: str) -> str:
    """A year, a month or a day in one line: how much was said, and what it was about."""
    count = CONVERSATIONS.say(language, count=part.slices)
    said = [count, ", ".join(part.strands)]
    for sentence, listed in ((DECIDED, part.decisions), (LEFT_OPEN, part.open_loops)):
        if listed:
            words = "; ".join(shortened(one, _LOOP_LIMIT).rstrip(".。") for one in listed)
            said.append(sentence.say(language, words=words))
    when = stretch_in_words(part.name, language)
    return STRETCH.say(language, when=when, count=" — ".join(one for one in said if one))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
