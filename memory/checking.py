"""Reading every file of a timeline repository, to say what can be read and what cannot."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from memory import catalog, kept, paths, strands
from memory.catalog import Entry
from memory.errors import REFUSALS, DamagedSlice, NotAFile
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
    report.problems += [Finding(path, why) for path, why in found.unreadable]
    entries: dict[str, Entry | None] = {}
    for slice_id in watch(found.files.keys()):
        entries[slice_id] = _check_slice(store, found.files[slice_id], slice_id, report)
    for path, other in found.doubles:
        what = f"{other} has the same slice id and is read in its place; rename one of them"
        report.problems.append(Finding(path, what))
    for path in found.strays:
        report.notes.append(Finding(path, "this is not the name of a slice; it is left alone"))

    def is_honest(listed: Entry) -> bool:
        """What cannot be compared with its slice is believed, as `rebuild` does."""
        if listed.slice_id in entries:
            return entries[listed.slice_id] in (None, listed)
        return found.hides(paths.slice_path(listed.slice_id))

    for month in sorted(found.indexed):
        content = _derived(store, paths.index_path(month), report)
        if not all(map(is_honest, catalog.parse(content))):
            report.notes.append(Finding(paths.index_path(month), _CONTRADICTS))
    woven = strands.parse(_derived(store, paths.STRANDS, report))
    named = {slice_id for ids in woven.values() for slice_id in ids}
    if not all(one in entries or found.hides(paths.slice_path(one)) for one in named):
        report.notes.append(Finding(paths.STRANDS, _CONTRADICTS))
    return report


def _check_slice(store: Store, path: str, slice_id: str, report: Report) -> Entry | None:
    """What an index should say of the slice; None where it cannot be read."""
    try:
        found = kept.read(store, path, slice_id)
    except DamagedSlice as error:
        report.problems.append(Finding(path, error.what))
        return None
    if found is None:
        what = "it is gone, is a link that leads nowhere, or a folder stands in its place"
        report.problems.append(Finding(path, what))
        return None
    report.slices += 1
    report.turns += len(found.slice.turns)
    report.problems += [Finding(path, what) for what in found.damage]
    report.notes += [Finding(path, what) for what in found.notes]
    return catalog.entry(found.slice)


def _derived(store: Store, path: str, report: Report) -> bytes:
    """A derived file. One that cannot be read is worth a note: the slices say it all."""
    try:
        stored = store.read(path)
    except REFUSALS as error:
        what = "it is not a file" if isinstance(error, NotAFile) else error.why
        report.notes.append(Finding(path, what))
        return b""
    return stored.content if stored else b""
