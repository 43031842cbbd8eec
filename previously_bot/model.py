"""The port: a chat model, asked for one completion at a time."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that the model wants used; `arguments` is what it wrote, JSON or not."""

    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture as a file; `media_type` is such as "image/jpeg"."""

    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt. Only the assistant makes `calls`; only a tool `answers` one,
    named by its id; only the user shows `images`, to a model that sees."""

    role: Role
    text: str = ""
    calls: tuple[Call, ...] = ()
    answers: str = ""
    images: tuple[Image, ...] = ()


def object_schema(
    properties: Mapping[str, Any], required: Sequence[str] | None = None
) -> dict[str, Any]:
    """The JSON schema of an object with these properties and no others; all of them are
    required unless some are named."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


@dataclass(frozen=True, slots=True)
class Tool:
    """What a model may call; `parameters` is the JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """What an answer that is JSON has to look like: a JSON schema, with a name for it."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Prompt:
    """All that a model is asked with. `longest` bounds its answer, in tokens."""

    messages: Sequence[Message]
    tools: Sequence[Tool] = ()
    shape: Shape | None = None
    longest: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counted them: all that went in, how many of these it had kept
    from before, and what came out. Zeros where it does not say."""

    prompt: int = 0
    cached: int = 0
    answer: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.answer + other.answer,
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """The whole of an answer. `is_cut` when it ended for its length, not of itself."""

    text: str
    calls: tuple[Call, ...] = ()
    usage: Usage = Usage()
    is_cut: bool = False


class ChatModel(Protocol):
    @property
    def name(self) -> str:
        """The model's name, as its provider calls it."""

    def complete(self, prompt: Prompt) -> AsyncIterator[str | Completion]:
        """The text in pieces as they come, none of them empty, and last of all the whole.

        With a shape in the prompt the text should be JSON of it; whoever asked must check.
        An answer without text and without calls is a BadAnswer. Raises Unreachable,
        RateLimited, Refused, BadAnswer, TooLong (see `errors`) and nothing else, also when
        pieces have come already. May be used by several at once.
        """

    async def close(self) -> None:
        """Give back connections. May be called twice."""
