"""From the pieces of a stream to a completion. A piece is JSON of any kind: believe nothing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from previously_bot.errors import BadAnswer, ModelError, Refused, Unreachable
from previously_bot.model import Call, Completion, Usage
from previously_bot.surrogates import Seams, mended


@dataclass(slots=True)
class _Draft:
    """A call of which more may come."""

    call_id: str = ""
    name: str = ""
    arguments: str = ""


class Assembly:
    """Takes the pieces of one answer in order; `salt` tells its calls from those of others.

    Its errors name the `model`.
    """

    def __init__(self, model: str, salt: int) -> None:
        self._model = model
        self._salt = salt
        self._texts: list[str] = []
        self._thoughts: list[str] = []
        self._seams = Seams()
        self._drafts: list[_Draft] = []
        self._by_index: dict[int, _Draft] = {}
        self._usage = Usage()
        self._finish = ""
        self._is_refused = False

    @property
    def is_finished(self) -> bool:
        """Whether the model said that this was all; only a count of tokens can follow."""
        return bool(self._finish)

    @property
    def thoughts(self) -> str:
        return mended("".join(self._thoughts))

    def add(self, piece: Mapping[str, Any]) -> str:
        """The text that the piece adds; "" when it adds none."""
        if usage := _mapping(piece.get("usage")):
            self._usage = _usage(usage)
        choices = piece.get("choices")
        choice = _mapping(choices[0]) if isinstance(choices, list) and choices else {}
        delta = _mapping(choice.get("delta"))
        self._finish = _text(choice.get("finish_reason")) or self._finish
        self._is_refused = self._is_refused or bool(_text(delta.get("refusal")))
        self._thoughts.append(_text(delta.get("reasoning_content")))
        calls = delta.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            self._call(_mapping(call))
        return self._said(self._seams.next(_content(delta.get("content"))))

    def rest(self) -> str:
        """The text that was held back; to be asked for once, after the last piece."""
        return self._said(self._seams.rest())

    def whole(self) -> Completion:
        """Raises Refused, Unreachable, or BadAnswer when the pieces are no answer."""
        if self._finish == "content_filter" or self._is_refused:
            raise Refused(self._model, "it will not speak of that", "ask in other words")
        if self._finish == "insufficient_system_resource":
            raise Unreachable(self._model, "its server is overloaded")
        if not self._finish:
            raise self._bad("it ended before it was complete")
        if any(not draft.name for draft in self._drafts):
            raise self._bad("it calls a tool without naming it")
        text = "".join(self._texts)
        if not text.strip() and not self._drafts:
            raise self._bad("it is empty")
        calls = tuple(self._finished(n, draft) for n, draft in enumerate(self._drafts))
        return Completion(text, calls, self._usage, is_cut=self._finish == "length")

    def _said(self, text: str) -> str:
        if text:
            self._texts.append(text)
        return text

    def _bad(self, why: str) -> ModelError:
        return BadAnswer(self._model, why)

    def _call(self, delta: Mapping[str, Any]) -> None:
        function = _mapping(delta.get("function"))
        call_id, name = _text(delta.get("id")), _text(function.get("name"))
        draft = self._draft(delta.get("index"), call_id, name)
        draft.call_id = draft.call_id or call_id
        draft.name = draft.name or name
        arguments = function.get("arguments")
        if isinstance(arguments, Mapping):
            arguments = json.dumps(arguments)
        draft.arguments += _text(arguments)

    def _draft(self, index: object, call_id: str, name: str) -> _Draft:
        """The call that a piece is of: by its index, by its id where the server gives all
        calls the same index, else the last one unless the piece names a tool."""
        known = None
        if isinstance(index, int):
            known = self._by_index.get(index)
            is_other = known and call_id and known.call_id and call_id != known.call_id
            known = None if is_other else known
        elif call_id:
            known = next((one for one in self._drafts if one.call_id == call_id), None)
        elif self._drafts and not name:
            known = self._drafts[-1]
        if known is None:
            known = _Draft()
            self._drafts.append(known)
            if isinstance(index, int):
                self._by_index[index] = known
        return known

    def _finished(self, number: int, draft: _Draft) -> Call:
        call_id = draft.call_id or f"call_{self._salt}_{number}"
        return Call(call_id, draft.name, mended(draft.arguments))


def _mapping(given: object) -> Mapping[str, Any]:
    return given if isinstance(given, Mapping) else {}


def _text(given: object) -> str:
    return given if isinstance(given, str) else ""


def _content(given: object) -> str:
    """Text, or the texts of parts; parts of other kinds hold thoughts."""
    if not isinstance(given, list):
        return _text(given)
    parts = (_mapping(part) for part in given)
    return "".join(_text(part.get("text")) for part in parts if part.get("type") == "text")


def _usage(given: Mapping[str, Any]) -> Usage:
    details = _mapping(given.get("prompt_tokens_details"))
    # DeepSeek's own name for it, and OpenAI's.
    cached = _count(given.get("prompt_cache_hit_tokens")) or _count(
        details.get("cached_tokens")
    )
    return Usage(
        _count(given.get("prompt_tokens")), cached, _count(given.get("completion_tokens"))
    )


def _count(given: object) -> int:
    return max(given, 0) if isinstance(given, int) else 0
