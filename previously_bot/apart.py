"""What answers where others read along, and the person has not allowed their memory to be told.

It is given no timeline, no tools and no lane: whatever a model or a message asks for, it can
tell nothing but what was said in that very chat.
"""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace

from previously_bot import texts
from previously_bot.account import Account, Used
from previously_bot.answerer import Request, StartOver
from previously_bot.choreography import Cast
from previously_bot.errors import BadAnswer, ModelError
from previously_bot.model import Call, Message, Prompt
from previously_bot.pro import Log, Pro
from previously_bot.prompt.answering import Recollected, answer_prompt
from previously_bot.prompt.enclosing import blind
from previously_bot.prompt.standing import Standing
from previously_bot.prompt.tokens import count
from previously_bot.texts import groups

log = logging.getLogger(__name__)

RULE = """\

Others read along in this chat. You are shown nothing of the person's memory here, on purpose:
it stays private until they allow it in this chat with “/settings group on”. Answer from what
was said here and from what everybody may know. When you are asked about the person's past, say
that it stays private here; never guess at it."""


class Apart:
    """Asks Pro, and the fallback where that gives no answer; Flash, which looks back, is not
    asked. Without a cast it says that it keeps what was said. `budget` is in tokens."""

    def __init__(self, cast: Cast | None, budget: int) -> None:
        pros = [("pro", cast.pro), ("fallback", cast.fallback)] if cast else []
        seeing = cast.seeing if cast else frozenset()
        self._pros = [
            (model.name, Pro(model, role), role in seeing) for role, model in pros if model
        ]
        self._budget = budget

    async def answer(self, request: Request) -> AsyncIterator[str | StartOver | Account]:
        done, prompt = Log(), _prompt(request, self._budget)
        for name, pro, sees in self._pros:
            shown = prompt if sees else blind(prompt)
            said = ""
            try:
                async for piece in pro.answer(shown, _NoHands(), done, room=0):
                    said = "" if isinstance(piece, StartOver) else said + piece
                    yield piece
                if not said.strip():
                    raise BadAnswer(name, "it is empty")
            except ModelError as error:
                log.warning("going on without a model: %s", error)
                if said:
                    yield StartOver()
            else:
                if done.is_cut:
                    yield "\n\n" + texts.ANSWER_CUT.say(request.language)
                yield Account(asked=done.asked, model=name)
                return
        sentence = texts.NO_ANSWER_NOW if self._pros else groups.KEPT_APART
        yield sentence.say(request.language)
        yield Account(asked=done.asked)


def _prompt(request: Request, budget: int) -> Prompt:
    """As always, of a timeline on which there is nothing else."""
    prompt = answer_prompt(request, Standing(), Recollected(), (), budget - count(RULE))
    first = prompt.messages[0]
    begun = Message(first.role, first.text + "\n" + RULE)
    return replace(prompt, messages=(begun, *prompt.messages[1:]))


class _NoHands:
    """There is no room for tools, so that none is ever used."""

    async def use(self, call: Call) -> Used:
        return Used("There are no tools here.", failed=True)
