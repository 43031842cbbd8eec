"""Reading every file of a timeline repository, to say what can be read and what cannot."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from memory import catalog, files, paths, strands
from memory.catalog import Entry
from memory.errors import DamagedSlice, NotAFile
from memory.store import Store
from memory.survey import survey

_CONTRADICTS = "it contradicts the slices; `previously-bot rebuild` makes it again"


@dataclass(frozen=True, slots=True)
class Finding:
    path: str
    what: str


@dataclass(slots=True)
class Report:
    """Counts of what could be read; `problems` may hide turns, `notes` are merely odd."""

    slices: int = 0
    turns: int = 0
    problems: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)


def check(store: Store, watch: Callable[[Collection[str]], Iterable[str]] = iter) -> Report:
    """Reads every slice. `watch` is handed the slice ids and gives them back one by one.

    Raises StoreUnreachable.
    """
    found = survey(store)
    report = Report()
    entries: dict[str, Entry] = {}
    for slice_id in watch(found.files.keys()):
        entry = _check_slice(store, found.files[slice_id], slice_id, report)
        if entry is not None:
            entries[slice_id] = entry
    for path, other in found.doubles:
        what = f"{other} has the same slice id and is read in its place; rename one of them"
        report.problems.append(Finding(path, what))
    for path in found.strays:
        report.notes.append(Finding(path, "this is not the name of a slice; it is left alone"))
    _check_indexes(store, found.indexed, entries, report)
    _check_strands(store, entries, report)
    return report


def _check_slice(store: Store, path: str, slice_id: str, report: Report) -> Entry | None:
    try:
        kept = files.read(store, path, slice_id)
    except DamagedSlice as error:
        report.problems.append(Finding(path, error.what))
        return None
    if kept is None:
        report.problems.append(Finding(path, "it is gone, or a folder stands in its place"))
        return None
    report.slices += 1
    report.turns += len(kept.slice.turns)
    report.problems += [Finding(path, what) for what in kept.damage]
    report.notes += [Finding(path, what) for what in kept.notes]
    return catalog.entry(kept.slice)


def _check_indexes(
    store: Store, months: Collection[str], entries: dict[str, Entry], report: Report
) -> None:
    """Derived files that contradict the slices are worth a note: they can be rebuilt."""
    for month in sorted(months):
        path = paths.index_path(month)
        try:
            stored = store.read(path)
        except NotAFile:
            report.notes.append(Finding(path, "it is not a file"))
            continue
        listed = catalog.parse(stored.content) if stored else []
        if any(entries.get(entry.slice_id) != entry for entry in listed):
            report.notes.append(Finding(path, _CONTRADICTS))


def _check_strands(store: Store, entries: dict[str, Entry], report: Report) -> None:
    try:
        stored = store.read(paths.STRANDS)
    except NotAFile:
        report.notes.append(Finding(paths.STRANDS, "it is not a file"))
        return
    named = strands.parse(stored.content) if stored else {}
    if any(slice_id not in entries for ids in named.values() for slice_id in ids):
        report.notes.append(Finding(paths.STRANDS, _CONTRADICTS))
