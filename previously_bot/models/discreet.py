"""A model that is told no secrets, whatever is in its prompt.

What is said today is masked before it goes onto the timeline; but a person writes what they
like into their files, and older ones are as they are.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from previously_bot.masking import without
from previously_bot.model import ChatModel, Completion, Prompt


class DiscreetModel:
    """In front of another model, and else as that."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def complete(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        # A prompt may be long, and nobody else is to wait for that.
        discreet = await asyncio.to_thread(_without_secrets, prompt)
        async for piece in self._model.complete(discreet):
            yield piece

    async def close(self) -> None:
        await self._model.close()


def _without_secrets(prompt: Prompt) -> Prompt:
    messages = tuple(replace(one, text=without(one.text)) for one in prompt.messages)
    return replace(prompt, messages=messages)
