"""Indexes and strands as files of a store: read and written as far as the place lets us.

They only repeat what the slices say, so that one that refuses, say because somebody put a
folder in its place, keeps nothing else from being written.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import timedelta

from memory import catalog, paths, strands
from memory.catalog import Entry
from memory.errors import REFUSALS, Refusal
from memory.slicing import SILENCE
from memory.store import Change, Store
from memory.strands import Strands

_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)


def entries_of(store: Store, months: Iterable[str]) -> list[Entry]:
    """What the indexes of these months say; nothing where one cannot be read."""
    return [
        entry
        for month in months
        for entry in catalog.parse(_content(store, paths.index_path(month)))
        if paths.month_of(entry.slice_id) == month
    ]


def strands_among(store: Store, is_meant: Callable[[str], bool]) -> Strands:
    """What `strands.json` says of some slices, chosen by their ids."""
    woven = strands.parse(_content(store, paths.STRANDS))
    chosen = {tag: [one for one in ids if is_meant(one)] for tag, ids in woven.items()}
    return {tag: ids for tag, ids in chosen.items() if ids}


def is_likely(entry: Entry) -> bool:
    """Whether an index may be believed: of a slice that began in its minute and lasted a day.

    Of others, which are rare, the file itself is read.
    """
    minute = paths.minute_of(entry.slice_id)
    return -SILENCE < entry.start - minute < _MINUTE and entry.end - minute < _DAY


class DerivedFiles:
    """`outdated` are months whose index does not say yet what it should.

    `kept` are strands of slices that cannot be read now and are in no index.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.outdated: set[str] = set()
        self.kept: Strands = {}
        # Months whose index, or the strands with it, refused: tried again when others change.
        self._refused: set[str] = set()

    def forget(self, slice_id: str) -> None:
        """Keep nothing of this slice: it can be read again, or is gone."""
        self.kept = {
            tag: [one for one in ids if one != slice_id] for tag, ids in self.kept.items()
        }

    def changes(self, entries: Collection[Entry], listed: Iterable[Entry]) -> list[Change]:
        """The outdated indexes, from the entries `listed`, and the strands of all `entries`."""
        months = sorted(self.outdated | self._refused)
        by_month: dict[str, list[Entry]] = {month: [] for month in months}
        for entry in listed:
            if (month := paths.month_of(entry.slice_id)) in by_month:
                by_month[month].append(entry)
        woven = strands.dump(strands.weave(entries, self.kept))
        return [
            *(
                Change(
                    paths.index_path(month),
                    catalog.dump(month, of_month) if of_month else None,
                    anyway=True,
                )
                for month, of_month in by_month.items()
            ),
            Change(paths.STRANDS, woven if entries or self.kept else None, anyway=True),
        ]

    def write(
        self, derived: Collection[Change], message: str, *, after: Sequence[Change] = ()
    ) -> list[Refusal]:
        """Write slices (`after` which they come) and, of the derived files, those that let
        themselves be written, in one batch; returns why the others do not.

        Raises what the store raises of the slices, and StoreUnreachable and WriteRefused.
        """
        left = {change.path: change for change in derived}
        refused: dict[str, Refusal] = {}
        while True:
            try:
                self._store.write([*after, *left.values()], message=message)
                break
            except REFUSALS as error:
                if left.pop(error.path, None) is None:
                    raise
                refused[error.path] = error
        if derived:
            months = self.outdated | self._refused
            if paths.STRANDS not in refused:
                months = {month for month in months if paths.index_path(month) in refused}
            self.outdated, self._refused = set(), months
        return list(refused.values())


def _content(store: Store, path: str) -> bytes:
    try:
        stored = store.read(path)
    except REFUSALS:
        return b""
    return stored.content if stored else b""
