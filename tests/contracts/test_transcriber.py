"""What hears recordings: what its endpoint is asked with, and what can go wrong there."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from previously_bot.app.minds import transcriber_of
from previously_bot.errors import (
    BadAnswer,
    MissingSecret,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unreachable,
)
from previously_bot.model_settings import ModelsSettings
from previously_bot.models.openai_compatible.hearing import OpenAICompatibleTranscriber
from previously_bot.transcriber import Transcriber
from tests.endpoint import Endpoint, Reply, endpoint, refusing

JSON = {"Content-Type": "application/json"}
HEARD = Reply([json.dumps({"text": "Good morning"}).encode()], headers=JSON)


@asynccontextmanager
async def listening(
    reply: Reply, key: str | None = "a-key", in_all: float = 30
) -> AsyncIterator[tuple[Endpoint, Transcriber]]:
    async with endpoint(reply) as server:
        made = OpenAICompatibleTranscriber("ear-1", server.url, key, in_all=in_all)
        try:
            yield server, made
        finally:
            await made.close()
            await made.close()


async def test_a_recording_is_sent_with_its_kind_and_without_its_name() -> None:
    async with listening(HEARD) as (server, made):
        assert await made.transcribe(b"OggS\0\xff", "120000-my-secret-1f.ogg") == "Good morning"
        (asked,) = server.asked
    assert asked.headers["authorization"] == "Bearer a-key"
    assert b'filename="recording.ogg"' in asked.body
    assert b"Content-Type: audio/ogg" in asked.body
    assert b"OggS\0\xff" in asked.body
    assert b'name="model"\r\n\r\near-1' in asked.body
    assert b"secret" not in asked.body


async def test_without_a_key_none_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "somebody-elses")
    async with listening(HEARD, key=None) as (server, made):
        await made.transcribe(b"x", "a.ogg")
        assert "authorization" not in server.asked[0].headers
        assert b"somebody-elses" not in server.asked[0].body


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (refusing(401), Refused),
        (refusing(404), Refused),
        (refusing(413), TooLong),
        (refusing(429, headers={"retry-after": "7"}), RateLimited),
        (refusing(500), Unreachable),
        (Reply(ending="cut"), Unreachable),
        (Reply([b"{"], headers=JSON), BadAnswer),
        (Reply([b"[]"], headers=JSON), BadAnswer),
        (Reply([b"{}"], headers=JSON), BadAnswer),
        (Reply([b'{"text": 5}'], headers=JSON), BadAnswer),
        (Reply([b"<html>"], headers={"Content-Type": "text/html"}), BadAnswer),
    ],
)
async def test_what_goes_wrong_is_an_error_of_the_port(
    reply: Reply, error: type[ModelError]
) -> None:
    async with listening(reply) as (server, made):
        with pytest.raises(error) as caught:
            await made.transcribe(b"x", "a.ogg")
        assert len(server.asked) == 1
    assert caught.value.__cause__ is None


async def test_what_does_not_answer_is_given_up() -> None:
    async with listening(Reply(ending="silent"), in_all=0.2) as (_, made):
        with pytest.raises(Unreachable):
            await made.transcribe(b"x", "a.ogg")


async def test_the_settings_say_what_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    async with transcriber_of(ModelsSettings()) as none:
        assert none is None
    async with endpoint(HEARD) as server:
        voice = {"base_url": server.url, "model": "ear-1", "api_key_env": "EAR_KEY"}
        settings = ModelsSettings.model_validate({"voice": voice})
        with pytest.raises(MissingSecret):
            async with transcriber_of(settings):
                raise AssertionError("there is no key")
        monkeypatch.setenv("EAR_KEY", "k")
        async with transcriber_of(settings) as made:
            assert made is not None
            assert await made.transcribe(b"x", "a.mp3") == "Good morning"
