"""All files of a commit by one download, proved complete against the commit's own listing.

An archive may lack files although it came whole: what a `.gitattributes` says is not to be
exported. So it is only a quick way to most of the contents; what there must be is what the
listing says, by path and by hash, and what is missing is fetched file by file; and so is
everything where no archive can be had.
"""

import gzip
import io
import tarfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any, Self

from memory.errors import IncompleteAnswer
from memory.store import version_of
from memory.stores.github.body import LARGEST
from memory.stores.github.prefix import Prefix
from memory.stores.github.reading import blob, listing
from memory.stores.github.wire import Wire

_PIECE = 1 << 16
_LONGEST_END = 1 << 20  # bytes after the last file
_LONGEST_HEADER = 1 << 20
# ValueError: of numbers in a header that are none.
_BROKEN = (
    tarfile.TarError,
    gzip.BadGzipFile,
    EOFError,
    zlib.error,
    ValueError,
    OverflowError,
)


def files(wire: Wire, prefix: Prefix, commit: str) -> Iterator[tuple[str, bytes]]:
    """Path and content of every file below the prefix, each once."""
    wanted = listing(wire, prefix, commit)
    if len(wanted) > 1:
        with wire.download(f"/tarball/{commit}") as pieces:
            if pieces is not None:
                yield from _taken(wire.name, prefix, pieces, wanted)
    for path, sha in wanted.items():
        yield path, blob(wire, sha)


def _taken(
    name: str, prefix: Prefix, pieces: Iterator[bytes], wanted: dict[str, str]
) -> Iterator[tuple[str, bytes]]:
    """What is in an archive of what is `wanted`, and is not any more then."""
    for full, size, read in _unpacked(name, pieces):
        path = prefix.below(full)
        # Only of what there is: an archive may claim to hold files without end.
        if path not in wanted or size > LARGEST:
            continue
        content = read()
        if wanted[path] == version_of(content):
            del wanted[path]
            yield path, content


def _unpacked(
    name: str, pieces: Iterator[bytes]
) -> Iterator[tuple[str, int, Callable[[], bytes]]]:
    """Of every file its path, its size, and what reads it as long as it is at hand."""
    try:
        source = io.BufferedReader(_Pieces(pieces), _PIECE)
        with (
            gzip.GzipFile(fileobj=source) as unpacked,
            tarfile.open(fileobj=unpacked, mode="r|", tarinfo=_Member) as archive,
        ):
            while (member := archive.next()) is not None:
                _, _, full = member.name.partition("/")
                file = archive.extractfile(member) if member.isreg() and full else None
                if file is not None:
                    yield full, member.size, partial(_read, name, file)
                vars(archive)["members"] = []  # all would be kept to the end, however many
            # An archive that was cut off ends like any other, but for what stands last.
            for _ in range(0, _LONGEST_END, _PIECE):
                if not unpacked.read(_PIECE):
                    return
            raise IncompleteAnswer(name, "the archive goes on without end")
    except _BROKEN:
        raise IncompleteAnswer(name, "the archive breaks off") from None


def _read(name: str, file: IO[bytes]) -> bytes:
    try:
        return file.read()
    except _BROKEN:
        raise IncompleteAnswer(name, "the archive breaks off") from None


class _Member(tarfile.TarInfo):
    """One whose header is no longer than a name can be: it is read into memory whole."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        made = super().frombuf(buf, encoding, errors)
        if made.type not in tarfile.REGULAR_TYPES and made.size > _LONGEST_HEADER:
            raise tarfile.ReadError("a header without end")
        return made


class _Pieces(io.RawIOBase):
    """What comes in pieces, read like a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = piece
        size = min(len(view), len(self._rest))
        view[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size
