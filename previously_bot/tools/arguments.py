"""The arguments that a model wrote, read leniently; what is wrong is said (pure)."""

import json
import re
from collections.abc import Mapping

from memory.slices import writable
from previously_bot.errors import BadCall
from previously_bot.model import Call

_FENCE = re.compile(r"\A\s*```\w*\n(.*)\n\s*```\s*\Z", re.DOTALL)
_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,18}(?:\.0*)?\s*")


class Arguments:
    """Read from a call. Every method raises BadCall, with a sentence for the model."""

    def __init__(self, call: Call) -> None:
        self._tool = call.name
        self._values = self._read(call.arguments)

    def text(self, name: str, default: str | None = None) -> str:
        """A text; without a default it must be there. A number is as good."""
        value = self._values.get(name)
        if value is None:
            if default is None:
                raise self._wrong(name, "a text, and it is missing")
            return default
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        return writable(value)

    def number(self, name: str, default: int, most: int) -> int:
        """A whole number from 1; one written as a text is as good, and none too many."""
        value = self._values.get(name)
        if value is None or value == "":
            return default
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            value = int(value.strip().split(".")[0])
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise self._wrong(name, f"a whole number from 1 to {most:,}")
        return min(value, most)

    def labels(self, name: str) -> tuple[str, ...]:
        """Labels of turns, in an array or in a text with commas."""
        value = self._values.get(name)
        if isinstance(value, list):
            value = ",".join(str(one) for one in value if isinstance(one, str | int))
        elif isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is not None and not isinstance(value, str):
            raise self._wrong(name, 'labels of turns, such as "3, 5"')
        return tuple(one for one in re.split(r"[\s,，、]+", value or "") if one)

    def _read(self, written: str) -> Mapping[str, object]:
        if match := _FENCE.match(written):
            written = match[1]
        value: object = {}
        if written.strip():
            value = self._parsed(written)
            if isinstance(value, str):  # an object within a text
                value = self._parsed(value)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise BadCall(f"The arguments of {self._tool} have to be one JSON object.")
        return value

    def _parsed(self, written: str) -> object:
        try:
            value: object = json.loads(written, strict=False)
        except (ValueError, RecursionError) as error:
            raise BadCall(
                f"The arguments of {self._tool} are no JSON; write one JSON object, such as "
                '{"name": "value"}.'
            ) from error
        return value

    def _wrong(self, name: str, what: str) -> BadCall:
        return BadCall(f"`{name}` of {self._tool} has to be {what}.")
