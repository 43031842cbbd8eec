"""A made-up timeline to measure on: the same seed always gives the same files."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory import markdown, paths
from memory.slices import ClosedBy, Mark, Slice, Speaker, Turn

SEED = 20260707
ZONE = "Europe/Berlin"
FIRST = datetime(2022, 1, 3, 6, tzinfo=UTC)
SPAN = timedelta(days=3 * 365)
TURNS = 6

_WORDS = (
    "allotment archive balcony bicycle bread cello ceramics choir coffee concert crossword "
    "dentist dissertation doctor exam ferry film flat garden german greenhouse harbour hiking "
    "interview invoice kitchen landlord lecture library marathon meeting museum neighbour "
    "novel orchard painting passport photo physio piano pottery recipe repair rust sailing "
    "school sewing sister ski station tax tent theatre train translation violin workshop"
)
_TAGS = _WORDS.split()
_TAGS_ZH = ("面试", "搬家", "钢琴", "作业", "医生", "火车")
_SAID = (
    "I was at the {0} again this morning, and it went better than the last time.",
    "Can you believe it: the {0} is closed until the {1} is finished.",
    "I decided to give the {0} another month before I ask about the {1}.",
    "I still need to call about the {0}. Remind me when we speak of the {1} again.",
    "The {0} took the whole afternoon. Afterwards I was too tired for the {1}.\n\n"
    "But there was that light over the water, and I stayed until eight.",
)
_ANSWERED = (
    "That sounds like progress. You spoke of the {0} before, when the {1} was new.",
    "Noted. What would help most with the {0} now?\n\n- a list\n- a quiet hour\n- the {1}",
    "The {0} can wait; the {1} cannot.",
)
_SAID_ZH = (
    "今天{0}很顺利，比上次好多了。",
    "我决定下个月再说{0}的事。",
    "还要记得问一下{0}和{1}。",
)
_ANSWERED_ZH = ("听起来不错。上次你说起{0}的时候还有点担心。", "好的，{0}的事我记住了。")


def write(folder: Path, count: int) -> datetime:
    """Write `count` closed slices, spread over three years, and no derived file.

    Returns the moment at which the last one ended.
    """
    slice_ = None
    for slice_ in _slices(count):
        path = folder / paths.slice_path(slice_.slice_id)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(markdown.encode(slice_))
    return slice_.end if slice_ else FIRST


def short_turn(chance: random.Random, number: int, at: datetime) -> Turn:
    """The `number`th turn of a conversation, counted from 0: the person speaks first."""
    return _turn(chance, number, at, chance.sample(_TAGS, 2), is_chinese=False)


def _slices(count: int) -> Iterator[Slice]:
    chance = random.Random(SEED)
    step = SPAN / count
    for nth in range(count):
        yield _slice(chance, FIRST + nth * step + timedelta(minutes=chance.uniform(0, 60)))


def _slice(chance: random.Random, start: datetime) -> Slice:
    start = start.replace(microsecond=start.microsecond // 1000 * 1000)
    is_chinese = chance.random() < 0.15
    tags = chance.sample(_TAGS_ZH if is_chinese else _TAGS, chance.randint(2, 4))
    slice_ = Slice(paths.minute_id(start), start, start, timezone=ZONE)
    at = start
    for number in range(TURNS):
        turn = _turn(chance, number, at, tags, is_chinese=is_chinese)
        slice_ = slice_.with_turn(turn)
        at += timedelta(milliseconds=chance.randint(4_000, 90_000))
    said = [turn.text for turn in slice_.turns if turn.speaker is Speaker.USER]
    mark = Mark(
        focus=said[0][:60],
        summary=said[1][:100],
        tags=tuple(tags),
        decisions=tuple(text[:100] for text in said if "decided" in text or "决定" in text),
        open_loops=tuple(text[:100] for text in said if "Remind" in text or "记得" in text),
        emotional_tone=chance.choice(("positive", "neutral", "neutral", "negative")),
    )
    return slice_.closed(ClosedBy.SILENCE, mark)


def _turn(
    chance: random.Random, number: int, at: datetime, about: list[str], *, is_chinese: bool
) -> Turn:
    is_answer = number % 2 == 1
    said = _SAID_ZH if is_chinese else _SAID
    answered = _ANSWERED_ZH if is_chinese else _ANSWERED
    text = chance.choice(answered if is_answer else said).format(*chance.sample(about, 2))
    message = f"telegram 8812/{at.timestamp() * 1000:.0f}"
    return Turn(
        "?",
        at,
        Speaker.AGENT if is_answer else Speaker.USER,
        text,
        f"answers {message}" if is_answer else message,
    )
