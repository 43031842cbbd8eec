"""Tools that know the calendar: what lies along a time, and what time it is."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from memory.along import Stretch
from memory.catalog import Entry
from memory.timeline import Timeline
from memory.when import USUAL, Customs, Interval
from memory.words import shortened
from previously_bot import moments
from previously_bot.account import Used
from previously_bot.errors import BadCall
from previously_bot.listing import times_in
from previously_bot.outlook import Outlook
from previously_bot.prompt.telling import Viewpoint, tell_entry
from previously_bot.tools.arguments import Arguments
from previously_bot.tools.used import Asking, Instrument, instrument, listed, words

_ISO = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
# No longer than the longest day there is: it is told by its slices.
_A_DAY = timedelta(hours=26)
_PHRASE, _SAYING = 60, 80

_TIME = "A day (2026-07-07), a month (2026-07), a year (2026), or words for a time"


class Looking:
    """Looks along one timeline. Not for several threads at once."""

    def __init__(self, timeline: Timeline, outlook: Outlook, customs: Customs = USUAL) -> None:
        self._timeline = timeline
        self._outlook = outlook
        self._customs = customs

    def instruments(self) -> tuple[Instrument, ...]:
        start = words(f"{_TIME} (“last week”); left out: from the beginning.")
        end = words(f"{_TIME}, included; left out: only the time that `from` names.")
        return (
            instrument(
                self.look_along,
                "What was talked about in a time: of a year its months, of a month its days, "
                "of a day its conversations, in a line each.",
                {"from": start, "to": end},
            ),
            instrument(
                self.current_time, "The day, the time and the week of now, for the person.", {}
            ),
        )

    def look_along(self, given: Arguments, asking: Asking) -> Used:
        seen = asking.seen
        first, last = given.text("from", "").strip(), given.text("to", "").strip()
        begun, ended = (
            _bounds(one, seen, self._customs) if one else (None, None) for one in (first, last)
        )
        start, end = begun[0], ended[1] if last else begun[1]
        if not first and not last:
            return Used(
                listed(*_of_years(self._outlook.years(), seen), "ask for one", "timeline")
            )
        found = self._timeline.entries(Interval(start, end, first))
        if start is not None and end is not None and start >= end:
            raise BadCall("`to` of look_along is before its `from`; exchange them.")
        if not found:
            when = moments.span_in_words(start, end, seen.zone, seen.language)
            return Used(listed(f"Nothing was said in that time ({when}).", [], ""))
        start = start or found[0].start
        end = end or max(entry.end for entry in found) + timedelta(milliseconds=1)
        title, lines = self._told(start, end, found, seen)
        return Used(listed(title, lines, "look along a shorter time", "timeline"))

    def current_time(self, given: Arguments, asking: Asking) -> Used:
        seen = asking.seen
        now = seen.now.astimezone(seen.zone)
        offset = now.strftime("%z")
        day, clock = (
            moments.day(now, seen.zone, seen.language),
            moments.clock_time(now, seen.zone),
        )
        return Used(
            f"{day}, {clock} ({now.date().isoformat()}, {seen.zone.key}, "
            f"UTC{offset[:3]}:{offset[3:5]}, ISO week {now.isocalendar().week})"
        )

    def _told(
        self, start: datetime, end: datetime, found: Sequence[Entry], seen: Viewpoint
    ) -> tuple[str, list[str]]:
        when = moments.span_in_words(start, end, seen.zone, seen.language)
        many = f"{len(found):,} conversation{'' if len(found) == 1 else 's'}"
        stretches = [] if end - start <= _A_DAY else self._outlook.parts(start, end)
        if len(stretches) <= 1:
            return f"{when}: {many}", [tell_entry(entry, seen) for entry in found]
        return f"{when}: {many}", [_line(stretch, seen) for stretch in stretches]


def _bounds(
    named: str, seen: Viewpoint, customs: Customs
) -> tuple[datetime | None, datetime | None]:
    """[start, end) of a day, a month, a year or a phrase; None is open. Raises BadCall."""
    wrong = BadCall(
        f"{named[:_PHRASE]!r} is no time that look_along understands; write 2026, 2026-07, "
        "2026-07-07, or words such as “last week”."
    )
    if match := _ISO.fullmatch(named):
        year, month, day = (int(part) if part else 0 for part in match.groups())
        try:
            first = date(year, month or 1, day or 1)
            following = _following(first, has_month=bool(month), has_day=bool(day))
        except (ValueError, OverflowError):
            raise wrong from None
        return _midnight(first, seen), _midnight(following, seen)
    found = times_in(named, seen.now, seen.zone, customs)
    if not found or (found[0].start is None and found[0].end is None):
        raise wrong
    return found[0].start, found[0].end


def _following(first: date, *, has_month: bool, has_day: bool) -> date:
    """The first day after a year, a month or a day."""
    if has_day:
        return first + timedelta(days=1)
    if has_month:
        return date(first.year + first.month // 12, first.month % 12 + 1, 1)
    return date(first.year + 1, 1, 1)


def _midnight(on: date, seen: Viewpoint) -> datetime:
    """In UTC, since two moments of one zone would be compared by the wall clock."""
    return datetime.combine(on, time(), seen.zone).astimezone(UTC)


def _of_years(years: Sequence[Stretch], seen: Viewpoint) -> tuple[str, list[str]]:
    title = "The whole timeline, by years" if years else "The timeline is still empty."
    return title, [_line(year, seen) for year in years]


def _line(stretch: Stretch, seen: Viewpoint) -> str:
    """ "2026-07 (July 2026): 12 conversations, 80 turns; tags: …; decided: …; open: …"."""
    when = moments.stretch_in_words(stretch.name, seen.language)
    if len(stretch.name) == len("2026-07-07"):
        when = moments.day_and_distance(stretch.start, seen.now, seen.zone, seen.language)
    said = [
        f"{stretch.slices:,} conversation{'' if stretch.slices == 1 else 's'}, "
        f"{stretch.turns:,} turn{'' if stretch.turns == 1 else 's'}"
    ]
    for title, sayings in (
        ("tags", stretch.strands),
        ("decided", stretch.decisions),
        ("open", stretch.open_loops),
    ):
        if sayings:
            shown = (shortened(one, _SAYING).rstrip(".。") for one in sayings)
            said.append(f"{title}: " + ", ".join(shown))
    name = stretch.name if when == stretch.name else f"{stretch.name} ({when})"
    return f"{name}: " + "; ".join(said)
