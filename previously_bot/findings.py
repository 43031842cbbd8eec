"""What `previously-bot doctor` makes of what it saw: how each part is, or what to do (pure)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from memory.checking import Report
from memory.errors import LimitReached, RepositoryArchived, RepositoryPublic, TimelineError
from memory.standing import Standing
from previously_bot.errors import UnusableState
from previously_bot.moments import speaks_chinese
from previously_bot.people import Person
from previously_bot.texts import doctor, remotes, syncing

LEAST_FREE = 100_000_000
"""Bytes on the disk of the state folder, below which something should be done."""

# What one look at a repository shows by itself, and what passes without anybody's doing.
_SEEN_AT_ONCE = frozenset(
    {
        "BranchMissing", "RepositoryArchived", "RepositoryBlocked", "RepositoryMissing",
        "RepositoryPublic", "StrangeAnswer", "TokenRefused",
        "HeadMoved", "IncompleteAnswer", "LimitReached", "MayHaveLanded", "OutOfTime",
        "RemoteUnreachable",
    }
)  # fmt: skip

_MEGABYTE = 1_000_000
_NAMES = {
    "installation": doctor.INSTALLATION,
    "settings": doctor.SETTINGS,
    "state": doctor.STATE,
    "model": doctor.MODELS,
    "platform": doctor.PLATFORMS,
}
_NAMED = {
    "timeline": doctor.TIMELINE,
    "repository": doctor.REPOSITORY,
    "model": doctor.MODEL,
    "platform": doctor.PLATFORM,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part is: `about` says which of its kind it is ("" where there is none), `what` is
    a sentence that ends with what to do unless it is `ok`, and `more` is for machines."""

    part: str
    about: str
    ok: bool
    what: str
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def as_json(self) -> dict[str, object]:
        told = {"part": self.part, "about": self.about, "ok": self.ok, "what": self.what}
        return {**told, **self.more}

    def line(self, language: str) -> str:
        if self.about and self.part in _NAMED:
            name = _NAMED[self.part].say(language, about=self.about)
        else:
            name = _NAMES[self.part].say(language)
        return f"{'ok' if self.ok else '!!'}  {name}: {' '.join(self.what.split())}"


@dataclass(frozen=True, slots=True)
class There:
    """What one look at a repository showed."""

    name: str
    branch: str
    commit: str
    private: bool
    archived: bool


@dataclass(frozen=True, slots=True)
class Remembered:
    """What this machine knows of a repository: how it was the last time, how many files are
    still to be brought there (None where that cannot be read, which `why` says)."""

    standing: Standing
    pending: int | None
    why: str = ""


def of_state(folder: Path, free: int, *, is_made: bool, language: str) -> Finding:
    """Of a state folder that can be written to, or be made."""
    megabytes = free // _MEGABYTE
    if free < LEAST_FREE:
        what = str(UnusableState(folder, f"only {megabytes} MB are free on its disk"))
        return Finding("state", str(folder), ok=False, what=what)
    sentence = doctor.WRITABLE if is_made else doctor.TO_BE_MADE
    what = sentence.say(language, folder=folder, free=megabytes)
    return Finding("state", str(folder), ok=True, what=what)


def of_timeline(
    name: str, place: str, report: Report, language: str, awaited: str = ""
) -> Finding:
    """`awaited` is the repository of which nothing came here yet, "" for none."""
    said: dict[str, object] = {"slices": report.slices, "turns": report.turns}
    problems = len(report.problems)
    if problems:
        what = doctor.DAMAGED.say(language, count=problems, place=place)
    elif report.slices:
        what = doctor.READABLE.say(language, **said, place=place)
    else:
        what = "" if awaited else doctor.NOT_BEGUN.say(language, place=place)
    if awaited:
        what = _in_one_line([what, doctor.NOT_FETCHED.say(language, place=awaited)], language)
    return Finding("timeline", name, not problems, what, {**said, "problems": problems})


