"""Looking back for the two models: where Flash may point, and what Pro gets to read.

All of it reads the timeline, and so runs in a thread, one call at a time.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.attached import without_files
from memory.catalog import Entry
from memory.errors import BadSliceId, DamagedSlice
from memory.safety.facts import Fact
from memory.slices import Amendment, Safety, Slice
from memory.timeline import Timeline
from previously_bot.account import Correction, Pointed
from previously_bot.answerer import Request, Scene
from previously_bot.backdrop import Backdrop
from previously_bot.flash import Glance, Known
from previously_bot.model import Prompt, Tool
from previously_bot.outlook import Outlook
from previously_bot.prompt.answering import Recollected, answer_prompt
from previously_bot.prompt.glancing import STRANDS, Candidate, glance_prompt

log = logging.getLogger(__name__)

SCENES = 5
"""So many slices are told to Pro; others are named."""

_CANDIDATES, _LATEST, _NAMED = 20, 5, 8
_LATEST_REASON, _CORRECTED_REASON = "one of the latest", "corrected with this message"


@dataclass(frozen=True, slots=True)
class View:
    """What Flash is asked with. `local` is where recall points without it, the open slice left
    out; `suspected` are the facts of the new message, which it may reject by their number."""

    prompt: Prompt
    known: Known
    local: Sequence[Pointed]
    suspected: Sequence[Safety]
    here: Sequence[str] = ()
    """Turns of the open slice that recall points at, by label."""

    @property
    def unseen(self) -> Glance:
        """What stands for Flash's glance where it gives none."""
        return Glance(pointers=tuple(self.local[:SCENES]))


@dataclass(frozen=True, slots=True)
class Briefed:
    """What Pro is asked with, and what came of Flash's glance on the way to it."""

    prompt: Prompt
    pointed: Sequence[Pointed]
    scenes: Sequence[Scene]
    correction: Correction | None
    rejected: Sequence[Safety]


class Hindsight:
    """Every method may raise what the timeline's store raises."""

    def __init__(self, timeline: Timeline, backdrop: Backdrop, outlook: Outlook) -> None:
        self._timeline = timeline
        self._backdrop = backdrop
        self._outlook = outlook

    def view(self, request: Request) -> View:
        """What lies before Flash: what recall found, and the latest."""
        open_id = request.open_slice.slice_id
        pointers = request.recalled.pointers[: _CANDIDATES + 1]
        local = [
            Pointed(one.slice_id, one.relevance, one.reason, one.turns)
            for one in pointers
            if one.slice_id != open_id
        ][:_CANDIDATES]
        said = [turn.label for turn in request.said]
        suspected = [one for one in request.open_slice.safety if one.turn in said]
        strands = self._outlook.strands(STRANDS)
        return View(
            glance_prompt(request, self._candidates(local, open_id), strands, suspected),
            Known(
                open_slice=open_id,
                exists=lambda slice_id: self._timeline.entry(slice_id) is not None,
                strands=strands,
                said="\n".join(without_files(turn.text) for turn in request.said),
            ),
            local,
            suspected,
            [turn for one in pointers if one.slice_id == open_id for turn in one.turns],
        )

    def brief(
        self,
        request: Request,
        view: View,
        glance: Glance,
        tools: Sequence[Tool],
        budget: int,
    ) -> Briefed:
        """What Pro needs. What the person corrected is written down first; so the prompt shows
        it, whatever becomes of the answer."""
        correction = self._amended(request, glance.correction)
        if correction and correction.slice_id == request.open_slice.slice_id:
            open_slice = self._timeline.read(correction.slice_id)
            request = replace(request, open_slice=open_slice)
        pointed = self._pointed(request, view, glance, correction)
        scenes = self._scenes(request, pointed, correction)
        shown = {one.slice.slice_id for one in scenes}
        named = [one for one in view.local if one.slice_id not in shown][:_NAMED]
        rejected = [
            one for nth, one in enumerate(view.suspected, 1) if glance.stated.get(nth) is False
        ]
        found = Recollected(
            scenes=scenes,
            named=self._entries([one.slice_id for one in named]),
            facts=self._facts(request.open_slice, rejected),
            here=view.here,
        )
        standing = self._backdrop.standing(request.open_slice)
        prompt = answer_prompt(request, standing, found, tools, budget)
        return Briefed(prompt, pointed, scenes, correction, rejected)

    def _facts(self, open_slice: Slice, rejected: Sequence[Safety]) -> list[Fact]:
        """What was stated since the slice began, but for what is none."""
        turned_down = {(one.kind, one.says) for one in rejected}
        later = self._backdrop.later_facts(open_slice)
        return [one for one in later if (one.kind, one.says) not in turned_down]

    def _candidates(self, local: Sequence[Pointed], open_id: str) -> list[Candidate]:
        reasons = {one.slice_id: one.reason for one in local}
        for entry in self._timeline.latest(_LATEST + 1):
            if entry.slice_id != open_id:
                reasons.setdefault(entry.slice_id, _LATEST_REASON)
        entries = self._entries(list(reasons))
        return [Candidate(entry, reasons[entry.slice_id]) for entry in entries]

    def _entries(self, slice_ids: Sequence[str]) -> list[Entry]:
        found = (self._timeline.entry(slice_id) for slice_id in slice_ids)
        return [entry for entry in found if entry is not None]

    def _amended(self, request: Request, correction: Correction | None) -> Correction | None:
        """Write a correction into the slice that holds what was wrong; None if it is not."""
        if correction is None:
            return None
        on = request.now.astimezone(request.zone).date().isoformat()
        amendment = Amendment(correction.right, on=on, by=request.open_slice.slice_id)

        def amended(slice_: Slice) -> Slice:
            # The same message may be answered twice, when the process ended in between.
            latest = slice_.amendments[-1].says if slice_.amendments else ""
            if latest.casefold() == correction.right.casefold():
                return slice_
            return replace(slice_, amendments=(*slice_.amendments, amendment))

        try:
            written = self._timeline.annotate(correction.slice_id, amended)
        except (BadSliceId, DamagedSlice) as error:
            log.warning("a correction is not kept: %s", error)
            return None
        return correction if written else None

    def _pointed(
        self,
        request: Request,
        view: View,
        glance: Glance,
        correction: Correction | None,
    ) -> list[Pointed]:
        """Where Flash pointed, with the turns that recall found there; what was corrected just
        now comes first."""
        turns = {one.slice_id: one.turns for one in view.local}
        pointed = [replace(one, turns=turns.get(one.slice_id, ())) for one in glance.pointers]
        if correction and correction.slice_id != request.open_slice.slice_id:
            others = [one for one in pointed if one.slice_id != correction.slice_id]
            pointed = [Pointed(correction.slice_id, 1.0, _CORRECTED_REASON), *others]
        return pointed

    def _scenes(
        self, request: Request, pointed: Sequence[Pointed], correction: Correction | None
    ) -> list[Scene]:
        changed = correction.slice_id if correction else ""
        read = {one.slice.slice_id: one for one in request.scenes}
        scenes = []
        for one in pointed[:SCENES]:
            known = read.get(one.slice_id) if one.slice_id != changed else None
            try:
                slice_ = known.slice if known else self._timeline.read(one.slice_id)
            except (BadSliceId, DamagedSlice) as error:
                log.warning("answering without a slice: %s", error)
                continue
            scenes.append(Scene(slice_, one.turns, one.reason, one.relevance))
        return scenes
