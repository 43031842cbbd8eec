"""A model that says what it was told to say: for tests, and for trying out what asks it."""

import re
from asyncio import Event
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence

from previously_bot.errors import BadAnswer, ModelError
from previously_bot.model import Completion, Prompt

Step = str | Completion | ModelError | Event
Answer = Step | Sequence[Step] | Callable[[Prompt], "Step | Sequence[Step]"]
"""One answer. A text comes in pieces of a word each. In a sequence each text is a piece, an
error is raised when it is reached, an event is waited for; a completion at its end is the
whole. A function is asked for the answer when its turn comes."""


class ScriptedModel:
    """Gives the `answers` one after the other, to whoever asks; a BadAnswer when none is left.
    `asked` are the prompts that it was asked with."""

    def __init__(self, answers: Iterable[Answer] = (), *, name: str = "scripted") -> None:
        self._name = name
        self._answers = deque(answers)
        self.asked: list[Prompt] = []
        self.is_closed = False

    @property
    def name(self) -> str:
        return self._name

    def then(self, *answers: Answer) -> None:
        """Put more answers behind those that are left."""
        self._answers.extend(answers)

    @property
    def left(self) -> int:
        """How many answers nobody has asked for yet."""
        return len(self._answers)

    async def complete(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        self.asked.append(prompt)
        if not self._answers:
            raise BadAnswer(self._name, "its script has come to an end")
        answer = self._answers.popleft()
        said: list[str] = []
        whole: Completion | None = None
        for step in _steps(answer(prompt) if callable(answer) else answer):
            if isinstance(step, ModelError):
                raise step
            if isinstance(step, Event):
                await step.wait()
            elif isinstance(step, Completion):
                whole = step
            elif step:
                said.append(step)
                yield step
        if whole is None:
            whole = Completion("".join(said))
        if not whole.text.strip() and not whole.calls:
            raise BadAnswer(self._name, "it is empty")
        yield whole

    async def close(self) -> None:
        self.is_closed = True


def _steps(answer: Step | Sequence[Step]) -> Sequence[Step]:
    if isinstance(answer, str):
        return _words(answer)
    if isinstance(answer, Completion):
        return [*_words(answer.text), answer]
    return answer if isinstance(answer, Sequence) else [answer]


def _words(text: str) -> list[str]:
    return re.findall(r"\s*\S+|\s+$", text)
