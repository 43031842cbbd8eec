"""Text that can be encoded, whatever came in."""


def mended(text: str) -> str:
    """The same text; halves of a surrogate pair that meet become their character, and a half
    that stayed alone becomes U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class Seams:
    """Puts together what was cut within a character: servers cut answers by tokens."""

    def __init__(self) -> None:
        self._half = ""

    def next(self, piece: str) -> str:
        """What of the text so far can be given out; "" where a half waits for its other."""
        text = self._half + piece
        self._half = text[-1] if text and "\ud800" <= text[-1] <= "\udbff" else ""
        return mended(text[: len(text) - len(self._half)])

    def rest(self) -> str:
        """What is still held back, when nothing more will come."""
        half, self._half = self._half, ""
        return mended(half)
