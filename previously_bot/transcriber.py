"""The port: what is said in a recording, as text."""

from typing import Protocol


class Transcriber(Protocol):
    async def transcribe(self, content: bytes, name: str) -> str:
        """The words of a recording; "" where nothing is said in it. The end of `name` tells
        what kind of file it is.

        Raises Unreachable, RateLimited, Refused, BadAnswer, TooLong (see `errors`) and nothing
        else. May be used by several at once.
        """

    async def close(self) -> None:
        """Give back connections. May be called twice."""
