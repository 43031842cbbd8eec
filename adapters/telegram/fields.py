"""Fields of what the Bot API sends, each of the type that it must have."""

from typing import Any

from adapters.telegram.api import Json


class _Odd(ValueError):
    """A field is not what the Bot API says it is. Its value may be words of a person."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not what it should be")


def whole(value: str) -> str:
    """A text without halves of a character: joined where both are there, else replaced."""
    return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def text(fields: Json, name: str) -> str:
    """A whole text; "" where it is missing."""
    return whole(_of(str, fields, name, ""))


def number(fields: Json, name: str) -> int:
    """Raises ValueError where it is missing."""
    value: int = _of(int, fields, name, None)
    if isinstance(value, bool):
        raise _Odd(name)
    return value


def inner(fields: Json, name: str) -> Json:
    """An object; an empty one where it is missing."""
    found: Json = _of(dict, fields, name, {})
    return found


def several(fields: Json, name: str) -> list[Json]:
    """Objects; none where it is missing."""
    found = _of(list, fields, name, [])
    if not all(isinstance(one, dict) for one in found):
        raise _Odd(name)
    return list(found)


def _of(kind: type, fields: Json, name: str, missing: Any) -> Any:
    value = fields.get(name, missing)
    if not isinstance(value, kind):
        raise _Odd(name)
    return value
