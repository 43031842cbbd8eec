"""What `history` tells: the commits there were, and what the memory held after one of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from previously_bot import as_of, listing, moments, texts
from previously_bot.earlier import Earlier
from previously_bot.errors import BadArgument, NoTime, TimeToCome, WrongUsage
from previously_bot.people import Person
from previously_bot.texts import past

_COMMITS = 20


@dataclass(frozen=True, slots=True)
class Told:
    """For a program the `value`, as JSON; for a person the lines, and a note beside them."""

    value: object
    lines: Sequence[str]
    note: str = ""


def told(earlier: Earlier, asked: str, now: datetime, many: int | None, person: Person) -> Told:
    """What was held at the time that is asked for; with "" the commits there were."""
    if asked:
        return held_at(earlier, asked, now, person)
    return last_commits(earlier, many, person)


def last_commits(earlier: Earlier, many: int | None, person: Person) -> Told:
    """Newest first. Raises RemoteError."""
    commits = earlier.commits(many or _COMMITS)
    return Told(
        [listing.commit_json(commit) for commit in commits],
        [listing.commit_line(commit, person.zone, person.language) for commit in commits],
        "" if commits else past.NO_COMMITS.say(person.language),
    )


def no_time(asked: str, now: datetime, person: Person) -> WrongUsage:
    """Why nothing can be told of what was asked for as a time."""
    is_to_come = as_of.is_to_come(asked, now, person.zone, person.customs)
    return TimeToCome(asked) if is_to_come else NoTime(asked)


def held_at(earlier: Earlier, asked: str, now: datetime, person: Person) -> Told:
    """The slices that the memory held at a time, oldest first. Raises NoTime, TimeToCome,
    BadArgument where there was no commit yet, RemoteError, and what a store raises."""
    zone, language = person.zone, person.language
    moment = as_of.moment(asked, now, zone, person.customs)
    if moment is None:
        raise no_time(asked, now, person)
    held = earlier.held(moment)
    when = moments.moment_in_words(moment, zone, language)
    if held is None:
        raise BadArgument(past.NO_COMMIT.say(language, when=when))
    entries = held.timeline.entries()
    made = moments.moment_in_words(held.commit.at, zone, language)
    head = past.HELD.say(language, when=when, commit=held.commit.sha[:7], made=made)
    return Told(
        {
            "at": moment.isoformat(),
            "commit": listing.commit_json(held.commit),
            "slices": listing.timeline_json(entries, held.timeline.path),
        },
        [head, *(listing.line(entry, zone, language) for entry in entries)],
        "" if entries else texts.TIMELINE_EMPTY.say(language),
    )
