"""A strand: all slices that carry one tag. Derived from the catalog; slices are the truth."""

import json
from collections.abc import Iterable, Mapping

from memory import paths
from memory.catalog import Entry, as_json

Strands = dict[str, list[str]]


def weave(entries: Iterable[Entry], kept: Mapping[str, Iterable[str]] | None = None) -> Strands:
    """Tag → ids of the slices that carry it, oldest first as ids sort; tags by the alphabet.

    `kept` are strands known from elsewhere, which are woven in.
    """
    strands = {tag: set(ids) for tag, ids in (kept or {}).items()}
    for entry in entries:
        for tag in entry.tags:
            if tag.strip():
                strands.setdefault(tag.strip(), set()).add(entry.slice_id)
    return {tag: sorted(strands[tag]) for tag in sorted(strands) if strands[tag]}


def dump(strands: Strands) -> bytes:
    """The text of `strands.json`, which names slices by their short paths."""
    named = {
        slice_id: paths.short_path(slice_id) for slice_id in set().union(*strands.values())
    }
    return as_json({tag: [named[slice_id] for slice_id in ids] for tag, ids in strands.items()})


def parse(content: bytes) -> Strands:
    """Tag → slice ids, from a flat file or one under a `strands` key, with short or full paths.

    What cannot be read is left out: the file is derived and may be made again.
    """
    try:
        loaded = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    if isinstance(loaded, dict) and isinstance(loaded.get("strands"), dict):
        loaded = loaded["strands"]
    if not isinstance(loaded, dict):
        return {}
    named = {
        tag: [paths.slice_id_named(path) for path in listed if isinstance(path, str)]
        for tag, listed in loaded.items()
        if isinstance(listed, list)
    }
    return {tag: [found for found in ids if found] for tag, ids in named.items()}
