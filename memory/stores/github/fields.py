"""Reading what came as JSON: a field is what it should be, or the answer is a strange one."""

import re
from datetime import UTC, datetime
from typing import Any

from memory.errors import BadPath, StrangeAnswer
from memory.store import checked

_SHA = re.compile(r"[0-9a-f]{40}")


class Fields:
    """A value out of an answer of the repository `name`, read field by field."""

    def __init__(self, name: str, value: Any) -> None:
        self._name = name
        self._value = value

    def __getitem__(self, key: str) -> "Fields":
        if not isinstance(self._value, dict) or key not in self._value:
            raise StrangeAnswer(self._name, f"it lacks `{key}`")
        return Fields(self._name, self._value[key])

    def get(self, key: str) -> Any:
        """Whatever is there; None where nothing is."""
        return self._value.get(key) if isinstance(self._value, dict) else None

    @property
    def each(self) -> list["Fields"]:
        return [Fields(self._name, one) for one in self._must_be(list, "list")]

    @property
    def text(self) -> str:
        text: str = self._must_be(str, "text")
        try:
            text.encode()
        except UnicodeEncodeError:
            why = "what should be a text has half a character"
            raise StrangeAnswer(self._name, why) from None
        return text

    @property
    def flag(self) -> bool:
        flag: bool = self._must_be(bool, "yes or no")
        return flag

    @property
    def sha(self) -> str:
        if not _SHA.fullmatch(self.text):
            raise StrangeAnswer(self._name, "what should name a git object does not")
        return self.text

    @property
    def moment(self) -> datetime:
        """In UTC."""
        try:
            moment = datetime.fromisoformat(self.text)
            if moment.tzinfo is not None:
                return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            pass  # as one without a zone, which could be any
        raise StrangeAnswer(self._name, "what should be a moment is none")

    @property
    def path(self) -> str:
        """One that git can have; whether files here can have it is another question."""
        try:
            checked(self.text.replace("\\", "_"))
        except BadPath:
            raise StrangeAnswer(self._name, "what should be a path is none") from None
        return self.text

    def _must_be(self, kind: type, called: str) -> Any:
        if not isinstance(self._value, kind):
            raise StrangeAnswer(self._name, f"what should be a {called} is none")
        return self._value
