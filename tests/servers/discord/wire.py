"""What came over HTTP and what goes back, apart from the library that carries it."""

import json
from dataclasses import dataclass, field
from typing import Any

JSON = "application/json"


@dataclass(frozen=True)
class Upload:
    """One file of a multipart form; `name` is what the form calls it, such as files[0]."""

    name: str
    filename: str
    content: bytes = field(repr=False)
    content_type: str = "application/octet-stream"


@dataclass(repr=False)
class Asked:
    """A request as it came. `route` is its path with names for what varies."""

    method: str
    route: str
    path: str
    parameters: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    status: int | None = None
    """What it was answered with; None while it has no answer, and when there never is one."""

    @property
    def key(self) -> str:
        return f"{self.method} {self.route}"

    def number(self, name: str) -> int:
        """A snowflake of the path; 0, which nobody has, when it is none."""
        value = self.parameters[name]
        return int(value) if value.isdecimal() else 0

    def __repr__(self) -> str:
        path = self.route
        for name, value in self.parameters.items():
            path = path.replace(f"{{{name}}}", "…" if name == "token" else value)
        return f"<{self.method} {path} {self.query} {self.body!r} -> {self.status}>"


@dataclass(frozen=True)
class Answer:
    """`body` is bytes as they are, or anything else as JSON; None sends no body."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = JSON

    @property
    def is_discords(self) -> bool:
        """Whether Discord's own API said it, and not a proxy before it or the files' server."""
        return self.content_type == JSON

    @property
    def content(self) -> bytes:
        if self.body is None:
            return b""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


NO_CONTENT = Answer(204)
