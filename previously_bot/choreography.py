"""The two models, one after the other: Flash looks back and points, Pro reads and answers.

Two requests a message, unless something fails or Pro uses tools. Flash may be wrong or down:
then it is as if it had pointed where recall does. When Pro gives no answer the fallback is
asked, and when that gives none the answer comes from memory alone, with a line that says so.
Whatever was begun before is taken back: there is one answer, never two.
"""

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from memory.slices import Mark
from previously_bot import texts
from previously_bot.account import Account, ReadSlice
from previously_bot.answerer import Answerer, Request, StartOver
from previously_bot.clock import Pause
from previously_bot.errors import BadAnswer, ModelError, Refused
from previously_bot.flash import Flash, Glance
from previously_bot.hindsight import Briefed, Hindsight
from previously_bot.lane import Lane
from previously_bot.model import ChatModel
from previously_bot.pro import Log, Pro
from previously_bot.prompt.enclosing import blind
from previously_bot.tools.toolbox import Toolbox

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is asked: `flash` looks back, `pro` answers, and `fallback` when that cannot. Those
    in roles that are `seeing` are shown pictures."""

    flash: ChatModel
    pro: ChatModel
    fallback: ChatModel | None = None
    seeing: frozenset[str] = frozenset()


class Choreography:
    """`if_down` and `if_refused` answer when no model does. `budget` is what Pro may be asked
    with, in tokens, and the same again for what its tools bring."""

    def __init__(
        self,
        cast: Cast,
        hindsight: Hindsight,
        toolbox: Toolbox,
        lane: Lane,
        *,
        if_down: Answerer,
        if_refused: Answerer,
        pause: Pause,
        budget: int,
    ) -> None:
        self._flash = Flash(cast.flash, pause)
        pros = [("pro", cast.pro), ("fallback", cast.fallback)]
        self._pros = [
            (model.name, Pro(model, role), role in cast.seeing) for role, model in pros if model
        ]
        self._hindsight = hindsight
        self._toolbox = toolbox
        self._if_down, self._if_refused = if_down, if_refused
        self._lane = lane
        self._budget = budget

    async def answer(self, request: Request) -> AsyncIterator[str | StartOver | Account]:
        look, tools = self._hindsight, self._toolbox.tools
        view = await self._lane.do(look.view, request)
        seen, asked = await self._flash.glance(view.prompt, view.known)
        glance = seen or view.unseen
        briefed = await self._lane.do(look.brief, request, view, glance, tools, self._budget)
        done, stand_in = Log(asked), self._if_down
        for name, pro, sees in self._pros:
            shown = briefed if sees else replace(briefed, prompt=blind(briefed.prompt))
            said = ""
            try:
                async for piece in self._spoken(name, pro, request, shown, done):
                    said = "" if isinstance(piece, StartOver) else said + piece
                    yield piece
            except ModelError as error:
                log.warning("going on without a model: %s", error)
                stand_in = self._if_refused if isinstance(error, Refused) else self._if_down
                if said:
                    yield StartOver()
            else:
                if done.is_cut:
                    yield "\n\n" + texts.ANSWER_CUT.say(request.language)
                yield _account(briefed, glance, done, name)
                return
        async for told in stand_in.answer(request):
            if not isinstance(told, Account):
                yield told
        yield _account(briefed, glance, done, "")

    async def _spoken(
        self, name: str, pro: Pro, request: Request, briefed: Briefed, done: Log
    ) -> AsyncIterator[str | StartOver]:
        """What a model answers. Raises ModelError, also when it says nothing at all."""
        hands = self._toolbox.at(request.now, [turn.label for turn in request.said])
        has_spoken = False
        async for piece in pro.answer(briefed.prompt, hands, done, room=self._budget):
            has_spoken = isinstance(piece, str) and (has_spoken or bool(piece.strip()))
            yield piece
        if not has_spoken:
            raise BadAnswer(name, "it is empty")


def _account(briefed: Briefed, glance: Glance, done: Log, model: str) -> Account:
    is_marked = glance.is_worth_keeping and glance.mark != Mark()
    return Account(
        intent=glance.intent,
        pointed=briefed.pointed,
        read=[ReadSlice(one.slice.slice_id, one.turns) for one in briefed.scenes],
        asked=done.asked,
        uses=done.uses,
        correction=briefed.correction,
        mark=glance.mark if is_marked else None,
        rejected=briefed.rejected,
        model=model,
    )
