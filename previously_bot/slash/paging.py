"""One page of a list, and the buttons that turn it (pure).

A page is named at the end of a command by what stands beside it: `/timeline last week <ID` is
what comes before the slice ID, and `>ID` what comes after it. So no page has to be remembered,
and each stays the same when more is said.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adapters.base import COMMAND_LIMIT, Button, Rows
from previously_bot.texts import paging

_TURNED = re.compile(r"(?:^|\s)([<>])([0-9](?:[0-9-]{0,30}[0-9])?)$")

_IN_A_ROW = 5

ANYWAY = "/timeline"
"""The way back from a slice, where no other is known."""
_BACK = " from "


@dataclass(frozen=True, slots=True)
class Turned:
    """What stands after a command: `rest`, and the page of it that is wanted: what comes
    before ("<") or after (">") `mark`; both "" for the page that is shown first."""

    rest: str
    way: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Which of so many are shown: from `start` up to `stop`, which is not."""

    start: int
    stop: int
    of: int


def turned(rest: str, is_mark: Callable[[str], bool]) -> Turned:
    """What a person typed, or a button says; what ends in no mark names no page."""
    match = _TURNED.search(rest)
    if match is None or not is_mark(match[2]):
        return Turned(rest)
    return Turned(rest[: match.start()].strip(), match[1], match[2])


def page(wanted: Turned, place: int, of: int, size: int, *, last_first: bool = True) -> Page:
    """`place` is how many come before what is wanted to be after, or before what is wanted to
    be before. Where that is nothing, the page at that end is shown."""
    if wanted.way == "<":
        stop = max(min(place, of), min(size, of))
    elif wanted.way == ">":
        stop = min(max(place, 0) + size, of)
    else:
        stop = of if last_first else min(size, of)
    start = max(0, stop - size)
    if wanted.way == ">" and place < of:
        start = max(place, 0)
    return Page(start, stop, of)


def returning(rest: str) -> tuple[str, str]:
    """What stands after a command, without the command that leads back from it; and that, ""
    where there is none."""
    before, between, command = rest.partition(_BACK)
    return (before.strip(), command.strip()) if between else (rest, "")


def page_of(command: str, wanted: Turned) -> str:
    """The command that shows a page again."""
    return " ".join(filter(None, (f"/{command}", wanted.rest, f"{wanted.way}{wanted.mark}")))


def turning(
    command: str,
    rest: str,
    shown: Page,
    marks: Sequence[str],
    language: str,
    way_back: str = "",
) -> tuple[Rows, str]:
    """The buttons that turn a page of which `marks` name the first and the last, and, where
    a command is too long for a button, how to turn it by hand. The way back stays the same."""
    ways = [
        (paging.EARLIER, paging.BY_HAND_EARLIER, "<", marks[0], shown.start > 0),
        (paging.LATER, paging.BY_HAND_LATER, ">", marks[-1], shown.stop < shown.of),
    ]
    buttons: list[Button] = []
    by_hand: list[str] = []
    for label, hint, way, mark, is_there in ways:
        said = " ".join(filter(None, (f"/{command}", rest, f"{way}{mark}")))
        if not is_there:
            continue
        if _fits(said):
            said = _with_way_back(said, way_back)
            buttons.append(Button(label.say(language), said))
        else:
            by_hand.append(hint.say(language, mark=f"{way}{mark}"))
    return ((tuple(buttons),) if buttons else ()), "\n".join(by_hand)


def opening(slice_ids: Sequence[str], way_back: str) -> Rows:
    """A button for each slice of a numbered list, which opens it; `way_back` is the command of
    the list."""
    buttons = [
        Button(f"{nth}", _with_way_back(f"/slice {one}", way_back))
        for nth, one in enumerate(slice_ids, start=1)
    ]
    return tuple(
        tuple(buttons[first : first + _IN_A_ROW]) for first in range(0, len(buttons), _IN_A_ROW)
    )


def _with_way_back(said: str, way_back: str) -> str:
    """Where a button has room for it; otherwise all conversations are the way back."""
    whole = f"{said}{_BACK}{way_back}"
    return whole if way_back not in ("", ANYWAY) and _fits(whole) else said


def _fits(said: str) -> bool:
    return len(said.encode()) <= COMMAND_LIMIT
