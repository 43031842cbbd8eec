"""How it is with a repository elsewhere, as a value that outlasts the process (pure).

It is kept as a few short texts, and whoever reads them believes only what it can read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from memory.errors import LimitReached, RemoteError, TimelineError

# That all is well is kept again after so long only: it is found so with every look.
_WELL_FOR = timedelta(minutes=20)
# What a RemoteError may tell by itself. Each is kept, since one that is not goes on as it was.
_ABOUT = ("name", "branch", "why", "what", "remedy")


@dataclass(frozen=True, slots=True)
class Standing:
    """All moments are aware. `well` is when all was well there last, `trouble` a sentence that
    says what is in the way since then, "" for nothing, `kind` the error that it was, `about`
    what that tells by itself (see RemoteError; nothing where it was not kept), and `until` when
    it ends, where it is a limit. `commit` is the last one that both agree on, ""
    before they met, and `committed` when it was made from here, or seen there first; None where
    that was not kept."""

    well: datetime | None = None
    trouble: str = ""
    kind: str = ""
    about: Mapping[str, str] = field(default_factory=dict)
    until: datetime | None = None
    commit: str = ""
    committed: datetime | None = None

    def after(self, trouble: TimelineError | None, commit: str, now: datetime) -> "Standing":
        """How it is after something was tried there, well or not."""
        seen = self if commit == self.commit else replace(self, commit=commit, committed=now)
        if trouble is None:
            return replace(seen, well=now, trouble="", kind="", about={}, until=None)
        until = trouble.until if isinstance(trouble, LimitReached) else None
        about = trouble.facts if isinstance(trouble, RemoteError) else {}
        kind = type(trouble).__name__
        return replace(seen, trouble=str(trouble), kind=kind, about=about, until=until)

    def is_as_good_as(self, kept: "Standing") -> bool:
        """Whether what is kept needs no writing to say the same."""
        if self.well and (kept.well is None or self.well - kept.well >= _WELL_FOR):
            return False
        return replace(self, well=kept.well) == kept

    @property
    def has_met(self) -> bool:
        """Whether all that was there came here once: of an empty repository, nothing."""
        return self.commit != "" or self.well is not None

    @property
    def facts(self) -> dict[str, str]:
        """As it is kept; that the two agree on the commit is told apart, as `head`."""
        return {
            "well": _text(self.well),
            "trouble": self.trouble,
            "kind": self.kind,
            **{_key(part): self.about.get(part, "") for part in _ABOUT},
            "until": _text(self.until),
            "dated": self.commit,
            "committed": _text(self.committed),
        }


def standing_of(facts: Mapping[str, str]) -> Standing:
    """What is kept. A moment that is none is not known."""
    commit = facts.get("head", "")
    is_dated = commit != "" and facts.get("dated") == commit
    return Standing(
        well=_moment(facts.get("well", "")),
        trouble=facts.get("trouble", ""),
        kind=facts.get("kind", ""),
        about={part: kept for part in _ABOUT if (kept := facts.get(_key(part), ""))},
        until=_moment(facts.get("until", "")),
        commit=commit,
        committed=_moment(facts.get("committed", "")) if is_dated else None,
    )


def _key(part: str) -> str:
    return f"trouble {part}"


def _text(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat() if moment else ""


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo else None
