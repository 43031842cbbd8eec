"""The values: a tool that can be used, what it is asked from, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from previously_bot.account import Used
from previously_bot.model import Tool, object_schema
from previously_bot.prompt.fences import fenced, overhead
from previously_bot.prompt.telling import Viewpoint
from previously_bot.prompt.tokens import Sheet, cost_of_line
from previously_bot.tools.arguments import Arguments

BUDGET = 2000
"""So many tokens one result has, at most."""


@dataclass(frozen=True, slots=True)
class Asking:
    """From where one looks back, and the labels of the open slice's turns that ask."""

    seen: Viewpoint
    asked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Instrument:
    """A tool as a model sees it, and what it does; that may raise BadCall, PathRefused and
    what the timeline's store raises."""

    tool: Tool
    use: Callable[[Arguments, Asking], Used]


def instrument(
    use: Callable[[Arguments, Asking], Used],
    description: str,
    properties: Mapping[str, Mapping[str, Any]],
    required: Sequence[str] = (),
) -> Instrument:
    """An instrument that has the name of the function that it uses."""
    return Instrument(Tool(use.__name__, description, object_schema(properties, required)), use)


def words(description: str) -> Mapping[str, Any]:
    """The schema of a text."""
    return {"type": "string", "description": description}


def number(description: str, least: int, most: int) -> Mapping[str, Any]:
    """The schema of a whole number."""
    return {"type": "integer", "minimum": least, "maximum": most, "description": description}


def room(name: str, source: str = "") -> int:
    """The tokens that a result has within its fence."""
    return BUDGET - overhead(name, source)


def listed(title: str, lines: Sequence[str], advice: str, source: str = "") -> str:
    """Lines of memory in their order, as many as there is room for, below a title.

    `advice` says how to see those that are left out.
    """
    sheet = Sheet(room("memory", source))
    sheet.add_beginning(title)
    if not sheet.add(*lines):
        note = "… {:,} more left out; " + advice + " …"
        sheet.left -= cost_of_line(note.format(len(lines)))
        shown = 0
        while shown < len(lines) and sheet.add(lines[shown]):
            shown += 1
        sheet.lines.append(note.format(len(lines) - shown))
    return fenced("memory", sheet.text, source)
