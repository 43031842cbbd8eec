"""What can go wrong at an endpoint, one after the other, and what it is called.

`llmock` is a mock server of others that breaks on demand; what it cannot do is sent byte by
byte.
"""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
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
from previously_bot.model import Completion, Message, Prompt, Role
from previously_bot.models.openai_compatible.model import OpenAICompatibleModel
from tests.contracts.model_contract import SAID, TOOLS, collected, completed, listen, stop
from tests.endpoint import DONE, Reply, chunk, endpoint, event, refusing, said

KEY = "sk-Secret0123456789"
SPOKEN = Prompt([Message(Role.USER, "a very private question")])


async def fault(model: OpenAICompatibleModel, prompt: Prompt = SPOKEN) -> ModelError:
    try:
        with pytest.raises(ModelError) as caught:
            await collected(model, prompt)
    finally:
        await model.close()
    assert caught.value.model == "m"
    assert caught.value.__cause__ is None
    assert KEY not in str(caught.value)
    assert "private" not in str(caught.value)
    return caught.value


async def fault_of(*replies: Reply, **timing: float) -> ModelError:
    async with endpoint(*replies) as server:
        return await fault(OpenAICompatibleModel("m", server.url, KEY, **timing))


# A mock server of others.


@pytest.fixture
async def mocked(llmock: Any) -> AsyncIterator[OpenAICompatibleModel]:
    model = OpenAICompatibleModel("m", llmock.base_url("openai"), KEY, waiting=0.5, silence=0.3)
    yield model
    await model.close()


async def test_a_mocked_answer_is_heard_whole(llmock, mocked):
    llmock.reply("It was in June, on a Tuesday.")
    whole = await completed(mocked)
    assert whole.text == "It was in June, on a Tuesday."
    assert whole.usage.prompt > 0
    assert whole.usage.answer > 0


async def test_a_mocked_call_is_put_together(llmock, mocked):
    llmock.call_tool("look", {"when": "June", "words": "a long argument, cut in pieces"})
    whole = await completed(mocked, Prompt(SPOKEN.messages, TOOLS))
    (call,) = whole.calls
    assert call.name == "look"
    assert json.loads(call.arguments)["words"] == "a long argument, cut in pieces"


async def test_broken_arguments_are_given_on_as_they_are(llmock, mocked):
    llmock.break_tool_call("malformed_arguments")
    whole = await completed(mocked, Prompt(SPOKEN.messages, TOOLS))
    with pytest.raises(json.JSONDecodeError):
        json.loads(whole.calls[0].arguments)


async def test_a_tool_that_was_not_offered_is_given_on_as_it_is(llmock, mocked):
    llmock.break_tool_call("unknown_tool")
    whole = await completed(mocked, Prompt(SPOKEN.messages, TOOLS))
    assert whole.calls[0].name != "look"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *[(status, Refused) for status in (400, 401, 402, 403, 404, 405, 422)],
        *[(status, Unreachable) for status in (408, 409, 500, 502, 503, 504, 529)],
        (413, TooLong),
        (429, RateLimited),
    ],
)
async def test_a_status_has_its_error(llmock, mocked, status, kind):
    llmock.fail(status, times=None)
    error = await fault(mocked)
    assert type(error) is kind


async def test_too_many_requests_say_when_to_come_back_and_are_not_repeated(llmock, mocked):
    llmock.rate_limit(retry_after=7.25)
    error = await fault(mocked)
    assert isinstance(error, RateLimited)
    assert error.retry_after == 7.25
    assert len(llmock.requests) == 1


async def test_a_mocked_prompt_can_be_too_long(llmock, mocked):
    llmock.context_overflow()
    assert type(await fault(mocked)) is TooLong
    assert len(llmock.requests) == 1


@pytest.mark.parametrize(
    ("break_it", "kind"),
    [
        (lambda mock: mock.delay(2), Unreachable),
        (lambda mock: mock.slow_first_token(2), Unreachable),
        (lambda mock: mock.stall(after_chunks=3, seconds=2), Unreachable),
        (lambda mock: mock.disconnect(after_chunks=3), Unreachable),
        (lambda mock: mock.disconnect(after_chunks=0), Unreachable),
        (lambda mock: mock.truncate(after_chunks=3), BadAnswer),
        (lambda mock: mock.truncate(after_chunks=0), BadAnswer),
        (lambda mock: mock.corrupt(after_chunks=2), BadAnswer),
    ],
    ids="delayed slow_at_first stalled cut cut_at_once ended ended_at_once corrupt".split(),
)
async def test_a_broken_stream_has_its_error(llmock, mocked, break_it, kind):
    llmock.reply("one two three four five six seven eight nine ten")
    break_it(llmock)
    assert type(await fault(mocked)) is kind


