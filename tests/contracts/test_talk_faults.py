"""What goes wrong at an endpoint, seen by the person: whole talks, over HTTP.

There is one answer to a message, whatever happens, and none comes later.
"""

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from llmock.scenarios import Match
from llmock.scenarios import Reply as Mocked

from memory.slices import Speaker, Turn
from memory.stores.in_memory import InMemoryStore
from previously_bot import texts
from previously_bot.choreography import Cast
from previously_bot.flash import RETRY_AFTER
from previously_bot.model import Call, Completion
from previously_bot.models.openai_compatible.model import OpenAICompatibleModel
from previously_bot.pro import ROUNDS
from tests.endpoint import (
    DONE,
    Endpoint,
    Reply,
    chunk,
    endpoint,
    event,
    refusing,
    said,
    streamed,
)
from tests.fakes import NOON
from tests.talks import Talk, glance, talk
from tests.timelines import with_turns

SHORT, LONG = 0.15, 30  # seconds of patience
QUESTION = "What did I say about the cello?"
GLANCE, ANSWER, SECOND = glance(), "It needs a **bridge**.", "From the second."
ROLES = ("flash", "pro", "fallback")

BROKEN_CALL = Call("1", "recall", '{"question": ')
FAULTS: dict[str, tuple[Reply | None, int, int]] = {
    # The reply (None: nobody listens), and how often Flash and Pro are asked that get it.
    "429": (refusing(429, headers={"Retry-After": "30"}), 1, 1),
    "429 for a moment": (refusing(429, headers={"Retry-After": "0"}), 2, 1),
    "500": (refusing(500), 2, 1),
    "401": (refusing(401), 1, 1),
    "nobody": (None, 0, 0),
    "cut": (Reply(said("A br", "idge, I ")[:-2], ending="cut"), 2, 1),
    "stalled": (Reply([chunk(content="A br")], ending="silent"), 1, 1),
    "silent": (Reply(ending="silent"), 1, 1),
    "malformed": (Reply([chunk(content="A br"), b"data: {{{\n\n"]), 2, 1),
    "arguments": (streamed(Completion("A br", (BROKEN_CALL,))), 2, ROUNDS + 1),
    "no choices": (Reply([event({"choices": []}), DONE]), 2, 1),
    "no text": (Reply(said("")), 2, 1),
}
# What is said where no model answered, if it is not that it is down.
LINES = {"401": texts.MODEL_REFUSES}
GOOD = {
    "flash": streamed(Completion(GLANCE), 40),
    "pro": streamed(Completion(ANSWER)),
    "fallback": streamed(Completion(SECOND)),
}


@dataclass
class Stage:
    """The endpoints by role; where nobody listens there is none."""

    talk: Talk
    servers: dict[str, Endpoint] = field(default_factory=dict)

    def asked(self, role: str) -> int:
        return len(self.servers[role].asked) if role in self.servers else 0

    def heal(self) -> None:
        for role, server in self.servers.items():
            server.replies = [GOOD[role]]


def nowhere() -> str:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


@asynccontextmanager
async def stage(state: Path, replies: dict[str, Reply | None]) -> AsyncIterator[Stage]:
    """A talk whose models are endpoints that give these replies, again and again."""
    store = InMemoryStore()
    yesterday = NOON - timedelta(days=1)
    with_turns(store, Turn("?", yesterday, Speaker.USER, "The cello needs a new bridge"))
    async with AsyncExitStack() as stack:
        servers, models = {}, {}
        for role, reply in replies.items():
            url = nowhere()
            if reply is not None:
                servers[role] = await stack.enter_async_context(endpoint(reply))
                url = servers[role].url
            # Only where it has to run out, so that no test depends on how fast it runs.
            patience = SHORT if reply is not None and reply.ending == "silent" else LONG
            model = OpenAICompatibleModel(role, url, waiting=patience, silence=patience)
            stack.push_async_callback(model.close)
            models[role] = model
        now = await stack.enter_async_context(talk(state, Cast(**models), store=store))
        yield Stage(now, servers)


def on_timeline(now: Talk) -> list[str]:
    return [turn.text for turn in now.slice().turns]


@pytest.mark.parametrize("has_fallback", [False, True], ids=["alone", "with a fallback"])
@pytest.mark.parametrize("failing", [("flash",), ("pro",), ("flash", "pro")], ids="+".join)
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_message_has_one_answer_and_none_comes_later(
    tmp_path: Path, fault: str, failing: tuple[str, ...], has_fallback: bool
) -> None:
    reply, flash_asked, pro_asked = FAULTS[fault]
    roles = ROLES if has_fallback else ROLES[:2]
    replies = {role: reply if role in failing else GOOD[role] for role in roles}
    async with stage(tmp_path, replies) as on:
        answer = await on.talk.say(QUESTION)
        if "pro" not in failing:
            assert answer == ANSWER
        elif has_fallback:
            assert answer == SECOND
        else:
            assert "“The cello needs a new bridge”" in answer
            assert answer.split("\n\n")[-1] == LINES.get(fault, texts.MODEL_DOWN).en
            assert "A br" not in answer
        given = on.talk.platform.texts
        assert given.count(answer) == 1
        assert on_timeline(on.talk) == [QUESTION, answer]
        assert on.asked("flash") == (flash_asked if "flash" in failing else 1)
        assert on.asked("pro") == (pro_asked if "pro" in failing else 1)
        assert on.asked("fallback") == int(has_fallback and "pro" in failing)

        on.heal()
        on.talk.conversation.tick()
        await on.talk.conversation.settled()
        assert on.talk.platform.texts == given
        assert on_timeline(on.talk) == [QUESTION, answer]
        why = await on.talk.say("/why")
        assert all(role in why for role in failing)


