"""The answerer contract: over memory alone, over scripted models, and over endpoints."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from llmock.scenarios import Match, Reply

from previously_bot.choreography import Cast
from previously_bot.errors import Unreachable
from previously_bot.model import Call, Completion, Prompt
from previously_bot.models.openai_compatible.model import OpenAICompatibleModel
from previously_bot.models.scripted import Answer, ScriptedModel
from tests import endpoint
from tests.contracts.answerer_contract import MOVED, AnswererContract, Memory
from tests.talks import glance

OFTEN = 20
RIGHT = "We moved to Hamm in March."
POINTERS = [
    {"slice_id": MOVED, "relevance": 0.9, "reason": "the move"},
    {"slice_id": "2019-01-01-0000", "relevance": 0.8, "reason": "made up"},
]


def glancing(prompt: Prompt) -> str:
    """Points where something was recalled, and corrects when the person does."""
    correction = {"slice_id": MOVED, "wrong": "January", "right": RIGHT}
    is_correcting = "No, we moved" in prompt.messages[-1].text
    return glance(pointers=POINTERS, correction=correction if is_correcting else None)


class TestExtractiveModel(AnswererContract):
    @asynccontextmanager
    async def cast(self) -> AsyncIterator[None]:
        yield None


class TestChoreography(AnswererContract):
    @asynccontextmanager
    async def cast(self) -> AsyncIterator[Cast]:
        yield Cast(ScriptedModel([glancing] * OFTEN), ScriptedModel(["In **March**."] * OFTEN))


class TestChoreographyWithTools(AnswererContract):
    """Pro speaks too early, looks, tries what it may not, and then answers."""

    @asynccontextmanager
    async def cast(self) -> AsyncIterator[Cast]:
        calls = (
            Call("1", "read_slice", json.dumps({"slice_id": MOVED})),
            Call("2", "look_along", "{}"),
            Call("3", "write_file", '{"path": "memory/episodic/x.md", "content": "x"}'),
        )
        rounds: list[Answer] = [Completion("Let me look. ", calls), "In **March**."]
        yield Cast(ScriptedModel([glancing] * OFTEN), ScriptedModel(rounds * OFTEN))


class TestChoreographyWithoutModels(AnswererContract):
    """Both are configured, and neither can be reached."""

    @asynccontextmanager
    async def cast(self) -> AsyncIterator[Cast]:
        down = Unreachable("m", "down")
        yield Cast(
            ScriptedModel([down] * 2 * OFTEN),
            ScriptedModel([["In Ma", down]] * OFTEN),
            ScriptedModel([down] * OFTEN),
        )


class TestChoreographyOverAMockServer(AnswererContract):
    """Both models are one mock server of others, which tells them by their names."""

    @pytest.fixture(autouse=True)
    def _server(self, llmock: Any) -> None:
        said = glance(pointers=POINTERS)
        llmock.add(
            Reply(text=said, times=None, match=Match(model="flash")),
            Reply(text="In **March**.", times=None, match=Match(model="pro")),
        )
        self.url = llmock.base_url("openai")

    @asynccontextmanager
    async def cast(self) -> AsyncIterator[Cast]:
        flash = OpenAICompatibleModel("flash", self.url, "a-key")
        pro = OpenAICompatibleModel("pro", self.url, "a-key")
        yield Cast(flash, pro)
        await flash.close()
        await pro.close()


class TestChoreographyOverEndpoints(AnswererContract):
    """Byte by byte: Flash corrects, and Pro reads with a tool before it answers."""

    @asynccontextmanager
    async def cast(self) -> AsyncIterator[Cast]:
        correction = {"slice_id": MOVED, "wrong": "January", "right": RIGHT}
        said = {
            "plain": glance(pointers=POINTERS),
            "corrects": glance(pointers=POINTERS, correction=correction),
        }
        look = Completion("Wait. ", (Call("a", "read_slice", f'{{"slice_id": "{MOVED}"}}'),))
        rounds = [endpoint.streamed(one, 9) for one in (look, Completion("In **March**."))]

        def glances(body: Any) -> endpoint.Reply:
            is_correcting = "No, we moved" in body["messages"][-1]["content"]
            return endpoint.streamed(Completion(said["corrects" if is_correcting else "plain"]))

        async with (
            endpoint.endpoint(glances) as first,
            endpoint.endpoint(*rounds * OFTEN) as second,
        ):
            flash = OpenAICompatibleModel("flash", first.url)
            pro = OpenAICompatibleModel("pro", second.url)
            yield Cast(flash, pro)
            await flash.close()
            await pro.close()


@pytest.mark.parametrize("kind", [TestChoreography, TestChoreographyOverEndpoints])
async def test_a_correction_is_written_before_the_answer_is_begun(
    tmp_path: Path, kind: type[AnswererContract]
) -> None:
    """Else the contract would hold of what corrects nothing."""
    async with kind().cast() as cast:
        memory = Memory(tmp_path, cast)
        answer = memory.mind.answerer.answer(memory.request("No, we moved to Hamm in March"))
        await anext(answer)
        assert [one.says for one in memory.timeline.read(MOVED).amendments] == [RIGHT]
        await answer.aclose()  # type: ignore[attr-defined]
