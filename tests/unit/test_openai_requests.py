"""What an endpoint is asked with, and what is asked again when it does not understand."""

import os
from typing import Any

import pytest

from previously_bot.errors import Refused
from previously_bot.model import (
    Call,
    Completion,
    Image,
    Message,
    Prompt,
    Role,
    Shape,
    Tool,
    Usage,
)
from previously_bot.models.openai_compatible.model import OpenAICompatibleModel
from tests.contracts.model_contract import completed
from tests.endpoint import DONE, Asked, Endpoint, Reply, chunk, endpoint, event, refusing, said

YES = Reply(said("yes"))
SCHEMA = {"type": "object", "properties": {"when": {"type": "string"}}, "required": ["when"]}
SHAPED = Prompt([Message(Role.USER, "When?")], shape=Shape("answer", SCHEMA), longest=50)
PLAIN = Prompt([Message(Role.USER, "When?")])


async def asked_with(prompt: Prompt, *, key: str | None = "a-key") -> Asked:
    async with endpoint(YES) as server:
        await ask(server, prompt, key=key)
        return server.asked[0]


async def ask(server: Endpoint, *prompts: Prompt, key: str | None = "a-key") -> None:
    """One model asks all of it."""
    model = OpenAICompatibleModel("m", server.url, key)
    try:
        for prompt in prompts:
            await completed(model, prompt)
    finally:
        await model.close()


async def test_pictures_go_with_the_text_of_their_message():
    images = (Image("image/png", b"\x89PNG"), Image("image/jpeg", b"\xff\xd8"))
    asked = await asked_with(Prompt([Message(Role.USER, "Look", images=images)]))
    assert asked.body["messages"] == [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Look"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
                {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,/9g="}},
            ],
        }
    ]


async def test_every_message_is_translated():
    calls = (Call("a1", "look", '{"when": "June"}'), Call("a2", "look", "{"))
    prompt = Prompt(
        [
            Message(Role.SYSTEM, "Be kind."),
            Message(Role.USER, "Grüße 😀"),
            Message(Role.ASSISTANT, "", calls),
            Message(Role.TOOL, "nothing", answers="a1"),
            Message(Role.TOOL, "", answers="a2"),
            Message(Role.ASSISTANT, "Wait.", calls[:1]),
            Message(Role.ASSISTANT, ""),
        ]
    )
    told = [
        {
            "id": c.call_id,
            "type": "function",
            "function": {"name": c.name, "arguments": c.arguments},
        }
        for c in calls
    ]
    assert (await asked_with(prompt)).body == {
        "model": "m",
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": [
            {"role": "system", "content": "Be kind."},
            {"role": "user", "content": "Grüße 😀"},
            {"role": "assistant", "content": None, "tool_calls": told},
            {"role": "tool", "tool_call_id": "a1", "content": "nothing"},
            {"role": "tool", "tool_call_id": "a2", "content": ""},
            {"role": "assistant", "content": "Wait.", "tool_calls": told[:1]},
            {"role": "assistant", "content": ""},
        ],
    }


async def test_tools_a_shape_and_a_length_are_said():
    prompt = Prompt(SHAPED.messages, [Tool("look", "Look.", SCHEMA)], SHAPED.shape, longest=50)
    body = (await asked_with(prompt)).body
    function = {"name": "look", "description": "Look.", "parameters": SCHEMA}
    assert body["tools"] == [{"type": "function", "function": function}]
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "schema": SCHEMA},
    }
    assert body["max_tokens"] == 50


async def test_half_a_character_does_not_stop_a_request():
    prompt = Prompt([Message(Role.USER, "half \ud83d and whole \ud83d\ude00")])
    assert (await asked_with(prompt)).body["messages"][0]["content"] == "half � and whole 😀"


async def test_the_key_goes_along_and_nothing_else_of_the_environment(monkeypatch):
    for name in list(os.environ):
        if name.startswith("OPENAI_"):
            monkeypatch.delenv(name)
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID", "BASE_URL"):
        monkeypatch.setenv(f"OPENAI_{name}", "http://somebody-elses.example")
    headers = (await asked_with(PLAIN)).headers
    assert headers["authorization"] == "Bearer a-key"
    assert "somebody-elses" not in str(headers)


