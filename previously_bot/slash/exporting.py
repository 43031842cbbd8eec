"""/export: everything of a person in one zip, to take away."""

import logging
import shlex

from previously_bot.errors import BadArgument
from previously_bot.slash.desk import Acts, Desk, Reply
from previously_bot.texts import exporting

log = logging.getLogger(__name__)

_LIMITS = {"discord": 10_000_000, "telegram": 50_000_000}
"""Bytes of a file that a bot may send; other platforms say nothing of a limit."""

_MEGABYTE = 1_000_000
_NAMED = 5  # paths that could not be read


def _export(desk: Desk, _: str) -> str | Reply:
    language, name = desk.person.language, desk.person.name
    try:
        made = desk.exports.make(desk.now.astimezone(desk.person.zone).date())
    except BadArgument as error:
        log.warning("an export is not made: %s", error)
        return exporting.NOT_WRITTEN.say(language)
    megabytes = f"{made.size / _MEGABYTE:.1f}"
    size = f"{megabytes} MB" if made.size >= _MEGABYTE else f"{-(-made.size // 1000)} kB"
    limit = _LIMITS.get(desk.asked.chat.platform)
    if limit is not None and made.size > limit:
        made.file.path.unlink(missing_ok=True)
        values = {"size": megabytes, "limit": limit // _MEGABYTE, "name": shlex.quote(name)}
        return exporting.TOO_LARGE.say(language, **values)
    said = [exporting.EXPORTED.say(language, files=made.files, size=size)]
    if made.left_out:
        count, paths = len(made.left_out), ", ".join(made.left_out[:_NAMED])
        said.append(exporting.LEFT_OUT.say(language, count=count, paths=paths))
    return Reply("\n\n".join(said), file=made.file)


ACTS: Acts = {"export": _export}
