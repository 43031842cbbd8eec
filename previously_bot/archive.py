"""A repository as one zip file, to take away."""

import os
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from memory.store import Store
from previously_bot.errors import BadArgument


def write_archive(
    store: Store, target: Path, watch: Callable[[Collection[str]], Iterable[str]]
) -> int:
    """Put every file of a store into a new zip; returns how many. Hidden files stay behind.

    The zip appears whole or not at all. Raises BadArgument where it cannot be written, and what
    the store raises.
    """
    if target.exists():
        raise BadArgument(f"{target} exists already; name another file for the export.")
    half = target.with_name(f".{target.name}.part")
    paths = sorted(_files(store, ""))
    try:
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in watch(paths):
                stored = store.read(path)
                if stored is not None:
                    archive.writestr(
                        zipfile.ZipInfo(path), stored.content, zipfile.ZIP_DEFLATED
                    )
        os.replace(half, target)
    except OSError as error:
        raise BadArgument(
            f"{target} cannot be written ({error.strerror}); name another place for the export."
        ) from error
    finally:
        half.unlink(missing_ok=True)
    return len(paths)


def _files(store: Store, folder: str) -> Iterator[str]:
    for child in store.children(folder):
        path = f"{folder}/{child.name}" if folder else child.name
        if child.is_folder:
            yield from _files(store, path)
        else:
            yield path
