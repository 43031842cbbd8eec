"""What each command does; `cli` reads its arguments. Each returns its exit status."""

import asyncio
import sys
from argparse import Namespace
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from memory import checking, slicing, when
from previously_bot import jsonl, listing, looking_back, texts
from previously_bot.app.places import (
    Place,
    awaited_from,
    demo_place,
    everybody,
    find_place,
    open_recollection,
    open_store,
    open_timeline,
)
from previously_bot.archive import write_archive
from previously_bot.clock import SystemClock
from previously_bot.complaining import in_words_of
from previously_bot.errors import BadArgument, WrongUsage
from previously_bot.printing import print_json
from previously_bot.progress import Watch
from previously_bot.texts import joining, syncing

DEMO_QUESTION = "What did I say about the cello?"
# So many refused lines are named one by one; a file that is something else has thousands.
_NAMED = 20


def chat(given: Namespace) -> int:
    if not given.demo:
        return _talk(_place(given))
    if given.repo:
        raise WrongUsage("--demo brings its own memory along; leave out --repo.")
    with demo_place() as place:
        welcome = texts.DEMO_GREETING.say(place.person.language, question=DEMO_QUESTION)
        where = texts.DEMO_FOLDER.say(place.person.language, folder=place.folder)
        return _talk(place, f"{welcome}\n\n{where}")


def _talk(place: Place, welcome: str = "") -> int:
    # Only a conversation needs a database, a scheduler and more, which take long to import.
    from previously_bot.app.talking import chat as talk

    if asyncio.run(talk(place, welcome=welcome)):
        return 0
    left = "what could not be written or delivered is kept, and comes at the next start."
    print(f"previously-bot: {left}", file=sys.stderr)
    return 1


def run(given: Namespace) -> int:
    if given.repo or given.person or given.timezone:
        raise WrongUsage(
            "`run` serves everybody in the settings; leave out --repo, --person and --timezone."
        )
    settings, people, places = everybody(given.config)
    # Only the bot needs the platforms' libraries, which take long to import.
    from previously_bot.app.serving import serve

    asyncio.run(serve(settings, people, places))
    return 0


def pair(given: Namespace) -> int:
    place = _place(given)
    # Only this and a conversation need a database, which takes long to import.
    from previously_bot.app.mailboxes import open_boxes

    clock = SystemClock()
    with open_boxes(place.state, clock) as boxes:
        code = boxes.accounts.issue(place.person.name, clock.now())
    said = texts.PAIR.say(place.person.language, code=code, name=place.person.name)
    _tell(given, {"person": place.person.name, "code": code}, said)
    return 0


def timeline(given: Namespace) -> int:
    place = _existing(given)
    asked = " ".join(given.when)
    person = place.person
    now = _now(given, person.zone)
    time = when.one_time(asked, now, person.zone, person.customs)
    if asked and not time:
        raise looking_back.no_time(asked, now, person)
    with open_timeline(place) as opened:
        entries = opened.entries(time)
        if given.json:
            return print_json(listing.timeline_json(entries, opened.path))
    for entry in entries:
        print(listing.line(entry, place.person.zone, place.person.language))
    if not entries:
        language = place.person.language
        empty = texts.NOTHING_THEN.say(language, when=asked) if asked else None
        print(empty or texts.TIMELINE_EMPTY.say(language), file=sys.stderr)
    return 0


def history(given: Namespace) -> int:
    # Only this needs the client of a repository on GitHub, which takes long to import.
    from previously_bot.app.pasts import past_at

    place = _place(given)
    asked, now = " ".join(given.at or ()), _now(given, place.person.zone)
    watch, person = Watch(f"Asking {place.called} what it held"), place.person
    with in_words_of(person), past_at(place, SystemClock()) as earlier, watch.until_done():
        told = looking_back.told(earlier, asked, now, given.limit, person)
    if given.json:
        return print_json(told.value)
    for line in told.lines:
        print(line)
    if told.note:
        print(told.note, file=sys.stderr)
    return 0


def when_(given: Namespace) -> int:
    place = _place(given)
    zone, language = place.person.zone, given.language or place.person.language
    now, text = _now(given, zone), " ".join(given.text)
    found = listing.times_in(text, now, zone, place.person.customs, given.language)
    if given.json:
        return print_json([listing.when_json(interval) for interval in found])
    for interval in found:
        print(f"{interval.text}: {listing.time_line(interval, zone, language)}")
    if not found:
        print(texts.NO_TIME_NAMED.say(language), file=sys.stderr)
    return 0


def recall(given: Namespace) -> int:
    place = _existing(given)
    zone, language = place.person.zone, place.person.language
    now = _now(given, zone)
    with open_timeline(place) as opened:
        recollection = open_recollection(place, opened)
        recalled = recollection.recall(" ".join(given.question), now, zone, limit=given.limit)
        if given.json:
            return print_json(listing.recall_json(recalled, opened.path))
        for scene in recollection.scenes(recalled, len(recalled.pointers)):
            print(listing.scene_line(scene, now, zone, language))
    if recalled.note or not recalled.pointers:
        print(recalled.note or texts.NOTHING_FOUND.say(language), file=sys.stderr)
    return 0


