"""What an answer leaves behind beside itself: what the open slice is about now, and how the
answer came about. It comes after the answer and never stands in its way."""

import logging
from dataclasses import replace
from datetime import datetime

from memory.errors import TimelineError
from memory.slices import Mark, Slice
from memory.timeline import Placed, Timeline
from previously_bot.account import Account
from previously_bot.answerer import Request
from previously_bot.marking import altered, remarked, remembered
from previously_bot.sessions import Sessions

log = logging.getLogger(__name__)


class Afterwards:
    """Of one timeline. Not for several threads at once."""

    def __init__(self, timeline: Timeline, sessions: Sessions) -> None:
        self._timeline = timeline
        self._sessions = sessions
        self._slice_id = ""
        self._ours: Mark | None = None

    def settle(self, request: Request, placed: Placed, account: Account, at: datetime) -> None:
        """Write down what came of an answer, which is on the timeline at `placed` already.

        What cannot be written is logged: the next message marks the slice again.
        """
        try:
            self._annotate(request.open_slice.slice_id, account)
        except TimelineError as error:
            log.warning("a slice is not marked: %s", error)
        told = placed.slice_id, placed.label
        try:
            self._sessions.write(*told, at, account, request.recalled)
        except TimelineError as error:
            log.warning("how an answer came about is not told: %s", error)
        try:
            self._sessions.follow()
        except TimelineError as error:
            log.warning("numbers of answers are not set right: %s", error)

    def altered(self, before: Slice, after: Slice) -> None:
        """The person took words of a slice back, and what its marks made of them went too."""
        if after.slice_id == self._slice_id:
            self._ours = altered(self._ours, before.mark, after.mark)

    def _annotate(self, slice_id: str, account: Account) -> None:
        """Marks and rejected facts, in one write."""
        if account.mark is None and not account.rejected:
            return
        ours = self._ours if slice_id == self._slice_id else None
        rejected = {(one.kind, one.says) for one in account.rejected}

        def annotated(slice_: Slice) -> Slice:
            kept = tuple(one for one in slice_.safety if (one.kind, one.says) not in rejected)
            mark = remarked(slice_.mark, ours, account.mark) if account.mark else slice_.mark
            return replace(slice_, mark=mark, safety=kept)

        self._timeline.annotate(slice_id, annotated)
        if account.mark:
            self._slice_id, self._ours = slice_id, remembered(ours, account.mark)
