"""The port over a small real model: what it says is its own; the form of it is promised."""

import json
from collections.abc import AsyncIterator

import pytest

from previously_bot.model import Completion, Message, Prompt, Role, Shape
from previously_bot.models.openai_compatible.model import OpenAICompatibleModel
from tests.contracts.model_contract import collected, completed

pytestmark = pytest.mark.real_model

SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "maxLength": 20},
        "size": {"enum": ["small", "large"]},
    },
    "required": ["city", "size"],
    "additionalProperties": False,
}


@pytest.fixture
async def model(real_model_url: str) -> AsyncIterator[OpenAICompatibleModel]:
    made = OpenAICompatibleModel("smollm2", real_model_url)
    yield made
    await made.close()


def asking(text: str) -> list[Message]:
    return [Message(Role.SYSTEM, "You answer briefly."), Message(Role.USER, text)]


async def test_it_talks(model: OpenAICompatibleModel) -> None:
    *pieces, whole = await collected(model, Prompt(asking("What is the capital of France?")))
    assert isinstance(whole, Completion)
    assert len(pieces) > 3
    assert "".join(map(str, pieces)) == whole.text
    assert "France" in whole.text
    assert whole.usage.prompt > 10
    assert whole.usage.answer >= len(pieces) - 1
    assert not whole.is_cut


async def test_it_is_cut_where_it_was_bounded(model: OpenAICompatibleModel) -> None:
    whole = await completed(model, Prompt(asking("Tell a long story."), longest=8))
    assert whole.is_cut
    assert whole.usage.answer == 8


async def test_it_gives_json_by_a_schema(model: OpenAICompatibleModel) -> None:
    prompt = Prompt(asking("Where is the Louvre?"), shape=Shape("place", SCHEMA), longest=200)
    whole = await completed(model, prompt)
    answer = json.loads(whole.text)
    assert set(answer) == {"city", "size"}
    assert answer["size"] in ("small", "large")
