"""Pro: the strong call. It streams an answer, and may look and write with tools before it."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Protocol

from previously_bot.account import Asked, Used
from previously_bot.answerer import StartOver
from previously_bot.errors import BadAnswer, ModelError
from previously_bot.model import Call, ChatModel, Completion, Message, Prompt, Role, Usage
from previously_bot.prompt.tokens import count, cut

ROUNDS = 8
"""So many times in a row Pro may use tools; after that it has to answer."""

MOST_CALLS = 8
"""So many of one round are done."""

_MOST_ANSWERED = 2 * MOST_CALLS  # of those, the rest are answered that they are too many
_LONGEST_CALL = 400  # tokens of what a model called for that it is told again

LONGEST = 100_000
"""Code points of an answer; beyond them a model only repeats itself, and is not listened to."""

# What a message costs beside its text, and the least room that a result is worth asking for.
_BESIDE, _LEAST = 8, 200


class Hands(Protocol):
    """The port: what Pro can do beside answering."""

    async def use(self, call: Call) -> Used:
        """Do what a call asks for; what cannot be done is said in the text. Never raises what
        the model can be blamed for; raises what the timeline's store raises when it is down."""


@dataclass(slots=True)
class Log:
    """What was asked and used on the way to one answer."""

    asked: list[Asked] = field(default_factory=list)
    uses: list[tuple[Call, Used]] = field(default_factory=list)
    is_cut: bool = False
    """Whether the answer ended for its length."""


class Pro:
    """`role` is what its requests are called in the account of an answer."""

    def __init__(self, model: ChatModel, role: str = "pro") -> None:
        self._model = model
        self._role = role

    async def answer(
        self, prompt: Prompt, hands: Hands, log: Log, *, room: int
    ) -> AsyncIterator[str | StartOver]:
        """The answer in pieces. Results of tools take at most `room` tokens together.

        Raises ModelError; what was yielded before is then no answer.
        """
        messages = list(prompt.messages)
        for nth in range(ROUNDS + 1):
            may_call = nth < ROUNDS and room > _LEAST
            whole, spoken = Completion(""), 0
            asked = replace(
                prompt, messages=tuple(messages), tools=prompt.tools if may_call else ()
            )
            async with aclosing(self._asked(asked, log)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Completion):
                        whole = piece
                        continue
                    yield piece
                    spoken += len(piece)
                    if spoken > LONGEST:
                        log.is_cut = True
                        return
            if not whole.calls:
                log.is_cut = whole.is_cut
                return
            if not may_call:
                break
            if spoken:
                yield StartOver()
            told, room = await self._round(whole, hands, log, room)
            messages += told
        raise BadAnswer(self._model.name, "it goes on calling tools and gives no answer")

    async def _round(
        self, whole: Completion, hands: Hands, log: Log, room: int
    ) -> tuple[list[Message], int]:
        """What the model is told of what it called for, and the room that is left then."""
        calls = whole.calls[:_MOST_ANSWERED]
        said, retold = cut(whole.text, _LONGEST_CALL), tuple(map(_retold, calls))
        messages = [Message(Role.ASSISTANT, said, retold)]
        room -= count(said) + sum(count(one.arguments) + _BESIDE for one in retold)
        results = await self._done(calls, hands, log)
        for call, text in zip(calls, results, strict=True):
            told = _within(text, room)
            room -= count(told) + _BESIDE
            messages.append(Message(Role.TOOL, told, answers=call.call_id))
        return messages, room

    async def _asked(self, prompt: Prompt, log: Log) -> AsyncGenerator[str | Completion]:
        """One request, entered in the log whatever becomes of it."""
        usage, failed = Usage(), ""
        try:
            async for piece in self._model.complete(prompt):
                if isinstance(piece, Completion):
                    usage = piece.usage
                yield piece
        except ModelError as error:
            failed = str(error)
            raise
        finally:
            log.asked.append(Asked(self._role, self._model.name, usage, failed))

    async def _done(self, calls: Sequence[Call], hands: Hands, log: Log) -> list[str]:
        """What came of the calls of one round, which run side by side, in their order."""
        done = calls[:MOST_CALLS]
        results = await asyncio.gather(*(hands.use(call) for call in done))
        log.uses += zip(done, results, strict=True)
        refused = [f"Not done: at most {MOST_CALLS} calls at once."] * len(calls[MOST_CALLS:])
        return [result.text for result in results] + refused


def _retold(call: Call) -> Call:
    """A call as the model is reminded of it; it need not read again what it wrote at length."""
    if count(call.arguments) <= _LONGEST_CALL:
        return call
    note = {"left_out": f"{len(call.arguments):,} characters"}
    return replace(call, arguments=json.dumps(note))


def _within(text: str, room: int) -> str:
    if count(text) + _BESIDE <= room:
        return text
    return "There is no room left for this result; answer with what you have."
