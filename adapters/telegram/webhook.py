"""What a webhook is: the address that Telegram knows, and where it is answered."""

from dataclasses import dataclass, field

SECRETS = r"[A-Za-z0-9_-]{1,256}", "1 to 256 of A-Z, a-z, 0-9, _ and -"
"""Which secrets Telegram takes, as a pattern and in words."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """`url` is what Telegram is told, `secret` (one of SECRETS) what it says at every visit.
    Requests for `path` come to `host` and `port` in plain HTTP, from a proxy that has the
    certificate."""

    url: str
    secret: str = field(repr=False)
    host: str
    port: int
    path: str
