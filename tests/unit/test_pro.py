"""Pro: rounds of tools side by side, bounded, and an answer that is streamed."""

import asyncio

import pytest

from previously_bot.account import Used
from previously_bot.answerer import StartOver
from previously_bot.errors import BadAnswer, Unreachable
from previously_bot.model import Call, Completion, Message, Prompt, Role, Tool
from previously_bot.models.scripted import ScriptedModel
from previously_bot.pro import MOST_CALLS, ROUNDS, Log, Pro

TOOL = Tool("recall", "Look back.", {"type": "object", "properties": {}})
PROMPT = Prompt([Message(Role.USER, "And then?")], [TOOL])


class Echo:
    """Gives back what it was given; `together` calls wait for each other."""

    def __init__(self, together: int = 1, text: str = "") -> None:
        self._met = asyncio.Barrier(together)
        self._text = text

    async def use(self, call: Call) -> Used:
        async with asyncio.timeout(5):
            await self._met.wait()
        return Used(self._text or f"result of {call.arguments}")


def calling(*arguments: str, text: str = "") -> Completion:
    calls = (Call(f"c{nth}", "recall", each) for nth, each in enumerate(arguments))
    return Completion(text, tuple(calls))


async def told(model: ScriptedModel, hands: Echo, log: Log, room: int = 4_000) -> list[object]:
    return [piece async for piece in Pro(model).answer(PROMPT, hands, log, room=room)]


async def test_without_tools_it_is_one_request() -> None:
    model, log = ScriptedModel([["It ", "was March."]]), Log()
    assert await told(model, Echo(), log) == ["It ", "was March."]
    assert len(model.asked) == len(log.asked) == 1


async def test_the_calls_of_a_round_run_together_and_their_results_follow_in_order() -> None:
    model, log = ScriptedModel([calling("1", "2"), "Done."]), Log()
    assert await told(model, Echo(together=2), log) == ["Done."]
    last = model.asked[-1].messages
    assert [(one.text, one.answers) for one in last if one.role is Role.TOOL] == [
        ("result of 1", "c0"),
        ("result of 2", "c1"),
    ]
    assert [call.arguments for call, _ in log.uses] == ["1", "2"]


async def test_what_was_said_before_a_call_is_no_part_of_the_answer() -> None:
    model = ScriptedModel([["Let me look.", calling("1", text="Let me look.")], "March."])
    assert await told(model, Echo(), Log()) == ["Let me look.", StartOver(), "March."]


async def test_after_the_last_round_it_is_asked_without_tools() -> None:
    model = ScriptedModel([*(calling("again") for _ in range(ROUNDS)), "Enough."])
    assert await told(model, Echo(), Log(), room=100_000) == ["Enough."]
    assert [bool(one.tools) for one in model.asked] == [True] * ROUNDS + [False]


async def test_one_that_only_ever_calls_gives_no_answer() -> None:
    model = ScriptedModel([calling("again") for _ in range(ROUNDS + 1)])
    with pytest.raises(BadAnswer):
        await told(model, Echo(), Log(), room=100_000)


async def test_results_stay_within_their_room_and_every_call_is_answered() -> None:
    model = ScriptedModel([calling("1", "2", "3"), "Done."])
    await told(model, Echo(text="word " * 300), Log(), room=500)
    results = [one.text for one in model.asked[-1].messages if one.role is Role.TOOL]
    assert [text.startswith("There is no room") for text in results] == [False, True, True]
    assert model.asked[-1].tools == ()


async def test_more_calls_than_one_round_may_have_are_answered_and_not_done() -> None:
    model, log = ScriptedModel([calling(*map(str, range(MOST_CALLS + 2))), "Done."]), Log()
    await told(model, Echo(), log)
    results = [one.text for one in model.asked[-1].messages if one.role is Role.TOOL]
    assert len(results) == MOST_CALLS + 2
    assert len(log.uses) == MOST_CALLS


async def test_a_failure_is_raised_and_stands_in_the_log() -> None:
    model, log = ScriptedModel([["It ", Unreachable("m", "went silent")]]), Log()
    with pytest.raises(Unreachable):
        await told(model, Echo(), log)
    assert "went silent" in log.asked[0].failed


async def test_what_a_model_writes_at_length_is_not_told_to_it_again() -> None:
    long = "x" * 200_000
    model, log = ScriptedModel([calling(long, text="la " * 9_000), "Done."]), Log()
    assert (await told(model, Echo(text="Written."), log))[-2:] == [StartOver(), "Done."]
    again = model.asked[1].messages
    assert sum(len(one.text) for one in again) < 3_000
    assert sum(len(call.arguments) for one in again for call in one.calls) < 100
    assert log.uses[0][0].arguments == long


async def test_thousands_of_calls_are_not_all_answered() -> None:
    model, log = ScriptedModel([calling(*map(str, range(5_000))), "Done."]), Log()
    assert await told(model, Echo(together=MOST_CALLS), log) == ["Done."]
    assert len(log.uses) == MOST_CALLS
    assert len(model.asked[1].messages) < 30