def of_model(role: str, model: str, listed: bool | None, language: str) -> Finding:
    """`listed` is whether its server names it; None where it names none."""
    sentence = {True: doctor.HAS_IT, False: doctor.NOT_LISTED, None: doctor.NO_LIST}[listed]
    what = sentence.say(language, model=model)
    return Finding("model", role, ok=True, what=what, more={"model": model})


def of_repository(
    person: Person,
    place: str,
    looked: There | Exception,
    remembered: Remembered,
    remaining: int | None,
    *,
    allow_public: bool,
) -> Finding:
    """What came of a look, and what this machine knows besides."""
    wrong = _wrong_there(looked, allow_public=allow_public, person=person)
    if remembered.why:
        wrong.append(remembered.why)
    standing = remembered.standing
    why = syncing.in_the_way(standing, person.zone, person.language)
    past = ""
    if why and why not in wrong:
        if standing.kind in _SEEN_AT_ONCE:
            past = doctor.WAS_IN_THE_WAY.say(person.language, why=why)
        else:
            wrong.append(doctor.STILL_IN_THE_WAY.say(person.language, why=why))
    told = [*wrong]
    if isinstance(looked, There) and not wrong:
        is_there = doctor.PRIVATE if looked.private else doctor.PUBLIC
        told.append(is_there.say(person.language, place=looked.name, branch=looked.branch))
    if isinstance(looked, There) and looked.name.casefold() != place.casefold():
        renamed = doctor.RENAMED.say(person.language, former=place, name=looked.name)
        told.append(renamed)
    told += _facts(person, looked, remembered, remaining)
    what = _in_one_line([*told, past], person.language)
    more = _for_machines(place, looked, remembered, remaining)
    return Finding("repository", person.name, not wrong, what, more)


def _wrong_there(looked: There | Exception, *, allow_public: bool, person: Person) -> list[str]:
    if isinstance(looked, LimitReached):
        limit = Standing(trouble=str(looked), until=looked.until)
        return [syncing.in_the_way(limit, person.zone, person.language)]
    if isinstance(looked, Exception):
        return [remotes.in_words(looked, person.zone, person.language)]
    found: list[TimelineError] = []
    if looked.archived:
        found.append(RepositoryArchived(looked.name))
    if not (looked.private or allow_public):
        found.append(RepositoryPublic(looked.name))
    return [remotes.in_words(one, person.zone, person.language) for one in found]


def _facts(
    person: Person,
    looked: There | Exception,
    remembered: Remembered,
    remaining: int | None,
) -> Sequence[str]:
    language, standing = person.language, remembered.standing
    facts = []
    if isinstance(looked, There) and not remembered.why and looked.commit != standing.commit:
        facts.append(doctor.NEWS.say(language))
    if commit := syncing.last_commit(standing, person.zone, language):
        facts.append(commit)
    if remembered.pending is not None:
        facts.append(doctor.PENDING.say(language, pending=remembered.pending))
    if remaining is not None:
        facts.append(syncing.REMAINING.say(language, count=remaining))
    return facts


def _for_machines(
    place: str,
    looked: There | Exception,
    remembered: Remembered,
    remaining: int | None,
) -> dict[str, object]:
    there = looked if isinstance(looked, There) else None
    standing = remembered.standing
    return {
        "repository": place,
        "branch": there and there.branch,
        "private": there and there.private,
        "archived": there and there.archived,
        "head": (there and there.commit) or None,
        "commit": standing.commit or None,
        "committed": _iso(standing.committed),
        "pending": remembered.pending,
        "remaining": remaining,
        "well": _iso(standing.well),
        "trouble": standing.trouble,
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _in_one_line(sentences: Sequence[str], language: str) -> str:
    stop = "。" if speaks_chinese(language) else "."
    ended = [one if one.endswith((".", "。")) else f"{one}{stop}" for one in sentences if one]
    return " ".join(ended).replace("。 ", "。")
