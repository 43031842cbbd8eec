"""/undo: what the bot wrote into files by its own choice goes back to what it was."""

from previously_bot import moments, texts
from previously_bot.own_writes import Fate
from previously_bot.slash.desk import Acts, Desk
from previously_bot.texts import undoing

_PATH = 200  # code points

_SAID = {
    Fate.RESTORED: undoing.RESTORED,
    Fate.REMOVED: undoing.REMOVED,
    Fate.LEFT: undoing.LEFT,
}


def _undo(desk: Desk, _: str) -> str:
    language, zone = desk.person.language, desk.person.zone
    taken = desk.own.take_back(desk.asked.origin)
    if taken is None:
        return undoing.NOTHING.say(language)
    day, time = moments.day(taken.at, zone, language), moments.clock_time(taken.at, zone)
    lines = [
        "- " + _SAID[fate].say(language, path=f"`{texts.inline(path, _PATH)}`")
        for path, fate in taken.files.items()
    ]
    head = undoing.TAKEN_BACK.say(language, day=day, time=time)
    return "\n\n".join([head, "\n".join(lines), undoing.CORRECTIONS_STAY.say(language)])


ACTS: Acts = {"undo": _undo}
