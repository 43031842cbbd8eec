"""When a slice closes: after thirty minutes of silence, and by no other rule."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from memory.slices import ClosedBy, Slice, Speaker, Turn

SILENCE = timedelta(minutes=30)


def fell_silent(last: datetime, now: datetime) -> bool:
    """Whether thirty minutes lie between two aware moments; exactly thirty do, 29:59 do not.

    Both are taken to UTC first: Python subtracts two datetimes of one zone as wall clock, which
    is wrong by an hour on the two nights a year when clocks change.
    """
    return now.astimezone(UTC) - last.astimezone(UTC) >= SILENCE


def goes_on(start: datetime, end: datetime, at: datetime) -> bool:
    """Whether a slice from `start` to `end` has not fallen silent at a moment, looking both
    ways from it; all aware."""
    return not fell_silent(end, at) and not fell_silent(at, start)


def takes(slice_: Slice, turn: Turn) -> bool:
    """Whether a slice takes a turn; one the person closed, up to what they said last, for the
    answer to that may have come after more was said, and that answer itself, for they may have
    closed the slice elsewhere while it was given."""
    is_late = slice_.closed_by == ClosedBy.USER and turn.at > _last_said(slice_)
    is_over = is_late and not _is_answer(turn, slice_)
    return not is_over and goes_on(slice_.start, slice_.end, turn.at)


def _is_answer(turn: Turn, slice_: Slice) -> bool:
    """Whether it answers what was said last in a slice."""
    is_unanswered = bool(slice_.turns) and slice_.turns[-1].speaker is Speaker.USER
    return turn.speaker is Speaker.AGENT and is_unanswered


def _last_said(slice_: Slice) -> datetime:
    said = [turn.at for turn in slice_.turns if turn.speaker is Speaker.USER]
    return max(said, default=slice_.end)


def cut(turns: Iterable[Turn]) -> list[list[Turn]]:
    """Turns in order of time, cut wherever the silence between two of them closes a slice."""
    pieces: list[list[Turn]] = []
    for turn in sorted(turns, key=lambda turn: turn.at):
        if not pieces or fell_silent(pieces[-1][-1].at, turn.at):
            pieces.append([])
        pieces[-1].append(turn)
    return pieces
