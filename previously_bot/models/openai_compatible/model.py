"""The model: asks, listens to the stream, and remembers what its endpoint does not understand.

Importing this takes about half a second, so it is imported where a model is built.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

import openai

from previously_bot.errors import BadAnswer, ModelError, Refused, Unreachable
from previously_bot.model import Completion, Prompt
from previously_bot.models.openai_compatible.assembly import Assembly
from previously_bot.models.openai_compatible.client import client_of
from previously_bot.models.openai_compatible.faults import CLIENT_ERRORS, said_of, translated
from previously_bot.models.openai_compatible.request import Manner, body, tamer

Pieces = openai.AsyncStream[Any]

# Of how many calls the thoughts before them are kept: more than one answer can need.
_THOUGHTS_KEPT = 256


class OpenAICompatibleModel:
    """`base_url` is the root that `/chat/completions` is appended to; without an `api_key`
    none is sent. In seconds: `connecting` is how long a connection may take, `waiting` the
    first piece, `silence` every other one, and `in_all` the whole answer. Nothing is asked
    twice, except in another manner when the endpoint does not understand the first."""

    def __init__(
        self,
        name: str,
        base_url: str,
        api_key: str | None = None,
        *,
        connecting: float = 10,
        waiting: float = 120,
        silence: float = 60,
        in_all: float = 600,
    ) -> None:
        self._name = name
        self._waiting = waiting
        self._silence = silence
        self._in_all = in_all
        self._manner = Manner()
        self._thoughts: OrderedDict[str, str] = OrderedDict()
        self._client, self._headers = client_of(name, base_url, api_key, connecting)
        # The client imports what it needs when it is first used; not while somebody waits.
        self._create = self._client.chat.completions.create

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        assembly = Assembly(self._name, len(prompt.messages))
        until = asyncio.get_running_loop().time() + self._in_all
        pieces = await self._ask(prompt)
        try:
            async with aclosing(self._read(pieces, assembly, until)) as texts:
                async for text in texts:
                    yield text
        except ModelError:
            # A connection that breaks off after the last word takes only the count with it.
            if not assembly.is_finished:
                raise
        finally:
            await pieces.close()
        if rest := assembly.rest():
            yield rest
        whole = assembly.whole()
        self._keep_thoughts(whole, assembly.thoughts)
        yield whole

    async def close(self) -> None:
        await self._client.close()

    async def _ask(self, prompt: Prompt) -> Pieces:
        """The stream of an answer; in another manner when the first is not understood."""
        manner = self._manner
        while True:
            asked = body(self._name, prompt, manner, self._thoughts_before)
            try:
                async with asyncio.timeout(self._waiting):
                    pieces: Pieces = await self._create(**asked, extra_headers=self._headers)
            except TimeoutError:
                raise Unreachable(
                    self._name, "it did not answer in time", was_slow=True
                ) from None
            except openai.APIStatusError as error:
                why = translated(self._name, error)
                other = None
                if isinstance(why, Refused) and _may_be_tamed(error):
                    other = tamer(manner, prompt, said_of(error))
                if other is None:
                    raise why from None
                manner = other
            except CLIENT_ERRORS as error:
                raise translated(self._name, error) from None
            else:
                # Only now is it known that this was the reason.
                self._manner = manner
                return pieces

    async def _read(
        self, pieces: Pieces, assembly: Assembly, until: float
    ) -> AsyncGenerator[str, None]:
        """`until` is when the answer must have come, by the loop's clock."""
        loop, patience = asyncio.get_running_loop(), self._waiting
        while True:
            try:
                async with asyncio.timeout_at(min(loop.time() + patience, until)):
                    piece = await anext(pieces, None)
            except TimeoutError:
                why = "it did not come to an end in time"
                raise Unreachable(self._name, why, was_slow=True) from None
            except CLIENT_ERRORS as error:
                raise translated(self._name, error) from None
            if piece is None:
                return
            patience = self._silence
            if not isinstance(piece, openai.BaseModel):
                raise BadAnswer(self._name, "it is not in the form of a chat completion")
            if text := assembly.add(piece.to_dict(warnings=False)):
                yield text

    def _thoughts_before(self, call_id: str) -> str:
        return self._thoughts.get(call_id, "")

    def _keep_thoughts(self, whole: Completion, thoughts: str) -> None:
        if thoughts:
            self._thoughts.update({call.call_id: thoughts for call in whole.calls})
        while len(self._thoughts) > _THOUGHTS_KEPT:
            self._thoughts.popitem(last=False)


def _may_be_tamed(error: openai.APIStatusError) -> bool:
    """Whether it may be how one asked; OpenRouter says 404 where no provider knows tools."""
    status = error.status_code
    return status in (400, 422) or (status == 404 and "tool" in said_of(error))
