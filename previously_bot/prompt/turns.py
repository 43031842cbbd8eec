"""Which turns of a slice are told, and how much of each, within a budget (pure)."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from memory.slices import Turn
from memory.words import terms, weight
from previously_bot import moments
from previously_bot.prompt.tokens import Sheet, cost_of_line, count, cut

# So many turns are looked for by words, and each is told with so many before and after it.
_HITS, _NEIGHBOURS = 6, 1
# Code points of a turn that are looked at; beyond them lies a paste that no budget holds.
_READ = 200_000
# Tokens that are worth giving to a long turn, with its header and the note that it is cut.
_SHORT = 80
_LABEL = re.compile(r"[A-Za-z0-9_-]{1,12}")

# What could be taken for a header of ours, on a line of its own.
_LOOKALIKE = re.compile(
    r"^([ \t]*)(?=(?:\[turn|corrected|slice|safety)\b)", re.IGNORECASE | re.MULTILINE
)
_LINE_ENDS = re.compile(r"\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Part:
    """What to tell of a slice: its `last` turns (0: all), or those around some turns, which
    their `labels` or the `words` in them name."""

    last: int = 0
    labels: tuple[str, ...] = ()
    words: str = ""


WHOLE = Part()


def wanted(turns: Sequence[Turn], part: Part) -> list[int]:
    """The places of the turns that are asked for, the most wanted first."""
    places = range(len(turns))
    if part.labels or part.words:
        hits = [place for place in places if turns[place].label in part.labels]
        hits += _matching(turns, part.words)[:_HITS]
        around = [
            place + step
            for place in hits
            for step in range(-_NEIGHBOURS, _NEIGHBOURS + 1)
            if 0 <= place + step < len(turns)
        ]
        return list(dict.fromkeys([*hits, *around]))
    if part.last > 0:
        return list(reversed(places[-part.last :]))
    # From both ends: how it went out, how it began, and so on to the middle.
    from_both = (place for pair in zip(reversed(places), places, strict=True) for place in pair)
    return list(dict.fromkeys(from_both))


def _matching(turns: Sequence[Turn], words: str) -> list[int]:
    """The places of turns that have some of the words, best first."""
    asked = set(terms(words))
    scores = {
        place: sum(weight(term) for term in asked.intersection(terms(turn.text[:_READ])))
        for place, turn in enumerate(turns)
    }
    return sorted((place for place in scores if scores[place]), key=lambda one: -scores[one])


def add_turns(
    sheet: Sheet, turns: Sequence[Turn], order: Sequence[int], zone: ZoneInfo
) -> tuple[str, ...]:
    """Write turns as far as there is room, and how many are left out where; returns labels.

    `order` has the places of those to write, the most wanted first.
    """
    blocks = {place: _block(turns[place], zone) for place in order}
    shown = _most(blocks, order, len(turns), sheet.left)
    gaps = _gaps(shown, len(turns))
    room = sheet.left - sum(map(cost_of_line, gaps.values()))
    cap = _cap([blocks[place].cost for place in shown], room)
    for place in range(len(turns) + 1):
        if place in gaps:
            sheet.add(gaps[place])
        if place in shown:
            sheet.add(blocks[place].within(cap))
    return tuple(turns[place].label for place in sorted(shown))


@dataclass(frozen=True, slots=True)
class _Block:
    """A turn as text. `cost` is what it takes to write it whole; of `length` code points it
    holds no more than are looked at."""

    head: str
    text: str
    label: str
    length: int
    cost: int

    def within(self, budget: int) -> str:
        if self.cost <= budget:
            return self.head + self.text
        note = f" (turn {self.label} is cut after {{:,}} of {self.length:,} characters)"
        longest = note.format(self.length)
        body = cut(self.text, budget - count(self.head) - cost_of_line(longest))
        return self.head + body + note.format(len(body.removesuffix("…")))


def _block(turn: Turn, zone: ZoneInfo) -> _Block:
    label = turn.label if _LABEL.fullmatch(turn.label) else "?"
    head = f"[Turn {label}, {moments.clock_time(turn.at, zone)}, {turn.speaker.value}] "
    lines = _LINE_ENDS.sub("\n", turn.text[:_READ])
    text = _LOOKALIKE.sub(r"\1\\", lines)
    is_whole = len(turn.text) <= _READ
    # One that is not whole costs more than there can be.
    cost = cost_of_line(head + text) if is_whole else 1 << 60
    return _Block(head, text, label, len(turn.text), cost)


def _most(
    blocks: dict[int, _Block], order: Sequence[int], total: int, budget: int
) -> Collection[int]:
    """As many of the most wanted turns as can be told, each at least in short."""

    def is_room(many: int) -> bool:
        shown = set(order[:many])
        least = sum(min(blocks[place].cost, _SHORT) for place in shown)
        return least + sum(map(cost_of_line, _gaps(shown, total).values())) <= budget

    none, all_of_them = 0, len(order)
    if is_room(all_of_them):
        return set(order)
    while all_of_them - none > 1:
        middle = (none + all_of_them) // 2
        none, all_of_them = (middle, all_of_them) if is_room(middle) else (none, middle)
    return set(order[:none])


def _gaps(shown: Collection[int], total: int) -> dict[int, str]:
    """The place after which turns are left out → how many, in words."""
    found, missing = {}, 0
    for place in range(total + 1):
        if place < total and place not in shown:
            missing += 1
            continue
        if missing:
            found[place] = f"… {missing:,} turn{'' if missing == 1 else 's'} left out …"
        missing = 0
    return found


def _cap(costs: Sequence[int], room: int) -> int:
    """What one turn may cost at most, so that all of them find room; high for the few long."""
    cap, left = room, room
    for nth, cost in enumerate(sorted(costs)):
        cap = left // (len(costs) - nth)
        if cost > cap:
            return cap
        left -= cost
    return max(cap, room)
