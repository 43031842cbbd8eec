"""A request as it came; its repr does not show the token."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.servers.github.replies import refused


@dataclass(frozen=True)
class Asked:
    """`kind` is what it is counted and made to fail as; `rest` what stands after the part of
    the path that names the kind."""

    method: str
    kind: str
    rest: str
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes = field(default=b"", repr=False)
    token: str = field(default="", repr=False)

    @property
    def writes(self) -> bool:
        return self.method not in ("GET", "HEAD")

    @property
    def content(self) -> dict[str, Any]:
        try:
            content = json.loads(self.body)
        except ValueError:
            raise refused(400, "Problems parsing JSON") from None
        if not isinstance(content, dict):
            raise refused(400, "Body should be a JSON object")
        return content

    def text(self, name: str) -> str:
        value = self.content.get(name)
        if not isinstance(value, str):
            raise refused(422, f'Invalid request.\n\n"{name}" wasn\'t supplied.')
        return value
