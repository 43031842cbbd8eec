"""A repository as one zip file, to take away."""

import os
import zipfile
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from memory.errors import REFUSALS
from memory.store import Store, walk
from previously_bot.errors import BadArgument


def write_archive(
    store: Store, target: Path, watch: Callable[[Collection[str]], Iterable[str]]
) -> tuple[int, list[str]]:
    """Put every file of a store into a new zip; returns how many, and which could not be read.

    Hidden files stay behind, without a word. The zip appears whole or not at all. Raises
    BadArgument where it cannot be written, and StoreUnreachable.
    """
    if target.exists():
        raise BadArgument(f"{target} exists already; name another file for the export.")
    half = target.with_name(f".{target.name}.part")
    left_out: list[str] = []
    paths = sorted(path for path, _ in walk(store, unread=left_out))
    packed = 0
    try:
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in watch(paths):
                content = _content(store, path)
                if content is None:
                    left_out.append(path)
                else:
                    archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
                    packed += 1
        os.replace(half, target)
    except OSError as error:
        raise BadArgument(
            f"{target} cannot be written ({error.strerror}); name another place for the export."
        ) from error
    finally:
        half.unlink(missing_ok=True)
    return packed, sorted(left_out)


def _content(store: Store, path: str) -> bytes | None:
    """None for what is no file to take along: a pipe, a link that strays, what is forbidden."""
    try:
        stored = store.read(path)
    except REFUSALS:
        return None
    return stored.content if stored else None
