"""The model contract, over the scripted model and over an endpoint on loopback."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from previously_bot.errors import (
    BadAnswer,
    ModelError,
    RateLimited,
    Refused,
    TooLong,
    Unreachable,
)
from previously_bot.model import ChatModel, Completion
from previously_bot.models.openai_compatible.model import OpenAICompatibleModel
from previously_bot.models.scripted import Answer, ScriptedModel
from tests.contracts.model_contract import Broken, ModelContract, Scene
from tests.endpoint import Reply, chunk, endpoint, refusing, streamed

ERRORS: dict[type[ModelError], ModelError] = {
    Unreachable: Unreachable("m", "its server answered 500"),
    RateLimited: RateLimited("m", 3),
    Refused: Refused("m", "401", "look whether the key is right"),
    BadAnswer: BadAnswer("m", "it is empty"),
    TooLong: TooLong("m"),
}

REPLIES: dict[type[ModelError], Reply] = {
    Unreachable: refusing(500),
    RateLimited: refusing(429, headers={"Retry-After": "3"}),
    Refused: refusing(401),
    BadAnswer: Reply([b"data: {{{\n\n"]),
    TooLong: refusing(400, code="context_length_exceeded"),
}


class TestScriptedModel(ModelContract):
    @asynccontextmanager
    async def model(self, *scenes: Scene) -> AsyncIterator[ChatModel]:
        yield ScriptedModel([self.answer(scene) for scene in scenes], name="m")

    def answer(self, scene: Scene) -> Answer:
        if isinstance(scene, Completion):
            return scene
        return [*scene.pieces, ERRORS[scene.kind]]


class TestOpenAICompatibleModel(ModelContract):
    @asynccontextmanager
    async def model(self, *scenes: Scene) -> AsyncIterator[ChatModel]:
        async with endpoint(*map(self.reply, scenes)) as server:
            model = OpenAICompatibleModel("m", server.url, "a-key")
            yield model
            await model.close()

    def reply(self, scene: Scene) -> Reply:
        if isinstance(scene, Completion):
            return streamed(scene)
        if not scene.pieces:
            return REPLIES[scene.kind]
        said = [chunk(content=piece) for piece in scene.pieces]
        if scene.kind is Refused:
            said.append(chunk("content_filter"))
        return Reply(said, ending="cut" if scene.kind is Unreachable else "whole")


def test_every_error_that_is_promised_has_a_scene() -> None:
    assert set(ERRORS) == set(REPLIES) == set(ModelError.__subclasses__())
    assert Broken(Refused).pieces == ()
