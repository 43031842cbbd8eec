"""Which files a model that sees can be shown (pure)."""

from previously_bot.model import Image

LARGEST = 5_000_000
"""Bytes of a picture that is shown; endpoints refuse larger ones."""

_BEGINNINGS = {
    b"\xff\xd8\xff": "image/jpeg",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}


def picture(content: bytes) -> Image | None:
    """The picture that a file is, whatever it is called; None for any other file."""
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return Image("image/webp", content)
    for beginning, media_type in _BEGINNINGS.items():
        if content.startswith(beginning):
            return Image(media_type, content)
    return None
