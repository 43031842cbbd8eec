"""Whole talks in which a small real model is both Flash and Pro: what it says is its own; that
each message gets one answer, and that the files are sound, is promised."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from memory import checking
from memory.slices import Speaker
from memory.stores.folder import FolderStore
from previously_bot import texts
from previously_bot.choreography import Cast
from previously_bot.model import Completion, Prompt
from previously_bot.model_settings import ModelsSettings, ProSettings
from previously_bot.models.openai_compatible.model import OpenAICompatibleModel
from previously_bot.models.scripted import ScriptedModel
from tests.talks import Talk, glance, talk

pytestmark = pytest.mark.real_model

BUDGET = 2_000


class Brief(OpenAICompatibleModel):
    """Cut off after so many tokens: a small model goes on and on."""

    longest = 100

    async def complete(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        async for piece in super().complete(replace(prompt, longest=self.longest)):
            yield piece


@asynccontextmanager
async def talking(state: Path, url: str) -> AsyncIterator[Talk]:
    flash, pro = Brief("small-flash", url), Brief("small-pro", url)
    pro.longest = 40
    settings = ModelsSettings(pro=ProSettings(base_url=url, model="small-pro", budget=BUDGET))
    store = FolderStore(state / "timeline", writer="a test")
    try:
        async with talk(state, Cast(flash, pro), store=store, models=settings) as made:
            yield made
    finally:
        store.close()
        await flash.close()
        await pro.close()


async def test_a_real_model_answers_each_message_once(
    tmp_path: Path, real_model_url: str
) -> None:
    said = ["I bought a green lamp.", "What did I buy?"]
    async with talking(tmp_path, real_model_url) as now:
        answers = [await now.say(text) for text in said]
        assert now.platform.texts == answers
        assert not any(texts.MODEL_DOWN.en in answer for answer in answers)
        turns = now.slice().turns
        assert [turn.text for turn in turns] == [said[0], answers[0], said[1], answers[1]]
        assert [turn.speaker for turn in turns] == [Speaker.USER, Speaker.AGENT] * 2
        why = await now.say("/why")
        assert "small-flash" in why
        assert "small-pro" in why
        report = checking.check(now.store)
        assert (report.problems, report.turns) == ([], 4)


async def test_a_real_model_that_takes_less_than_it_is_asked_with_is_stood_in_for(
    tmp_path: Path, real_model_url: str
) -> None:
    """More than its context holds: it refuses at once, and memory answers."""
    pro = OpenAICompatibleModel("small-pro", real_model_url)
    settings = ProSettings(base_url=real_model_url, model="small-pro", budget=100_000)
    models = ModelsSettings(pro=settings)
    async with talk(tmp_path, Cast(ScriptedModel([glance()]), pro), models=models) as now:
        answer = await now.say("lamp " * 30_000)
        assert answer.endswith(texts.MODEL_DOWN.en)
        assert "longer than it takes" in await now.say("/why")
    await pro.close()
