"""What a message of ours is made of beside its text: buttons, and a file."""

import re

import discord

from adapters.base import GoneForGood, Outgoing
from adapters.discord.reading import PLATFORM

_ROWS, _IN_A_ROW = 5, 5
_LABEL, _COMMAND = 80, 100  # characters
_NAME = 150  # characters
# A form's header ends at a line's end, and a path is no name.
_NO_NAME = re.compile(r"[\x00-\x1f\x7f/\\\"\ud800-\udfff]+")


def buttons(outgoing: Outgoing) -> discord.ui.View | None:
    """Only to be shown: what is pressed comes as an interaction, whoever sent the message."""
    rows = () if outgoing.goes_on else outgoing.buttons
    laid = [
        row[begin : begin + _IN_A_ROW]
        for row in rows
        for begin in range(0, len(row), _IN_A_ROW)
    ]
    view = discord.ui.View(timeout=None)
    taken: set[str] = set()
    for number, row in enumerate(laid[:_ROWS]):
        for one in row:
            command = one.command[:_COMMAND]
            # Discord refuses a message with the same one twice.
            if command not in taken:
                taken.add(command)
                label = one.label.strip()[:_LABEL] or command[:_LABEL]
                view.add_item(discord.ui.Button(label=label, custom_id=command, row=number))
    # A view that has ended is sent and not kept: discord.py would keep each one for ever.
    view.stop()
    return view if taken else None


def upload(outgoing: Outgoing) -> discord.File | None:
    """The file, opened anew for each request. Raises GoneForGood where it cannot be read."""
    if outgoing.file is None or outgoing.goes_on:
        return None
    try:
        return discord.File(outgoing.file.path, filename=_name(outgoing.file.name))
    except OSError as error:
        why = f"the file for it cannot be read: {type(error).__name__}"
        raise GoneForGood(PLATFORM, why) from error


def _name(name: str) -> str:
    clean = _NO_NAME.sub("_", name).strip() or "file"
    if len(clean) <= _NAME:
        return clean
    stem, dot, ending = clean.rpartition(".")
    tail = dot + ending if stem and len(ending) < _NAME // 2 else ""
    return clean[: _NAME - len(tail)] + tail