# Byte by byte.

BAD_STREAMS: dict[str, list[bytes]] = {
    "nothing at all": [],
    "only its end": [DONE],
    "no choices": [event({"choices": []}), DONE],
    "choices that are none": [event({"choices": None}), event({"choices": "x"}), DONE],
    "choices of nothing": [event({"choices": [None]}), event({"choices": [[]]}), DONE],
    "a delta that is none": [event({"choices": [{"delta": "x"}]}), DONE],
    "a list": [event([1]), DONE],
    "a text": [event("x"), DONE],
    "a number": [event(5), DONE],
    "null": [event(None), DONE],
    "JSON that is none": [b"data: {'a': 1}\n\n"],
    "JSON that is cut": [chunk(content="It")[:-9] + b"\n\n"],
    "bytes that are no text": [b"data: \xff\xfe\n\n"],
    "brackets without end": [b"data: " + b"[" * 100_000 + b"\n\n"],
    "a web page": [b"<html><body>Sign in to the Wi-Fi</body></html>"],
    "a whole answer, not streamed": [b'{"choices": [{"message": {"content": "yes"}}]}'],
    "an empty answer": said(),
    "an answer of thoughts alone": [chunk(reasoning_content="hm"), chunk("length"), DONE],
    "no reason to end": [chunk(content="It was"), DONE],
    "a call without a name": [
        chunk(tool_calls=[{"index": 0, "id": "a", "function": {"arguments": "{}"}}]),
        chunk("tool_calls"),
        DONE,
    ],
    "calls that are none": [chunk(tool_calls=[None, 1, "x"]), chunk("tool_calls"), DONE],
}


@pytest.mark.parametrize("name", BAD_STREAMS)
async def test_a_stream_that_is_no_answer_is_bad(name):
    error = await fault_of(Reply(BAD_STREAMS[name]))
    assert type(error) is BadAnswer


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"message": "x", "code": "context_length_exceeded"}, TooLong),
        ({"message": "x", "code": 400, "type": "exceed_context_size_error"}, TooLong),
        ({"message": "x", "code": 429}, RateLimited),
        ({"message": "x", "type": "rate_limit_error"}, RateLimited),
        ({"message": "x", "code": "insufficient_quota"}, Refused),
        ({"message": "x", "code": 502}, Unreachable),
        ({"message": "x", "type": "server_error"}, Unreachable),
        ({"message": f"{KEY} a very private question"}, BadAnswer),
        ("just a text", BadAnswer),
    ],
)
async def test_an_error_within_a_stream_has_its_kind(error, kind):
    assert type(await fault_of(Reply([chunk(content="It "), event({"error": error})]))) is kind


@pytest.mark.parametrize(
    ("last", "kind"),
    [
        ([chunk("content_filter")], Refused),
        ([chunk(refusal="I will not."), chunk("stop")], Refused),
        ([chunk("insufficient_system_resource")], Unreachable),
    ],
)
async def test_a_model_may_refuse_in_the_middle(last, kind):
    assert type(await fault_of(Reply([chunk(content="It "), *last, DONE]))) is kind


@pytest.mark.parametrize(
    "message",
    [
        "This model's maximum context length is 8192 tokens, you asked for 9000.",
        "the request exceeds the available context size, try increasing it",
        "Prompt is too long",
        "Please reduce the length of the messages.",
        "The input token count exceeds the maximum number of tokens allowed",
    ],
)
async def test_the_well_known_words_for_too_long(message):
    async with endpoint(refusing(400, message)) as server:
        assert type(await fault(OpenAICompatibleModel("m", server.url, KEY))) is TooLong
        assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry-After": "12"}, 12),
        ({"Retry-After": "0.5"}, 0.5),
        ({"Retry-After": "0"}, 0),
        ({"retry-after-ms": "250", "Retry-After": "1"}, 0.25),
        ({"Retry-After": "-3"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "1e12"}, 86_400),
        ({"Retry-After": "9" * 400}, None),
        ({"Retry-After": "Tue, 07 Jul 2026 16:00:30 GMT"}, None),
        ({"Retry-After": "Tue, 07 Jul 2026 16:00:30 GMT", "Date": "now"}, None),
        (
            {
                "Retry-After": "Tue, 07 Jul 2026 16:00:30 GMT",
                "Date": "Tue, 07 Jul 2026 16:00:00 GMT",
            },
            30,
        ),
        (
            {
                "Retry-After": "Tue, 07 Jul 2026 15:00:00 GMT",
                "Date": "Tue, 07 Jul 2026 16:00:00 GMT",
            },
            0,
        ),
    ],
)
async def test_when_to_come_back_is_believed_when_it_makes_sense(headers, seconds):
    error = await fault_of(refusing(429, headers=headers))
    assert isinstance(error, RateLimited)
    assert error.retry_after == seconds