def bring(given: Namespace) -> int:
    place = _place(given)
    past = jsonl.read(_lines(given.source), place.person.zone, SystemClock().now())
    for sentence in (*past.refused[:_NAMED], *past.notes):
        print(sentence, file=sys.stderr)
    if (more := len(past.refused) - _NAMED) > 0:
        print(f"{_counted(more, 'more line')} left out.", file=sys.stderr)
    pieces = slicing.cut(past.turns)
    added = 0
    with open_timeline(place, writer="previously-bot import") as opened:
        for placed in Watch("Bringing the past along").over(opened.bring(pieces), len(pieces)):
            added += sum(place.is_new for place in placed)
    there = len(past.turns) - added
    result = {
        "added": added,
        "already_there": there,
        "left_out": len(past.refused),
        "slices": len(pieces),
    }
    known = f"; {there} of them had been there already" if there else ""
    _tell(given, result, f"{_counted(len(past.turns), 'turn')} of it on the timeline{known}.")
    if place.mirror is not None:
        # Only those who have a repository elsewhere need what knows of it.
        from previously_bot.app.agreed import to_go

        if said := to_go(place):
            print(said, file=sys.stderr)
    return 1 if past.refused else 0


def check(given: Namespace) -> int:
    place = _existing(given)
    with open_store(place) as store:
        report = checking.check(store, Watch("Reading"))
    problems, notes = (
        [{"path": finding.path, "what": finding.what} for finding in findings]
        for findings in (report.problems, report.notes)
    )
    result = {
        "slices": report.slices,
        "turns": report.turns,
        "problems": problems,
        "notes": notes,
    }
    lines = [f"{one['path']}: {one['what']}" for one in problems]
    lines += [f"{one['path']}: (a note) {one['what']}" for one in notes]
    slices, turns = _counted(report.slices, "slice"), _counted(report.turns, "turn")
    amiss = _counted(len(problems), "problem") if problems else "nothing is amiss"
    lines.append(f"{slices} with {turns} could be read; {amiss}.")
    _tell(given, result, "\n".join(lines))
    return 1 if problems else 0


def rebuild(given: Namespace) -> int:
    place = _existing(given)
    with open_timeline(place, writer="previously-bot rebuild") as opened:
        slices = opened.rebuild(Watch("Reading"))
    _tell(
        given, {"slices": slices}, f"The indexes of {_counted(slices, 'slice')} are made again."
    )
    return 0


def sync(given: Namespace) -> int:
    place = _place(given)
    if place.mirror is None:
        raise BadArgument(
            f"{place.folder} is a folder, with nothing to bring anywhere; name a repository on "
            "GitHub in the settings, as `repository: {github: owner/name}`."
        )
    # Only those who have a repository elsewhere need what reaches it.
    from previously_bot.app.agreed import agreed
    from previously_bot.app.mirroring import Way, sync_now

    watch = Watch(f"Keeping {place.called} and this machine the same")
    with in_words_of(place.person), watch.until_done() as seen:
        done = sync_now(place, SystemClock(), Way(given.way), seen)
    said = agreed(place.called, done)
    for line in said.lines:
        print(line, file=sys.stderr)
    _tell(given, said.value, said.sentence)
    return 0


def export(given: Namespace) -> int:
    place = _existing(given)
    today = SystemClock().now().astimezone(place.person.zone)
    target = Path(given.file or f"previously-{today:%Y-%m-%d}.zip").expanduser()
    if target.resolve().is_relative_to(place.folder.resolve()):
        raise BadArgument(f"{target} would lie in what it packs; name a place outside of it.")
    with open_store(place) as store:
        count, left_out = write_archive(store, target, Watch("Packing"))
    for path in left_out:
        print(f"{path} cannot be read and is left out.", file=sys.stderr)
    result = {"file": str(target), "files": count, "left_out": left_out}
    _tell(given, result, f"{target} holds {_counted(count, 'file')}.")
    return 1 if left_out else 0


def _place(given: Namespace) -> Place:
    place = find_place(given.config, given.person, given.repo, given.timezone)
    named, name = (given.person or "").strip(), place.person.name
    if named and named.casefold() != name.casefold():
        # They became somebody else.
        said = joining.IS_NOW.say(place.person.language, other=named, name=name)
        print(said, file=sys.stderr)
    return place


def _existing(given: Namespace) -> Place:
    """The place of a command that only reads: a misspelt folder is not an empty timeline."""
    place = _place(given)
    if given.repo and not place.folder.exists():
        raise BadArgument(
            f"{place.folder} does not exist; name a timeline repository with --repo."
        )
    if awaited := awaited_from(place):
        print(syncing.NOT_HERE_YET.say(place.person.language, place=awaited), file=sys.stderr)
    return place


def _now(given: Namespace, zone: ZoneInfo) -> datetime:
    now: datetime | None = given.now
    if now is None:
        return SystemClock().now()
    return now if now.tzinfo else now.replace(tzinfo=zone)


def _lines(source: str) -> Sequence[bytes]:
    try:
        content = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise BadArgument(
            f"{source} cannot be read ({error.strerror}); name a file of JSON lines."
        ) from error
    return content.split(b"\n")


def _counted(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def _tell(given: Namespace, result: object, sentence: str) -> None:
    if given.json:
        print_json(result)
    else:
        print(sentence)
