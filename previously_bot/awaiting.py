"""What answers while the past of a person is still on its way here: it says so first."""

from collections.abc import AsyncIterator

from previously_bot.account import Account
from previously_bot.answerer import Answerer, Request, StartOver
from previously_bot.texts import syncing as texts


class Awaiting:
    """Answers as another one does, below a line that says what is not here yet."""

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer

    async def answer(self, request: Request) -> AsyncIterator[str | StartOver | Account]:
        line = ""
        if request.awaited:
            line = texts.NOT_HERE_YET.say(request.language, place=request.awaited) + "\n\n"
        if line:
            yield line
        async for piece in self._answerer.answer(request):
            yield piece
            if line and isinstance(piece, StartOver):
                yield line
