"""A strand: all slices that carry one tag. Derived from the catalog; slices are the truth."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping

from memory import paths
from memory.catalog import Entry
from memory.slices import writable

Strands = dict[str, list[str]]


def weave(entries: Iterable[Entry], kept: Mapping[str, Iterable[str]] | None = None) -> Strands:
    """Tag → ids of the slices that carry it, oldest first as ids sort; tags by the alphabet.

    `kept` are strands known from elsewhere, which are woven in.
    """
    # Not sets, since what is nearly in order is sorted much faster.
    strands = {tag: dict.fromkeys(ids) for tag, ids in (kept or {}).items()}
    for entry in entries:
        for tag in entry.tags:
            if name := tag.strip():
                strands.setdefault(name, {})[entry.slice_id] = None
    return {tag: sorted(strands[tag]) for tag in sorted(strands) if strands[tag]}


def counted(entries: Iterable[Entry]) -> list[tuple[str, int]]:
    """Tags with the number of their slices, the commonest first: in whatever case they are
    written they are one, in the spelling that most slices have."""
    times: Counter[str] = Counter()
    spellings: dict[str, Counter[str]] = {}
    for entry in entries:
        written = {tag.strip().casefold(): tag.strip() for tag in entry.tags if tag.strip()}
        times.update(written.keys())
        for folded, tag in written.items():
            spellings.setdefault(folded, Counter())[tag] += 1
    return [
        (spellings[folded].most_common(1)[0][0], many)
        for folded, many in sorted(times.items(), key=lambda item: (-item[1], item[0]))
    ]


def dump(strands: Strands) -> bytes:
    """The text of `strands.json`, which names slices by their short paths.

    It names every slice there is whenever one closes, so it is put together here, which is ten
    times as fast as `as_json` and gives the same.
    """
    listed = ",\n".join(f"  {_quoted(tag)}: {_array(ids)}" for tag, ids in strands.items())
    return (f"{{\n{listed}\n}}\n" if listed else "{}\n").encode()


def _quoted(tag: str) -> str:
    return writable(json.dumps(tag, ensure_ascii=False))


def _array(slice_ids: Iterable[str]) -> str:
    named = '",\n    "'.join(map(paths.shortened, slice_ids))
    return f'[\n    "{named}"\n  ]' if named else "[]"


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