@pytest.mark.parametrize("fault", ["429", "500", "cut", "arguments"])
async def test_when_the_models_are_back_they_answer_the_next_message(
    tmp_path: Path, fault: str
) -> None:
    bad = FAULTS[fault][0]
    async with stage(tmp_path, {"flash": bad, "pro": bad}) as on:
        first = await on.talk.say(QUESTION)
        on.heal()
        assert await on.talk.say("And now?") == ANSWER
        assert on_timeline(on.talk) == [QUESTION, first, "And now?", ANSWER]
        earlier = on.servers["pro"].bodies[-1]["messages"]
        assert [one["content"] for one in earlier[1:3]] == [QUESTION, first]


@pytest.mark.parametrize("fault", FAULTS)
async def test_when_the_fallback_fails_as_well_there_is_one_line_all_the_same(
    tmp_path: Path, fault: str
) -> None:
    async with stage(tmp_path, dict.fromkeys(ROLES, FAULTS[fault][0])) as on:
        answer = await on.talk.say(QUESTION)
        line = LINES.get(fault, texts.MODEL_DOWN).en
        assert answer.endswith(f"\n\n{line}")
        assert answer.count(line) == 1
        assert on_timeline(on.talk) == [QUESTION, answer]
        assert on.talk.platform.texts.count(answer) == 1


async def test_a_question_that_memory_cannot_answer_is_told_so_in_one_line(
    tmp_path: Path,
) -> None:
    async with stage(tmp_path, {"flash": refusing(500), "pro": refusing(500)}) as on:
        answer = await on.talk.say("How high is Mont Blanc?")
        assert answer == texts.CANNOT_ANSWER_NOW.en


async def test_pro_is_told_of_broken_arguments_and_may_still_answer(tmp_path: Path) -> None:
    async with stage(tmp_path, {"flash": GOOD["flash"], "pro": GOOD["pro"]}) as on:
        call = streamed(Completion("Wait. ", (BROKEN_CALL,)))
        on.servers["pro"].replies = [call, GOOD["pro"]]
        assert await on.talk.say(QUESTION) == ANSWER
        told = on.servers["pro"].bodies[1]["messages"][-1]
        assert told["role"] == "tool"
        assert "no JSON" in told["content"]


async def test_a_model_that_knows_no_tools_answers_all_the_same(tmp_path: Path) -> None:
    async with stage(tmp_path, {"flash": GOOD["flash"], "pro": GOOD["pro"]}) as on:
        on.servers["pro"].replies = [refusing(400, "m does not support tools"), GOOD["pro"]]
        assert await on.talk.say(QUESTION) == ANSWER
        assert ["tools" in body for body in on.servers["pro"].bodies] == [True, False]


def told_apart(bodies: list[Any]) -> None:
    """Two requests: one that asks for JSON, and one that offers tools."""
    assert [body["model"] for body in bodies] == ["flash", "pro"]
    assert ["response_format" in body for body in bodies] == [True, False]
    assert ["tools" in body for body in bodies] == [False, True]


async def test_a_message_without_tools_takes_exactly_two_requests(tmp_path: Path) -> None:
    async with stage(tmp_path, GOOD) as on:
        for nth in range(1, 4):
            assert await on.talk.say(f"Lamp number {nth}") == ANSWER
            asked = [server.bodies[nth - 1 :] for server in on.servers.values()]
            assert list(map(len, asked)) == [1, 1, 0]
            told_apart([asked[0][0], asked[1][0]])


async def test_a_mock_server_counts_two_requests_a_message(tmp_path: Path, llmock: Any) -> None:
    llmock.add(
        Mocked(text=GLANCE, times=None, match=Match(model="flash")),
        Mocked(text=ANSWER, times=None, match=Match(model="pro")),
    )
    url = llmock.base_url("openai")
    flash, pro = OpenAICompatibleModel("flash", url), OpenAICompatibleModel("pro", url)
    async with talk(tmp_path, Cast(flash, pro)) as now:
        assert await now.say("I bought a lamp") == ANSWER
        told_apart([record.body for record in llmock.requests])
        assert await now.say("/why")
        assert await now.say("/recall lamp")
        assert len(llmock.requests) == 2
        assert await now.say("And another") == ANSWER
        assert len(llmock.requests) == 4
    await flash.close()
    await pro.close()


async def test_where_a_mock_server_takes_no_more_the_fallback_answers_once(
    tmp_path: Path, llmock: Any
) -> None:
    """A server of others that takes no more requests for now: Flash waits, Pro does not."""
    llmock.add(
        Mocked(text=GLANCE, times=None, match=Match(model="flash")),
        Mocked(text=ANSWER, times=None, match=Match(model="pro")),
        Mocked(text=SECOND, times=None, match=Match(model="fallback")),
    )
    url = llmock.base_url("openai")
    models = {role: OpenAICompatibleModel(role, url) for role in ROLES}
    async with talk(tmp_path, Cast(**models)) as now:
        llmock.fail(429, retry_after=RETRY_AFTER, model="flash")
        llmock.fail(429, retry_after=30, model="pro")
        assert await now.say("I bought a lamp") == SECOND
        asked = [record.model for record in llmock.requests]
        assert asked == ["flash", "flash", "pro", "fallback"]
        assert await now.say("And another") == ANSWER
        assert now.platform.texts == [SECOND, ANSWER]
    for model in models.values():
        await model.close()
