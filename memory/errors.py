"""What can go wrong with a timeline; every message is one sentence that ends with a remedy.

TimelineError
├── BadSliceId            an id or path that no slice can have
├── DamagedSlice          a slice file that cannot be read whole; the bot never writes over it
├── RemoteError           what a repository elsewhere may answer instead of doing as asked
│   ├── RemoteUnreachable   it could not be asked, or has trouble of its own
│   │   └── OutOfTime       nobody waits for it any longer, since the process ends
│   ├── IncompleteAnswer    what came was cut off or short; never to be taken for deletions
│   ├── StrangeAnswer       what came is not what such a place answers
│   ├── TokenRefused        the token is wrong, expired or revoked
│   ├── NotPermitted        the token is right but may not do that
│   ├── RepositoryArchived  nobody may write there any more
│   ├── RepositoryMissing   it is not there, or the token cannot see it
│   ├── RepositoryBlocked   the place shows it to nobody
│   ├── BranchMissing       the repository has no such branch
│   ├── LimitReached        enough requests for now; carries when to come back
│   ├── HeadMoved           somebody else's commit came first; nothing was written over it
│   ├── MayHaveLanded       the answer was lost, so nobody knows; carries the commit
│   ├── ChangeRefused       the place will not take this change, now or later
│   ├── HistoryRewritten    what both agreed on is not part of the branch any more
│   └── RepositoryPublic    anybody could read there what was said in private
└── StoreError
    ├── BadPath           a path that leaves the repository
    ├── Conflict          the file changed since it was read
    ├── NotAFile          a folder, or something else, where a file should be
    ├── NotReadable       this one file or folder cannot be read; the place is there
    ├── PastIsFixed       what a repository once held cannot be changed any more
    ├── RepositoryBusy    another process is writing to this repository
    ├── StoreUnreachable  the place is down; which is not the same as empty
    └── WriteRefused      the place said no: read-only, full, not permitted
"""

from datetime import datetime


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


class RemoteError(TimelineError):
    """Base of what can go wrong with a repository elsewhere; `name` is owner/name, and `facts`
    are the parts of the sentence, by their names, for whoever says it in another language."""

    def __init__(self, name: str, sentence: str, **facts: str) -> None:
        super().__init__(sentence)
        self.name = name
        self.facts = {"name": name, **facts}


class RemoteUnreachable(RemoteError):
    """`was_sent` when what was asked may have been done all the same."""

    def __init__(self, name: str, why: str, *, was_sent: bool = False) -> None:
        super().__init__(
            name,
            f"{name} cannot be asked ({why}); look whether the network and `api_url` are "
            "right, or wait until the place is up again.",
            why=why,
        )
        self.was_sent = was_sent


class OutOfTime(RemoteUnreachable):
    def __init__(self, name: str) -> None:
        said = f"The time at the end was too short for {name}; the rest goes at the next start."
        RemoteError.__init__(self, name, said)
        self.was_sent = False


class IncompleteAnswer(RemoteError):
    def __init__(self, name: str, why: str) -> None:
        sentence = f"{name} did not come whole ({why}) and counts as not read; try again later."
        super().__init__(name, sentence, why=why)


class StrangeAnswer(RemoteError):
    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            name,
            f"What answers for {name} is no GitHub ({why}); look whether `api_url` is right "
            "and no proxy stands between.",
            why=why,
        )


class TokenRefused(RemoteError):
    def __init__(self, name: str) -> None:
        super().__init__(
            name,
            f"The token for {name} is wrong, expired or revoked; make a new one and put it "
            "into the variable that `token_env` names.",
        )


class NotPermitted(RemoteError):
    def __init__(
        self,
        name: str,
        what: str,
        remedy: str = "give it read and write access to the contents of that repository",
    ) -> None:
        sentence = f"The token for {name} may not {what}; {remedy}."
        super().__init__(name, sentence, what=what, remedy=remedy)


class RepositoryArchived(RemoteError):
    def __init__(self, name: str) -> None:
        super().__init__(
            name,
            f"{name} is archived, so nobody can write there; unarchive it in its settings, or "
            "name another repository.",
        )


class RepositoryMissing(RemoteError):
    def __init__(
        self,
        name: str,
        why: str = "or the token cannot see it",
        remedy: str = "look at its name, and let the token read it",
    ) -> None:
        sentence = f"{name} is not there, {why}; {remedy}."
        super().__init__(name, sentence, why=why, remedy=remedy)


class RepositoryBlocked(RemoteError):
    def __init__(self, name: str, why: str = "unavailable for legal reasons") -> None:
        super().__init__(
            name,
            f"{name} is {why}; ask the support of the site that it is on, or name another "
            "repository.",
            why=why,
        )


class BranchMissing(RemoteError):
    def __init__(self, name: str, branch: str) -> None:
        super().__init__(
            name,
            f"{name} has no branch {branch}; make it, or leave `branch` out for the default "
            "one.",
            branch=branch,
        )


class LimitReached(RemoteError):
    """`until` is when to come back."""

    def __init__(self, name: str, until: datetime) -> None:
        super().__init__(
            name,
            f"{name} takes no more requests for now; wait until {until:%Y-%m-%d %H:%M:%S} UTC.",
        )
        self.until = until


class HeadMoved(RemoteError):
    def __init__(self, name: str, branch: str) -> None:
        super().__init__(
            name,
            f"Somebody else wrote to {branch} of {name} meanwhile, so nothing was written; "
            "read it again and merge, which a sync does by itself the next time.",
            branch=branch,
        )


class MayHaveLanded(RemoteError):
    """`commit` is the one that may be there; empty where its name was never told."""

    def __init__(self, name: str, commit: str, why: str) -> None:
        super().__init__(
            name,
            f"Whether the last commit arrived in {name} is not known ({why}); look there "
            "before making it again, which a sync does by itself the next time.",
            why=why,
        )
        self.commit = commit


class ChangeRefused(RemoteError):
    def __init__(self, name: str, why: str) -> None:
        super().__init__(
            name,
            f"{name} does not take this change ({why}); look at the repository's rules and at "
            "the names of the files.",
            why=why,
        )


class HistoryRewritten(RemoteError):
    def __init__(self, name: str, branch: str) -> None:
        super().__init__(
            name,
            f"The history of {branch} in {name} was rewritten or replaced, so nothing is "
            "written there; stop the bot, and run `previously-bot sync --adopt-remote` to take "
            "what is there, or `--keep-local` to put there what is here.",
            branch=branch,
        )


class RepositoryPublic(RemoteError):
    def __init__(self, name: str) -> None:
        super().__init__(
            name,
            f"{name} is public, or open to a whole enterprise, so others could read what is "
            "said and nothing is written there; make it private in its settings, or set "
            "`allow_public: true` in yours.",
        )


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
            f"{path} cannot be read ({why}); give permission, mend it or move it away."
        )
        self.path = path
        self.why = why


class PastIsFixed(StoreError):
    """`name` says what held it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"What {name} held cannot be changed any more; write to the timeline as it is now."
        )


class RepositoryBusy(StoreError):
    def __init__(self, root: str, holder: str) -> None:
        super().__init__(
            f"{root} is in use by {holder}; stop that process, or wait for it, and try again."
        )
        self.holder = holder


class StoreUnreachable(StoreError):
    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place} cannot be read ({why}); make it reachable.")


class WriteRefused(StoreError):
    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path} cannot be written ({why}); make room or give permission.")
        self.path = path
        self.why = why


Refusal = BadPath | NotAFile | NotReadable
# What a place may answer about one path, while the rest of it is as before.
REFUSALS = (BadPath, NotAFile, NotReadable)