async def test_without_a_key_none_is_sent(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-somebody-elses")
    headers = (await asked_with(PLAIN, key=None)).headers
    assert "authorization" not in headers
    assert "somebody-elses" not in str(headers)


def manner(body: dict[str, Any]) -> str:
    shaping = body.get("response_format", {}).get("type", "words")
    return f"{shaping}{' counted' if 'stream_options' in body else ''}"


@pytest.mark.parametrize(
    ("refusals", "manners"),
    [
        ([], ["json_schema counted", "json_schema counted"]),
        (
            ["This response_format type is unavailable now"],
            ["json_schema counted", "json_object counted", "json_object counted"],
        ),
        (
            ["response_format json_schema?", "json_object is unknown"],
            ["json_schema counted", "json_object counted", "words counted", "words counted"],
        ),
        (
            ["Unknown field: stream_options"],
            ["json_schema counted", "json_schema", "json_schema"],
        ),
        (
            ["bad request"] * 3,
            [
                "json_schema counted",
                "json_object counted",
                "words counted",
                "words",
                "words",
            ],
        ),
    ],
)
async def test_what_is_not_understood_is_left_out_and_this_is_remembered(refusals, manners):
    async with endpoint(*(refusing(400, text) for text in refusals), YES) as server:
        await ask(server, SHAPED, SHAPED)
        assert [manner(body) for body in server.bodies] == manners


async def test_a_length_is_said_in_the_newer_word_where_that_is_asked_for():
    message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    async with endpoint(refusing(400, message, param="max_tokens"), YES) as server:
        await ask(server, SHAPED, SHAPED)
        lengths = [
            (body.get("max_tokens"), body.get("max_completion_tokens"))
            for body in server.bodies
        ]
        assert lengths == [(50, None), (None, 50), (None, 50)]
        assert {manner(body) for body in server.bodies} == {"json_schema counted"}


NO_TOOLS = [
    (400, "registry.ollama.ai/library/small:135m does not support tools"),
    (400, "tools param requires --jinja flag"),
    (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser'),
    (400, "Tool calling is not supported with this model"),
    (404, "No endpoints found that support tool use."),
]


@pytest.mark.parametrize(("status", "message"), NO_TOOLS)
async def test_a_model_that_knows_no_tools_is_asked_without_them_from_then_on(status, message):
    offering = Prompt(PLAIN.messages, [Tool("look", "Look.", SCHEMA)])
    async with endpoint(refusing(status, message), YES) as server:
        await ask(server, offering, offering)
        assert ["tools" in body for body in server.bodies] == [True, False, False]
        assert {body["messages"][0]["content"] for body in server.bodies} == {"When?"}


async def test_tools_that_were_used_already_are_not_taken_out_of_the_middle():
    call = Call("a", "look", "{}")
    used = [Message(Role.ASSISTANT, "", (call,)), Message(Role.TOOL, "-", answers="a")]
    prompt = Prompt([*PLAIN.messages, *used], [Tool("look", "Look.", SCHEMA)])
    bad = refusing(400, "a message with role tool must follow tool_calls")
    async with endpoint(bad, bad, YES) as server:
        with pytest.raises(Refused):
            await ask(server, prompt)
        assert all("tools" in body for body in server.bodies)


async def test_without_a_schema_the_shape_is_told_in_words():
    told = Prompt([Message(Role.SYSTEM, "Be kind."), *SHAPED.messages], shape=SHAPED.shape)
    async with endpoint(refusing(400, "response_format"), YES) as server:
        await ask(server, SHAPED, told)
        _, alone, beside = (body["messages"] for body in server.bodies)
    for messages, beginning in (
        (alone, "Answer with one JSON"),
        (beside, "Be kind.\n\nAnswer"),
    ):
        assert [message["role"] for message in messages] == ["system", "user"]
        assert messages[0]["content"].startswith(beginning)
        assert '"required": ["when"]' in messages[0]["content"]


async def test_a_request_that_stays_bad_is_refused_and_nothing_is_learnt_from_it():
    async with endpoint(*[refusing(400, "bad")] * 4, YES) as server:
        model = OpenAICompatibleModel("m", server.url)
        with pytest.raises(Refused):
            await completed(model, SHAPED)
        await completed(model, SHAPED)
        await model.close()
        assert len(server.asked) == 5
        assert manner(server.bodies[-1]) == "json_schema counted"


async def test_nothing_else_is_asked_twice():
    for status in (401, 404, 429, 500, 503):
        async with endpoint(refusing(status, "response_format"), YES) as server:
            with pytest.raises(Exception, match="The model m"):
                await ask(server, SHAPED)
            assert len(server.asked) == 1


# What comes back.


def piece(index: int | None, call_id: str | None = None, **function: str) -> dict[str, Any]:
    told: dict[str, Any] = {"function": function}
    if index is not None:
        told["index"] = index
    return told | ({"id": call_id} if call_id is not None else {})


async def heard(*chunks: bytes, prompt: Prompt = PLAIN) -> Completion:
    async with endpoint(Reply([*chunks, DONE])) as server:
        model = OpenAICompatibleModel("m", server.url)
        try:
            return await completed(model, prompt)
        finally:
            await model.close()


END = chunk("tool_calls")


@pytest.mark.parametrize(
    ("pieces", "calls"),
    [
        (
            [
                [piece(0, "a", name="look", arguments="")],
                [piece(1, "b", name="read", arguments='{"x"')],
                [piece(0, arguments='{"w":'), piece(1, arguments=": 1}")],
                [piece(0, arguments=" 2}")],
            ],
            [("a", "look", '{"w": 2}'), ("b", "read", '{"x": 1}')],
        ),
        (
            [[piece(0, "a", name="look", arguments="{}"), piece(1, "b", name="read")]],
            [("a", "look", "{}"), ("b", "read", "")],
        ),
        (
            [[piece(0, "a", name="look", arguments="{}"), piece(0, "b", name="read")]],
            [("a", "look", "{}"), ("b", "read", "")],
        ),
        (
            [[piece(None, "a", name="look")], [piece(None, "a", arguments="{}")]],
            [("a", "look", "{}")],
        ),
        (
            [
                [piece(None, name="look", arguments="{")],
                [piece(None, arguments="}")],
                [piece(None, name="read", arguments="{}")],
            ],
            [("call_1_0", "look", "{}"), ("call_1_1", "read", "{}")],
        ),
        (
            [
                [piece(0, "a", name="look", arguments="{")],
                [piece(0, "a", name="look", arguments="}")],
            ],
            [("a", "look", "{}")],
        ),
        ([[piece(0, "", name="look", arguments="{}")]], [("call_1_0", "look", "{}")]),
    ],
    ids="interleaved whole same_index no_index nothing repeated no_id".split(),
)
async def test_calls_are_put_together_however_they_come(pieces, calls):
    whole = await heard(*(chunk(tool_calls=several) for several in pieces), END)
    assert [(c.call_id, c.name, c.arguments) for c in whole.calls] == calls


async def test_ids_that_are_made_up_differ_from_question_to_question():
    given = chunk(tool_calls=[piece(0, name="look", arguments="{}")])
    first = await heard(given, END)
    longer = Prompt([*PLAIN.messages, Message(Role.ASSISTANT, "", first.calls)])
    second = await heard(given, END, prompt=longer)
    assert first.calls[0].call_id != second.calls[0].call_id


async def test_thoughts_are_no_text_and_go_back_with_the_calls_that_they_led_to():
    thinking = [chunk(reasoning_content="He asks "), chunk(reasoning_content="for June.")]
    called = chunk(tool_calls=[piece(0, "a", name="look", arguments="{}")])
    async with endpoint(Reply([*thinking, called, END, DONE]), YES) as server:
        model = OpenAICompatibleModel("m", server.url)
        whole = await completed(model, PLAIN)
        assert whole.text == ""
        after = [*PLAIN.messages, Message(Role.ASSISTANT, "", whole.calls)]
        await completed(model, Prompt([*after, Message(Role.TOOL, "-", answers="a")]))
        await model.close()
        assert server.bodies[1]["messages"][1]["reasoning_content"] == "He asks for June."


async def test_a_character_cut_in_two_is_one_again():
    halves = [chunk(content="so \ud83d"), chunk(content="\ude00 nice \ud83d"), chunk("stop")]
    assert (await heard(*halves)).text == "so 😀 nice �"


async def test_text_may_come_in_parts_of_which_thoughts_are_none():
    parts = [{"type": "thinking", "text": "hm"}, {"type": "text", "text": "yes"}, "x"]
    assert (await heard(chunk(content=parts), chunk("stop"))).text == "yes"


@pytest.mark.parametrize(
    ("counts", "usage"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 4}, Usage(9, 0, 4)),
        ({"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 8}}, Usage(9, 8, 0)),
        ({"prompt_tokens": 9, "prompt_cache_hit_tokens": 7}, Usage(9, 7, 0)),
        ({"prompt_tokens": None, "prompt_tokens_details": None}, Usage()),
        ({"prompt_tokens": -1, "completion_tokens": "4"}, Usage()),
        ("a few", Usage()),
        (None, Usage()),
    ],
)
async def test_tokens_are_counted_as_the_provider_says(counts, usage):
    counted = event({"choices": [], "usage": counts})
    assert (await heard(chunk(content="yes"), chunk("stop"), counted)).usage == usage
