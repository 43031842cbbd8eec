"""Addresses as the Bot API takes them into a message."""

import re
from typing import Any

_USER_LINK = re.compile(r"tg://user\?id=([1-9][0-9]*)", re.IGNORECASE)
_LINK = re.compile(r"(?:(https?|tg|ton|tonsite)://)?([^\s/?#]+)(\S*)", re.IGNORECASE)


def link(url: str) -> dict[str, Any]:
    """A link, a mention by id, or nothing when it is no address at all."""
    if user := _USER_LINK.fullmatch(url):
        return {"type": "text_mention", "user": {"id": int(user[1])}}
    checked = checked_link(url)
    return {"type": "text_link", "url": checked} if checked else {}


def checked_link(url: str) -> str:
    """The address as it is kept, or an empty text."""
    found = _LINK.fullmatch(url.strip())
    if found is None:
        return ""
    scheme, host, rest = (found[1] or "http").lower(), found[2], found[3]
    if scheme in ("http", "https") and not re.fullmatch(r"[^.]+(?:\.[^.]+)+|\[.*\].*", host):
        return ""
    return f"{scheme}://{host}{rest or ('/' if scheme.startswith('http') else '')}"
