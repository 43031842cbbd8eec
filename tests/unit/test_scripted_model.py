"""What a scripted model can be told to say."""

import asyncio

import pytest

from previously_bot.errors import BadAnswer, RateLimited
from previously_bot.model import Completion, Message, Prompt, Role, Usage
from previously_bot.models.scripted import ScriptedModel
from tests.contracts.model_contract import SAID, collected, completed

TOLD = Prompt([Message(Role.USER, "Say it back.")])


async def test_answers_come_in_order_and_prompts_are_kept():
    model = ScriptedModel(["one two", Completion("three", usage=Usage(3, 0, 1))])
    assert model.name == "scripted"
    assert await collected(model) == ["one", " two", Completion("one two")]
    assert model.left == 1
    assert (await completed(model, TOLD)).usage.prompt == 3
    assert model.asked == [SAID, TOLD]


async def test_an_answer_may_be_made_of_the_prompt():
    model = ScriptedModel([lambda prompt: prompt.messages[-1].text])
    assert (await completed(model, TOLD)).text == "Say it back."


async def test_a_sequence_is_pieces_and_an_error_among_them_is_raised():
    model = ScriptedModel([["a b", "", "c"], ["a", RateLimited("scripted", 2)]])
    assert await collected(model) == ["a b", "c", Completion("a bc")]
    with pytest.raises(RateLimited):
        await collected(model)


async def test_an_event_holds_an_answer_back():
    go = asyncio.Event()
    answer = ScriptedModel([["a", go, "b"]]).complete(SAID)
    assert await anext(answer) == "a"
    rest = asyncio.ensure_future(anext(answer))
    await asyncio.wait([rest], timeout=0.01)
    assert not rest.done()
    go.set()
    assert await rest == "b"
    assert await anext(answer) == Completion("ab")


async def test_a_script_that_has_ended_gives_no_answer_until_there_is_more():
    model = ScriptedModel()
    with pytest.raises(BadAnswer, match="come to an end"):
        await collected(model)
    model.then("more")
    assert (await completed(model)).text == "more"
    await model.close()
    assert model.is_closed
