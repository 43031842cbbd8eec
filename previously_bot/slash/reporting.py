"""The command /status: how the bot is, and what of the person's is under way."""

from previously_bot import listing, moments
from previously_bot.slash.desk import Acts, Desk
from previously_bot.status import Process, RemoteStatus, Status
from previously_bot.texts import status, syncing


def _status(desk: Desk, _: str) -> str:
    told, language = desk.status(), desk.person.language
    lines = [_process(told.process, desk), *_platforms(told.process, language)]
    lines += _under_way(told, language)
    models = ", ".join(told.process.models)
    with_models = status.MODELS.say(language, models=models) if models else ""
    lines.append(with_models or status.NO_MODELS.say(language))
    lines += _timeline(told.process, desk)
    if told.process.strangers is not None:
        lines.append(status.STRANGERS.say(language, count=told.process.strangers))
    return "\n".join(f"- {line}" for line in lines)


def _process(process: Process, desk: Desk) -> str:
    person = desk.person
    since = moments.moment_in_words(process.since, person.zone, person.language)
    return status.PROCESS.say(person.language, version=process.version, since=since)


def _platforms(process: Process, language: str) -> list[str]:
    return [
        status.IS_DOWN.say(language, platform=one.name, why=one.down)
        if one.down
        else status.IS_UP.say(language, platform=one.name)
        for one in process.platforms
    ]


def _under_way(told: Status, language: str) -> list[str]:
    lines = [status.WAITING.say(language, waiting=told.waiting, queued=told.queued)]
    if told.unknown or told.gone:
        lines.append(status.UNSURE.say(language, unknown=told.unknown, gone=told.gone))
    return lines


def _timeline(process: Process, desk: Desk) -> list[str]:
    language, entries = desk.person.language, desk.timeline.entries()
    lines = [status.PLACE.say(language, place=process.place)]
    if entries:
        said = status.TIMELINE.say(
            language,
            slices=len(entries),
            turns=sum(entry.turns for entry in entries),
            last=listing.line(entries[-1], desk.person.zone, language),
        )
        lines.append(said)
    if process.remote is not None:
        lines += _remote(process.remote, desk)
    return lines


def _remote(remote: RemoteStatus, desk: Desk) -> list[str]:
    zone, language = desk.person.zone, desk.person.language
    standing = remote.standing
    if standing.well is None:
        lines = [syncing.NEVER.say(language, pending=remote.pending)]
    else:
        moment = moments.moment_in_words(standing.well, zone, language)
        lines = [syncing.LAST.say(language, moment=moment, pending=remote.pending)]
    if commit := syncing.last_commit(standing, zone, language):
        lines.append(commit)
    if why := syncing.in_the_way(standing, zone, language):
        lines.append(syncing.TROUBLE.say(language, why=why))
    if remote.remaining is not None:
        lines.append(syncing.REMAINING.say(language, count=remote.remaining))
    return lines


ACTS: Acts = {"status": _status}