async def test_an_empty_account_is_not_waited_for():
    error = await fault_of(refusing(429, code="insufficient_quota"))
    assert type(error) is Refused
    assert "account" in str(error)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_what_was_said_goes_to_no_other_address(status):
    async with endpoint(Reply(said("a trap"))) as elsewhere:
        moved = Reply(status=status, headers={"Location": f"{elsewhere.url}/chat/completions"})
        assert type(await fault_of(moved)) is Refused
        assert elsewhere.asked == []


@pytest.mark.parametrize(("status", "kind"), [(403, Refused), (502, Unreachable)])
async def test_an_error_may_be_a_web_page(status, kind):
    page = Reply([b"<html>Error</html>" * 1000], status, {"Content-Type": "text/html"})
    assert type(await fault_of(page)) is kind


async def test_nobody_listens_there():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    model = OpenAICompatibleModel("m", f"http://127.0.0.1:{port}/v1", KEY)
    assert type(await fault(model)) is Unreachable


async def test_a_host_that_does_not_exist():
    model = OpenAICompatibleModel("m", "http://nowhere.invalid/v1", KEY)
    assert type(await fault(model)) is Unreachable


async def test_something_else_listens_there():
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.9\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        model = OpenAICompatibleModel("m", f"http://127.0.0.1:{port}/v1", KEY)
        assert type(await fault(model)) is Unreachable


async def test_silence_after_the_headers_ends():
    assert type(await fault_of(Reply(ending="silent"), waiting=0.2)) is Unreachable


async def test_an_answer_without_end_is_not_waited_for():
    drip = Reply(said("It was.")[:1], ending="silent")
    error = await fault_of(drip, waiting=60, silence=60, in_all=0.2)
    assert type(error) is Unreachable
    assert error.was_slow


async def test_signs_of_life_are_no_pieces():
    alive = Reply([b": keep-alive\n\n"] * 3, ending="silent")
    assert type(await fault_of(alive, waiting=0.2)) is Unreachable


async def test_a_connection_lost_after_the_last_word_loses_nothing():
    async with endpoint(Reply(said("It was.")[:-1], ending="cut")) as server:
        model = OpenAICompatibleModel("m", server.url, KEY)
        assert await completed(model) == Completion("It was.")
        await model.close()


async def test_a_server_that_does_not_hang_up_after_the_last_word_is_not_waited_for_long():
    async with endpoint(Reply(said("It was.")[:-1], ending="silent")) as server:
        model = OpenAICompatibleModel("m", server.url, KEY, silence=0.2)
        assert await completed(model) == Completion("It was.")
        await model.close()


@pytest.mark.parametrize("key", ["sk-ключ", "sk-a\nb", "sk-😀"])
def test_a_key_that_cannot_be_one_is_refused_unseen(key):
    with pytest.raises(Refused, match="its key has characters") as caught:
        OpenAICompatibleModel("m", "http://127.0.0.1:9/v1", key)
    assert "sk-" not in str(caught.value)


async def test_who_stops_listening_ends_the_request():
    async with endpoint(Reply([chunk(content="It ")], ending="silent")) as server:
        model = OpenAICompatibleModel("m", server.url, KEY)
        answer = model.complete(SAID)
        assert await anext(answer) == "It "
        await stop(answer)
        async with asyncio.timeout(5):
            await server.left.wait()
        await model.close()


async def test_who_is_cancelled_ends_the_request():
    async with endpoint(Reply([chunk(content="It ")], ending="silent")) as server:
        model = OpenAICompatibleModel("m", server.url, KEY)
        heard: asyncio.Queue[Any] = asyncio.Queue()
        task = asyncio.create_task(listen(model, heard.put_nowait))
        async with asyncio.timeout(5):
            assert await heard.get() == "It "
            task.cancel()
            await server.left.wait()
        with pytest.raises(asyncio.CancelledError):
            await task
        await model.close()


async def test_neither_the_key_nor_what_was_said_is_logged(caplog):
    caplog.set_level(logging.INFO)
    echo = refusing(400, f"{KEY}: a very private question", code=KEY)
    error = await fault_of(echo)
    assert isinstance(error, Refused)
    for told in (caplog.text, str(error), repr(error)):
        assert KEY not in told
        assert "private" not in told
