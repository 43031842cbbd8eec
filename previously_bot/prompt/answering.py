"""What Pro is asked with, within a budget of tokens that holds for any input (pure).

First what stays the same for the whole slice, then its turns as they were said, and last, with
the new message, what was recalled for it. So a provider's cache knows all but the end again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.catalog import Entry
from memory.safety.facts import Fact
from memory.slices import Slice, Speaker, Turn
from memory.words import one_line
from previously_bot import texts
from previously_bot.answerer import Request, Scene
from previously_bot.model import Message, Prompt, Role, Tool
from previously_bot.prompt.fences import defused, fenced, overhead
from previously_bot.prompt.standing import Standing, add_facts, standing
from previously_bot.prompt.telling import Viewpoint, tell, tell_entry, tell_head
from previously_bot.prompt.tokens import Sheet, count, cut
from previously_bot.prompt.trimming import add_fenced, both_ends, now_line
from previously_bot.prompt.turns import Part

# Shares of what is left after the parts before.
_SHARE_OF_TOOLS, _SHARE_OF_STANDING = 0.25, 0.35
_SHARE_OF_MESSAGE, _SHARE_OF_TURNS, _SHARE_OF_TURN = 0.4, 0.35, 0.5
_SHARE_OF_FACTS, _SHARE_OF_LIST, _SHARE_OF_HEAD = 0.3, 0.3, 0.15
_LEAST_OF_SCENE = 120
_LONGEST_LINE = 90
# What a message costs beside its text.
_BESIDE = 8

_MESSAGE = "The person's new message:"


@dataclass(frozen=True, slots=True)
class Recollected:
    """What Pro gets to read: scenes, best first; slices that are only named; and facts that
    the stable beginning does not have."""

    scenes: Sequence[Scene] = ()
    named: Sequence[Entry] = ()
    facts: Sequence[Fact] = ()


def answer_prompt(
    request: Request,
    known: Standing,
    found: Recollected,
    tools: Sequence[Tool],
    budget: int,
) -> Prompt:
    """The prompt for one answer in at most `budget` tokens, its tools included; these are
    offered where there is room to describe them."""
    offered = tuple(tools) if cost_of(tools) <= budget * _SHARE_OF_TOOLS else ()
    left = budget - cost_of(offered) - 2 * _BESIDE
    begin = standing(known, int(left * _SHARE_OF_STANDING))
    left -= count(begin)
    said = defused(both_ends(_joined(request.said), int(left * _SHARE_OF_MESSAGE)))
    left -= count(said)
    earlier = _earlier(request, int(left * _SHARE_OF_TURNS))
    left -= sum(count(message.text) + _BESIDE for message in earlier)
    context = _context(request, found, left - count(_MESSAGE) - 3)
    last = f"{context}\n\n{_MESSAGE}\n{said}"
    messages = _alternating([*earlier, Message(Role.USER, last)])
    return Prompt((Message(Role.SYSTEM, begin), *messages), offered)


def cost_of(tools: Sequence[Tool]) -> int:
    """What it costs to describe tools, in tokens."""
    return sum(
        count(f"{tool.name} {tool.description} {json.dumps(tool.parameters)}") + _BESIDE
        for tool in tools
    )


def size(prompt: Prompt) -> int:
    """What a prompt costs in all, in tokens."""
    return cost_of(prompt.tools) + sum(
        count(message.text) + _BESIDE for message in prompt.messages
    )


def _joined(turns: Sequence[Turn]) -> str:
    return "\n\n".join(turn.text for turn in turns)


def _earlier(request: Request, budget: int) -> list[Message]:
    """The turns of the open slice before the message, as far back as there is room."""
    new = {turn.label for turn in request.said}
    kept: list[Message] = []
    longest = max(1, int(budget * _SHARE_OF_TURN))
    for turn in reversed(request.open_slice.turns):
        if turn.label in new:
            continue
        text = both_ends(turn.text, longest)
        budget -= count(text) + _BESIDE
        if budget < 0:
            break
        kept.append(Message(_ROLES[turn.speaker], defused(text)))
    return kept[::-1]


_ROLES = {Speaker.USER: Role.USER, Speaker.AGENT: Role.ASSISTANT}


def _alternating(messages: Sequence[Message]) -> list[Message]:
    """The messages with those of one speaker in a row made one, the person's first: there are
    models that refuse any other order."""
    joined: list[Message] = []
    for message in messages:
        if joined and joined[-1].role is message.role:
            joined[-1] = Message(message.role, f"{joined[-1].text}\n\n{message.text}")
        elif joined or message.role is Role.USER:
            joined.append(message)
    return joined


def _context(request: Request, found: Recollected, budget: int) -> str:
    """What goes before the new message: the moment, the open slice, and what was recalled."""
    seen = Viewpoint(request.now, request.zone, request.language)
    sheet = Sheet(budget)
    sheet.add(now_line(seen))
    add_facts(sheet, found.facts, int(sheet.left * _SHARE_OF_FACTS))
    head = _of_open_slice(request.open_slice, int(sheet.left * _SHARE_OF_HEAD), seen)
    if head:
        sheet.add(head)
    if request.recalled.note:
        sheet.add(f"About the time that was asked for: {one_line(request.recalled.note)}")
    _add_list(sheet, request, found, seen)
    _add_scenes(sheet, found.scenes, seen)
    return sheet.text


def _of_open_slice(slice_: Slice, budget: int, seen: Viewpoint) -> str:
    """Its corrections and marks: its turns stand before, as they were said."""
    source = f"slice {slice_.slice_id}, going on"
    if not (slice_.amendments or slice_.mark.focus):
        return ""
    # Its facts stand with all others that must not be forgotten.
    bare = replace(slice_, preamble="", safety=())
    told = tell_head(bare, budget - overhead("memory", source) - 1, seen)
    return fenced("memory", told.text, source) if told.text else ""


def _add_list(sheet: Sheet, request: Request, found: Recollected, seen: Viewpoint) -> None:
    """What a long time was about, all that lies in a time, and what else might be looked at."""
    lines = [texts.stretch(part, request.language) for part in request.along]
    lines += [_entry_line(entry, seen) for entry in request.inside]
    shown = {scene.slice.slice_id for scene in found.scenes}
    shown |= {entry.slice_id for entry in request.inside}
    others = [entry for entry in found.named if entry.slice_id not in shown]
    lines += [f"Perhaps: {_entry_line(entry, seen)}" for entry in others]
    room = int(sheet.left * (_SHARE_OF_LIST if found.scenes else 1.0))
    add_fenced(sheet, "timeline", [cut(line, _LONGEST_LINE) for line in lines], room)


def _entry_line(entry: Entry, seen: Viewpoint) -> str:
    corrected = "".join(f"; CORRECTED: {one_line(one.says)}" for one in entry.amendments[-1:])
    return tell_entry(entry, seen) + corrected


def _add_scenes(sheet: Sheet, scenes: Sequence[Scene], seen: Viewpoint) -> None:
    """The scenes, best first: each may take its share of what is left, and leaves the rest."""
    for nth, scene in enumerate(scenes):
        source = f"slice {scene.slice.slice_id}"
        share = sheet.left // (2 if nth + 1 < len(scenes) else 1)
        room = share - overhead("memory", source) - 1
        if room < _LEAST_OF_SCENE:
            break
        told = tell(scene.slice, room, seen)
        if len(told.turns) < len(scene.slice.turns) and scene.turns:
            told = tell(scene.slice, room, seen, Part(labels=scene.turns))
        sheet.add(fenced("memory", told.text, source))
