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
from previously_bot.prompt import enclosing
from previously_bot.prompt.fences import defused, fenced, overhead
from previously_bot.prompt.standing import Standing, add_facts, standing
from previously_bot.prompt.telling import Viewpoint, tell, tell_entry, tell_head
from previously_bot.prompt.tokens import Sheet, count, cut
from previously_bot.prompt.trimming import add_fenced, both_ends, now_line
from previously_bot.prompt.turns import Part

# Shares of what is left after the parts before.
_SHARE_OF_TOOLS, _SHARE_OF_STANDING = 0.4, 0.35
_SHARE_OF_MESSAGE, _SHARE_OF_TURNS = 0.4, 0.4
_SHARE_OF_FACTS, _SHARE_OF_LIST, _SHARE_OF_HEAD, _SHARE_OF_HERE = 0.3, 0.3, 0.15, 0.3
_SHARE_OF_DOCUMENTS = 0.6
_LEAST_OF_SCENE = 120
_LONGEST_LINE, _LONGEST_CORRECTION, _CORRECTIONS = 90, 60, 5

# Of the whole budget: what one turn of the open slice may take; and what falls out of it at a
# time when it has grown too long, so that what stays is the same bytes for some messages.
_TURN, _BLOCK = 0.1, 0.08
_MOST_TURNS = 400
# What a message costs beside its text.
_BESIDE = 8

_MESSAGE = "The person's new message:"
_LEFT_OUT = "(The first {} turns of the slice going on are left out; read_slice shows them.)"
_AWAITED = (
    "The memory is not all here: what was said before is still on its way from {}, as the "
    "person is told above your answer. Never say that something was not said."
)


@dataclass(frozen=True, slots=True)
class Recollected:
    """What Pro gets to read: scenes, best first; slices that are only named; facts that the
    stable beginning does not have; and turns of the open slice, by label, that are to be told
    also when they lie far back."""

    scenes: Sequence[Scene] = ()
    named: Sequence[Entry] = ()
    facts: Sequence[Fact] = ()
    here: Sequence[str] = ()


def answer_prompt(
    request: Request,
    known: Standing,
    found: Recollected,
    tools: Sequence[Tool],
    budget: int,
) -> Prompt:
    """The prompt for one answer in at most `budget` tokens, its tools included; these are
    offered where there is room to describe them."""
    images = enclosing.shown(request.images, budget)
    budget -= enclosing.cost_of_images(images)
    offered = tuple(tools) if cost_of(tools) <= budget * _SHARE_OF_TOOLS else ()
    left = budget - cost_of(offered) - 2 * _BESIDE
    begin = standing(known, int(left * _SHARE_OF_STANDING))
    left -= count(begin)
    said = defused(both_ends(_joined(request.said), int(left * _SHARE_OF_MESSAGE)))
    pictured = enclosing.note_on(images, request.images)
    left -= count(said) + count(_MESSAGE) + count(_LEFT_OUT) + count(pictured) + 9
    before, block = _before(request, int(budget * _TURN)), int(budget * _BLOCK)
    reserved = min(_cost_of(before), int(left * _SHARE_OF_TURNS))
    # What recall found here is told again, unless it is certain to stand there.
    far = {label for label, _ in before[: _dropped(before, reserved, block)]}
    here = [label for label in found.here if label in far]
    context = _context(request, replace(found, here=here), left - reserved)
    dropped = _dropped(before, left - count(context), block)
    note = _LEFT_OUT.format(dropped) + "\n" if dropped else ""
    last = f"{context}\n\n{note}{pictured}{_MESSAGE}\n{said}"
    earlier = [message for _, message in before[dropped:]]
    messages = _alternating([*earlier, enclosing.last_message(last, images)])
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
        count(message.text) + _BESIDE + enclosing.cost_of_images(message.images)
        for message in prompt.messages
    )


def _joined(turns: Sequence[Turn]) -> str:
    return "\n\n".join(turn.text for turn in turns)


def _before(request: Request, longest: int) -> list[tuple[str, Message]]:
    """The turns of the open slice before the message, by their labels; each cut where it has
    more than `longest` tokens."""
    new = {turn.label for turn in request.said}
    turns = request.open_slice.turns
    # Of a slice without end, in steps, so that the beginning stays the same for a while.
    step = _MOST_TURNS // 4
    first = max(0, len(turns) - _MOST_TURNS) // step * step
    return [
        (turn.label, Message(_ROLES[turn.speaker], defused(both_ends(turn.text, longest))))
        for turn in turns[first:]
        if turn.label not in new
    ]


