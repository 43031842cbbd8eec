"""What every chat model promises; a backend says how one is made that gives set answers."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

import pytest

from previously_bot.errors import (
    BadAnswer,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unreachable,
)
from previously_bot.model import Call, ChatModel, Completion, Message, Prompt, Role, Tool, Usage

PATIENCE = 10  # seconds before a test that hangs is called a failure


@dataclass(frozen=True)
class Broken:
    """An answer that ends in an error of this kind, after some pieces."""

    kind: type[ModelError]
    pieces: tuple[str, ...] = ()


Scene = Completion | Broken

SAID = Prompt([Message(Role.SYSTEM, "Be kind."), Message(Role.USER, "When did we meet?")])
TOOLS = [Tool("look", "Look along the timeline.", {"type": "object", "properties": {}})]
HOSTILE = [
    "Grüße, 你好 👩‍👩‍👧 and 😀",
    "data: [DONE]\n\n\r\ndata: x",
    "\x00\x1b[2J\u2028",
    '{"a": "b"}',
]


async def collected(model: ChatModel, prompt: Prompt = SAID) -> list[str | Completion]:
    async with asyncio.timeout(PATIENCE):
        return [piece async for piece in model.complete(prompt)]


async def listen(model: ChatModel, hear: Callable[[Any], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        async for piece in model.complete(SAID):
            hear(piece)


async def completed(model: ChatModel, prompt: Prompt = SAID) -> Completion:
    last = (await collected(model, prompt))[-1]
    assert isinstance(last, Completion)
    return last


class ModelContract(ABC):
    """Inherit, and say how a model is set up."""

    @abstractmethod
    def model(self, *scenes: Scene) -> AbstractAsyncContextManager[ChatModel]:
        """A model named "m" that gives these answers, one after the other."""

    async def test_it_tells_its_name(self) -> None:
        async with self.model(Completion("yes")) as model:
            assert model.name == "m"

    @pytest.mark.parametrize("text", ["In June.", " two\n\nparts ", *HOSTILE])
    async def test_the_pieces_are_the_text_and_the_whole_comes_last(self, text: str) -> None:
        async with self.model(Completion(text)) as model:
            *pieces, whole = await collected(model)
        assert all(isinstance(piece, str) and piece for piece in pieces)
        assert "".join(map(str, pieces)) == text
        assert whole == Completion(text)

    async def test_a_long_text_comes_in_more_than_one_piece(self) -> None:
        async with self.model(Completion("word " * 50)) as model:
            assert len(await collected(model)) > 10

    async def test_calls_come_as_they_were_written_json_or_not(self) -> None:
        calls = (
            Call("a1", "look", '{"when": "June"}'),
            Call("a2", "look", '{"when": '),
            Call("a3", "other", ""),
        )
        async with self.model(Completion("", calls), Completion("Wait. ", calls)) as model:
            prompt = Prompt(SAID.messages, TOOLS)
            assert await collected(model, prompt) == [Completion("", calls)]
            assert await completed(model, prompt) == Completion("Wait. ", calls)

    async def test_tokens_are_counted(self) -> None:
        usage = Usage(prompt=120, cached=64, answer=7)
        async with self.model(Completion("yes", usage=usage)) as model:
            assert (await completed(model)).usage == usage

    async def test_an_answer_cut_for_its_length_says_so(self) -> None:
        async with self.model(Completion("It was", is_cut=True), Completion("yes")) as model:
            assert (await completed(model)).is_cut
            assert not (await completed(model)).is_cut

    @pytest.mark.parametrize("text", ["", " \n"])
    async def test_an_answer_without_text_and_without_calls_is_none(self, text: str) -> None:
        async with self.model(Completion(text)) as model:
            with pytest.raises(BadAnswer):
                await collected(model)

    @pytest.mark.parametrize("kind", [Unreachable, RateLimited, Refused, BadAnswer, TooLong])
    async def test_each_error_is_raised_and_the_next_answer_is_given(
        self, kind: type[ModelError]
    ) -> None:
        async with self.model(Broken(kind), Completion("yes")) as model:
            with pytest.raises(kind) as caught:
                await collected(model)
            assert type(caught.value) is kind
            assert caught.value.model == "m"
            assert await completed(model) == Completion("yes")

    @pytest.mark.parametrize("kind", [Unreachable, BadAnswer, Refused])
    async def test_an_error_may_come_after_pieces(self, kind: type[ModelError]) -> None:
        heard: list[Any] = []
        async with self.model(Broken(kind, ("It ", "was"))) as model:
            with pytest.raises(kind):
                await listen(model, heard.append)
        assert heard == ["It ", "was"]

    async def test_several_may_ask_at_once(self) -> None:
        wholes = [Completion(f"answer number {n} of twenty") for n in range(20)]
        async with self.model(*wholes) as model:
            given = await asyncio.gather(*(completed(model) for _ in wholes))
        assert sorted(given, key=str) == sorted(wholes, key=str)

    async def test_whoever_asked_may_stop_listening(self) -> None:
        async with self.model(Completion("word " * 50), Completion("yes")) as model:
            answer = model.complete(SAID)
            assert await anext(answer)
            await stop(answer)
            assert await completed(model) == Completion("yes")

    async def test_it_may_be_closed_twice(self) -> None:
        async with self.model(Completion("yes")) as model:
            await model.close()
            await model.close()


async def stop(answer: AsyncIterator[Any]) -> None:
    """Every answer is a generator, which ends when it is closed."""
    await answer.aclose()  # type: ignore[attr-defined]
