"""What all prompts have: long texts made to fit, and the present moment (pure)."""

from collections.abc import Sequence

from previously_bot import moments
from previously_bot.prompt.fences import fenced, overhead
from previously_bot.prompt.telling import Viewpoint
from previously_bot.prompt.tokens import Sheet, count, cut

_SHARE_OF_BEGINNING = 0.5


def both_ends(text: str, budget: int) -> str:
    """A text, or its beginning and its end with a note between: what is asked of a long paste
    stands before it or behind it. At most `budget` tokens."""
    if count(text) <= budget:
        return text
    note = f"\n[… {len(text):,} characters in all; the middle is left out …]\n"
    room = budget - count(note)
    if room < 2:
        return cut(text, budget)
    head = cut(text, int(room * _SHARE_OF_BEGINNING))
    return head + note + _end(text, room - count(head))


def _end(text: str, budget: int) -> str:
    """The longest end of a text that fits, beginning with a word where one is near."""
    fits, too_long = 0, min(len(text), max(16, budget * 8)) + 1
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if count(text[-middle:]) <= budget:
            fits = middle
        else:
            too_long = middle
    end = text[len(text) - fits :]
    return end.partition(" ")[2] if " " in end[:32] else end


def add_fenced(sheet: Sheet, source: str, lines: Sequence[str], room: int) -> None:
    """Lines of memory in their order, as many as `room` tokens hold, and how many more."""
    inner = Sheet(min(room, sheet.left) - overhead("memory", source) - 1)
    left_out = sum(not inner.add(line) for line in lines)
    if left_out:
        inner.add(f"(… {left_out} more)")
    if inner.lines:
        sheet.add(fenced("memory", inner.text, source))


def now_line(seen: Viewpoint) -> str:
    """ "Now: Wednesday 18 March 2026, 21:30 (Europe/Berlin)"."""
    day = moments.day(seen.now, seen.zone, seen.language)
    return f"Now: {day}, {moments.clock_time(seen.now, seen.zone)} ({seen.zone.key})"
