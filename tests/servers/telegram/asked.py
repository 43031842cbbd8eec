"""A request to the Bot API as it came, without the token."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.servers.telegram.refusals import bad_request
from tests.servers.telegram.wire import Upload


@dataclass(frozen=True, repr=False)
class Asked:
    """`params` are texts; whatever was sent as something else is in JSON."""

    method: str
    params: Mapping[str, str]
    uploads: Mapping[str, Upload] = field(default_factory=dict)
    verb: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)
    secret: str = ""
    """What a repr must not show."""

    def __repr__(self) -> str:
        shown = {
            name: "…" if name == "secret_token" else value
            for name, value in self.params.items()
        }
        files = f", {list(self.uploads.values())}" if self.uploads else ""
        told = f"Asked({self.verb} {self.method}, {shown}{files})"
        return told.replace(self.secret, "<token>") if self.secret else told

    def text(self, name: str) -> str:
        return self.params.get(name, "")

    def number(self, name: str, default: int = 0) -> int:
        """As lenient as the real server: the digits at the beginning, or 0."""
        given = self.text(name)
        found = re.match(r"[+-]?\d+", given)
        return int(found[0]) if found else 0 if given else default

    def flag(self, name: str) -> bool:
        return self.text(name).strip().lower() in ("true", "yes", "1")

    def parsed(self, name: str, called: str) -> Any:
        """A JSON parameter; None when it is not there."""
        if not self.text(name):
            return None
        try:
            return json.loads(self.text(name))
        except ValueError:
            raise bad_request(f"can't parse {called} JSON object") from None