def _cost_of(turns: Sequence[tuple[str, Message]]) -> int:
    return sum(count(message.text) + _BESIDE for _, message in turns)


def _dropped(before: Sequence[tuple[str, Message]], budget: int, block: int) -> int:
    """How many of the first turns are left out for the rest to find room: whole blocks, which
    are counted off from the first turn, and so are the same for the next message."""
    left, in_block, dropped = _cost_of(before), 0, 0
    for nth, turn in enumerate(before, start=1):
        if left <= budget:
            break
        in_block += _cost_of([turn])
        if in_block >= block or nth == len(before):
            left, in_block, dropped = left - in_block, 0, nth
    return dropped


_ROLES = {Speaker.USER: Role.USER, Speaker.AGENT: Role.ASSISTANT}


def _alternating(messages: Sequence[Message]) -> list[Message]:
    """The messages with those of one speaker in a row made one, the person's first: there are
    models that refuse any other order."""
    joined: list[Message] = []
    for message in messages:
        if joined and joined[-1].role is message.role:
            text = f"{joined[-1].text}\n\n{message.text}"
            joined[-1] = replace(message, text=text)
        elif joined or message.role is Role.USER:
            joined.append(message)
    return joined


def _context(request: Request, found: Recollected, budget: int) -> str:
    """What goes before the new message: the moment, the open slice, and what was recalled."""
    seen = Viewpoint(request.now, request.zone, request.language)
    sheet = Sheet(budget)
    sheet.add(now_line(seen))
    if request.awaited:
        sheet.add(_AWAITED.format(one_line(request.awaited)))
    add_facts(sheet, found.facts, int(sheet.left * _SHARE_OF_FACTS))
    room = int(sheet.left * _SHARE_OF_DOCUMENTS)
    enclosing.add_documents(sheet, request.documents, room)
    _add_open_slice(sheet, request.open_slice, found.here, seen)
    if request.recalled.note:
        sheet.add(f"About the time that was asked for: {one_line(request.recalled.note)}")
    _add_list(sheet, request, found, seen)
    _add_scenes(sheet, found.scenes, seen)
    return sheet.text


def _add_open_slice(sheet: Sheet, slice_: Slice, here: Sequence[str], seen: Viewpoint) -> None:
    """Its corrections and marks, and turns that lie far back; the others stand before, as they
    were said."""
    source = f"slice {slice_.slice_id}, going on"
    if not (slice_.amendments or slice_.mark.focus or here):
        return
    # Its facts stand with all others that must not be forgotten.
    bare = replace(slice_, preamble="", safety=())
    room = int(sheet.left * (_SHARE_OF_HERE if here else _SHARE_OF_HEAD))
    room -= overhead("memory", source) + 1
    if here:
        told = tell(bare, room, seen, Part(labels=tuple(here)))
    else:
        told = tell_head(bare, room, seen)
    if told.text:
        sheet.add(fenced("memory", told.text, source))


def _add_list(sheet: Sheet, request: Request, found: Recollected, seen: Viewpoint) -> None:
    """What a long time was about, all that lies in a time, and what else might be looked at."""
    lines = [
        cut(texts.stretch(part, request.language), _LONGEST_LINE) for part in request.along
    ]
    lines += [_entry_line(entry, seen) for entry in request.inside]
    shown = {scene.slice.slice_id for scene in found.scenes}
    shown |= {entry.slice_id for entry in request.inside}
    others = [entry for entry in found.named if entry.slice_id not in shown]
    lines += [f"Perhaps: {_entry_line(entry, seen)}" for entry in others]
    room = int(sheet.left * (_SHARE_OF_LIST if found.scenes else 1.0))
    add_fenced(sheet, "timeline", lines, room)


def _entry_line(entry: Entry, seen: Viewpoint) -> str:
    corrected = [
        f"; CORRECTED: {cut(one_line(one.says), _LONGEST_CORRECTION)}"
        for one in entry.amendments[-_CORRECTIONS:]
    ]
    return cut(tell_entry(entry, seen), _LONGEST_LINE) + "".join(corrected)


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
