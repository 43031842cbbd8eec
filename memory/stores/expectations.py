"""The compare of compare-and-set, the same for every store."""

from collections.abc import Callable, Sequence

from memory.errors import Conflict
from memory.store import Change, checked, version_of


def must_be_as_expected(
    batch: Sequence[Change], version_at: Callable[[str], str | None]
) -> None:
    """Raise BadPath or Conflict, before anything is written, unless the batch may go ahead.

    `version_at` gives the version that is there now (None: nothing). A path that comes twice in
    a batch is compared, the second time, with what the batch itself makes of it.
    """
    for change in batch:
        checked(change.path)
    now: dict[str, str | None] = {}
    for change in batch:
        found = now[change.path] if change.path in now else version_at(change.path)
        if not change.anyway and found != change.expected:
            raise Conflict(change.path, found)
        now[change.path] = None if change.content is None else version_of(change.content)
