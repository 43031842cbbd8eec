"""From a prompt to the body of a request, in the manner that an endpoint understands."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from previously_bot.model import Image, Message, Prompt, Role, Shape
from previously_bot.surrogates import mended

Thoughts = Callable[[str], str]
"""From the id of a call to what the model thought before it made it; "" if unknown."""


class Shaping(StrEnum):
    """How an endpoint is asked for JSON, the surest way first."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Manner:
    """What an endpoint is believed to understand; less of it each time that it refuses."""

    shaping: Shaping = Shaping.SCHEMA
    tools: bool = True
    counts: bool = True
    longest_key: str = "max_tokens"


def tamer(manner: Manner, prompt: Prompt, said: str) -> Manner | None:
    """What to try after a request was called bad; None when nothing is left.

    `said` is why, in the endpoint's words. What it names is given up first; when it names
    nothing, the shape of the answer, then the count of tokens.
    """
    without_count = replace(manner, counts=False) if manner.counts else None
    less_shaped = _less_shaped(manner) if prompt.shape else None
    if "max_completion_tokens" in said and prompt.longest:
        if manner.longest_key == "max_tokens":
            return replace(manner, longest_key="max_completion_tokens")
        return None
    if any(word in said for word in ("stream_options", "include_usage")):
        return without_count
    if "tool" in said and manner.tools and _only_offers(prompt):
        return replace(manner, tools=False)
    if any(word in said for word in ("response_format", "json_schema", "json_object")):
        return less_shaped
    return less_shaped or without_count


def _only_offers(prompt: Prompt) -> bool:
    """Whether it has tools of which none was used yet: then it makes sense without them."""
    return bool(prompt.tools) and not any(message.calls for message in prompt.messages)


def _less_shaped(manner: Manner) -> Manner | None:
    ways = list(Shaping)
    later = ways[ways.index(manner.shaping) + 1 :]
    return replace(manner, shaping=later[0]) if later else None


def body(name: str, prompt: Prompt, manner: Manner, thoughts: Thoughts) -> dict[str, Any]:
    shaped = _shaped(prompt, manner.shaping)
    asked: dict[str, Any] = {
        "model": name,
        "messages": [_message(message, thoughts) for message in shaped],
        "stream": True,
    }
    if manner.counts:
        asked["stream_options"] = {"include_usage": True}
    if prompt.tools and manner.tools:
        asked["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": _plain(tool.parameters),
                },
            }
            for tool in prompt.tools
        ]
    if prompt.longest is not None:
        asked[manner.longest_key] = prompt.longest
    if prompt.shape and manner.shaping is not Shaping.WORDS:
        asked["response_format"] = _response_format(prompt.shape, manner.shaping)
    return asked


def _response_format(shape: Shape, shaping: Shaping) -> dict[str, Any]:
    if shaping is Shaping.OBJECT:
        return {"type": "json_object"}
    schema = {"name": shape.name, "schema": _plain(shape.schema)}
    return {"type": "json_schema", "json_schema": schema}


def _shaped(prompt: Prompt, shaping: Shaping) -> Iterator[Message]:
    """The messages; where no schema can be given, the first of them says it in words.

    In the first, since the templates of some models take one system message only.
    """
    messages: Sequence[Message] = prompt.messages
    if prompt.shape and shaping is not Shaping.SCHEMA:
        words = (
            "Answer with one JSON object and nothing else. It must fit this JSON schema: "
            + json.dumps(_plain(prompt.shape.schema), ensure_ascii=False)
        )
        if messages and messages[0].role is Role.SYSTEM:
            yield replace(messages[0], text=f"{messages[0].text}\n\n{words}")
            messages = messages[1:]
        else:
            yield Message(Role.SYSTEM, words)
    yield from messages


def _message(message: Message, thoughts: Thoughts) -> dict[str, Any]:
    text = mended(message.text)
    if message.role is Role.TOOL:
        return {"role": "tool", "tool_call_id": message.answers, "content": text}
    if not message.calls:
        return {"role": message.role.value, "content": _content(text, message.images)}
    told: dict[str, Any] = {
        "role": message.role.value,
        "content": text or None,
        "tool_calls": [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": mended(call.arguments)},
            }
            for call in message.calls
        ],
    }
    # DeepSeek refuses a conversation in which the thoughts before a call are missing.
    if thought := next(filter(None, (thoughts(call.call_id) for call in message.calls)), ""):
        told["reasoning_content"] = thought
    return told


def _content(text: str, images: Sequence[Image]) -> str | list[dict[str, Any]]:
    """The text; or with images the text and then these, each whole within the request."""
    if not images:
        return text
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
    for one in images:
        url = f"data:{one.media_type};base64,{b64encode(one.content).decode()}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return parts


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema as dicts and lists, whatever mappings it was written in."""
    return {key: _plain_value(value) for key, value in schema.items()}


def _plain_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _plain(value)
    if isinstance(value, list | tuple):
        return [_plain_value(one) for one in value]
    return value
