"""What can go wrong with a timeline; every message is one sentence that ends with a remedy.

TimelineError
├── BadSliceId            an id or path that no slice can have
├── DamagedSlice          a slice file that cannot be read whole; the bot never writes over it
└── StoreError
    ├── BadPath           a path that leaves the repository
    ├── Conflict          the file changed since it was read
    ├── NotAFile          a folder, or something else, where a file should be
    ├── NotReadable       this one file or folder cannot be read; the place is there
    ├── RepositoryBusy    another process is writing to this repository
    ├── StoreUnreachable  the place is down; which is not the same as empty
    └── WriteRefused      the place said no: read-only, full, not permitted
"""


class TimelineError(Exception):
    """Base of every error that `memory` raises on purpose."""


class BadSliceId(TimelineError):
    def __init__(self, given: str) -> None:
        super().__init__(
            f"{given!r} names no slice here; a slice id looks like 2026-07-07-1558, and "
            "`previously-bot timeline` lists them."
        )


class DamagedSlice(TimelineError):
    def __init__(self, path: str, what: str) -> None:
        super().__init__(
            f"{path} cannot be read whole ({what}) and is left as it is; mend it by hand, "
            "then run `previously-bot check`."
        )
        self.path = path
        self.what = what


class StoreError(TimelineError):
    """Base of what a place that keeps files may answer instead of doing as asked."""


class BadPath(StoreError):
    def __init__(
        self, path: str, why: str, remedy: str = "name a file below the repository"
    ) -> None:
        super().__init__(f"{path!r} is refused as a path ({why}); {remedy}.")
        self.path = path
        self.why = why


class Conflict(StoreError):
    """`found` is the version that is there now; None when nothing is there."""

    def __init__(self, path: str, found: str | None) -> None:
        was = "was changed" if found else "was removed"
        super().__init__(f"{path} {was} by somebody else meanwhile; read it again and merge.")
        self.path = path
        self.found = found


class NotAFile(StoreError):
    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is not a file but a folder or something else; move it away.")
        self.path = path


class NotReadable(StoreError):
    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path} cannot be read ({why}); give permission, mend it or move it away, "
            "then try again."
        )
        self.path = path
        self.why = why


class RepositoryBusy(StoreError):
    def __init__(self, root: str, holder: str) -> None:
        super().__init__(
            f"{root} is in use by {holder}; stop that process, or wait for it, and try again."
        )
        self.holder = holder


class StoreUnreachable(StoreError):
    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place} cannot be read ({why}); make it reachable and try again.")


class WriteRefused(StoreError):
    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path} cannot be written ({why}); make room or give permission, then try again."
        )
        self.path = path


Refusal = BadPath | NotAFile | NotReadable
# What a place may answer about one path, while the rest of it is as before.
REFUSALS = (BadPath, NotAFile, NotReadable)
