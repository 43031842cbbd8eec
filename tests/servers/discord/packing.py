"""How the gateway packs what it sends: not at all, or as one stream for the whole socket."""

import importlib
import zlib
from collections.abc import Callable
from typing import Any, Protocol


class Packing(Protocol):
    def pack(self, text: str) -> str | bytes: ...


class Plain:
    def pack(self, text: str) -> str | bytes:
        return text


class ZlibStream:
    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def pack(self, text: str) -> str | bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """What discord.py asks for where Python itself knows it, which is from 3.14 on."""

    def __init__(self) -> None:
        self._zstd: Any = importlib.import_module("compression.zstd").ZstdCompressor()

    def pack(self, text: str) -> str | bytes:
        packed: bytes = self._zstd.compress(text.encode(), self._zstd.FLUSH_BLOCK)
        return packed


_PACKINGS: dict[str, Callable[[], Packing]] = {
    "": Plain,
    "zlib-stream": ZlibStream,
    "zstd-stream": ZstdStream,
}


def packing(name: str) -> Packing:
    """The one asked for in the address; KeyError if there is none of that name."""
    return _PACKINGS[name]()
