"""Why a slice was pointed at, and what a person has to know of the asked time (pure)."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from memory import words
from memory.recall.bodies import Card
from memory.recall.matching import Evidence
from memory.recall.question import Question
from memory.recall.times import Reading, Window

_SHOWN_WORDS = 6
_DAY = 24 * 3600 * 1000
_INSTANT = timedelta(microseconds=1)

_ENGLISH = {
    "inside": "inside {}",
    "near": "near {}",
    "after": "{} days after {}",
    "after one": "a day after {}",
    "before": "{} days before {}",
    "before one": "a day before {}",
    "outside": "not in {}",
    "speaks": "speaks of {} (“{}”)",
    "speaks plainly": "speaks of {}",
    "says": "says {}",
    "times": "“{}” {}",
    "about": "is about {}",
    "safety": "matters for safety",
    "corrected": "was corrected",
    "decided": "holds a decision",
    "open": "left something open",
    "and": ", ",
    "then": "; ",
    "nothing": "Nothing was said then: “{}”.",
    "nothing of it": "Nothing was said then: “{}”; what is shown is from other times.",
    "elsewhere": "Nothing was said of it then: “{}”; what tells of it is from other times.",
    "otherwise": "Nothing was said then: “{}”, in its first sense; it is taken as {} here.",
    "wider": "Nothing was said then: “{}”, in a narrow sense; this is from the time around it.",
    "cut": "{} slices lie in that time (“{}”); the first {} are shown.",
}
_CHINESE = {
    "inside": "在{}之内",
    "near": "在{}前后",
    "after": "{1}之后{0}天",
    "after one": "{}之后一天",
    "before": "{1}之前{0}天",
    "before one": "{}之前一天",
    "outside": "不在{}之内",
    "speaks": "说的是{}（“{}”）",
    "speaks plainly": "说的是{}",
    "says": "说到{}",
    "times": "“{}”{}",
    "about": "关于{}",
    "safety": "关系到安全",
    "corrected": "更正过",
    "decided": "有决定",
    "open": "有未完的事",
    "and": "、",
    "then": "；",
    "nothing": "{}没有任何对话。",
    "nothing of it": "{}没有任何对话；以下是其他时间的内容。",
    "elsewhere": "{}没有说到这件事；说到它的是其他时间的对话。",
    "otherwise": "{}按第一种理解没有对话；这里按{}理解。",
    "wider": "{}本身没有对话；以下是前后一段时间的内容。",
    "cut": "{1}共有{0}段对话；这里列出前{2}段。",
}


def reason(
    number: int, card: Card, found: Evidence, question: Question, window: Window | None,
    terms: Sequence[str],
) -> str:  # fmt: skip
    """ "inside last Tuesday evening; says “amari” twice"."""
    say = _CHINESE if question.is_told_in_chinese else _ENGLISH
    parts = [_of_time(number, window, say)] if window else []
    counted = _telling({terms[term]: count for term, count in found.said.items()}, question)
    if counted:
        listed = (
            say["times"].format(
                question.surfaces[term], _times(count, question.is_told_in_chinese)
            )
            for term, count in counted
        )
        parts.append(say["says"].format(say["and"].join(listed)))
    about = _telling({terms[term]: 1 for term in found.about}, question)
    if about:
        named = say["and"].join(f"“{question.surfaces[term]}”" for term, _ in about)
        parts.append(say["about"].format(named))
    parts += [say[what] for what in card.weighty if what in ("safety", "corrected")]
    return say["then"].join(part for part in parts if part)


def note(
    question: Question, window: Window | None, shown: int, all_inside: int, *, elsewhere: bool
) -> str:
    """What has to be said of the time that was asked for; "" when nothing has.

    `elsewhere` when the thing that was asked for was not found then, but at other times.
    """
    if window is None:
        return ""
    say = _CHINESE if question.is_chinese else _ENGLISH
    asked = _named(question.intervals, say)
    if window.reading is Reading.EMPTY:
        return say["nothing of it" if shown else "nothing"].format(asked)
    if elsewhere:
        return say["elsewhere"].format(asked)
    if window.reading is Reading.WIDER:
        return say["wider"].format(asked)
    if window.reading is Reading.OTHERWISE:
        return say["otherwise"].format(asked, _dates(window))
    if not question.asked and all_inside > shown:
        return say["cut"].format(all_inside, asked, shown)
    return ""


def _of_time(number: int, window: Window, say: dict[str, str]) -> str:
    named = _named(window.intervals, say)
    if number in window.inside:
        is_meant = window.reading not in (Reading.WIDER, Reading.OTHERWISE)
        return say["inside" if is_meant else "near"].format(named)
    if number in window.speaking:
        _, spoken = window.speaking[number]
        return say["speaks" if spoken else "speaks plainly"].format(named, spoken)
    if number in window.near:
        since = window.near[number]
        side, days = "after" if since >= 0 else "before", -(-abs(since) // _DAY) or 1
        return say[side].format(days, named) if days > 1 else say[f"{side} one"].format(named)
    return say["outside"].format(named)


def _telling(counts: dict[str, int], question: Question) -> list[tuple[str, int]]:
    """The terms that tell most, in the order of the question; no character of a pair, and
    nothing that only names the time, of which the reason speaks anyway."""
    pairs = "".join(term for term in counts if words.is_cjk(term) and len(term) > 1)
    whole = [
        term
        for term in counts
        if question.is_of_thing(term) and (len(term) > 1 or term not in pairs)
    ]
    best = sorted(whole, key=lambda term: -question.asked.get(term, 0.0))[:_SHOWN_WORDS]
    order = {term: nth for nth, term in enumerate(question.asked)}
    return [(term, counts[term]) for term in sorted(best, key=lambda term: order[term])]


def _named(intervals: Iterable[object], say: dict[str, str]) -> str:
    return say["and"].join(dict.fromkeys(str(getattr(one, "text", "")) for one in intervals))


def _dates(window: Window) -> str:
    """Their first and their last days."""
    spans = [(one.start, one.end and one.end - _INSTANT) for one in window.intervals]
    return ", ".join(
        "–".join(dict.fromkeys(edge.date().isoformat() for edge in span if edge))
        for span in spans
    )


def _times(count: int, is_chinese: bool) -> str:
    if is_chinese:
        return f"{count}次"
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
